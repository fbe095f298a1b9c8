/**
 * Databases as datasets: tables whose rows belong to users, pairs of neighbours among them, and
 * queries that a database engine answers.
 */
@NullMarked
package org.assay.cli.internal.database;

import org.jspecify.annotations.NullMarked;
