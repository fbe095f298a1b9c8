/** The subcommand {@code budget}: named privacy budgets in a store that a team shares. */
@NullMarked
package org.assay.cli.internal.budget;

import org.jspecify.annotations.NullMarked;
