/**
 * How does a file describe what was run? An event is a tree of objects in YAML or JSON; the only
 * key of an object is its kind.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link EventReader} reads an event. It knows the kinds that have parts, such as sequences
 *       and samples.
 *   <li>{@code LeafKinds} has the events without parts, one entry each. {@code LastIterateReader},
 *       {@code MatrixReader} and {@code RepetitionsReader} read the kinds that need more than
 *       numbers.
 *   <li>{@code ConstantNames} and {@link SamplingNames} have the words that stand for constants and
 *       for ways to choose batches.
 *   <li>{@link OpenEvent} is an event with a question mark instead of one number, and {@link
 *       Search} says how the number is found. {@code NumberKeys} lists the numbers that a question
 *       mark may stand for.
 * </ul>
 *
 * <p>Example, the whole language of which is described in {@code docs/events.md}:
 *
 * <pre>{@code
 * sequence:
 *   - repeat:
 *       times: 1000
 *       event: {gaussian: {noise_multiplier: 40, adjacency: add-remove}}
 *   - laplace: {noise_multiplier: 5, adjacency: add-remove}
 * }</pre>
 */
@NullMarked
package org.assay.cli.events;

import org.jspecify.annotations.NullMarked;
