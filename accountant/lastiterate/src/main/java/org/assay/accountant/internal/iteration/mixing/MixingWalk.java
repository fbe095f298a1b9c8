package org.assay.accountant.internal.iteration.mixing;

import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds of the probability that the distance of two coupled runs on the same data is still
 * above 0: the walk on {@code (0, W]} that goes from r to {@code min(W, x)}, x > 0, with density
 * {@code ½[φ((x − cr)/2) − φ((x + cr)/2)]}, and dies otherwise. The smallest of four bounds: the
 * walk without the limit W, its powers over blocks, two sines for c ≤ 1, and quadrature. Proofs:
 * {@code doc-files/mixing-survival.md}.
 */
public final class MixingWalk {
  /** From this W on the sines are proved. */
  private static final double SMALLEST_FOR_SINES = 50;

  /** Up to this W the squares below stay whole numbers. */
  private static final double LARGEST_FOR_SINES = 1e7;

  /** How far beyond W the sines have their top. */
  private static final double MARGIN = 1.26;

  /** The sines take over after this many steps, in units of the squared place of their top. */
  private static final double TAKE_OVER = 0.0385;

  /** Bound of the survival at take-over over the sum of the sines. */
  private static final double SCALE = 1.067;

  /** Weight of the second sine at take-over. */
  private static final double OVERTONE = 1.0 / 14;

  /** More than the relative rounding error of the sines. */
  private static final double SLACK = 1e-11;

  private final NoisySgdStep step;
  private final Enclosure diameter;
  private final double limit;
  private final double contractionMinusOne;
  private final MixingQuadrature quadrature;

  /**
   * The walk of a run.
   *
   * @param step the run's step
   */
  public MixingWalk(NoisySgdStep step) {
    this.step = step;
    this.diameter = step.settings().diameterOverNoise();
    this.limit = diameter.upper();
    this.contractionMinusOne = step.contractionMinusOne().upper();
    double farthest = step.distance((double) step.settings().steps()).upper();
    this.quadrature = new MixingQuadrature(limit, Math.min(limit, farthest), contractionMinusOne);
  }

  /**
   * Upper bound of the probability to be alive after so many steps from anywhere.
   *
   * @param steps their number, at least 1
   * @return at most 1
   */
  public double survival(long steps) {
    return survival(diameter, steps);
  }

  /**
   * Upper bound of the probability to be alive after so many steps from a distance.
   *
   * @param distance in noises of a step, at least 0
   * @param steps their number, at least 1
   * @return at most 1
   */
  public double survival(Enclosure distance, long steps) {
    double start = Math.min(limit, distance.upper());
    if (start == 0) {
      return 0;
    }
    return Math.min(quickSurvival(distance, steps), quadrature.survival(start, steps));
  }

  /**
   * Twice what the Rényi divergence of two runs on the same data from two points at a distance is,
   * over its order: {@code D_b ≤ b m/2} with m the smaller one of the squared mu that hides the
   * distance and of {@code 8 log(1/(1 − β))}, β the probability that they have not met. Proof: the
   * section on divergences by reflection of {@code doc-files/mixing.md}.
   *
   * @param distance in noises of a step, at least 0
   * @param steps their number, at least 1
   * @return an enclosure of m
   */
  public Enclosure divergenceSquare(Enclosure distance, long steps) {
    Enclosure hidden = step.hiddenSquare(distance, (double) steps);
    double alive = survival(distance, steps);
    return alive < 1 ? hidden.min(reflectedSquare(alive)) : hidden;
  }

  /** {@code 8 log(1/(1 − β))} for a bound of β that is below 1. */
  static Enclosure reflectedSquare(double alive) {
    return Enclosure.exact(-alive).log1p().times(-8);
  }

  /**
   * The smallest of the bounds of {@link #survival(Enclosure, long)} that cost next to nothing.
   *
   * @param distance in noises of a step, at least 0
   * @param steps their number, at least 1
   * @return at most 1
   */
  public double quickSurvival(Enclosure distance, long steps) {
    double start = Math.min(limit, distance.upper());
    double free = unlimited(step.hiddenSquare(distance, (double) steps).upper());
    // The sines are better than blocks once they have taken over.
    return Math.min(free, sinesApply(steps) ? sines(start, steps) : blocks(steps));
  }

  /** {@code 2Φ(m/2) − 1} for the mu whose square is given: the walk without the limit W. */
  private static double unlimited(double square) {
    if (square == Double.POSITIVE_INFINITY) {
      return 1;
    }
    Enclosure half = Enclosure.exact(square).sqrt().times(0.5);
    double outside = NormalTail.upperTail(Enclosure.exact(half.upper())).lower();
    // φ ≤ 1/√(2π) < 0.4 is better where the two tails nearly cancel.
    double chord = Rounding.multiplyUp(0.7978845608028655, half.upper());
    return Math.min(Rounding.subtractUp(1, 2 * outside), chord);
  }

  /** Survival over blocks of equal length, each from the worst start. */
  private double blocks(long steps) {
    double best = 1;
    for (long length = 1; length > 0 && length <= steps; length *= 2) {
      double one = unlimited(step.hiddenSquare(diameter, (double) length).upper());
      double bound = power(one, steps / length);
      best = Math.min(best, bound);
    }
    return best;
  }

  private static double power(double base, long exponent) {
    return Enclosure.exact(base).log().times((double) exponent).exp().upper();
  }

  private boolean sinesApply(long steps) {
    return limit >= SMALLEST_FOR_SINES
        && limit < LARGEST_FOR_SINES
        && contractionMinusOne <= 0
        && steps >= takeOver();
  }

  private double takeOver() {
    double top = (limit + MARGIN) * (1 + 0x1p-50);
    return Math.ceil(TAKE_OVER * top * top * (1 + 0x1p-50));
  }

  /** The bound by two sines, of which the second dies nine times as fast. */
  private double sines(double start, long steps) {
    double past = steps - takeOver();
    double top = (limit + MARGIN) * (1 + 0x1p-50);
    double theta = Math.PI / 2 / top;
    double rate = -2 * theta * theta * past * (1 - SLACK);
    double first = Math.exp(rate) * Math.sin(theta * start);
    double second = OVERTONE * Math.exp(9 * rate) * Math.sin(3 * theta * start);
    return SCALE * (first + second + SLACK * Math.exp(rate)) * (1 + SLACK);
  }
}
