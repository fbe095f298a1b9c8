/** The claims of paper D. */
@NullMarked
package org.assay.cli.ledger.paperd;

import org.jspecify.annotations.NullMarked;
