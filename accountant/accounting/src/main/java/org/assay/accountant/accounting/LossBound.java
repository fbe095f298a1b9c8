package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.MonotoneInverse;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds on a privacy loss that hold at all times at once, from sums of Rényi divergences and
 * Ville's inequality: {@code doc-files/adaptive-composition.md}.
 */
final class LossBound {
  private LossBound() {}

  /** Each order gets an equal share of delta. */
  static double byUnion(List<Double> orders, List<Double> sums, double delta) {
    double logShares = logInverseShare(orders.size(), delta).upper();
    double smallest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < orders.size(); i++) {
      double b = Rounding.subtractDown(orders.get(i), 1);
      double bound = Rounding.addUp(sums.get(i), Rounding.divideUp(logShares, b));
      smallest = Math.min(smallest, bound);
    }
    return smallest;
  }

  /** The orders' supermartingales are averaged before the inequality is used once. */
  static double byMixture(List<Double> orders, List<Double> sums, double delta) {
    double union = byUnion(orders, sums, delta);
    Enclosure logWeight = logInverseShare(orders.size(), delta).negate();
    Enclosure root =
        MonotoneInverse.ofRising(
            loss -> mixture(orders, sums, logWeight, loss), Enclosure.ONE, 0, union);
    return Math.min(union, root.upper());
  }

  /** {@code delta/m · sum of exp((a-1)(loss - S_a))}, which may reach 1 with probability delta. */
  private static Enclosure mixture(
      List<Double> orders, List<Double> sums, Enclosure logWeight, double loss) {
    Enclosure total = Enclosure.ZERO;
    for (int i = 0; i < orders.size(); i++) {
      Enclosure b = Enclosure.exact(orders.get(i)).minus(1);
      Enclosure exponent = Enclosure.exact(loss).minus(sums.get(i)).times(b).plus(logWeight);
      total = total.plus(exponent.exp());
    }
    return total;
  }

  /** {@code log(m/delta)}. */
  private static Enclosure logInverseShare(int orders, double delta) {
    return Enclosure.exact(orders).dividedBy(delta).log();
  }
}
