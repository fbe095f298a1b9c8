package org.assay.accountant.internal.contour;

import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.assay.accountant.numeric.Enclosure;

/**
 * Narrows the contour's enclosure for losses with atoms, whose transforms do not decay along the
 * contour. A narrow Gaussian is added to the loss, which makes the transform decay. The increase of
 * the profile is bounded by the smoothed loss's density. Proof: {@code
 * doc-files/smoothed-losses.md}.
 */
final class Smoothing {
  /**
   * Largest work for one contour while the result is wider than {@link #NARROW}, in evaluations of
   * integrands. Not tuned: bounds the time.
   */
  static final double MOST_WORK = 4e8;

  /** Relative width from which only {@link #WORK_FOR_DIGITS} is spent. Not tuned. */
  private static final double NARROW = 1e-4;

  /**
   * Largest work for one contour that adds digits to a narrow result. Not tuned: bounds the time.
   */
  private static final double WORK_FOR_DIGITS = 1.5e7;

  /** Relative width at which a result without smoothing is kept. Not tuned. */
  private static final double ENOUGH = 1e-6;

  /** Relative width at which smoothing ends. Not tuned. */
  private static final double GOAL = 1e-9;

  /** First standard deviation of the added Gaussian, times one plus the tilt. Not tuned. */
  private static final double WIDEST = 0.4;

  /**
   * First standard deviation for a contour that is used for many epsilons, times one plus the tilt.
   * Not tuned.
   */
  private static final double SHARED = 0.02;

  /** Largest number of smoothed contours. Not tuned: bounds the time. */
  private static final int MOST_PASSES = 8;

  /** Number of passes without a narrower result after which smoothing ends. Not tuned. */
  private static final int MOST_FUTILE = 3;

  /** Smallest ratio of the deviations of two successive passes. Not tuned. */
  private static final double STEEPEST = 1.0 / 16;

  /** Factor by which the deviation grows again if no contour was affordable. Not tuned. */
  private static final double BACK = 2.5;

  /** Share of the width above which a pass counts as futile. Not tuned. */
  private static final double USELESS = 0.7;

  private static final Enclosure UNKNOWN = Enclosure.of(0, Double.POSITIVE_INFINITY);

  private final LossComposition run;
  private final DoubleSupplier tilt;

  /**
   * A smoothing.
   *
   * @param tilt estimate of the contour's crossing of the real axis; evaluated only if needed, and
   *     no bound depends on it
   */
  Smoothing(LossComposition run, DoubleSupplier tilt) {
    this.run = run;
    this.tilt = tilt;
  }

  /**
   * A contour for many epsilons with the smallest affordable smoothing; without nodes if none is
   * affordable.
   */
  ContourInversion sharedLine(Function<LossComposition, ContourInversion> prepare) {
    double scale = 1 / (1 + tilt.getAsDouble());
    double deviation = SHARED * scale;
    ContourInversion line = prepare.apply(run.smoothedBy(deviation * deviation));
    while (line.size() == 0 && deviation < WIDEST * scale) {
      deviation *= 3;
      line = prepare.apply(run.smoothedBy(deviation * deviation));
    }
    return line;
  }

  /** A question to a composition; the answer's known enclosure is given. */
  interface Question {
    LossComposition.Inverted of(LossComposition composition, Enclosure known);
  }

  /** Narrows the answer until it is narrow or decides the caller's question. */
  Enclosure narrowed(Question question, Predicate<Enclosure> decided) {
    Enclosure best = question.of(run, UNKNOWN).value();
    if (isEnough(best, 0)) {
      return best;
    }
    double deviation = USELESS * WIDEST / (1 + tilt.getAsDouble());
    double reached = deviation / USELESS;
    double tooFine = 0;
    int futile = 0;
    for (int i = 0; i < MOST_PASSES && futile < MOST_FUTILE; i++) {
      if (isEnough(best, i) || decided.test(best)) {
        break;
      }
      Enclosure known = best;
      LossComposition smoother = run.smoothedBy(deviation * deviation);
      LossComposition.Inverted smoothed = question.of(smoother, known);
      best = known.intersect(smoothed.value());
      futile += best.relativeWidth() < USELESS * known.relativeWidth() ? 0 : 1;
      if (smoothed.work() > 0) {
        reached = deviation;
        deviation *= next(best.relativeWidth(), smoothed.work());
        deviation = Math.max(deviation, BACK * tooFine);
      } else {
        tooFine = deviation;
        deviation *= BACK;
      }
      if (!(deviation <= USELESS * reached)) {
        break;
      }
    }
    return best;
  }

  private static boolean isEnough(Enclosure best, int passes) {
    return best.relativeWidth() <= (passes == 0 ? ENOUGH : GOAL)
        || best.upper() <= Double.MIN_NORMAL;
  }

  /**
   * The ratio of the next deviation to this one. The larger limit of work applies until the result
   * is narrow.
   */
  private static double next(double width, double work) {
    double digits = step(width, GOAL, work / WORK_FOR_DIGITS);
    return width > NARROW ? Math.min(digits, step(width, NARROW, work / MOST_WORK)) : digits;
  }

  /**
   * The ratio for a goal. Widths are assumed to fall with the square of the deviation, and work to
   * be inversely proportional to the deviation.
   */
  private static double step(double width, double goal, double work) {
    double affordable = work > 0 ? 1.1 * work : Double.POSITIVE_INFINITY;
    return Math.max(affordable, Math.max(STEEPEST, USELESS * Math.sqrt(goal / width)));
  }
}
