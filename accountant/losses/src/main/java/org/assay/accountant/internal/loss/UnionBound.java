package org.assay.accountant.internal.loss;

import java.util.List;
import org.assay.accountant.internal.loss.lattice.Crossing;
import org.assay.accountant.internal.loss.lattice.LossCells;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Quick bounds of a composition that exist for all parameters. The profile is at most the sum of
 * the total variations, and at most the probability that some loss exceeds its share of epsilon.
 */
public final class UnionBound {
  /** Relative accuracy of the search for a single loss's quantile. */
  private static final double TOLERANCE = 1e-3;

  private final List<DirectProfile> profiles;
  private final List<OrderedPair> pairs;
  private final long[] counts;

  public UnionBound(List<OrderedPair> pairs, long[] counts) {
    this.pairs = pairs;
    this.counts = counts;
    this.profiles = pairs.stream().map(DirectProfile::new).toList();
  }

  /** Upper bound of the profile at any epsilon: the sum of the total variations. */
  public double variation() {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum = addMultiple(sum, counts[i], profiles.get(i).delta(0).upper());
    }
    return Math.min(1, sum);
  }

  /** Upper bound of the profile at an epsilon. */
  public double delta(double epsilon) {
    double share = Rounding.divideDown(epsilon, total());
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum = addMultiple(sum, counts[i], profiles.get(i).above(share));
    }
    return Math.min(variation(), sum);
  }

  /** Upper bound of the smallest epsilon at which the profile is at most delta. */
  public double epsilon(double delta) {
    if (variation() <= delta) {
      return 0;
    }
    double part = Rounding.divideDown(delta, total());
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      DirectProfile profile = profiles.get(i);
      double guess = pairs.get(i).scale();
      double[] ends = Crossing.of(profile::above, part, guess, TOLERANCE);
      sum = addMultiple(sum, counts[i], ends[1]);
    }
    return sum;
  }

  /** Estimate of the sum of the masses of single losses above the lattice's largest loss. */
  public double beyondLattice() {
    double sum = 0;
    for (int i = 0; i < counts.length; i++) {
      OrderedPair pair = pairs.get(i);
      Enclosure farthest = Enclosure.exact(LossCells.LARGEST_LOSS);
      sum += pair.continuous() ? counts[i] * pair.tails(farthest).pAbove().upper() : 0;
    }
    return sum;
  }

  /** The number of composed losses, rounded up. */
  private double total() {
    double sum = 0;
    for (long count : counts) {
      sum = Rounding.addUp(sum, Math.nextUp((double) count));
    }
    return sum;
  }

  private static double addMultiple(double sum, long count, double value) {
    return value == 0
        ? sum
        : Rounding.addUp(sum, Rounding.multiplyUp(Math.nextUp((double) count), value));
  }
}
