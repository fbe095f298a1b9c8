/** The claims of paper E. */
@NullMarked
package org.assay.cli.ledger.papere;

import org.jspecify.annotations.NullMarked;
