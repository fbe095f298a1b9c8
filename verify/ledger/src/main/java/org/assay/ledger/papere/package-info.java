/** The claims of paper E. */
@NullMarked
package org.assay.ledger.papere;

import org.jspecify.annotations.NullMarked;
