/** The claims of paper B. */
@NullMarked
package org.assay.cli.ledger.paperb;

import org.jspecify.annotations.NullMarked;
