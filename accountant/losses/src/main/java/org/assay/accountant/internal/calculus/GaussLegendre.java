package org.assay.accountant.internal.calculus;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.numeric.Enclosure;

/**
 * A Gauss-Legendre rule with an even number of nodes on [-1, 1], as enclosures. Nodes come from
 * Newton's method in 50-digit arithmetic, widened by far more than the method's error. The rule is
 * symmetric, so only positive nodes are kept, in falling order.
 */
public final class GaussLegendre {
  /** Largest number of nodes for which the 50 digits have been examined. */
  private static final int MAXIMUM_NODES = 256;

  /** Working precision of Newton's method. */
  private static final MathContext DIGITS = new MathContext(50);

  /** Newton's method squares the error, so a correction this small was the last one needed. */
  private static final BigDecimal NEGLIGIBLE = BigDecimal.ONE.movePointLeft(30);

  private static final Map<Integer, GaussLegendre> RULES = new ConcurrentHashMap<>();

  private final Enclosure[] points;
  private final Enclosure[] weights;

  GaussLegendre(int nodes) {
    this.points = new Enclosure[nodes / 2];
    this.weights = new Enclosure[nodes / 2];
    for (int i = 0; i < nodes / 2; i++) {
      double guess = Math.cos(Math.PI * (i + 0.75) / (nodes + 0.5));
      BigDecimal x = new BigDecimal(guess);
      BigDecimal correction = BigDecimal.ONE;
      while (correction.abs().compareTo(NEGLIGIBLE) > 0) {
        BigDecimal[] value = legendre(nodes, x);
        correction = value[0].divide(value[1], DIGITS);
        x = x.subtract(correction, DIGITS);
      }
      BigDecimal slope = legendre(nodes, x)[1];
      BigDecimal rest = BigDecimal.ONE.subtract(x.multiply(x), DIGITS);
      points[i] = around(x);
      weights[i] =
          around(BigDecimal.valueOf(2).divide(rest.multiply(slope).multiply(slope), DIGITS));
    }
  }

  /**
   * The rule with a given number of nodes; rules are computed once.
   *
   * @param nodes the number of nodes, even, from 2 to 256
   * @return the rule, exact for polynomials of degree {@code 2 nodes - 1}
   * @throws IllegalArgumentException if the number of nodes is out of range
   */
  public static GaussLegendre withNodes(int nodes) {
    if (!(nodes >= 2 && nodes <= MAXIMUM_NODES && nodes % 2 == 0)) {
      throw new IllegalArgumentException(
          "nodes were " + nodes + ": they must be even, from 2 to " + MAXIMUM_NODES);
    }
    return RULES.computeIfAbsent(nodes, GaussLegendre::new);
  }

  /**
   * The number of nodes.
   *
   * @return an even number
   */
  public int nodes() {
    return 2 * points.length;
  }

  /**
   * A node.
   *
   * @param index from 0, the largest, to {@code nodes() - 1}, its mirror image; the first half are
   *     positive
   * @return an enclosure of the node, one unit in the last place to either side
   */
  public Enclosure point(int index) {
    return index < points.length ? points[index] : points[nodes() - 1 - index].negate();
  }

  /**
   * The weight of a node.
   *
   * @param index the node's index, from 0 to {@code nodes() - 1}
   * @return an enclosure of the weight, one unit in the last place to either side
   */
  public Enclosure weight(int index) {
    return weights[Math.min(index, nodes() - 1 - index)];
  }

  /** The Legendre polynomial of a degree and its derivative, by the recurrence. */
  private static BigDecimal[] legendre(int degree, BigDecimal x) {
    BigDecimal before = BigDecimal.ONE;
    BigDecimal here = x;
    for (int n = 1; n < degree; n++) {
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
            .multiply(BigDecimal.valueOf(degree))
            .divide(BigDecimal.ONE.subtract(x.multiply(x)), DIGITS);
    return new BigDecimal[] {here, slope};
  }

  private static Enclosure around(BigDecimal value) {
    double nearest = value.doubleValue();
    return Enclosure.of(Math.nextDown(nearest), Math.nextUp(nearest));
  }
}
