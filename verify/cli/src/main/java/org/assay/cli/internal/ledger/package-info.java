/**
 * The subcommand {@code ledger}: the judged claims of the papers, printed, as JSON and as pages.
 */
@NullMarked
package org.assay.cli.internal.ledger;

import org.jspecify.annotations.NullMarked;
