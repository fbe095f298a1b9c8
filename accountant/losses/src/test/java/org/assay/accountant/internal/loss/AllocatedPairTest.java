package org.assay.accountant.internal.loss;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllocatedPairTest {
  /** Relative error of sums of doubles by which references are computed here. */
  private static final double ROUNDED = 1e-12;

  private static OrderedPair gaussian(long steps, double mu) {
    return new AllocatedPair(steps, new GaussianPair(Enclosure.exact(mu)));
  }

  private static OrderedPair laplace(long steps, double scale) {
    return new AllocatedPair(steps, new LaplacePair(Enclosure.ONE.dividedBy(scale)));
  }

  private static Enclosure removed(OrderedPair pair, double epsilon) {
    return pair.profile(Enclosure.exact(epsilon)).orElseThrow();
  }

  private static Enclosure added(OrderedPair pair, double epsilon) {
    return pair.reversedProfile(Enclosure.exact(epsilon)).orElseThrow();
  }

  private static void requireEnclosed(double value, Enclosure found, double width) {
    assertTrue(found.lower() <= value && value <= found.upper(), () -> value + " in " + found);
    assertTrue(found.relativeWidth() < width, found::toString);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.5, 0.149177523135520172, 0.142686965823743203",
    "10, 1, 0.5, 0.026850355960721502, ",
    "10, 1, 1.5, 0.000261157073915254, ",
    "10, 0.5, 2, 0.073115529547491845, 0.010691142547437693",
    "100, 1, 0.1, 0.01788232478534103, ",
    "10, 2, 0.25, 0.005823068218634839, ",
    "1000, 2, 0.02, , 0.000977810179693809"
  })
  void enclosesGaussianReferences(
      long steps, double noise, double epsilon, Double removed, Double added) {
    OrderedPair pair = gaussian(steps, 1 / noise);
    if (removed != null) {
      requireEnclosed(removed, removed(pair, epsilon), 2e-4);
    }
    if (added != null) {
      requireEnclosed(added, added(pair, epsilon), 2e-4);
    }
  }

  /** With two steps the sum's option is one integral over one of them. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"0.3, 0.1", "1, 0.7", "2, 2.5"})
  void twoGaussianStepsAreOneIntegral(double mu, double epsilon) {
    RatioLaw ratio = new RatioLaw(new GaussianPair(Enclosure.exact(mu)));
    double strike = 2 * Math.exp(epsilon);
    double low = 2 * Math.exp(-epsilon);
    double removed = 0;
    double added = 0;
    int nodes = 100_000;
    double width = 20.0 / nodes;
    for (int i = 0; i < nodes; i++) {
      double z = -10 + (i + 0.5) * width;
      double weight = Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) * width;
      double x = Math.exp(mu * z - mu * mu / 2);
      removed += weight * (x < strike ? ratio.callBound(strike - x) : x + 1 - strike);
      added += weight * (x < low ? ratio.putBound(low - x) : 0);
    }
    requireNear(removed / 2, removed(gaussian(2, mu), epsilon));
    requireNear(added / low, added(gaussian(2, mu), epsilon));
  }

  private static void requireNear(double value, Enclosure found) {
    assertEquals(value, found.upper(), 1e-5 * value);
    assertEquals(value, found.lower(), 1e-5 * value);
  }

  /**
   * Laplace noise, by sums of ratios rounded down and up to a lattice of 2e-6 to 2e-4, computed by
   * numpy: ends below and above the profile of each direction.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0.9, 0.00969040250747, 0.00969048561781, 0.0260971126925, 0.0260985719925",
    "10, 1, 0.5, 0.00252444004997, 0.00252483307067, 0.0125417885985, 0.0125442681633",
    "10, 2, 0.2, 0.00511894800443, 0.00511974382348, 0.0082738476271, 0.0082752434370",
    "100, 1, 0.25, 4.750618776e-5, 4.783351346e-5, 2.1123164733e-4, 2.1285038614e-4"
  })
  void laplaceSteps(
      long steps, double scale, double epsilon, double a, double b, double c, double d) {
    OrderedPair pair = laplace(steps, scale);
    Enclosure removed = removed(pair, epsilon);
    Enclosure added = added(pair, epsilon);
    assertTrue(a <= removed.lower() && removed.upper() <= b, removed::toString);
    assertTrue(c <= added.lower() && added.upper() <= d, added::toString);
    assertEquals(0, removed.relativeWidth(), 1e-6);
    assertEquals(0, added.relativeWidth(), 1e-6);
  }

  /**
   * Random finite distributions, also with outcomes of one side only, against all sequences of
   * outcomes.
   */
  @Test
  void enclosesFiniteLaws() {
    Random random = new Random(11);
    for (int trial = 0; trial < 12; trial++) {
      int outcomes = 2 + random.nextInt(3);
      int steps = 2 + random.nextInt(3);
      // In some trials P has an outcome of its own, in some Q.
      double[] p = masses(trial % 3 == 0 ? 1 : 0, outcomes, random);
      double[] q = masses(0, trial % 2 == 0 ? outcomes - 1 : outcomes, random);
      List<LossAtom> atoms = new ArrayList<>();
      for (int i = 0; i < p.length; i++) {
        if (p[i] + q[i] > 0) {
          atoms.add(LossAtom.exact(p[i], q[i]));
        }
      }
      OrderedPair pair = new AllocatedPair(steps, AtomicPair.of("finite", atoms, 0));
      for (double epsilon : new double[] {0, 0.25, 1, 2}) {
        double[] exact = enumerated(p, q, steps, Math.exp(epsilon));
        requireAround(exact[0], removed(pair, epsilon));
        requireAround(exact[1], added(pair, epsilon));
      }
    }
  }

  /** Bounds for grids of outcomes are narrow, but an isolated outcome may lie between points. */
  private static void requireAround(double value, Enclosure found) {
    assertTrue(found.lower() <= value + ROUNDED, () -> value + " below " + found);
    assertTrue(found.upper() >= value - ROUNDED, () -> value + " above " + found);
    assertTrue(found.width() <= 1e-4, () -> value + " in " + found);
  }

  /** Masses in 32nds, of at most five outcomes, from a first outcome to before a last one. */
  private static double[] masses(int from, int to, Random random) {
    double[] masses = new double[5];
    for (int i = 0; i < 32; i++) {
      masses[from + random.nextInt(to - from)] += 1.0 / 32;
    }
    return masses;
  }

  private static double[] enumerated(double[] p, double[] q, int steps, double factor) {
    double removed = 0;
    double added = 0;
    for (int code = 0; code < Math.pow(p.length, steps); code++) {
      double without = 1;
      for (int i = 0, rest = code; i < steps; i++, rest /= p.length) {
        without *= q[rest % p.length];
      }
      double with = 0;
      for (int hit = 0; hit < steps; hit++) {
        double product = 1.0 / steps;
        for (int i = 0, rest = code; i < steps; i++, rest /= p.length) {
          product *= (i == hit ? p : q)[rest % p.length];
        }
        with += product;
      }
      removed += Math.max(0, with - factor * without);
      added += Math.max(0, without - factor * with);
    }
    return new double[] {removed, added};
  }

  /** Publishing the allocation reveals more, and more steps reveal less. */
  @Test
  void moreStepsCostLess() {
    double before = Double.POSITIVE_INFINITY;
    LaplacePair once = new LaplacePair(Enclosure.ONE);
    double published = new DirectProfile(once).delta(0.05).upper();
    for (long steps : new long[] {2, 3, 10, 300, 10_000, 1L << 31}) {
      OrderedPair pair = laplace(steps, 1);
      double most = Math.max(removed(pair, 0.05).upper(), added(pair, 0.05).upper());
      assertTrue(most <= before && most <= published, steps + " steps: " + most);
      before = most;
    }
    assertTrue(before < 1e-20, "for many steps " + before);
  }

  /** Both slacks are large enough for any masses. */
  @Tag("slow")
  @Test
  void boundsHoldForEveryKindOfNoise() {
    Random random = new Random(5);
    for (int trial = 0; trial < 3; trial++) {
      double mu = Math.exp(random.nextGaussian());
      long steps = 2L + random.nextInt(2000);
      OrderedPair pair = gaussian(steps, mu);
      DirectProfile alone = new DirectProfile(new GaussianPair(Enclosure.exact(mu)));
      for (double epsilon = 0; epsilon < 2 * mu; epsilon += mu / 3) {
        for (Enclosure found : List.of(removed(pair, epsilon), added(pair, epsilon))) {
          String message = mu + " " + steps + " " + epsilon + " " + found;
          assertTrue(found.lower() <= alone.delta(epsilon).upper(), message);
        }
      }
    }
  }

  @Test
  void totalVariationIsTheSameInBothOrders() {
    OrderedPair pair = laplace(50, 0.7);
    Enclosure removed = removed(pair, 0);
    Enclosure added = added(pair, 0);

    assertTrue(removed.lower() <= added.upper() && added.lower() <= removed.upper());
    assertEquals(0, removed.relativeWidth(), 1e-5);
  }
}
