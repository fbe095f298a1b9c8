/** Euclidean norms, constraint sets and their projections. */
@NullMarked
package org.assay.algorithms.geometry;

import org.jspecify.annotations.NullMarked;
