package org.assay.accountant.divergence;

import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.assay.accountant.numeric.Enclosure;

/**
 * Narrows what the contour says of losses whose moments do not decay along it, as they have atoms:
 * with a narrow Gaussian added to the loss they do, and by how much that raises the profile is
 * bounded by its density. Proof: {@code doc-files/smoothed-losses.md}.
 */
final class Smoothing {
  /** Evaluations of integrands for one line, as long as results are not narrow. */
  static final double MOST_WORK = 4e8;

  private static final double NARROW = 1e-4;

  /** The same for more digits of narrow results. */
  private static final double WORK_FOR_DIGITS = 1.5e7;

  /** Results as narrow as this are left as they are. */
  private static final double ENOUGH = 1e-6;

  private static final double GOAL = 1e-9;

  /** The first standard deviation, over one and the tilt. */
  private static final double WIDEST = 0.4;

  /** The same where one line serves many epsilons. */
  private static final double SHARED = 0.02;

  private static final int MOST_PASSES = 8;

  /** Passes without a narrower result. */
  private static final int MOST_FUTILE = 3;

  private static final double STEEPEST = 1.0 / 16;

  /** Where no line was affordable. */
  private static final double BACK = 2.5;

  /** Less of an improvement is not worth another pass. */
  private static final double USELESS = 0.7;

  private static final Enclosure UNKNOWN = Enclosure.of(0, Double.POSITIVE_INFINITY);

  private final LossComposition run;
  private final DoubleSupplier tilt;

  /**
   * A smoothing.
   *
   * @param tilt about where the line crosses the real axis, asked for where that matters; it steers
   *     only
   */
  Smoothing(LossComposition run, DoubleSupplier tilt) {
    this.run = run;
    this.tilt = tilt;
  }

  /** A line for many epsilons, as narrow as is affordable; without nodes if none is. */
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

  /** A question to a composition, of which something is known already. */
  interface Question {
    LossComposition.Inverted of(LossComposition composition, Enclosure known);
  }

  Enclosure narrowed(Question question) {
    return narrowed(question, never -> false);
  }

  /** The same, unless a result decides what it is for before it is narrow. */
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

  /** Less work than its limit is always done; more of it until the result is narrow. */
  private static double next(double width, double work) {
    double digits = step(width, GOAL, work / WORK_FOR_DIGITS);
    return width > NARROW ? Math.min(digits, step(width, NARROW, work / MOST_WORK)) : digits;
  }

  /** Widths fall with the square of the deviation or faster, and work rises as it falls. */
  private static double step(double width, double goal, double work) {
    double affordable = work > 0 ? 1.1 * work : Double.POSITIVE_INFINITY;
    return Math.max(affordable, Math.max(STEEPEST, USELESS * Math.sqrt(goal / width)));
  }
}
