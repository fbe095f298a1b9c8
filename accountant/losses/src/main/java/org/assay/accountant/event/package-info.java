/**
 * What a private computation did, as plain data; nothing about its analysis.
 *
 * <pre>{@code
 * Sensitivity one = Sensitivity.unit(ADD_OR_REMOVE);
 * DpEvent step = DpEvent.gaussian(1.1, one).poissonSampled(0.01);
 * DpEvent training = DpEvent.sequence(step.times(10_000), DpEvent.laplace(5, one));
 * }</pre>
 */
@NullMarked
package org.assay.accountant.event;

import org.jspecify.annotations.NullMarked;
