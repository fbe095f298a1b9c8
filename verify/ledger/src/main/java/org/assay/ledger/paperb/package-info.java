/** The claims of paper B. */
@NullMarked
package org.assay.ledger.paperb;

import org.jspecify.annotations.NullMarked;
