package org.assay.cli.internal.price;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.numeric.Enclosure;

/**
 * Rényi accounting with the default orders of other libraries: the smallest epsilon over a list of
 * orders.
 */
public final class DefaultOrders {
  /** Number of orders with which both lists begin: 1.1 to 10.9. */
  private static final int TENTHS = 99;

  /** {@code RDPAccountant.DEFAULT_ALPHAS} of Opacus. */
  public static final DefaultOrders OPACUS = new DefaultOrders(IntStream.range(12, 64));

  /** {@code DEFAULT_RDP_ORDERS} of dp_accounting, by which TensorFlow Privacy accounts. */
  public static final DefaultOrders DP_ACCOUNTING =
      new DefaultOrders(
          IntStream.concat(IntStream.range(11, 64), IntStream.of(128, 256, 512, 1024)));

  private final double[] orders;

  private DefaultOrders(IntStream whole) {
    DoubleStream tenths = IntStream.rangeClosed(1, TENTHS).mapToDouble(x -> 1 + x / 10.0);
    orders = DoubleStream.concat(tenths, whole.asDoubleStream()).toArray();
  }

  /**
   * The number of orders.
   *
   * @return how many are tried
   */
  public int count() {
    return orders.length;
  }

  /**
   * Epsilon by the improved conversion ([@CanonneKamathSteinke2020], Proposition 12).
   *
   * @param curve the divergences
   * @param delta strictly between 0 and 1
   * @return the smallest epsilon of all orders, rounded up
   */
  public double improved(RdpCurve curve, double delta) {
    double best = Double.POSITIVE_INFINITY;
    for (double order : orders) {
      best = Math.min(best, RenyiConversion.epsilon(order, curve.at(order), delta).upper());
    }
    return best;
  }

  /**
   * Epsilon by the classical conversion, {@code divergence + log(1/delta)/(order - 1)}
   * ([@Mironov2017], Proposition 3).
   *
   * @param curve the divergences
   * @param delta strictly between 0 and 1
   * @return the smallest epsilon of all orders, rounded up
   */
  public double classical(RdpCurve curve, double delta) {
    Enclosure failing = Enclosure.exact(delta).log().negate();
    double best = Double.POSITIVE_INFINITY;
    for (double order : orders) {
      Enclosure added = failing.dividedBy(Enclosure.exact(order).minus(1));
      best = Math.min(best, curve.at(order).plus(added).upper());
    }
    return best;
  }
}
