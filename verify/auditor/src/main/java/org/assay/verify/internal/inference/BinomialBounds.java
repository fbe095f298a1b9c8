package org.assay.verify.internal.inference;

import java.util.function.DoublePredicate;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Exact one-sided confidence bounds of a probability from a count ([@ClopperPearson1934]), rounded
 * outward.
 *
 * <p>The lower bound is the p with {@code Pr[Bin(n, p) ≥ k] = alpha}, which is a value of the beta
 * distribution function. Bisection finds it for {@code alpha (1 - 1e-9)}; the margin covers the
 * error of the beta distribution function (relative error below 1e-12). The end on the safe side is
 * returned.
 */
public final class BinomialBounds {
  /** Factor of alpha that covers the error of the beta distribution function. */
  private static final double MARGIN = 1 - 1e-9;

  /** Relative width of the interval at which bisection stops. Not tuned. */
  private static final double RELATIVE_WIDTH = 1e-13;

  private BinomialBounds() {}

  /**
   * Lower confidence bound.
   *
   * @param successes the count k, at most trials
   * @param trials the number of independent trials n, at least 1
   * @param alpha probability of being wrong, strictly between 0 and 1
   * @return a number that exceeds the success probability with probability at most alpha
   */
  public static double lower(long successes, long trials, double alpha) {
    check(successes, trials, alpha);
    if (successes == 0) {
      return 0;
    }
    if (successes == trials) {
      return Rounding.expDown(Rounding.divideDown(Rounding.logDown(alpha), (double) trials));
    }
    BetaDistribution tail = BetaDistribution.of((double) successes, trials - successes + 1.0);
    double target = alpha * MARGIN;
    double start = (double) successes / (double) trials;
    return bisect(p -> tail.cumulativeProbability(p) <= target, 0, start);
  }

  /**
   * Upper confidence bound.
   *
   * @param successes the count k, at most trials
   * @param trials the number of independent trials n, at least 1
   * @param alpha probability of being wrong, strictly between 0 and 1
   * @return a number that is below the success probability with probability at most alpha
   */
  public static double upper(long successes, long trials, double alpha) {
    check(successes, trials, alpha);
    if (successes == trials) {
      return 1;
    }
    if (successes == 0) {
      // This is 1 - alpha^(1/n), computed without cancellation.
      return -Rounding.expm1Down(Rounding.divideDown(Rounding.logDown(alpha), (double) trials));
    }
    BetaDistribution tail = BetaDistribution.of(successes + 1.0, (double) (trials - successes));
    double target = alpha * MARGIN;
    double start = (double) successes / (double) trials;
    return bisect(p -> tail.survivalProbability(p) <= target, 1, start);
  }

  /** Bisects between a safe and an unsafe point; returns the last point known to be safe. */
  private static double bisect(DoublePredicate isSafe, double safe, double unsafe) {
    double good = safe;
    double bad = unsafe;
    while (Math.abs(bad - good) > RELATIVE_WIDTH * Math.min(good, bad)) {
      double middle = between(good, bad);
      if (middle == good || middle == bad) {
        break;
      }
      if (isSafe.test(middle)) {
        good = middle;
      } else {
        bad = middle;
      }
    }
    return good;
  }

  /**
   * A point between two ends: the geometric mean if they differ by orders of magnitude, which finds
   * tiny answers quickly.
   */
  private static double between(double a, double b) {
    double small = Math.min(a, b);
    double large = Math.max(a, b);
    if (small == 0) {
      return large / 16;
    }
    return large > 4 * small ? Math.sqrt(small) * Math.sqrt(large) : small + (large - small) / 2;
  }

  private static void check(long successes, long trials, double alpha) {
    Parameters.requireAtLeastOne("trials", trials);
    Parameters.requireOpenProbability("alpha", alpha);
    if (!(successes >= 0 && successes <= trials)) {
      throw new IllegalArgumentException(
          "successes were " + successes + " of " + trials + ": they must be within [0, trials]");
    }
  }
}
