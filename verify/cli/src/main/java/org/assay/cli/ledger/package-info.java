/** The ledger: every claim of five papers, judged anew at every call. */
@NullMarked
package org.assay.cli.ledger;

import org.jspecify.annotations.NullMarked;
