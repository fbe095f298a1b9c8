/** The claims of paper A. */
@NullMarked
package org.assay.cli.ledger.papera;

import org.jspecify.annotations.NullMarked;
