/**
 * Gradient descent with gradients clipped record by record, and noise that the accountant
 * calibrates.
 */
@NullMarked
package org.assay.algorithms.internal.optimize.clipped;

import org.jspecify.annotations.NullMarked;
