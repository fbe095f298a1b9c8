/**
 * Compositions of steps in each of which an adversary may choose one of several pairs of
 * distributions, without a pair that dominates all of them: see {@code doc-files/chosen-pairs.md}.
 */
@NullMarked
package org.assay.accountant.internal.iteration.choice;

import org.jspecify.annotations.NullMarked;
