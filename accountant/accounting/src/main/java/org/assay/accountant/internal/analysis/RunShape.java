package org.assay.accountant.internal.analysis;

/**
 * The properties of a run that decide which bound is the best one.
 *
 * @param gaussian whether for every step the best known bound is a dominating Gaussian
 * @param attained how far some neighbours attain the pairs that dominate the steps
 * @param rareCasesDominate whether a unit's records may all be in one sample, a rare case that
 *     decides Rényi divergences
 * @param steps the number of steps
 * @param bySlot whether only records of some slot attain the pairs
 * @param pairsDecide whether no known Rényi divergence of a step is below the divergence of its
 *     pair
 * @param allocated whether a step is on a random allocation, whose pair has a theorem of its own
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
   * How far neighbours and programs of the event's description attain the pairs that dominate the
   * steps: {@code doc-files/attained.md}.
   */
  public enum Attained {
    /** Nothing is known. */
    UNKNOWN,
    /**
     * Every point of the profile is attained, by different neighbours: no claim for compositions.
     */
    POINTS,
    /** The pairs of all steps are attained at once, by the same neighbours. */
    PAIRS
  }

  /** A step without further known properties. */
  static final RunShape STEP = one(false, Attained.UNKNOWN, false);

  /** Some neighbours attain the step's pair. */
  static final RunShape ATTAINED = one(false, Attained.PAIRS, true);

  /** Every point of the profile is attained, by different neighbours. */
  static final RunShape ATTAINED_POINTS = one(false, Attained.POINTS, false);

  /** An attained Gaussian. */
  static final RunShape GAUSSIAN = one(true, Attained.PAIRS, true);

  /** A step known only through a dominating Gaussian. */
  static final RunShape DOMINATED_BY_GAUSSIAN = one(true, Attained.UNKNOWN, false);

  /** An attained Gaussian on a random allocation. */
  static final RunShape ALLOCATED_GAUSSIAN =
      new RunShape(false, Attained.PAIRS, false, 1, false, true, true);

  /** A pair that need not be attained, and below whose divergences no Rényi divergence is known. */
  static final RunShape MIXTURE = one(false, Attained.UNKNOWN, true);

  /** A sample that may contain all of a unit's records. */
  static final RunShape RARE_CASES =
      new RunShape(false, Attained.UNKNOWN, true, 1, false, false, false);

  private static RunShape one(boolean gaussian, Attained attained, boolean pairsDecide) {
    return new RunShape(gaussian, attained, false, 1, false, pairsDecide, false);
  }

  /**
   * Whether some neighbours attain the pairs of all steps.
   *
   * @return true if so: then the run loses as much as the pairs
   */
  public boolean attainsPairs() {
    return attained == Attained.PAIRS;
  }

  /**
   * Whether the profile of the pairs is the profile of the run: for every epsilon some neighbours
   * have the pairs' delta.
   *
   * @return true if the profiles are equal
   */
  public boolean attainsProfile() {
    return attained != Attained.UNKNOWN;
  }

  /** This shape, with no known attained pairs. */
  RunShape dominating() {
    return with(Attained.UNKNOWN, steps, bySlot);
  }

  private RunShape with(Attained other, double count, boolean slots) {
    return new RunShape(gaussian, other, rareCasesDominate, count, slots, pairsDecide, allocated);
  }

  /**
   * The shape of two runs in sequence; the worst slots of two divisions need not hold one record.
   */
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

  /** The shape of a run from those of its steps. */
  static final class Shapes extends Fold<RunShape> {
    @Override
    RunShape zero() {
      return new RunShape(true, Attained.PAIRS, false, 0, false, true, false);
    }

    @Override
    RunShape sum(RunShape first, RunShape second) {
      return first.and(second);
    }

    @Override
    RunShape multiple(RunShape once, long count) {
      return once.times(count);
    }

    @Override
    RunShape step(Step step) {
      return step.shape();
    }

    @Override
    RunShape dominatedBy(RunShape dominating) {
      return dominating.dominating();
    }
  }
}
