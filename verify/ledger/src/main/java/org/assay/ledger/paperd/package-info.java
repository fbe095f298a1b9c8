/** The claims of paper D. */
@NullMarked
package org.assay.ledger.paperd;

import org.jspecify.annotations.NullMarked;
