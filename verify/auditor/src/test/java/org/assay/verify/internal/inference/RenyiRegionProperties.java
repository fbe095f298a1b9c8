package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLines.RenyiRegion;
import org.junit.jupiter.api.Test;

class RenyiRegionProperties {
  private static final AdjacencyRelation ADJACENCY = AdjacencyRelation.ADD_OR_REMOVE;

  /** Covers the rounding of the divergences computed here, relative to the claims made of them. */
  private static final double ROUNDING = 1e-12;

  @Property(tries = 100)
  void linesHoldForEveryPairWithinTheDivergences(
      @ForAll @Size(4) List<@DoubleRange(min = 0.01, max = 1) Double> left,
      @ForAll @Size(4) List<@DoubleRange(min = 0.01, max = 1) Double> right,
      @ForAll @Size(min = 1, max = 3) List<@DoubleRange(min = 1.01, max = 60) Double> orders,
      @ForAll @DoubleRange(min = 0, max = 5) double epsilon) {
    double[] p = normalized(left);
    double[] q = normalized(right);
    NavigableMap<Double, Double> bounds = new TreeMap<>();
    double rho = 0;
    for (double order : orders) {
      double divergence = Math.max(divergence(order, p, q), divergence(order, q, p));
      bounds.put(order, divergence * (1 + ROUNDING) + ROUNDING);
    }
    for (double order = 1.0001; order < 60; order = 1 + (order - 1) * 1.5) {
      rho = Math.max(rho, Math.max(divergence(order, p, q), divergence(order, q, p)) / order);
    }
    // No divergence exceeds the largest log ratio, whatever its order.
    for (int i = 0; i < p.length; i++) {
      rho = Math.max(rho, Math.abs(Math.log(p[i] / q[i])) / 40);
    }
    double odds = Math.exp(epsilon);
    double excess = Math.max(hockeyStick(p, q, odds), hockeyStick(q, p, odds));
    double renyi = RenyiRegion.of(new Guarantee.Renyi(bounds, ADJACENCY)).delta(odds);
    assertTrue(excess <= renyi + 1e-13, () -> excess + " above " + renyi);
    // The largest ratio lies between the orders tried, by at most the growth of the order; 40 is
    // below the last order.
    var concentrated = new Guarantee.ZeroConcentrated(rho * 1.5 + ROUNDING, ADJACENCY);
    double zeroConcentrated = RenyiRegion.of(concentrated).delta(odds);
    assertTrue(excess <= zeroConcentrated + 1e-13, () -> excess + " above " + zeroConcentrated);
  }

  @Tag("slow")
  @Property(tries = 40)
  void linesAreReachedByCoinsWithinOneDivergence(
      @ForAll @DoubleRange(min = 1.05, max = 40) double order,
      @ForAll @DoubleRange(min = 0.01, max = 4) double bound,
      @ForAll @DoubleRange(min = 0, max = 3) double epsilon) {
    double odds = Math.exp(epsilon);
    double delta = RenyiRegion.of(renyi(order, bound)).delta(odds);
    double best = 0;
    for (int i = 1; i < 4000; i++) {
      double p = i / 4000.0;
      best = Math.max(best, p - odds * furthest(order, bound, p));
    }
    assertTrue(best <= delta + 1e-9, best + " above " + delta);
    // A grid of p misses the top by at most one step.
    assertTrue(delta <= best + 3e-4, delta + " far above " + best);
  }

  @Property(tries = 100)
  void linesAreAtMostThoseOfConversion(
      @ForAll @DoubleRange(min = 1.05, max = 64) double order,
      @ForAll @DoubleRange(min = 0.01, max = 5) double bound,
      @ForAll @DoubleRange(min = 0, max = 4) double epsilon) {
    double odds = Math.exp(epsilon);
    Guarantee.Renyi renyi = renyi(order, bound);
    double converted = PrivacyProfile.of(renyi).delta(epsilon).upper();
    double line = RenyiRegion.of(renyi).delta(odds);
    assertTrue(line <= converted * (1 + 1e-9) + 1e-13, line + " above " + converted);
    var concentrated = new Guarantee.ZeroConcentrated(bound, ADJACENCY);
    double best = PrivacyProfile.of(concentrated).delta(epsilon).upper();
    double found = RenyiRegion.of(concentrated).delta(odds);
    assertTrue(found <= best * (1 + 1e-6) + 1e-13, found + " above " + best);
  }

  /** Two tangents this close to parallel once lost more digits than conversion leaves. */
  @Test
  void linesFarInTheTailAreAtMostThoseOfConversion() {
    double[][] cases = {
      {12.740658687595241, 3.580749430632605, 3.7513717788531085},
      {19.869535297752982, 1.3196512320218445, 1.8529444993711626},
      {49.0, 2.968956342870632, 3.170282322469511},
    };
    for (double[] c : cases) {
      Guarantee.Renyi renyi = renyi(c[0], c[1]);
      double line = RenyiRegion.of(renyi).delta(Math.exp(c[2]));
      double converted = PrivacyProfile.of(renyi).delta(c[2]).upper();
      assertTrue(line <= converted * (1 + 1e-9), line + " above " + converted);
    }
  }

  /** At order 2 and slope 1 the coins are (p, 1 - p) with {@code 1/(p (1 - p)) - 3 = e^r}. */
  @Test
  void orderTwoAtSlopeOneHasAClosedForm() {
    for (double bound : new double[] {0.001, 0.1, 0.5, 1, 3}) {
      double expected = Math.sqrt(Math.expm1(bound) / (Math.exp(bound) + 3));
      double delta = RenyiRegion.of(renyi(2, bound)).delta(1);
      assertEquals(expected, delta, 1e-9);
      assertTrue(delta >= expected - 1e-15);
    }
  }

  @Test
  void aClaimOfNoDivergenceLeavesNothing() {
    assertEquals(0, RenyiRegion.of(renyi(2, 0)).delta(1));
    assertEquals(0, RenyiRegion.of(new Guarantee.ZeroConcentrated(0, ADJACENCY)).delta(2));
  }

  @Test
  void extremeClaimsStaySound() {
    for (double order : new double[] {1 + 1e-9, 1.5, 1e4, 1e12}) {
      for (double bound : new double[] {1e-12, 1e-3, 50, 800}) {
        for (double odds : new double[] {1, 10, 1e100}) {
          double delta = RenyiRegion.of(renyi(order, bound)).delta(odds);
          assertTrue(delta >= 0 && delta <= 1, order + " " + bound + " " + odds);
          // Randomized response at epsilon r stays within r at every order.
          double response = 1 / (1 + Math.exp(bound));
          double attained = 1 - response - odds * response;
          assertTrue(delta >= attained - 1e-12, order + " " + bound + " " + odds);
        }
      }
    }
  }

  /** Tangents whose ends overflow prove nothing, but do not stand in the way of others. */
  @Test
  void overflowingTangentsAreLeftOut() {
    double[][] cases = {
      {3.028083573973023E10, 1.4522558087379165, 1.029621629157242},
      {2.4139913030926945E10, 0.6959132591807191, 1.0},
      {3400162.043601343, 701.6220992991903, 1.4330150841498052E108},
    };
    for (double[] c : cases) {
      double delta = RenyiRegion.of(renyi(c[0], c[1])).delta(c[2]);
      double response = 1 / (1 + Math.exp(c[1]));
      assertTrue(delta >= 1 - response - c[2] * response - 1e-12 && delta <= 1, "delta " + delta);
    }
  }

  private static Guarantee.Renyi renyi(double order, double bound) {
    NavigableMap<Double, Double> bounds = new TreeMap<>();
    bounds.put(order, bound);
    return new Guarantee.Renyi(bounds, ADJACENCY);
  }

  /** Bisection for the smallest q whose coin is within the bound of p's, both ways. */
  private static double furthest(double order, double bound, double p) {
    double outside = 0;
    double inside = p;
    for (int i = 0; i < 60; i++) {
      double q = (outside + inside) / 2;
      double[] first = {p, 1 - p};
      double[] second = {q, 1 - q};
      boolean within =
          divergence(order, first, second) <= bound && divergence(order, second, first) <= bound;
      inside = within ? q : inside;
      outside = within ? outside : q;
    }
    return inside;
  }

  private static double divergence(double order, double[] p, double[] q) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += p[i] * Math.expm1((order - 1) * Math.log(p[i] / q[i]));
    }
    return Math.max(0, Math.log1p(sum) / (order - 1));
  }

  private static double hockeyStick(double[] p, double[] q, double odds) {
    double sum = 0;
    for (int i = 0; i < p.length; i++) {
      sum += Math.max(0, p[i] - odds * q[i]);
    }
    return sum;
  }

  private static double[] normalized(List<Double> weights) {
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    return weights.stream().mapToDouble(weight -> weight / sum).toArray();
  }
}
