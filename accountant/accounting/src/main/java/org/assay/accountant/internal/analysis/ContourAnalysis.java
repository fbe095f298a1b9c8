package org.assay.accountant.internal.analysis;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * An analysis that makes a run a composition with an exact profile. The result is empty if a part
 * has no pair known to compositions, or if numbers are out of range. A single step whose profile
 * needs no composition is empty too.
 */
public final class ContourAnalysis extends CompositionAnalysis<Optional<MixedComposition>> {
  /** Largest number of kinds of steps; longer compositions are left to other methods. */
  private static final int MOST_KINDS = 100_000;

  /** Largest number of costly sampled kinds. */
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
   * @throws org.assay.accountant.privacy.UnsupportedEventException if a part is a Gaussian that is
   *     not stated under the relation
   */
  public static Optional<MixedComposition> of(DpEvent event, AdjacencyRelation adjacency) {
    return of(event, Neighbours.of(adjacency));
  }

  static Optional<MixedComposition> of(DpEvent event, Neighbours neighbours) {
    return new ContourAnalysis(neighbours)
        .analyze(event)
        .filter(run -> !((run.isSingle() || run.isBracketed()) && isLone(event, neighbours)))
        .filter(run -> !run.allocatesWithSmallLoss())
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
