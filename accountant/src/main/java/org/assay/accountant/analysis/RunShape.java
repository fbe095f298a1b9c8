package org.assay.accountant.analysis;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * What a run consists of, as far as the choice of its best bound depends on it.
 *
 * @param gaussian whether nothing better is known of every step than one Gaussian that dominates it
 * @param attained what some neighbours attain of the pairs that dominate the steps
 * @param rareCasesDominate whether a unit's records may all be in one sample, a rare case that
 *     decides Rényi divergences
 * @param steps how many steps there are
 * @param bySlot whether only records of some slot attain it
 * @param pairsDecide whether no Rényi divergence that is known of a step is below that of its pair
 * @param allocated whether a step is on a random allocation, whose pair another theorem gives
 */
public record RunShape(
    boolean gaussian,
    Attained attained,
    boolean rareCasesDominate,
    double steps,
    boolean bySlot,
    boolean pairsDecide,
    boolean allocated) {
  /**
   * What neighbours and programs of the event's description make of the pairs that dominate its
   * steps: {@code doc-files/attained.md}.
   */
  public enum Attained {
    /** Nothing is known. */
    UNKNOWN,
    /** Every point of the profile, each by neighbours of its own: no claim for compositions. */
    POINTS,
    /** The pairs of all steps at once, by the same neighbours. */
    PAIRS
  }

  static final RunShape STEP = one(false, Attained.UNKNOWN, false);
  static final RunShape ATTAINED = one(false, Attained.PAIRS, true);
  static final RunShape ATTAINED_POINTS = one(false, Attained.POINTS, false);
  static final RunShape GAUSSIAN = one(true, Attained.PAIRS, true);
  static final RunShape DOMINATED_BY_GAUSSIAN = one(true, Attained.UNKNOWN, false);
  static final RunShape ALLOCATED_GAUSSIAN =
      new RunShape(false, Attained.PAIRS, false, 1, false, true, true);
  static final RunShape MIXTURE = one(false, Attained.UNKNOWN, true);
  static final RunShape RARE_CASES =
      new RunShape(false, Attained.UNKNOWN, true, 1, false, false, false);

  private static RunShape one(boolean gaussian, Attained attained, boolean pairsDecide) {
    return new RunShape(gaussian, attained, false, 1, false, pairsDecide, false);
  }

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

  /**
   * Whether some neighbours attain the pairs of all steps.
   *
   * @return true if they do, so that what the pairs lose the run loses
   */
  public boolean attainsPairs() {
    return attained == Attained.PAIRS;
  }

  /**
   * Whether the profile of the pairs is that of the run: for every epsilon some neighbours, the
   * same or others, have its delta.
   *
   * @return true if it is
   */
  public boolean attainsProfile() {
    return attained != Attained.UNKNOWN;
  }

  /** The same, of which nothing is known to be attained. */
  RunShape dominating() {
    return with(Attained.UNKNOWN, steps, bySlot);
  }

  private RunShape with(Attained other, double count, boolean slots) {
    return new RunShape(gaussian, other, rareCasesDominate, count, slots, pairsDecide, allocated);
  }

  /** One after the other; the worst slots of two divisions need not hold one record. */
  private RunShape and(RunShape other) {
    boolean pairs = attainsPairs() && other.attainsPairs() && !(bySlot && other.bySlot);
    Attained both = pairs ? Attained.PAIRS : Attained.UNKNOWN;
    return new RunShape(
        gaussian && other.gaussian,
        steps == 0 ? other.attained : other.steps == 0 ? attained : both,
        rareCasesDominate || other.rareCasesDominate,
        steps + other.steps,
        bySlot || other.bySlot,
        pairsDecide && other.pairsDecide,
        allocated || other.allocated);
  }

  private RunShape times(long count) {
    boolean kept = attainsPairs() || count == 1;
    return with(kept ? attained : Attained.UNKNOWN, steps * count, bySlot);
  }

  private static final class Shapes extends CompositionAnalysis<RunShape> {
    private Shapes(Neighbours neighbours) {
      super(neighbours);
    }

    @Override
    protected RunShape zero() {
      return new RunShape(true, Attained.PAIRS, false, 0, false, true, false);
    }

    @Override
    protected RunShape sum(RunShape first, RunShape second) {
      return first.and(second);
    }

    @Override
    protected RunShape multiple(RunShape once, long count) {
      return once.times(count);
    }

    @Override
    protected RunShape step(Step step) {
      return step.shape();
    }

    @Override
    RunShape dominatedBy(RunShape dominating) {
      return dominating.dominating();
    }

    @Override
    Shapes between(Neighbours neighbours) {
      return new Shapes(neighbours);
    }
  }
}
