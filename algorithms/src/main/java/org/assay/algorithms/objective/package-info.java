/** Datasets, how they are read and scaled, and losses with their constants. */
@NullMarked
package org.assay.algorithms.objective;

import org.jspecify.annotations.NullMarked;
