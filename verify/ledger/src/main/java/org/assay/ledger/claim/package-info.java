/** What a claim of a paper is, how it is judged, and what a judgement holds. */
@NullMarked
package org.assay.ledger.claim;

import org.jspecify.annotations.NullMarked;
