/** The claims of paper C. */
@NullMarked
package org.assay.ledger.paperc;

import org.jspecify.annotations.NullMarked;
