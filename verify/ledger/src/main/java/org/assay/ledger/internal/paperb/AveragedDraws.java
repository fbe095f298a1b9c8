package org.assay.ledger.internal.paperb;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;

/**
 * A certified lower bound on the delta of minibatch noisy SGD on one line. All records have slope
 * -L, except one record that has slope L on one dataset. No iterate reaches the ends of the set.
 *
 * <p>Step t = 1 … T-1 draws the record k_t times out of m draws, binomially. The draws move the
 * average of the T points by (T-t)/T of the step's own movement. The average is therefore that of
 * the other dataset, moved by a multiple of {@code Σ (T-t) k_t}. In units of its standard deviation
 * {@code √(Σ (T-t)²)} it is a mixture of N(v mu, 1) against N(0, 1), with v = {@code Σ (T-t) k_t /
 * √(Σ (T-t)²)} and mu = 2L/(m sigma). Every half line is an event that bounds delta from below.
 * Omitted terms of the mixture only lower the bound.
 *
 * @param points T, at least 2
 * @param records n, at least 2
 * @param draws m
 * @param noise sigma over L
 * @param epsilon the epsilon at which delta is bounded
 */
record AveragedDraws(int points, int records, int draws, double noise, double epsilon) {
  /** Draws of the record in a step that are counted; terms with more are omitted. */
  private static final int MOST_DRAWN = 8;

  /** Largest {@code Σ (T-t) k_t} that is counted; larger sums are omitted. */
  private static final int MOST_WEIGHTED = 160;

  /** Smaller probabilities are omitted. */
  private static final double NEGLIGIBLE = 1e-18;

  /** Distance of the tried half lines, in standard deviations. */
  private static final double THRESHOLD_STEP = 0.1;

  /** Number of the tried half lines. */
  private static final int THRESHOLDS = 100;

  /** Probability that a walk meets the ends of the set, at most: the set is long enough for it. */
  private static final double ESCAPE = 1e-300;

  /** A lower bound of delta. */
  Enclosure delta() {
    Enclosure bound = at(threshold()).minus(Enclosure.of(0, ESCAPE));
    return bound.max(Enclosure.ZERO);
  }

  /** The bound {@link #delta} by arbitrary precision. */
  BigDecimal preciseDelta() {
    double threshold = threshold();
    BigDecimal[] weights = preciseWeights();
    BigDecimal unit = preciseUnit();
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal edge = Precise.exactly(threshold);
    for (int v = 0; v < weights.length; v++) {
      if (weights[v].signum() > 0) {
        BigDecimal moved = edge.subtract(Precise.multiply(unit, BigDecimal.valueOf(v)));
        sum = sum.add(Precise.multiply(weights[v], Precise.upperTail(moved)));
      }
    }
    BigDecimal other =
        Precise.multiply(Precise.exp(Precise.exactly(epsilon)), Precise.upperTail(edge));
    return sum.subtract(other);
  }

  /** A half line that tells the datasets apart well. Every half line gives a valid bound. */
  private double threshold() {
    List<double[]> terms = new ArrayList<>();
    double[] weights = doubles();
    double unit = unit().midpoint();
    for (int v = 0; v < weights.length; v++) {
      if (weights[v] > 0) {
        terms.add(new double[] {v * unit, weights[v]});
      }
    }
    double best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < THRESHOLDS; i++) {
      double edge = i * THRESHOLD_STEP;
      double delta = -Math.exp(epsilon) * tail(edge);
      for (double[] term : terms) {
        delta += term[1] * tail(edge - term[0]);
      }
      best = delta > largest ? edge : best;
      largest = Math.max(largest, delta);
    }
    return best;
  }

  private static double tail(double x) {
    return NormalTail.upperTail(Enclosure.exact(x)).midpoint();
  }

  private Enclosure at(double edge) {
    Enclosure[] weights = weights();
    Enclosure unit = unit();
    Enclosure sum = Enclosure.ZERO;
    for (int v = 0; v < weights.length; v++) {
      if (weights[v].upper() > 0) {
        Enclosure moved = Enclosure.exact(edge).minus(unit.times(v));
        sum = sum.plus(weights[v].times(NormalTail.upperTail(moved)));
      }
    }
    Enclosure other = NormalTail.upperTail(Enclosure.exact(edge));
    return sum.minus(Enclosure.exact(epsilon).exp().times(other));
  }

  /** {@code mu / √(Σ_{j<T} j²)}. */
  private Enclosure unit() {
    Enclosure mu = Enclosure.exact(2).dividedBy(Enclosure.exact(noise).times(draws));
    return mu.dividedBy(Enclosure.exact(squares()).sqrt());
  }

  private BigDecimal preciseUnit() {
    BigDecimal shift = Precise.exactly(noise).multiply(BigDecimal.valueOf(draws));
    BigDecimal mu = Precise.divide(BigDecimal.valueOf(2), shift);
    return Precise.divide(mu, Precise.sqrt(Precise.exactly(squares())));
  }

  private double squares() {
    double last = points - 1.0;
    return last * (last + 1) * (2 * last + 1) / 6;
  }

  /** The number of kept weights: those of sums of multiples of 1 … T-1. */
  private int kept() {
    return (int) Math.min(MOST_WEIGHTED, (points - 1L) * points / 2 * MOST_DRAWN) + 1;
  }

  private double[] doubles() {
    Enclosure[] exact = weights();
    double[] weights = new double[exact.length];
    for (int v = 0; v < weights.length; v++) {
      weights[v] = exact[v].midpoint() > NEGLIGIBLE ? exact[v].midpoint() : 0;
    }
    return weights;
  }

  /** Probabilities of {@code Σ j k_j}, without negligible ones. */
  private Enclosure[] weights() {
    Enclosure[] drawn = binomial();
    Enclosure[] sums = zeros();
    sums[0] = Enclosure.ONE;
    for (int j = 1; j < points; j++) {
      Enclosure[] next = zeros();
      for (int v = 0; v < sums.length; v++) {
        for (int k = 0; k < drawn.length && v + j * k < next.length; k++) {
          if (sums[v].upper() * drawn[k].upper() > NEGLIGIBLE) {
            next[v + j * k] = next[v + j * k].plus(sums[v].times(drawn[k]));
          }
        }
      }
      sums = next;
    }
    return sums;
  }

  private Enclosure[] zeros() {
    Enclosure[] zeros = new Enclosure[kept()];
    java.util.Arrays.fill(zeros, Enclosure.ZERO);
    return zeros;
  }

  /** {@code Pr[k of m draws out of n are the record]} for small k. */
  private Enclosure[] binomial() {
    Enclosure[] drawn = new Enclosure[Math.min(MOST_DRAWN, draws) + 1];
    Enclosure share = Enclosure.ONE.dividedBy(records);
    drawn[0] = share.negate().log1p().times(draws).exp();
    for (int k = 1; k < drawn.length; k++) {
      Enclosure odds = Enclosure.ofCount(draws - k + 1L).dividedBy(records - 1.0).dividedBy(k);
      drawn[k] = drawn[k - 1].times(odds);
    }
    return drawn;
  }

  private BigDecimal[] preciseWeights() {
    BigDecimal[] drawn = preciseBinomial();
    Enclosure[] enclosed = binomial();
    BigDecimal[] sums = preciseZeros();
    Enclosure[] pattern = zeros();
    sums[0] = BigDecimal.ONE;
    pattern[0] = Enclosure.ONE;
    for (int j = 1; j < points; j++) {
      BigDecimal[] next = preciseZeros();
      Enclosure[] nextPattern = zeros();
      for (int v = 0; v < sums.length; v++) {
        for (int k = 0; k < drawn.length && v + j * k < next.length; k++) {
          // The recheck omits the same terms as the first computation.
          if (pattern[v].upper() * enclosed[k].upper() > NEGLIGIBLE) {
            next[v + j * k] = next[v + j * k].add(Precise.multiply(sums[v], drawn[k]));
            nextPattern[v + j * k] = nextPattern[v + j * k].plus(pattern[v].times(enclosed[k]));
          }
        }
      }
      sums = next;
      pattern = nextPattern;
    }
    return sums;
  }

  private BigDecimal[] preciseZeros() {
    BigDecimal[] zeros = new BigDecimal[kept()];
    java.util.Arrays.fill(zeros, BigDecimal.ZERO);
    return zeros;
  }

  private BigDecimal[] preciseBinomial() {
    BigDecimal[] drawn = new BigDecimal[Math.min(MOST_DRAWN, draws) + 1];
    BigDecimal missed =
        Precise.divide(BigDecimal.valueOf(records - 1L), BigDecimal.valueOf(records));
    drawn[0] = Precise.exp(Precise.multiply(Precise.log(missed), BigDecimal.valueOf(draws)));
    for (int k = 1; k < drawn.length; k++) {
      BigDecimal odds =
          Precise.divide(
              BigDecimal.valueOf(draws - k + 1L), BigDecimal.valueOf((records - 1L) * k));
      drawn[k] = Precise.multiply(drawn[k - 1], odds);
    }
    return drawn;
  }
}
