/** The claims of paper B. */
@NullMarked
package org.assay.ledger.internal.paperb;

import org.jspecify.annotations.NullMarked;
