package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLines.RenyiRegion;
import org.junit.jupiter.api.Test;

/**
 * Lines of zero-concentrated claims against the largest {@code p - E q} of coins whose divergences
 * are within the claim at every order, found by searching p, q and the order.
 */
class ConcentratedRegionTest {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  @Test
  void linesAreReachedByCoins() {
    for (double rho : new double[] {0.01, 0.7, 3}) {
      for (double odds : new double[] {1, 4}) {
        double best = best(rho, odds);
        var claim = new Guarantee.ZeroConcentrated(rho, AdjacencyRelation.ADD_OR_REMOVE);
        double delta = RenyiRegion.of(claim).delta(odds);
        String what = rho + "-zCDP at " + odds + ": " + delta + " against " + best;
        assertTrue(delta >= best - 1e-10, what);
        assertTrue(delta <= best + 2e-7, what);
      }
    }
  }

  private static double best(double rho, double odds) {
    return Math.max(0, maximum(t -> value(rho, odds, t), -12, 12, 40));
  }

  private static double value(double rho, double odds, double logit) {
    double p = 1 / (1 + Math.exp(-logit));
    double outside = Math.log(p) - 60;
    double inside = Math.log(p);
    for (int i = 0; i < 45; i++) {
      double middle = (outside + inside) / 2;
      boolean within = worst(p, Math.exp(middle)) <= rho;
      inside = within ? middle : inside;
      outside = within ? outside : middle;
    }
    return p - odds * Math.exp(inside);
  }

  /** The largest divergence relative to its order, over orders from 1 and both directions. */
  private static double worst(double p, double q) {
    double heads = p * Math.log(p / q);
    double tails = (1 - p) * (Math.log1p(-p) - Math.log1p(-q));
    double first = heads + tails;
    double second = q * Math.log(q / p) + (1 - q) * (Math.log1p(-q) - Math.log1p(-p));
    DoubleUnaryOperator at = x -> Math.max(relative(x, p, q), relative(x, q, p));
    double best = 0;
    for (double x = -6; x <= 12; x += 0.5) {
      best = at.applyAsDouble(x) > at.applyAsDouble(best) ? x : best;
    }
    double interior = maximum(at, best - 0.5, best + 0.5, 16);
    return Math.max(Math.max(first, second), interior);
  }

  private static double relative(double logExcess, double x, double y) {
    double rest = Math.exp(logExcess);
    double heads = Math.log(x) - Math.log(y);
    double tails = Math.log1p(-x) - Math.log1p(-y);
    double top = Math.max(heads, tails);
    double sum = x * Math.exp(rest * (heads - top)) + (1 - x) * Math.exp(rest * (tails - top));
    return (top + Math.log(sum) / rest) / (1 + rest);
  }

  /** The largest value of a function with one maximum, by golden sections. */
  private static double maximum(DoubleUnaryOperator f, double from, double to, int steps) {
    double low = from;
    double high = to;
    double a = high - GOLDEN * (high - low);
    double b = low + GOLDEN * (high - low);
    double atA = f.applyAsDouble(a);
    double atB = f.applyAsDouble(b);
    for (int i = 0; i < steps; i++) {
      if (atA >= atB) {
        high = b;
        b = a;
        atB = atA;
        a = high - GOLDEN * (high - low);
        atA = f.applyAsDouble(a);
      } else {
        low = a;
        a = b;
        atA = atB;
        b = low + GOLDEN * (high - low);
        atB = f.applyAsDouble(b);
      }
    }
    return Math.max(atA, atB);
  }
}
