package org.assay.accountant.internal.divergence;

import static org.assay.accountant.internal.divergence.ClosedFormProperties.assertBelow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.numeric.Enclosure;

/** Bounds for draws with replacement against exact divergences of small instances. */
class SampledWithReplacementProperties {
  /** Density of noise around the sum of every possible list of draws, each equally likely. */
  private static double density(
      DoubleUnaryOperator noise, double[] records, int draws, double sum, double x) {
    if (draws == 0) {
      return noise.applyAsDouble(x - sum);
    }
    double total = 0;
    for (double record : records) {
      total += density(noise, records, draws - 1, sum + record, x) / records.length;
    }
    return total;
  }

  /** Rényi divergence by the trapezoid rule or, with step 1, by the sum over the integers. */
  private static double exact(
      DoubleUnaryOperator noise,
      double[] records,
      double[] changed,
      int draws,
      double order,
      double reach,
      double step) {
    double moment = 0;
    double mass = 0;
    for (double x = -reach; x <= reach; x += step) {
      double p = density(noise, records, draws, 0, x);
      double q = density(noise, changed, draws, 0, x);
      mass += q;
      moment += q * Math.pow(p / q, order);
    }
    return Math.log(moment / mass) / (order - 1);
  }

  private static double[] records(int n, double first, double others, double spread) {
    double[] records = new double[n];
    records[0] = first;
    for (int i = 1; i < n; i++) {
      records[i] = others + spread * (i % 2 == 0 ? 1 : -1);
    }
    return records;
  }

  @Property(tries = 30, seed = "20200504")
  void neverBelowTheExactDivergence(
      @ForAll @IntRange(min = 2, max = 4) int n,
      @ForAll @IntRange(min = 1, max = 3) int draws,
      @ForAll @Scale(15) @DoubleRange(min = 1, max = 4) double sigma,
      @ForAll @Scale(15) @DoubleRange(min = -0.4, max = 0.4) double others,
      @ForAll @Scale(15) @DoubleRange(min = 1.05, max = 8) double order) {
    double[] one = records(n, 0.5, others, 0.1);
    double[] other = records(n, -0.5, others, 0.1);
    DoubleUnaryOperator normal = x -> Math.exp(-x * x / (2 * sigma * sigma));
    SampledWithReplacement law = SampledWithReplacement.of(draws, n);
    double reach = order * draws + 9 * sigma;
    double gaussian = exact(normal, one, other, draws, order, reach, sigma / 24);
    Enclosure bound = law.gaussian(Enclosure.ONE.dividedBy(sigma), order);
    assertTrue(bound.upper() >= gaussian * (1 - 1e-9), () -> bound + " below " + gaussian);
    assertTrue(bound.relativeWidth() < 1e-10, bound::toString);
    // Reflection swaps records and changed ones only if the others sum to 0: check both orders.
    double swapped = exact(normal, other, one, draws, order, reach, sigma / 24);
    assertTrue(bound.upper() >= swapped * (1 - 1e-9), () -> bound + " below " + swapped);
    double t = 1 / sigma;
    DoubleUnaryOperator laplace = x -> Math.exp(-t * Math.abs(x));
    double exactLaplace = exact(laplace, one, other, draws, order, draws + 30 * sigma, sigma / 100);
    Enclosure laplaceBound = law.laplace(Enclosure.ONE.dividedBy(sigma), order);
    assertTrue(laplaceBound.upper() >= exactLaplace * (1 - 1e-4), laplaceBound::toString);
    assertTrue(laplaceBound.relativeWidth() < 1e-10, laplaceBound::toString);
  }

  /** Whole-number records: the sums are exact up to a cut far in the tail. */
  @Property(tries = 60, seed = "20200504")
  void neverBelowTheExactDivergenceOnTheIntegers(
      @ForAll @IntRange(min = 2, max = 4) int n,
      @ForAll @IntRange(min = 1, max = 3) int draws,
      @ForAll @Scale(15) @DoubleRange(min = 1.5, max = 4) double sigma,
      @ForAll @Scale(15) @DoubleRange(min = 1.05, max = 5) double order) {
    double[] one = records(n, 1, 0, 0);
    double[] other = records(n, -1, 0, 0);
    DoubleUnaryOperator normal = x -> Math.exp(-x * x / (2 * sigma * sigma));
    double reach = Math.rint(2 * order * draws + 12 * sigma + 5);
    double exact = exact(normal, one, other, draws, order, reach, 1);
    Enclosure bound = SampledWithReplacement.of(draws, n).discreteGaussian(sigma, 2, order);
    assertTrue(bound.upper() >= exact * (1 - 1e-9), () -> bound + " below " + exact);
    assertTrue(bound.relativeWidth() < 1e-10, bound::toString);
    // A single draw is a sample of fixed size one; there too the exact pair stays below.
    Enclosure share = Enclosure.ONE.dividedBy(n);
    Enclosure fixed = FixedSizeDiscreteGaussian.renyi(share, sigma, 2, order);
    double single = exact(normal, one, other, 1, order, reach, 1);
    assertTrue(fixed.upper() >= single * (1 - 1e-9), () -> fixed + " below " + single);
  }

  @Property(tries = 40, seed = "20200504")
  void aSingleDrawIsASampleOfSizeOne(
      @ForAll @IntRange(min = 2, max = 1_000_000) int n,
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 3) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 1.01, max = 64) double order) {
    Enclosure distance = Enclosure.exact(mu);
    Enclosure share = Enclosure.ONE.dividedBy(n);
    Enclosure single = SampledWithReplacement.of(1, n).gaussian(distance, order);
    Enclosure fixed = ReplacedRecord.fixedSizeGaussian(share, distance, order);
    assertTrue(single.upper() >= fixed.lower() && single.lower() <= fixed.upper());
    assertTrue(single.relativeWidth() < 1e-9, single::toString);
  }

  /** Every term of the sum in plain doubles, for draws that do repeat. */
  @Property(tries = 20, seed = "20200504")
  void theSumHasAllItsTerms(
      @ForAll @IntRange(min = 1, max = 12) int draws,
      @ForAll @IntRange(min = 2, max = 30) int n,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.6) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 1.1, max = 10) double order) {
    double hit = 1.0 / n;
    double q = 1 - Math.pow(1 - hit, draws);
    double sum = 0;
    double binomial = 1;
    for (int k = 1; k <= draws; k++) {
      binomial = binomial * (draws - k + 1) / k;
      double p = binomial * Math.pow(hit, k) * Math.pow(1 - hit, draws - k);
      Enclosure divergence =
          ReplacedRecord.fixedSizeGaussian(Enclosure.exact(q), Enclosure.exact(k * mu), order);
      sum += p / q * Math.expm1((order - 1) * divergence.midpoint());
    }
    double expected = Math.log1p(sum) / (order - 1);
    Enclosure found = SampledWithReplacement.of(draws, n).gaussian(Enclosure.exact(mu), order);
    assertEquals(1, found.midpoint() / expected, 1e-9);
    assertTrue(found.relativeWidth() < 1e-10, found::toString);
  }

  /** The kernel vanishes to second order at the middle, so wide lattices approach the continuum. */
  @Example
  void wideDiscreteGaussiansApproachTheContinuousOne() {
    Enclosure share = Enclosure.exact(0.125);
    for (double order : new double[] {1.5, 4, 16}) {
      double lattice = FixedSizeDiscreteGaussian.renyi(share, 40, 40, order).midpoint();
      double continuous = ReplacedRecord.fixedSizeGaussian(share, Enclosure.ONE, order).midpoint();
      assertEquals(1, lattice / continuous, 1e-3);
    }
    assertEquals(Enclosure.ZERO, FixedSizeDiscreteGaussian.renyi(Enclosure.ZERO, 2, 1, 2));
    Enclosure whole = FixedSizeDiscreteGaussian.renyi(Enclosure.ONE, 2, 3, 3);
    Enclosure unsampled = DiscreteGaussian.renyi(2, 3, 3);
    assertTrue(whole.lower() <= unsampled.upper() && whole.upper() >= unsampled.lower());
    assertTrue(whole.relativeWidth() < 1e-10, whole::toString);
    // Too many terms: a bound from the unsampled divergence, with lower end 0.
    Enclosure wide = FixedSizeDiscreteGaussian.renyi(share, 1e9, 1, 2);
    assertEquals(0, wide.lower());
    assertTrue(wide.upper() <= 0.2 * DiscreteGaussian.renyi(1e9, 1, 2).upper());
  }

  /**
   * More draws from the same records reveal more; the rare case of many draws dominates high
   * orders.
   */
  @Example
  void divergencesRiseWithDrawsAndStayFinite() {
    Enclosure mu = Enclosure.exact(0.2);
    double previous = 0;
    for (long draws : new long[] {1, 10, 100, 1000, 100_000}) {
      Enclosure value = SampledWithReplacement.of(draws, 1_000_000).gaussian(mu, 1.2);
      assertTrue(value.lower() >= previous, value::toString);
      assertTrue(value.upper() < Double.POSITIVE_INFINITY);
      previous = value.lower();
    }
    Enclosure high = SampledWithReplacement.of(100_000, 1_000_000).gaussian(mu, 64);
    assertBelow(high, GaussianMechanism.renyi(mu.times(1e5), 64));
    Enclosure huge = SampledWithReplacement.of(1 << 20, 2).gaussian(Enclosure.exact(1e9), 1e9);
    assertTrue(huge.upper() > 0 && huge.lower() >= 0, huge::toString);
    Enclosure tiny = SampledWithReplacement.of(3, 1L << 53).gaussian(Enclosure.exact(1e-170), 2);
    assertTrue(tiny.upper() > 0 && tiny.upper() < 1e-200, tiny::toString);
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    refused(() -> SampledWithReplacement.of(0, 10));
    refused(() -> SampledWithReplacement.of(SampledWithReplacement.LARGEST_SAMPLE + 1, 10));
    refused(() -> SampledWithReplacement.of(3, 1));
    refused(() -> SampledWithReplacement.of(3, (1L << 53) + 1));
    SampledWithReplacement law = SampledWithReplacement.of(3, 10);
    for (double bad : new double[] {Double.NaN, 1, 0.5, Double.POSITIVE_INFINITY}) {
      refused(() -> law.gaussian(Enclosure.ONE, bad));
      refused(() -> law.laplace(Enclosure.ONE, bad));
      refused(() -> law.discreteGaussian(1, 1, bad));
    }
    refused(() -> law.discreteGaussian(Double.NaN, 1, 2));
    refused(() -> law.gaussian(Enclosure.of(-1, 1), 2));
  }

  private static void refused(Runnable call) {
    assertThrows(IllegalArgumentException.class, call::run);
  }
}
