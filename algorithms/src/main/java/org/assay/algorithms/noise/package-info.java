/** Samplers, each naming the event of releasing a query with its noise. */
@NullMarked
package org.assay.algorithms.noise;

import org.jspecify.annotations.NullMarked;
