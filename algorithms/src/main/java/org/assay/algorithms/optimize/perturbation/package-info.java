/**
 * Minibatch descent with replacement and objective perturbation
 * ([@BassilyFeldmanTalwarThakurta2019]).
 */
@NullMarked
package org.assay.algorithms.optimize.perturbation;

import org.jspecify.annotations.NullMarked;
