package org.assay.accountant.analysis;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * What a run consists of, as far as the choice of its best bound depends on it.
 *
 * @param gaussian whether nothing better is known of every step than one Gaussian that dominates it
 * @param attained whether some neighbours attain the pairs of all steps
 * @param rareCasesDominate whether a unit's records may all be in one sample, a rare case that
 *     decides Rényi divergences
 * @param steps how many steps there are
 * @param bySlot whether only records of some slot attain it
 * @param pairsDecide whether no Rényi divergence that is known of a step is below that of its pair
 * @param allocated whether a step is on a random allocation, whose pair another theorem gives
 */
public record RunShape(
    boolean gaussian,
    boolean attained,
    boolean rareCasesDominate,
    double steps,
    boolean bySlot,
    boolean pairsDecide,
    boolean allocated) {
  static final RunShape STEP = new RunShape(false, false, false, 1, false, false, false);
  static final RunShape GAUSSIAN = new RunShape(true, true, false, 1, false, true, false);
  static final RunShape DOMINATED_BY_GAUSSIAN =
      new RunShape(true, false, false, 1, false, false, false);
  static final RunShape SAMPLED_GAUSSIAN = new RunShape(false, true, false, 1, false, true, false);
  static final RunShape ALLOCATED_GAUSSIAN = new RunShape(false, true, false, 1, false, true, true);
  static final RunShape MIXTURE = new RunShape(false, false, false, 1, false, true, false);
  static final RunShape RARE_CASES = new RunShape(false, false, true, 1, false, false, false);

  /**
   * The shape of a run.
   *
   * @param event the run
   * @param adjacency the relation of the bound
   * @return its shape
   */
  public static RunShape of(DpEvent event, AdjacencyRelation adjacency) {
    return new Shapes(Neighbours.of(adjacency)).analyze(event);
  }

  /** One after the other; the worst slots of two divisions need not hold one record. */
  private RunShape and(RunShape other) {
    return new RunShape(
        gaussian && other.gaussian,
        attained && other.attained && !(bySlot && other.bySlot),
        rareCasesDominate || other.rareCasesDominate,
        steps + other.steps,
        bySlot || other.bySlot,
        pairsDecide && other.pairsDecide,
        allocated || other.allocated);
  }

  private static final class Shapes extends CompositionAnalysis<RunShape> {
    private Shapes(Neighbours neighbours) {
      super(neighbours);
    }

    @Override
    protected RunShape zero() {
      return new RunShape(true, true, false, 0, false, true, false);
    }

    @Override
    protected RunShape sum(RunShape first, RunShape second) {
      return first.and(second);
    }

    @Override
    protected RunShape multiple(RunShape once, long count) {
      return new RunShape(
          once.gaussian,
          once.attained,
          once.rareCasesDominate,
          once.steps * count,
          once.bySlot,
          once.pairsDecide,
          once.allocated);
    }

    @Override
    protected RunShape step(Step step) {
      return step.shape();
    }

    @Override
    RunShape dominatedBy(RunShape dominating) {
      return new RunShape(
          dominating.gaussian,
          false,
          dominating.rareCasesDominate,
          dominating.steps,
          dominating.bySlot,
          dominating.pairsDecide,
          dominating.allocated);
    }

    @Override
    Shapes between(Neighbours neighbours) {
      return new Shapes(neighbours);
    }
  }
}
