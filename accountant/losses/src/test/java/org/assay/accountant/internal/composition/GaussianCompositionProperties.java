package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;

/** Exact composition against independent high-precision values, and its properties. */
class GaussianCompositionProperties {
  private static GaussianComposition sampled(double q, double sigma, long count) {
    return GaussianComposition.under(ADD_OR_REMOVE).withPoissonSampled(q, sigma, count);
  }

  /** Epsilon of 10,000 steps at q = 0.01, σ = 1: 19 digits by binary128 arithmetic, once. */
  @Example
  void referenceComposition() {
    GaussianComposition composition = sampled(0.01, 1, 10_000);
    String[][] rows = {
      {"1e-3", "4.473640482798414084"},
      {"1e-5", "6.187712389971539201"},
      {"1e-8", "8.185122967799852764"},
      {"1e-12", "10.34668983767399525"},
      {"1e-20", "13.87977271667247022"},
      {"1e-25", "15.81351695973523432"},
    };
    for (String[] row : rows) {
      Enclosure epsilon = composition.epsilon(Double.parseDouble(row[0]));
      assertTrue(epsilon.contains(new BigDecimal(row[1])), () -> row[0] + " " + epsilon);
      assertTrue(epsilon.relativeWidth() < 1e-9, () -> row[0] + " " + epsilon);
    }
  }

  /** Many steps of much noise are one Gaussian mechanism of mu = q √T/σ, and cost no more. */
  @Example
  void countsOfAnySizeTakeTheSameTime() {
    double limit = GaussianMechanism.epsilon(0.2, 1e-5).midpoint();
    for (long count : new long[] {1_000_000, 100_000_000, 1_000_000_000}) {
      double sigma = 0.05 * Math.sqrt((double) count);
      GaussianComposition composition = sampled(0.01, sigma, count);
      Enclosure epsilon = assertTimeout(Duration.ofSeconds(20), () -> composition.epsilon(1e-5));
      assertEquals(1, epsilon.midpoint() / limit, 0.2 / Math.sqrt((double) count));
      assertTrue(epsilon.relativeWidth() < 1e-9, epsilon::toString);
    }
  }

  @Tag("slow")
  @Property(tries = 30, seed = "20200504")
  void deltaAndEpsilonInvertEachOther(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.5) double q,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 8) double sigma,
      @ForAll @IntRange(min = 50, max = 5000) int count,
      @ForAll @Scale(15) @DoubleRange(min = 2, max = 20) double logInverseDelta) {
    GaussianComposition composition = sampled(q, sigma, count);
    double delta = Math.pow(10, -logInverseDelta);
    Enclosure epsilon = composition.epsilon(delta);
    if (epsilon.lower() > 0) {
      assertTrue(composition.delta(epsilon.lower()).upper() >= delta);
    }
    assertTrue(composition.delta(epsilon.upper()).lower() <= delta);
  }

  /**
   * One line is used for many epsilons: each bound is proved, and hardly above the smallest delta.
   */
  @Tag("slow")
  @Property(tries = 12, seed = "20200504")
  void boundsAtManyEpsilonsAreThoseOfEach(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 1) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 8) double sigma,
      @ForAll @IntRange(min = 100, max = 5000) int count,
      @ForAll boolean replacing) {
    GaussianComposition composition =
        replacing
            ? GaussianComposition.under(REPLACE_ONE)
                .withFixedSizeSampled(Enclosure.exact(q), sigma, count)
            : sampled(q, sigma, count);
    double spacing = 0.4 * q * Math.sqrt(count) / sigma;
    double[] epsilons = new double[40];
    Arrays.setAll(epsilons, i -> i * spacing);
    double[] bounds = composition.deltaBounds(epsilons, 1e-12);
    for (int i = 0; i < epsilons.length; i++) {
      double proved = composition.delta(epsilons[i]).lower();
      assertTrue(bounds[i] >= proved, bounds[i] + " is below " + proved);
      // Below the negligible number one direction's bound may already be used for all later
      // epsilons.
      double near = Math.max(1e-12, proved * (1 + 1e-5));
      assertTrue(bounds[i] <= near, bounds[i] + " is above " + proved);
    }
  }

  @Example
  void epsilonsMustRise() {
    GaussianComposition composition = sampled(0.5, 1, 10);
    double[] falling = {1, 0.5};
    assertThrows(IllegalArgumentException.class, () -> composition.deltaBounds(falling, 1e-12));
    double[] negative = {-1};
    assertThrows(IllegalArgumentException.class, () -> composition.deltaBounds(negative, 1e-12));
  }

  /** Full participation is the Gaussian mechanism itself, which q near 1 approaches from below. */
  @Property(tries = 20, seed = "20200504")
  void neverWorseThanWithoutSampling(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.999) double q,
      @ForAll @Scale(15) @DoubleRange(min = 2, max = 20) double sigma,
      @ForAll @IntRange(min = 2, max = 200) int count) {
    Enclosure sampled = sampled(q, sigma, count).epsilon(1e-6);
    double plain = GaussianMechanism.epsilon(Math.sqrt(count) / sigma, 1e-6).upper();
    assertTrue(sampled.lower() <= plain * (1 + 1e-9), () -> sampled + " above " + plain);
  }

  @Property(tries = 20, seed = "20200504")
  void epsilonGrowsWithTheNumberOfSteps(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.3) double q,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 5) double sigma,
      @ForAll @IntRange(min = 100, max = 2000) int count) {
    Enclosure few = sampled(q, sigma, count).epsilon(1e-6);
    Enclosure many = sampled(q, sigma, 2L * count).epsilon(1e-6);
    assertTrue(few.lower() <= many.upper(), () -> few + " " + many);
  }

  /** The Rényi moment's Chernoff bound is a bound. */
  @Tag("slow")
  @Property(tries = 30, seed = "20200504")
  void neverAboveAChernoffBound(
      @ForAll @Scale(15) @DoubleRange(min = 0.01, max = 0.5) double q,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 8) double sigma,
      @ForAll @Scale(15) @DoubleRange(min = 1.5, max = 30) double order) {
    double epsilon = 2;
    double b = order - 1;
    double logMoment = SampledGaussian.renyiForward(q, sigma, order).upper() * b * 500;
    double bound = Math.exp(logMoment - b * epsilon + b * Math.log(b / order) - Math.log(order));
    Enclosure delta = sampled(q, sigma, 500).delta(epsilon);
    assertTrue(delta.lower() <= bound * (1 + 1e-9), () -> delta + " above " + bound);
  }

  @Example
  void singleStepHasAClosedForm() {
    GaussianComposition one = sampled(0.5, 5, 1);
    Enclosure delta = one.delta(0.25);
    assertTrue(delta.contains(new BigDecimal("0.0005293893511571280575")), delta::toString);
    assertTrue(delta.relativeWidth() < 1e-11);
  }

  /**
   * Where doubles would underflow the enclosure is wide, and never below that of a less costly
   * case.
   */
  @Tag("slow")
  @Example
  void parametersBeyondTheNormalRangeAreBoundedFromAbove() {
    GaussianComposition rare = sampled(1e-200, 1, 100);
    GaussianComposition single = sampled(1e-200, 1, 1);
    assertEquals(0, rare.delta(0).lower());
    assertTrue(rare.delta(0).upper() >= single.delta(0).lower());
    assertTrue(rare.delta(0).upper() > 0);
    GaussianComposition noisy = sampled(0.5, 1e200, 100);
    assertTrue(noisy.delta(0).upper() > 0);
  }

  @Example
  void trivialAndRefusedParameters() {
    assertEquals(Enclosure.ZERO, sampled(0, 1, 5).epsilon(1e-5));
    assertEquals(Enclosure.ZERO, sampled(0, 1, 5).delta(1));
    Enclosure full = sampled(1, 2, 4).epsilon(1e-5);
    assertTrue(full.contains(GaussianMechanism.epsilon(1, 1e-5).midpoint()), full::toString);
    for (double bad : new double[] {Double.NaN, -0.1, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> sampled(bad, 1, 1));
      assertThrows(IllegalArgumentException.class, () -> sampled(0.5, bad, 1));
      assertThrows(IllegalArgumentException.class, () -> sampled(0.5, 1, 2).delta(bad));
      assertThrows(IllegalArgumentException.class, () -> sampled(0.5, 1, 2).epsilon(bad));
    }
    assertThrows(IllegalArgumentException.class, () -> sampled(0.5, 1, 0));
  }
}
