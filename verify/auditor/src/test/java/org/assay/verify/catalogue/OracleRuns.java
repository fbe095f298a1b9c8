package org.assay.verify.catalogue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceBounds;
import org.assay.verify.internal.inference.DivergenceKelly;

/**
 * How many runs a bettor needs who knows both laws, by the largest growth of its logarithmic wealth
 * per run. Each run tosses a fair coin for the side, so under a pure claim a guess is right with
 * probability at most {@code E/(1+E)}, E = e<sup>epsilon</sup>.
 */
final class OracleRuns {
  private static final int CURVE_POINTS = 60;
  private static final int SEARCH_STEPS = 60;

  /** Stands for a probability of 0 where a likelihood ratio is taken. */
  private static final double IMPOSSIBLE = 1e-30;

  /** Growth that is due to rounding, where a claim holds with equality. */
  private static final double NOTHING = 1e-12;

  private OracleRuns() {}

  /** Runs to wealth {@code 1/alpha}; infinite if the law does not contradict the claim. */
  static double of(ExactLaw law, Guarantee claim, double alpha) {
    return -Math.log(alpha) / growth(law, claim);
  }

  private static double growth(ExactLaw law, Guarantee claim) {
    if (claim instanceof Guarantee.Pure pure) {
      return pureGrowth(law, pure.epsilon());
    }
    if (claim instanceof Guarantee.Approximate approximate) {
      return pointGrowth(law, approximate.epsilon(), approximate.delta());
    }
    if (claim instanceof Guarantee.Gaussian gaussian) {
      double best = 0;
      for (int i = 0; i <= CURVE_POINTS; i++) {
        double epsilon = gaussian.mu() * (gaussian.mu() + 4) * i / CURVE_POINTS;
        best = Math.max(best, pointGrowth(law, epsilon, GaussianLaw.delta(gaussian.mu(), epsilon)));
      }
      return best;
    }
    if (claim instanceof Guarantee.Profile profile) {
      double best = 0;
      for (Map.Entry<Double, Double> point : profile.deltaByEpsilon().entrySet()) {
        best = Math.max(best, pointGrowth(law, point.getKey(), point.getValue()));
      }
      return best;
    }
    List<DivergenceBound> bounds = DivergenceBounds.of(claim);
    if (!bounds.isEmpty()) {
      return bounds.stream().mapToDouble(bound -> divergenceGrowth(law, bound)).max().orElseThrow();
    }
    throw new IllegalArgumentException("claim was " + claim.describe() + ": not supported");
  }

  /** Of a bet on all cells against one bound. */
  private static double divergenceGrowth(ExactLaw law, DivergenceBound bound) {
    double[] left = new double[law.cells()];
    double[] right = new double[law.cells()];
    for (int i = 0; i < left.length; i++) {
      left[i] = Math.max(IMPOSSIBLE, law.left(i));
      right[i] = Math.max(IMPOSSIBLE, law.right(i));
    }
    double[] first = bound.forward() ? left : right;
    double[] second = bound.forward() ? right : left;
    double growth = new DivergenceKelly(bound, first, second, 0).solve().growth();
    return growth > NOTHING ? growth : 0;
  }

  private static double pureGrowth(ExactLaw law, double epsilon) {
    double odds = Math.exp(epsilon);
    double growth = 0;
    for (int i = 0; i < law.cells(); i++) {
      growth += guess(law.left(i), law.right(i), odds) + guess(law.right(i), law.left(i), odds);
    }
    return growth;
  }

  private static double guess(double p, double q, double odds) {
    // Where the claim holds with equality, rounding must not make a growth of nothing.
    if (!(p > odds * q * (1 + 1e-9))) {
      return 0;
    }
    double stake = (p - odds * q) / (p + q);
    // 1 - stake, without cancellation.
    double rest = q * (1 + odds) / (p + q);
    return p / 2 * Math.log1p(stake / odds) + (q > 0 ? q / 2 * Math.log(rest) : 0);
  }

  /** The best event among those of the likelihood ratio, in either order of the sides. */
  private static double pointGrowth(ExactLaw law, double epsilon, double delta) {
    Integer[] order = new Integer[law.cells()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> -share(law, i)));
    double best = 0;
    double p = 0;
    double q = 0;
    for (int cell : order) {
      p += law.left(cell);
      q += law.right(cell);
      best = Math.max(best, eventGrowth(p, q, epsilon, delta));
      best = Math.max(best, eventGrowth(1 - q, 1 - p, epsilon, delta));
    }
    return best;
  }

  private static double share(ExactLaw law, int cell) {
    double sum = law.left(cell) + law.right(cell);
    return sum > 0 ? law.left(cell) / sum : 0.5;
  }

  private static double eventGrowth(double p, double q, double epsilon, double delta) {
    double odds = Math.exp(epsilon);
    if (!(p - odds * q > delta)) {
      return 0;
    }
    double low = 0;
    double high = 1 / (odds + delta / 2);
    for (int i = 0; i < SEARCH_STEPS; i++) {
      double first = low + (high - low) / 3;
      double second = high - (high - low) / 3;
      boolean rising = growth(p, q, odds, delta, first) < growth(p, q, odds, delta, second);
      low = rising ? first : low;
      high = rising ? high : second;
    }
    return growth(p, q, odds, delta, (low + high) / 2);
  }

  private static double growth(double p, double q, double odds, double delta, double stake) {
    double lost = Math.max(q, 0) / 2;
    return p / 2 * Math.log1p(stake * (1 - delta / 2))
        + (lost > 0 ? lost * Math.log1p(-stake * (odds + delta / 2)) : 0)
        + (1 - p / 2 - lost) * Math.log1p(-stake * delta / 2);
  }
}
