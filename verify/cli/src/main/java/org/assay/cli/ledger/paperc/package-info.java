/** The claims of paper C. */
@NullMarked
package org.assay.cli.ledger.paperc;

import org.jspecify.annotations.NullMarked;
