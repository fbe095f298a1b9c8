package org.assay.accountant.internal.iteration.starts;

/** Divergences of distributions on a few points, by their definitions. */
public final class DiscreteLaws {
  private DiscreteLaws() {}

  /** {@code sup over A of p(A) − e^loss q(A)}. */
  public static double profile(double[] p, double[] q, double loss) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.max(0, p[i] - Math.exp(loss) * q[i]);
    }
    return sum;
  }

  /** The larger profile of both directions. */
  public static double largerProfile(double[] p, double[] q, double loss) {
    return Math.max(profile(p, q, loss), profile(q, p, loss));
  }

  /** The larger Rényi divergence of both directions. */
  public static double largerRenyi(double[] p, double[] q, double order) {
    return Math.max(renyi(p, q, order), renyi(q, p, order));
  }

  private static double renyi(double[] p, double[] q, double order) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += p[i] == 0 ? 0 : q[i] * Math.pow(p[i] / q[i], order);
    }
    return Math.max(0, Math.log(sum)) / (order - 1);
  }
}
