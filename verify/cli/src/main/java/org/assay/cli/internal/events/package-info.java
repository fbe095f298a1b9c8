/**
 * Descriptions of events: a text in the notation, or a tree of objects in YAML or JSON; the only
 * key of an object is its kind. {@link org.assay.accountant.event.EventKinds} is the table of
 * kinds.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link EventReader} reads an event.
 *   <li>{@link SamplingNames} has the words for ways to choose batches.
 *   <li>{@link OpenEvent} is an event with a question mark instead of one number, and {@link
 *       Search} is the search for the number. {@code NumberKeys} lists the numbers that a question
 *       mark may stand for.
 * </ul>
 *
 * <p>Example, the whole language of which is described in {@code docs/reference/events.md}:
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
package org.assay.cli.internal.events;

import org.jspecify.annotations.NullMarked;
