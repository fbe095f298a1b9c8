package org.assay.cli.internal.price;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;

/**
 * A Rényi order of few digits whose conversion gives nearly the smallest epsilon. Every order
 * proves an epsilon; the search need not find the best one.
 *
 * @param order the order, above 1
 * @param epsilon the epsilon from the divergence of this order
 */
record CertificateOrder(double order, double epsilon) {
  /** The largest order at which the checker adds up the binomials of Poisson samples. */
  private static final int LARGEST_WHOLE = 2000;

  /** The checker's largest product of the order and the number of unlike samples. */
  private static final int MOST_BINOMIALS = 20_000;

  /** Smallest power of two of {@code order - 1} in the search for real orders. Not tuned. */
  private static final int SMALLEST_POWER = -10;

  /** Largest power of two of {@code order - 1} in this search. Not tuned. */
  private static final int LARGEST_POWER = 29;

  /** Number of digits of {@code order - 1}. Not tuned. */
  private static final MathContext FEW_DIGITS = new MathContext(5);

  /** Factors of {@code order - 1} by which the search moves, the largest first. Not tuned. */
  private static final List<Double> MOVES = List.of(1.4, 1.1, 1.02, 1.004);

  /**
   * The best order that was found.
   *
   * @param samples number of unlike mechanisms on samples; if there is one, the order is whole
   */
  static CertificateOrder best(RdpCurve curve, double delta, int samples) {
    boolean whole = samples > 0;
    int largest = Math.min(LARGEST_WHOLE, MOST_BINOMIALS / Math.max(1, samples));
    List<Double> coarse =
        IntStream.rangeClosed(whole ? 0 : SMALLEST_POWER, LARGEST_POWER)
            .mapToObj(power -> order(Math.scalb(1.0, power), whole, largest))
            .distinct()
            .collect(Collectors.toList());
    CertificateOrder best = at(curve, delta, coarse.get(0));
    for (double order : coarse) {
      best = best.or(at(curve, delta, order));
    }
    for (double move : MOVES) {
      CertificateOrder before;
      do {
        before = best;
        double excess = before.order - 1;
        double step = Math.max(excess * (move - 1), whole ? 1 : 0);
        best = best.or(at(curve, delta, order(excess + step, whole, largest)));
        best = best.or(at(curve, delta, order(excess - step, whole, largest)));
      } while (best.epsilon < before.epsilon);
    }
    return best;
  }

  private static double order(double excess, boolean whole, int largest) {
    if (whole) {
      return Math.max(2, Math.min(largest, 1 + Math.rint(excess)));
    }
    return BigDecimal.ONE.add(new BigDecimal(excess).round(FEW_DIGITS)).doubleValue();
  }

  private static CertificateOrder at(RdpCurve curve, double delta, double order) {
    return new CertificateOrder(
        order, RenyiConversion.epsilon(order, curve.at(order), delta).upper());
  }

  private CertificateOrder or(CertificateOrder other) {
    return other.epsilon < epsilon ? other : this;
  }
}
