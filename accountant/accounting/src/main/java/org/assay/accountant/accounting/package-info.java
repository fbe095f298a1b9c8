/**
 * Accountants that compose events and state guarantees.
 *
 * <pre>{@code
 * DpEvent step = DpEvent.gaussian(1.1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01);
 * TightestBound.Bound bound = TightestBound.of(step.times(1000), ADD_OR_REMOVE).epsilon(1e-5);
 * double guaranteed = bound.value().upper();
 * }</pre>
 */
@NullMarked
package org.assay.accountant.accounting;

import org.jspecify.annotations.NullMarked;
