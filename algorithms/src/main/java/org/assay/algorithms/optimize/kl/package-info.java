/** Non-convex optimization under the Kurdyka-Lojasiewicz condition ([@MenartEtAl2023]). */
@NullMarked
package org.assay.algorithms.optimize.kl;

import org.jspecify.annotations.NullMarked;
