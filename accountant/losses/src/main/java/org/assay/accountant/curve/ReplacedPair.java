package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.internal.loss.JoinedProfile;
import org.assay.accountant.internal.loss.ProfileGrid;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * One pair for a replaced record, from bounds for a record's presence: the old record is removed,
 * then the new one is added. At a factor {@code γ = e^ε} the profile is
 *
 * <pre>  min over c > 0 of  H_c(P || Q) + c H_(γ/c)(Q || P),</pre>
 *
 * (P, Q) dominating the removal. This function is the profile of a pair: {@code
 * doc-files/replaced-record-pair.md}. Every c gives an upper bound, so the search may miss the best
 * c.
 */
final class ReplacedPair {
  /**
   * Largest number of bends of the profile that become points of its grid. Not tuned: bounds the
   * time.
   */
  private static final int MOST_BENDS = 2000;

  /** Largest epsilon whose bound is used; bounds of larger ones are close to 1. Not tuned. */
  private static final double LARGEST_EPSILON = 100;

  private final JoinedProfile removal;
  private final JoinedProfile addition;

  /** The factors at which the presence of a record is bounded; they are tried as c. */
  private final double[] factors;

  private ReplacedPair(double[] factors, JoinedProfile removal) {
    this.factors = factors;
    this.removal = removal;
    this.addition = removal.reversed();
  }

  /**
   * The pair for a record whose removal is bounded by one of several alternatives.
   *
   * @param largest an epsilon of the replaced record, infinite if none is known
   */
  static OrderedPair of(List<PairCounts> presence, double largest) {
    WorstPair worst = WorstPair.of(presence);
    ReplacedPair replaced = new ReplacedPair(worst.factors(), worst.profile());
    ProfileGrid grid = ProfileGrid.of(WorstPair.scale(presence), bends(presence));
    double[] bounds =
        Arrays.stream(grid.factors())
            .map(factor -> Math.min(replaced.bound(factor), ofResponse(largest, factor)))
            .toArray();
    String name = "a record replaced, its presence bounded by" + WorstPair.names(presence);
    return ProfilePair.of(name, grid.factors(), bounds, bounds);
  }

  /** {@code (e^ε - γ)/(1 + e^ε)}, which no mechanism of that epsilon exceeds, rounded up. */
  private static double ofResponse(double epsilon, double factor) {
    if (!(epsilon < LARGEST_EPSILON)) {
      return 1;
    }
    Enclosure likely = Enclosure.exact(epsilon).exp();
    Enclosure excess = likely.minus(factor).max(Enclosure.ZERO);
    return Math.min(1, excess.dividedBy(likely.plus(1)).upper());
  }

  /**
   * Losses at which the profile bends: sums and differences of the losses of removal and addition.
   */
  private static List<Double> bends(List<PairCounts> presence) {
    List<Double> removal = new ArrayList<>();
    List<Double> addition = new ArrayList<>();
    for (PairCounts way : presence) {
      removal.addAll(way.losses());
      addition.addAll(way.reversed().losses());
    }
    List<Double> sums = new ArrayList<>();
    for (double first : removal) {
      for (double second : addition) {
        if (sums.size() < MOST_BENDS) {
          sums.add(first + second);
          sums.add(Math.abs(first - second));
        }
      }
    }
    return sums;
  }

  /** An upper bound of the profile at a factor of at least 1. */
  private double bound(double factor) {
    double best = 1;
    for (boolean up : new boolean[] {true, false}) {
      best = Math.min(best, smallest(i -> sum(factors[i], factor, up)));
    }
    return best;
  }

  /** The bound for c, or the factor over c, at a point of the grid. */
  private double sum(double place, double factor, boolean isSplit) {
    double split = isSplit ? place : factor / place;
    double second = addition.at(Rounding.divideDown(factor, split));
    return Rounding.addUp(removal.at(split), Rounding.multiplyUp(split, second));
  }

  private interface Values {
    double at(int index);
  }

  /** The smallest of values that fall and then rise. */
  private double smallest(Values values) {
    int low = 0;
    int high = factors.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (values.at(middle) <= values.at(middle + 1)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return values.at(low);
  }
}
