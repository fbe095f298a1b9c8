/** One small class for each private optimization algorithm. */
@NullMarked
package org.assay.algorithms.internal.optimize;

import org.jspecify.annotations.NullMarked;
