/**
 * What a private computation did, as plain data. The package answers: which mechanisms ran, on
 * which samples, how often, and under which adjacency relation? Nothing here says what that costs.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link DpEvent} is every event, with a factory or a method for each kind. {@link
 *       DpEvent#parse} reads the notation that the command line prints.
 *   <li>Mechanisms are one record each: {@link GaussianEvent} is the pattern. An event carries a
 *       sensitivity or noise per sensitivity, and its relation.
 *   <li>Wrappers contain other events: {@link ComposedEvent} and {@link SelfComposedEvent} in
 *       sequence, {@link GroupEvent} for several records, {@link PoissonSampledEvent} and its like
 *       on random samples, {@link ParallelEvent} on disjoint parts.
 *   <li>{@link NoisySgd} describes a descent whose last iterate alone is released; {@link
 *       NoisySgdEvent} is its event.
 *   <li>{@link EventMeaning} takes off wrappers that change nothing, and refuses what describes no
 *       computation.
 *   <li>{@link EventKinds} is the table of kinds: names, keys, units. Files, the notation, schemas
 *       and the reference page all follow from the table.
 *   <li>{@link DefaultVisitor} and {@link PartsVisitor} are for code that treats most kinds alike.
 * </ul>
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
