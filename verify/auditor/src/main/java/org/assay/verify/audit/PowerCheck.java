package org.assay.verify.audit;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.inference.ClaimFamily;
import org.assay.verify.inference.KellyCriterion;
import org.assay.verify.inference.SupportingLine;

/** What an oracle could refute with a budget, by the growth rate of its best bet. */
final class PowerCheck {
  private static final int BISECTIONS = 24;
  private static final double LARGEST_RATIO = 1e6;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Thresholds beyond the middle, in standard deviations. */
  private static final double[] DISTANCES = {0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4};

  private final Guarantee claim;
  private final ClaimFamily family;
  private final List<SupportingLine> lines;

  PowerCheck(Guarantee claim, List<SupportingLine> lines) {
    this.claim = claim;
    this.family = ClaimFamily.of(claim);
    this.lines = lines;
  }

  /**
   * The power of a budget.
   *
   * @param maximumRuns the budget
   * @param needed logarithm of the wealth a single bettor needs
   */
  Power of(long maximumRuns, double needed) {
    double leak = 0;
    for (SupportingLine line : lines) {
      leak = Math.max(leak, growth(line, 1, 0));
    }
    double runs = Math.ceil(needed / leak);
    long runsForLeak = runs < Long.MAX_VALUE ? (long) runs : Long.MAX_VALUE;
    return new Power(runsForLeak, smallest(needed / maximumRuns), reference());
  }

  private double smallest(double neededGrowth) {
    double low = family.claimed();
    double high = Math.max(2 * low, 0.01);
    double limit = Math.max(1, low) * LARGEST_RATIO;
    while (growthAt(high) < neededGrowth) {
      low = high;
      high *= 2;
      if (!(high <= limit)) {
        return Double.POSITIVE_INFINITY;
      }
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      boolean enough = growthAt(middle) >= neededGrowth;
      high = enough ? middle : high;
      low = enough ? low : middle;
    }
    return high;
  }

  private double growthAt(double value) {
    double best = 0;
    int stride = Math.max(1, lines.size() / 8);
    for (int i = 0; i < lines.size(); i += stride) {
      best = Math.max(best, growthAt(lines.get(i), value));
    }
    return best;
  }

  private double growthAt(SupportingLine line, double value) {
    if (claim instanceof Guarantee.Pure) {
      return response(line, value, 0);
    }
    if (claim instanceof Guarantee.Approximate approximate) {
      return response(line, value, approximate.delta());
    }
    double mu = mu(value);
    double best = 0;
    for (double distance : DISTANCES) {
      double threshold = mu / 2 + distance;
      double hits = NORMAL.survivalProbability(threshold - mu);
      best = Math.max(best, growth(line, hits, NORMAL.survivalProbability(threshold)));
    }
    return best;
  }

  /** Randomized response that names the truth outright with probability delta. */
  private static double response(SupportingLine line, double epsilon, double delta) {
    double misses = (1 - delta) / (1 + Math.exp(epsilon));
    return growth(line, 1 - misses, misses);
  }

  /** The Gaussian mechanism on the boundary of the family's member. */
  private double mu(double value) {
    if (claim instanceof Guarantee.Gaussian) {
      return value;
    }
    if (claim instanceof Guarantee.Renyi renyi) {
      var first = renyi.epsilonByOrder().firstEntry();
      return Math.sqrt(2 * value * first.getValue() / first.getKey());
    }
    return Math.sqrt(2 * value);
  }

  private String reference() {
    boolean discrete = claim instanceof Guarantee.Pure || claim instanceof Guarantee.Approximate;
    return discrete ? "randomized response" : "Gaussian mechanism";
  }

  /** Growth of the best equal bets on two guesses that mirror each other. */
  private static double growth(SupportingLine line, double hits, double misses) {
    KellyCriterion kelly = new KellyCriterion(line, line.delta(), hits, misses);
    return kelly.growth(kelly.stake());
  }
}
