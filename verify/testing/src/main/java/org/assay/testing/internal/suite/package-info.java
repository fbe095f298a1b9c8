/** One error probability for all audits of a test suite, and the ledger of what they spent. */
@NullMarked
package org.assay.testing.internal.suite;

import org.jspecify.annotations.NullMarked;
