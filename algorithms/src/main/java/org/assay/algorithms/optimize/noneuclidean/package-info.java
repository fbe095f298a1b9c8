/** Optimization in norms other than the Euclidean one ([@BassilyGuzmanNandi2021]). */
@NullMarked
package org.assay.algorithms.optimize.noneuclidean;

import org.jspecify.annotations.NullMarked;
