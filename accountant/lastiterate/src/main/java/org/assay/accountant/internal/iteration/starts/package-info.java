/**
 * How well two runs on the same data can be told apart by where they started: a table that does not
 * depend on the run.
 */
@NullMarked
package org.assay.accountant.internal.iteration.starts;

import org.jspecify.annotations.NullMarked;
