package org.assay.ledger.internal.paperc;

import java.math.BigDecimal;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.precision.PreciseFunctions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;

/** The paper's {@code S_α(q, sigma) = D_α(N(0, sigma²) ‖ (1-q) N(0, sigma²) + q N(1, sigma²))}. */
final class SampledStep {
  private SampledStep() {}

  static Enclosure divergence(double share, double sigma, double order) {
    return SampledGaussian.renyiReverse(share, sigma, order);
  }

  static BigDecimal precisely(double share, double sigma, double order) {
    return PreciseFunctions.sgmRdpRev(share, sigma, order, Recheck.DIGITS).value();
  }

  /** Whether α ≤ α*(q, sigma) of section 2.3 is certain. */
  static boolean allows(double share, double sigma, double order) {
    double m = Math.log1p(1 / (share * (order - 1)));
    double square = sigma * sigma;
    double first = m * square / 2 - Math.log(square);
    double second =
        (m * m * square / 2 - Math.log(5 * square))
            / (m + Math.log(share * order) + 1 / (2 * square));
    // The denominator is positive if m is, since q α is at least q (α - 1).
    return order * (1 + 1e-9) <= Math.min(first, second);
  }

  static BigDecimal square(double value) {
    return Precise.exactly(value).pow(2);
  }
}
