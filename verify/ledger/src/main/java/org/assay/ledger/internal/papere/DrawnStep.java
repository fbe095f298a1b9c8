package org.assay.ledger.internal.papere;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;

/**
 * A mean of m records, drawn with replacement from n, plus Gaussian noise. One record has slope L0
 * against -L0, all others have slope -L0. In the unit of the noise this is a mixture of N(k mu, 1),
 * k binomial, against N(0, 1). The ratio of densities rises, so half lines {x &gt; t} are the best
 * events. The best t is where the ratio equals e^ε.
 *
 * @param records n
 * @param draws m
 */
record DrawnStep(int records, int draws) {
  /** Draws of one record that are counted. */
  private static final int MOST = 40;

  /** Upper bound of the probability of more than {@link #MOST} draws. */
  private static final double REST = 1e-25;

  private List<Enclosure> weights() {
    List<Enclosure> weights = new ArrayList<>();
    Enclosure missed = Enclosure.exact(-1).dividedBy(records).log1p().times(draws).exp();
    for (int k = 0; k <= Math.min(MOST, draws); k++) {
      weights.add(missed);
      missed = missed.times(draws - k).dividedBy(k + 1.0).dividedBy(records - 1.0);
    }
    return weights;
  }

  /** The delta at an epsilon. */
  Enclosure delta(Enclosure mu, double epsilon) {
    List<Enclosure> weights = weights();
    double from = threshold(weights, mu.midpoint(), epsilon, false);
    double to = threshold(weights, mu.midpoint(), epsilon, true);
    Enclosure growth = Enclosure.exact(epsilon).exp();
    Enclosure hit = mixture(weights, mu, from);
    double lower = hit.minus(growth.times(tail(from))).lower();
    double upper = hit.plus(REST).minus(growth.times(tail(to))).upper();
    return Enclosure.of(Math.max(0, Math.min(lower, upper)), upper);
  }

  private static Enclosure tail(double t) {
    return NormalTail.upperTail(Enclosure.exact(t));
  }

  private static Enclosure mixture(List<Enclosure> weights, Enclosure mu, double t) {
    Enclosure sum = Enclosure.ZERO;
    for (int k = 0; k < weights.size(); k++) {
      Enclosure distance = Enclosure.exact(t).minus(mu.times(k));
      sum = sum.plus(weights.get(k).times(NormalTail.upperTail(distance)));
    }
    return sum;
  }

  /** A point just below or above the one where the ratio of densities equals e^ε. */
  private static double threshold(
      List<Enclosure> weights, double mu, double epsilon, boolean above) {
    double low = -50;
    double high = 50 + 2 * epsilon / mu;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      double ratio = 0;
      for (int k = 0; k < weights.size(); k++) {
        ratio += weights.get(k).midpoint() * Math.exp(k * mu * (middle - k * mu / 2));
      }
      boolean right = ratio > Math.exp(epsilon);
      high = right ? middle : high;
      low = right ? low : middle;
    }
    return above ? high + 1e-9 : low - 1e-9;
  }

  /** A lower bound on delta by arbitrary precision, at the same half line. */
  BigDecimal preciseDelta(BigDecimal mu, double epsilon) {
    double from = threshold(weights(), mu.doubleValue(), epsilon, false);
    BigDecimal missed =
        Precise.exp(
            Precise.log(BigDecimal.ONE.subtract(divide(BigDecimal.ONE, exactly(records))))
                .multiply(exactly(draws)));
    BigDecimal sum = BigDecimal.ZERO;
    for (int k = 0; k <= Math.min(MOST, draws); k++) {
      BigDecimal distance = exactly(from).subtract(mu.multiply(exactly(k)));
      sum = sum.add(missed.multiply(Precise.upperTail(distance)));
      missed =
          divide(
              missed.multiply(exactly(draws - k)),
              exactly(k + 1.0).multiply(exactly(records - 1.0)));
    }
    BigDecimal growth = Precise.exp(exactly(epsilon));
    return sum.subtract(growth.multiply(Precise.upperTail(exactly(from))));
  }
}
