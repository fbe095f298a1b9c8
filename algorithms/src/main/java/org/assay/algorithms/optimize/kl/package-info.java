/**
 * Non-convex optimization under the Kurdyka-Lojasiewicz condition ([@MenartEtAl2023]).
 *
 * <p>What each algorithm spends: {@code doc-files/kl-privacy.md}.
 */
@NullMarked
package org.assay.algorithms.optimize.kl;

import org.jspecify.annotations.NullMarked;
