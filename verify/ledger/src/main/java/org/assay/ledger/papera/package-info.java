/** The claims of paper A. */
@NullMarked
package org.assay.ledger.papera;

import org.jspecify.annotations.NullMarked;
