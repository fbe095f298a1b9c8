/**
 * Checks of a mechanism's declarations about its noise. The checks come before any statistics. A
 * run is recorded on one dataset and replayed on a neighbour with the same noise, which takes
 * milliseconds.
 *
 * <p>Reading order:
 *
 * <ul>
 *   <li>{@link GrayBoxMechanism} is a mechanism that draws all its randomness from {@link
 *       NoisePrimitives}. Every draw names its query, and declares how much one record may change
 *       the query. {@link NoisePrimitives.SparseVector} is the one primitive with several
 *       questions; {@link Finding.Movement} is the direction in which one record moves several
 *       queries.
 *   <li>{@link ReplayCheck} records and replays; {@code ReplaySession} is one such check. {@code
 *       Recorder} writes a {@code Recording} of {@code Entry} values. {@code Replayer} answers on
 *       the neighbour as recorded, and {@code QueryComparison} compares the draws.
 *   <li>{@link ReplayReport} holds every {@link Finding} with its {@link Finding.Evidence} and
 *       {@link Finding.Occurrence}. {@link ReplayReport.DeclaredCost} is the cost that the
 *       accountant certifies for the declared draws.
 *   <li>{@link RandomnessCheck} needs no recording, and looks for missing randomness. {@code
 *       FewValues}, {@code RepetitionBets} and {@code TiedNoise} are its tests, and {@link
 *       RandomnessReport} is the result.
 * </ul>
 *
 * <pre>{@code
 * GrayBoxMechanism<List<Double>> size =
 *     (records, noise) -> Outcome.of(noise.laplace("size", records.size(), 1, 1));
 * ReplayReport report =
 *     ReplayCheck.of(new Guarantee.Pure(1, ADD_OR_REMOVE))
 *         .check(size, List.of(ListPairs.addOne(List.of(), 1.0)));
 * }</pre>
 */
@NullMarked
package org.assay.verify.replay;

import org.jspecify.annotations.NullMarked;
