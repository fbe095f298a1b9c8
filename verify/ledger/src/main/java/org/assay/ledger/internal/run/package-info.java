/** The ledger: every claim of five papers, judged anew at every call. */
@NullMarked
package org.assay.ledger.internal.run;

import org.jspecify.annotations.NullMarked;
