/** What the columns of a user's table become, as declared in files. */
@NullMarked
package org.assay.cli.internal.table;

import org.jspecify.annotations.NullMarked;
