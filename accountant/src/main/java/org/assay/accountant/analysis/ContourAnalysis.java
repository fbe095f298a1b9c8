package org.assay.accountant.analysis;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.divergence.MixedComposition;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * From a run to a composition with an exact profile; empty if a part has no pair that is known
 * there, if it is a single step whose profile needs no composition, or if the numbers are out of
 * range.
 */
public final class ContourAnalysis extends CompositionAnalysis<Optional<MixedComposition>> {
  /** Longer compositions of different kinds of steps are left to other methods. */
  private static final int MOST_KINDS = 100_000;

  private static final int MOST_SAMPLED_KINDS = 1000;

  ContourAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  /**
   * The composition of a run.
   *
   * @param event the run
   * @param adjacency the relation of the bound
   * @return the composition
   * @throws org.assay.accountant.privacy.UnsupportedEventException if a part is such a Gaussian,
   *     but not under the relation
   */
  public static Optional<MixedComposition> of(DpEvent event, AdjacencyRelation adjacency) {
    return of(event, Neighbours.of(adjacency));
  }

  static Optional<MixedComposition> of(DpEvent event, Neighbours neighbours) {
    return new ContourAnalysis(neighbours)
        .analyze(event)
        .filter(run -> !((run.isSingle() || run.isBracketed()) && isLone(event, neighbours)))
        .filter(run -> run.kinds() <= MOST_KINDS && run.sampledKinds() <= MOST_SAMPLED_KINDS);
  }

  private static boolean isLone(DpEvent event, Neighbours neighbours) {
    return new LoneStep(neighbours).analyze(event).isPresent();
  }

  @Override
  protected Optional<MixedComposition> zero() {
    return Optional.of(MixedComposition.under(adjacency()));
  }

  @Override
  protected Optional<MixedComposition> sum(
      Optional<MixedComposition> first, Optional<MixedComposition> second) {
    return total(Stream.of(first, second));
  }

  /** Counts equal steps once, however many parts there are. */
  @Override
  protected Optional<MixedComposition> total(Stream<Optional<MixedComposition>> parts) {
    List<Optional<MixedComposition>> all = parts.toList();
    return all.stream().allMatch(Optional::isPresent)
        ? MixedComposition.sum(adjacency(), all.stream().flatMap(Optional::stream).toList())
        : Optional.empty();
  }

  @Override
  protected Optional<MixedComposition> multiple(Optional<MixedComposition> once, long count) {
    return once.flatMap(some -> some.times(count));
  }

  @Override
  protected Optional<MixedComposition> step(Step step) {
    return step.composition();
  }

  @Override
  ContourAnalysis between(Neighbours others) {
    return new ContourAnalysis(others);
  }
}
