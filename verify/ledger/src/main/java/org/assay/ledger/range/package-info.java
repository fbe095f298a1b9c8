/** Claims about events over ranges of parameters, and the search for their worst case. */
@NullMarked
package org.assay.ledger.range;

import org.jspecify.annotations.NullMarked;
