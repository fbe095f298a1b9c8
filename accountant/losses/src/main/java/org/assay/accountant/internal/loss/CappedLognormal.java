package org.assay.accountant.internal.loss;

import org.apache.commons.math3.special.Erf;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;

/**
 * The likelihood ratio {@code X = e^(μ z - μ²/2)} of a Gaussian of mean μ to a standard one, z
 * standard normal, so that {@code E X = 1}, and prices of options on X.
 *
 * @param mu μ, above 0
 */
record CappedLognormal(double mu) {
  /** Nodes and weights of the five-point Gauss-Legendre rule, by symmetry one half. */
  private static final double[] NODES = {-0.906179845938664, -0.5384693101056831, 0};

  private static final double[] WEIGHTS = {
    0.2369268850561891, 0.4786286704993665, 0.5688888888888889
  };
  private static final double ROOT_TWO = Math.sqrt(2);

  /** The normal quantity above which X exceeds k. */
  private Enclosure quantity(double k) {
    return Enclosure.exact(k).log().dividedBy(mu).plus(Enclosure.exact(mu).dividedBy(2));
  }

  /** {@code E (X - k)_+}, k above 0. */
  Enclosure call(double k) {
    Enclosure z = quantity(k);
    Enclosure paid = NormalTail.upperTail(z).times(k);
    return NormalTail.upperTail(z.minus(mu)).minus(paid).max(Enclosure.ZERO);
  }

  /** {@code E (k - X)_+}, k above 0. */
  Enclosure put(double k) {
    Enclosure z = quantity(k).negate();
    Enclosure paid = NormalTail.upperTail(z.plus(mu));
    return NormalTail.upperTail(z).times(k).minus(paid).max(Enclosure.ZERO);
  }

  /** {@code P(X > k)}, a plain number without bounds. */
  double above(double k) {
    return NormalTail.upperTail(quantity(k)).midpoint();
  }

  /** An upper bound of the density between two points; the density has a single mode. */
  double largestDensity(double from, double to) {
    double mode = Math.exp(-1.5 * mu * mu);
    double nearest = Math.max(from, Math.min(to, mode));
    return nearest > 0 ? density(nearest) * (1 + 1e-9) : 0;
  }

  private double density(double x) {
    double z = Math.log(x) / mu + mu / 2;
    return Math.exp(-z * z / 2) / (x * mu * Math.sqrt(2 * Math.PI));
  }

  /**
   * The mass between two points, split between both such that the mean is kept; plain numbers
   * without bounds.
   */
  double[] divided(double from, double to) {
    double width = to - from;
    return from < 256 * width ? byTails(from, to) : byNodes(from, width);
  }

  private double[] byTails(double from, double to) {
    double mass = between(from, to, 0);
    double moment = between(from, to, mu);
    double right = Math.max(0, Math.min(mass, (moment - from * mass) / (to - from)));
    return new double[] {mass - right, right};
  }

  private double between(double from, double to, double shift) {
    double a = from > 0 ? Math.log(from) / mu + mu / 2 - shift : Double.NEGATIVE_INFINITY;
    double b = Math.log(to) / mu + mu / 2 - shift;
    return a > 0 ? tail(a) - tail(b) : tail(-b) - tail(-a);
  }

  private static double tail(double z) {
    return z == Double.POSITIVE_INFINITY ? 0 : Erf.erfc(z / ROOT_TWO) / 2;
  }

  private double[] byNodes(double from, double width) {
    double left = 0;
    double right = 0;
    for (int i = 0; i < NODES.length; i++) {
      double high = (1 - NODES[i]) / 2;
      double low = 1 - high;
      double above = WEIGHTS[i] * density(from + high * width) * width / 2;
      double below =
          i + 1 == NODES.length ? 0 : WEIGHTS[i] * density(from + low * width) * width / 2;
      right += above * high + below * low;
      left += above * low + below * high;
    }
    return new double[] {left, right};
  }
}
