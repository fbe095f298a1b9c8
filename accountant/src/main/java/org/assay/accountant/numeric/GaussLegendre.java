package org.assay.accountant.numeric;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The Gauss-Legendre rule with 20 nodes on [-1, 1], as enclosures: nodes from Newton's method in
 * 50-digit arithmetic, widened by far more than its error.
 */
public final class GaussLegendre {
  /** Number of nodes. */
  public static final int NODES = 20;

  private static final MathContext DIGITS = new MathContext(50);

  /** The positive nodes; the rule is symmetric. */
  static final Enclosure[] POINTS = new Enclosure[NODES / 2];

  /** Their weights. */
  static final Enclosure[] WEIGHTS = new Enclosure[NODES / 2];

  static {
    for (int i = 0; i < NODES / 2; i++) {
      double guess = Math.cos(Math.PI * (i + 0.75) / (NODES + 0.5));
      BigDecimal x = new BigDecimal(guess);
      for (int step = 0; step < 8; step++) {
        BigDecimal[] value = legendre(x);
        x = x.subtract(value[0].divide(value[1], DIGITS), DIGITS);
      }
      BigDecimal slope = legendre(x)[1];
      BigDecimal rest = BigDecimal.ONE.subtract(x.multiply(x), DIGITS);
      POINTS[i] = around(x);
      WEIGHTS[i] =
          around(BigDecimal.valueOf(2).divide(rest.multiply(slope).multiply(slope), DIGITS));
    }
  }

  private GaussLegendre() {}

  /**
   * A node.
   *
   * @param index from 0 to {@link #NODES} − 1, from right to left
   * @return an enclosure of it
   */
  public static Enclosure point(int index) {
    return index < NODES / 2 ? POINTS[index] : POINTS[NODES - 1 - index].negate();
  }

  /**
   * The weight of a node.
   *
   * @param index from 0 to {@link #NODES} − 1
   * @return an enclosure of it
   */
  public static Enclosure weight(int index) {
    return WEIGHTS[Math.min(index, NODES - 1 - index)];
  }

  /** The Legendre polynomial of degree {@link #NODES} and its derivative, by the recurrence. */
  private static BigDecimal[] legendre(BigDecimal x) {
    BigDecimal before = BigDecimal.ONE;
    BigDecimal here = x;
    for (int n = 1; n < NODES; n++) {
      BigDecimal next =
          x.multiply(here)
              .multiply(BigDecimal.valueOf(2L * n + 1))
              .subtract(before.multiply(BigDecimal.valueOf(n)))
              .divide(BigDecimal.valueOf(n + 1L), DIGITS);
      before = here;
      here = next;
    }
    BigDecimal slope =
        before
            .subtract(x.multiply(here))
            .multiply(BigDecimal.valueOf(NODES))
            .divide(BigDecimal.ONE.subtract(x.multiply(x)), DIGITS);
    return new BigDecimal[] {here, slope};
  }

  private static Enclosure around(BigDecimal value) {
    double nearest = value.doubleValue();
    return Enclosure.of(Math.nextDown(nearest), Math.nextUp(nearest));
  }
}
