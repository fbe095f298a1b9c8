package org.assay.accountant.analysis;

import java.util.Optional;
import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * From a run of Gaussian and sampled Gaussian steps, and of steps that one Gaussian dominates, to a
 * composition with an exact profile; empty if a part has no such step or the numbers are out of
 * range.
 */
public final class ContourAnalysis extends CompositionAnalysis<Optional<GaussianComposition>> {
  /** Longer compositions of different kinds of steps are left to other methods. */
  private static final int MOST_KINDS = 300;

  private ContourAnalysis(Neighbours neighbours) {
    super(neighbours);
  }

  /**
   * The composition of a run.
   *
   * @param event the run
   * @param adjacency the relation of the bound
   * @return the composition
   * @throws org.assay.accountant.privacy.UnsupportedEventException if a part has such a step, but
   *     not under the relation
   */
  public static Optional<GaussianComposition> of(DpEvent event, AdjacencyRelation adjacency) {
    return new ContourAnalysis(Neighbours.of(adjacency)).analyze(event);
  }

  @Override
  protected Optional<GaussianComposition> zero() {
    return Optional.of(GaussianComposition.under(adjacency()));
  }

  @Override
  protected Optional<GaussianComposition> sum(
      Optional<GaussianComposition> first, Optional<GaussianComposition> second) {
    return first
        .filter(some -> some.kinds() <= MOST_KINDS)
        .flatMap(some -> second.flatMap(some::plus));
  }

  @Override
  protected Optional<GaussianComposition> multiple(Optional<GaussianComposition> once, long count) {
    return once.flatMap(some -> some.times(count));
  }

  @Override
  protected Optional<GaussianComposition> step(Step step) {
    return step.composition();
  }

  @Override
  ContourAnalysis between(Neighbours others) {
    return new ContourAnalysis(others);
  }
}
