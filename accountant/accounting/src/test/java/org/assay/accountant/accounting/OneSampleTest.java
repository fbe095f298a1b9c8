package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.loss.FullBatches;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several releases from one sample, and units of several records of it. */
class OneSampleTest {
  private static DpEvent gaussian(double sigma, AdjacencyRelation relation) {
    return DpEvent.gaussian(sigma, Sensitivity.unit(relation));
  }

  private static DpEvent laplace(double scale, AdjacencyRelation relation) {
    return DpEvent.laplace(scale, Sensitivity.unit(relation));
  }

  private static Enclosure delta(DpEvent event, double epsilon) {
    return TightestBound.of(event, event.adjacency()).delta(epsilon).value();
  }

  private static Enclosure epsilon(DpEvent event, AdjacencyRelation relation, double delta) {
    return TightestBound.of(event, relation).epsilon(delta).value();
  }

  private static void isNear(String value, Enclosure enclosure, double relative) {
    assertTrue(enclosure.contains(new BigDecimal(value)), () -> value + " in " + enclosure);
    assertTrue(enclosure.relativeWidth() < relative, () -> "width of " + enclosure);
  }

  /** Computed with 40 digits at one Gaussian of sigma 0.99875233887784467. */
  @Test
  void gaussiansOnOneSampleAreOne() {
    DpEvent step =
        DpEvent.sequence(gaussian(1, ADD_OR_REMOVE), gaussian(20, ADD_OR_REMOVE))
            .poissonSampled(0.01);
    isNear("7.365653531903795e-5", delta(step, 0.1), 1e-12);
    assertEquals(
        TightestBound.Method.CONTOUR, TightestBound.of(step, ADD_OR_REMOVE).delta(0.1).method());
  }

  /** Four of sigma 2 are one of sigma 1, under every relation and at every number of steps. */
  @Test
  void equalGaussiansOnOneSampleAreOneUnderEveryRelation() {
    agree(gaussian(2, ADD_OR_REMOVE), gaussian(1, ADD_OR_REMOVE), 0.01, ADD_OR_REMOVE);
    agree(gaussian(2, ADD_OR_REMOVE), gaussian(1, ADD_OR_REMOVE), 0.01, REPLACE_ONE);
    agree(gaussian(2, ZERO_OUT), gaussian(1, ZERO_OUT), 0.25, ZERO_OUT);
  }

  private static void agree(DpEvent part, DpEvent whole, double q, AdjacencyRelation relation) {
    DpEvent parts = part.times(3);
    for (DpEvent all : List.of(part.times(4), DpEvent.sequence(part, parts))) {
      for (long steps : new long[] {1, 50}) {
        Enclosure joint = epsilon(all.poissonSampled(q).times(steps), relation, 1e-6);
        Enclosure one = epsilon(whole.poissonSampled(q).times(steps), relation, 1e-6);
        assertEquals(one.midpoint(), joint.midpoint(), 1e-10 * one.midpoint());
        assertTrue(joint.relativeWidth() < 1e-9);
      }
      Enclosure joint = Steps.of(all.poissonSampled(q), relation).renyi().at(8);
      Enclosure one = Steps.of(whole.poissonSampled(q), relation).renyi().at(8);
      assertEquals(one.midpoint(), joint.midpoint(), 1e-10 * one.midpoint());
      assertTrue(joint.relativeWidth() < 1e-9);
    }
  }

  @Tag("slow")
  @Test
  void fixedSizesAndDrawsKnowJointGaussians() {
    DpEvent four = gaussian(2, REPLACE_ONE).times(4);
    DpEvent one = gaussian(1, REPLACE_ONE);
    Enclosure joint = epsilon(four.fixedSizeSampled(5, 100).times(20), REPLACE_ONE, 1e-6);
    Enclosure single = epsilon(one.fixedSizeSampled(5, 100).times(20), REPLACE_ONE, 1e-6);
    assertEquals(single.midpoint(), joint.midpoint(), 1e-9 * single.midpoint());
    assertEquals(
        Steps.of(one.sampledWithReplacement(5, 100), REPLACE_ONE).renyi().at(4).midpoint(),
        Steps.of(four.sampledWithReplacement(5, 100), REPLACE_ONE).renyi().at(4).midpoint(),
        1e-12);
  }

  /** Noise whose precision is no double is enclosed from both sides. */
  @Test
  void noiseThatIsNoDoubleIsEnclosed() {
    DpEvent three = gaussian(1, ADD_OR_REMOVE).times(3).poissonSampled(0.1);
    double sigma = 1 / Math.sqrt(3);
    Enclosure joint = delta(three, 0.5);
    Enclosure less = delta(gaussian(sigma * (1 - 1e-14), ADD_OR_REMOVE).poissonSampled(0.1), 0.5);
    Enclosure more = delta(gaussian(sigma * (1 + 1e-14), ADD_OR_REMOVE).poissonSampled(0.1), 0.5);
    assertTrue(joint.upper() <= less.upper() && joint.lower() >= more.lower());
    assertTrue(joint.lower() <= joint.upper() && joint.relativeWidth() < 1e-11);
    Enclosure fifty = delta(three.times(50), 3);
    assertTrue(fifty.relativeWidth() < 1e-9, fifty::toString);
  }

  /** The cost exceeds the composition of separately sampled parts. */
  @Test
  void oneSampleIsNotTwo() {
    DpEvent part = gaussian(2, ADD_OR_REMOVE);
    DpEvent apart = part.poissonSampled(0.01).times(2);
    assertTrue(
        epsilon(part.times(2).poissonSampled(0.01), ADD_OR_REMOVE, 1e-6).lower()
            > epsilon(apart, ADD_OR_REMOVE, 1e-6).upper());
  }

  @Test
  void noiseOutOfRangeIsRefused() {
    DpEvent tiny = gaussian(1e-200, ADD_OR_REMOVE).times(2).poissonSampled(0.1);
    assertThrows(UnsupportedEventException.class, () -> Steps.of(tiny, ADD_OR_REMOVE).renyi());
  }

  /** Mixtures of two sampled Gaussians, computed with 40 digits. */
  @Test
  void fullBatchesExchangeRecords() {
    DpEvent step = gaussian(1, ADD_OR_REMOVE).truncatedPoissonSampled(1000, 0.01, 12);
    isNear("0.00015061749989286595", delta(step, 0.5), 1e-11);
    DpEvent half = gaussian(2, ADD_OR_REMOVE).truncatedPoissonSampled(500, 0.1, 50);
    isNear("0.0030311538734524167", delta(half, 0.25), 1e-11);
    DpEvent zeroed = gaussian(2, ZERO_OUT).truncatedPoissonSampled(500, 0.1, 50);
    assertEquals(delta(half, 0.25), delta(zeroed, 0.25));
    FullBatches batches = FullBatches.of(1000, 0.01, 20);
    assertEquals(0.0032525222, batches.full().midpoint(), 1e-10);
    assertEquals(0.0092019759, batches.share().midpoint(), 1e-10);
  }

  /** Against sums of all binomial probabilities, by other formulas, in exact arithmetic. */
  @Test
  void lawsOfFullBatchesEncloseExactFractions() {
    for (int records : new int[] {2, 3, 7, 12}) {
      for (int largest = 1; largest < records; largest++) {
        for (double q : new double[] {0.0625, 0.5, 0.875}) {
          FullBatches batches = FullBatches.of(records, q, largest);
          BigDecimal full = BigDecimal.ZERO;
          BigDecimal kept = BigDecimal.ZERO;
          for (int k = largest; k < records; k++) {
            full = full.add(binomial(records - 1, k, q));
          }
          for (int k = largest + 1; k <= records; k++) {
            kept = kept.add(binomial(records, k, q));
          }
          BigDecimal share =
              kept.multiply(BigDecimal.valueOf(largest))
                  .divide(full.multiply(BigDecimal.valueOf(records)), new MathContext(40));
          assertTrue(batches.full().contains(full), batches::toString);
          assertTrue(batches.share().contains(share), batches::toString);
          assertTrue(batches.share().relativeWidth() < 1e-13);
        }
      }
    }
  }

  private static BigDecimal binomial(int n, int k, double q) {
    BigDecimal p = new BigDecimal(q);
    return p.pow(k)
        .multiply(BigDecimal.ONE.subtract(p).pow(n - k))
        .multiply(BigDecimal.valueOf(CombinatoricsUtils.binomialCoefficient(n, k)));
  }

  /**
   * A limit that is never reached has no effect; one that is always reached leaves a fixed size.
   */
  @Test
  void limitsAtTheEnds() {
    DpEvent one = gaussian(1, ADD_OR_REMOVE);
    Enclosure free = delta(one.poissonSampled(0.1), 0.5);
    assertEquals(free, delta(one.truncatedPoissonSampled(20, 0.1, 20), 0.5));
    assertEquals(free, delta(one.truncatedPoissonSampled(20, 0.1, 1000), 0.5));
    Enclosure rarely = delta(one.truncatedPoissonSampled(20, 0.1, 19), 0.5);
    assertEquals(free.midpoint(), rarely.midpoint(), 1e-15);
    // The sample of all records, reduced to a uniform subset, in which one record is exchanged.
    Enclosure all = delta(one.truncatedPoissonSampled(20, 1, 5), 0.5);
    assertEquals(
        delta(gaussian(0.5, ADD_OR_REMOVE).poissonSampled(0.25), 0.5).midpoint(),
        all.midpoint(),
        1e-15);
    assertEquals(Enclosure.ZERO, delta(one.truncatedPoissonSampled(20, 0, 5), 0.5));
  }

  /**
   * Discrete noise in batches that practically never fill: the rarest outcomes of a full batch are
   * below the smallest number. The value is the sum over outcomes with 40 digits.
   */
  @Test
  void outcomesBelowTheSmallestNumber() {
    DpEvent discrete = DpEvent.discreteGaussian(1.598, Sensitivity.unit(ZERO_OUT));
    Enclosure delta = delta(discrete.truncatedPoissonSampled(100, 0.05, 60), 0.1);
    isNear("0.00077701460015861779", delta, 1e-11);
  }

  @Test
  void limitedBatchesHaveOrdersAndEpsilons() {
    DpEvent step = gaussian(2, ADD_OR_REMOVE).truncatedPoissonSampled(500, 0.1, 50);
    Enclosure divergence = Steps.of(step, ADD_OR_REMOVE).renyi().at(3);
    Enclosure room =
        Steps.of(gaussian(2, ADD_OR_REMOVE).poissonSampled(0.1), ADD_OR_REMOVE).renyi().at(3);
    double q = FullBatches.of(500, 0.1, 50).share().midpoint();
    Enclosure full =
        Steps.of(gaussian(1, ADD_OR_REMOVE).poissonSampled(q), ADD_OR_REMOVE).renyi().at(3);
    double weight = FullBatches.of(500, 0.1, 50).full().midpoint();
    double mixed =
        (1 - weight) * Math.exp(2 * room.midpoint()) + weight * Math.exp(2 * full.midpoint());
    assertEquals(Math.log(mixed) / 2, divergence.midpoint(), 1e-10);
    DpEvent pure = DpEvent.pure(0.5, ADD_OR_REMOVE).truncatedPoissonSampled(500, 0.1, 50);
    Enclosure epsilon = Steps.of(pure, ADD_OR_REMOVE).epsilon();
    assertEquals(Math.log1p(q * Math.expm1(1)), epsilon.midpoint(), 1e-12);
    Enclosure many = epsilon(step.times(100), ADD_OR_REMOVE, 1e-5);
    double renyi = Accountant.rdp(ADD_OR_REMOVE).compose(step.times(100)).epsilonAt(1e-5).lower();
    assertTrue(many.upper() < renyi && many.relativeWidth() < 0.01);
  }

  @Test
  void limitedBatchesOfUnitsAreRefused() {
    DpEvent step = gaussian(2, ADD_OR_REMOVE).truncatedPoissonSampled(500, 0.1, 50);
    TightestBound two = TightestBound.of(step.forGroupsOf(2), ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> two.delta(1));
    DpEvent sized = gaussian(1, REPLACE_ONE).fixedSizeSampled(5, 50);
    TightestBound inside =
        TightestBound.of(sized.truncatedPoissonSampled(500, 0.1, 50), REPLACE_ONE);
    assertThrows(UnsupportedEventException.class, () -> inside.delta(1));
    assertTrue(
        TightestBound.of(step, REPLACE_ONE).delta(0.25).value().lower()
            > delta(step, 0.25).upper());
  }

  /** The profile of the product through the identities of sampling, computed with 40 digits. */
  @Tag("slow")
  @Test
  void gaussianAndLaplaceNoiseOnOneSample() {
    DpEvent both = DpEvent.sequence(gaussian(1, ADD_OR_REMOVE), laplace(2, ADD_OR_REMOVE));
    isNear("0.00014325804252253996", delta(both.poissonSampled(0.01), 0.1), 1e-10);
    DpEvent other = DpEvent.sequence(gaussian(2, ADD_OR_REMOVE), laplace(1, ADD_OR_REMOVE));
    isNear("0.0077433767351501658", delta(other.poissonSampled(0.1), 0.2), 1e-10);
    assertEquals(
        byQuadrature(0.1, 2, 1, 0.2), delta(other.poissonSampled(0.1), 0.2).midpoint(), 1e-9);
    DpEvent replaced = DpEvent.sequence(gaussian(2, REPLACE_ONE), laplace(1, REPLACE_ONE));
    assertEquals(
        byQuadrature(0.1, 2, 1, 0.2),
        delta(replaced.fixedSizeSampled(1, 10), 0.2).midpoint(),
        1e-9);
  }

  /** {@code q} times the mean of the Gaussian profile over the loss of Laplace noise. */
  private static double byQuadrature(double q, double sigma, double scale, double epsilon) {
    double inner = Math.log1p(Math.expm1(epsilon) / q);
    double largest = 1 / scale;
    double sum =
        0.5 * profile(1 / sigma, inner - largest)
            + 0.5 * Math.exp(-largest) * profile(1 / sigma, inner + largest);
    int panels = 20_000;
    for (int i = 0; i < panels; i++) {
      double loss = -largest + 2 * largest * (i + 0.5) / panels;
      double density = 0.25 * Math.exp((loss - largest) / 2);
      sum += profile(1 / sigma, inner - loss) * density * 2 * largest / panels;
    }
    return q * sum;
  }

  private static double profile(double mu, double epsilon) {
    NormalDistribution normal = new NormalDistribution(0, 1);
    return normal.cumulativeProbability(mu / 2 - epsilon / mu)
        - Math.exp(epsilon) * normal.cumulativeProbability(-mu / 2 - epsilon / mu);
  }

  /**
   * Two rounds of randomized response on one sample have three losses, and are sampled together.
   */
  @Test
  void pureMechanismsOnOneSampleAreLessThanTheirEpsilon() {
    DpEvent twice = DpEvent.pure(1, ADD_OR_REMOVE).times(2);
    double high = 1 / (1 + Math.exp(-1));
    double low = 1 - high;
    List<LossAtom> atoms =
        List.of(
            LossAtom.exact(high * high, low * low),
            LossAtom.exact(low * low, high * high),
            LossAtom.exact(1 - high * high - low * low, 1 - high * high - low * low));
    PrivacyLossDistribution exact =
        PrivacyLossDistribution.ofAtoms("two", atoms, 2, ADD_OR_REMOVE).poissonSampled(0.1);
    for (long steps : new long[] {1, 10}) {
      DpEvent event = twice.poissonSampled(0.1).times(steps);
      double known = exact.times(steps).delta(0.3).midpoint();
      double upper = delta(event, 0.3).upper();
      assertEquals(known, upper, 0.01 * known);
      assertTrue(upper >= exact.times(steps).delta(0.3).lower());
      double throughEpsilon =
          delta(DpEvent.pure(2, ADD_OR_REMOVE).poissonSampled(0.1).times(steps), 0.3).lower();
      assertTrue(upper < throughEpsilon);
    }
  }

  /** Many steps are bounded through a pair for each, at about four digits. */
  @Tag("slow")
  @Test
  void repeatedStepsOfUnlikeNoise() {
    DpEvent both = DpEvent.sequence(gaussian(1, ADD_OR_REMOVE), laplace(2, ADD_OR_REMOVE));
    Enclosure run = epsilon(both.poissonSampled(0.01).times(100), ADD_OR_REMOVE, 1e-6);
    Enclosure gaussian =
        epsilon(gaussian(1, ADD_OR_REMOVE).poissonSampled(0.01).times(100), ADD_OR_REMOVE, 1e-6);
    assertTrue(run.lower() > gaussian.upper() && run.relativeWidth() < 0.01);
    // Laplace noise of scale 2 loses less than Gaussian noise of a mu of 1.
    DpEvent more = DpEvent.sequence(gaussian(1, ADD_OR_REMOVE), gaussian(0.7, ADD_OR_REMOVE));
    assertTrue(
        run.upper() < epsilon(more.poissonSampled(0.01).times(100), ADD_OR_REMOVE, 1e-6).lower());
  }

  /** The profile identities of one sample, in 40 digits (the larger direction). */
  @Test
  void sampledLaplaceNoiseHasAllDigits() {
    isNear(
        "0.025401389825142777", delta(laplace(1, ADD_OR_REMOVE).poissonSampled(0.1), 0.05), 1e-12);
    isNear(
        "0.025401389825142777",
        delta(laplace(1, REPLACE_ONE).fixedSizeSampled(1, 10), 0.05),
        1e-12);
  }

  /** Binomial mixtures, computed with 40 digits; a group of one is the event. */
  @Test
  void recordsOfAGroupAreSampledOneByOne() {
    DpEvent step = gaussian(1, ADD_OR_REMOVE).poissonSampled(0.01);
    isNear("7.8997704985018491e-6", delta(step.forGroupsOf(2), 0.5), 1e-10);
    isNear("1.4211712776394802e-4", delta(step.forGroupsOf(4), 0.5), 1e-10);
    assertEquals(delta(step, 0.5), delta(step.forGroupsOf(1), 0.5));
    DpEvent joint =
        DpEvent.sequence(gaussian(1.25, ADD_OR_REMOVE), gaussian(5 / 3.0, ADD_OR_REMOVE));
    Enclosure four = delta(joint.poissonSampled(0.01).forGroupsOf(4), 0.5);
    assertEquals(1.42117127763948e-4, four.midpoint(), 1e-15);
  }

  /**
   * Samples of a fixed size have no bound under zero-out. If a sample has fewer of the unit's
   * records it has more of the others', which may pull the other way. Attained by 100 records; 96
   * of them, outside the unit, are -1.
   */
  @Test
  void zeroedRecordsOfAFixedSizeAreNoMixtureAgainstTheBase() {
    double[] weights = new double[5];
    for (int j = 0; j <= 4; j++) {
      weights[j] =
          (double) CombinatoricsUtils.binomialCoefficient(4, j)
              * CombinatoricsUtils.binomialCoefficientDouble(96, 10 - j)
              / CombinatoricsUtils.binomialCoefficientDouble(100, 10);
    }
    double best = 0;
    for (double cut = -5; cut < 15; cut += 0.01) {
      double held = 0;
      for (int j = 0; j <= 4; j++) {
        NormalDistribution normal = new NormalDistribution(0, 2);
        held += weights[j] * normal.cumulativeProbability(2 * j - cut);
        held -= weights[j] * Math.exp(0.5) * normal.cumulativeProbability(j - cut);
      }
      best = Math.max(best, held);
    }
    assertEquals(0.01829, best, 1e-5);
    DpEvent step = gaussian(2, ZERO_OUT).fixedSizeSampled(10, 100);
    TightestBound four = TightestBound.of(step.forGroupsOf(4), ZERO_OUT);
    assertThrows(UnsupportedEventException.class, () -> four.delta(0.5));
  }

  /** The second moment of a mixture is a double sum; the group rule is larger. */
  @Test
  void ordersOfGroupsAreThoseOfTheMixture() {
    DpEvent step = gaussian(2, ADD_OR_REMOVE).poissonSampled(0.1);
    double moment = 0;
    double[] weights = {0.6561, 0.2916, 0.0486, 0.0036, 0.0001};
    for (int j = 0; j <= 4; j++) {
      for (int k = 0; k <= 4; k++) {
        moment += weights[j] * weights[k] * Math.exp(j * k / 4.0);
      }
    }
    Enclosure four = Steps.of(step.forGroupsOf(4), ADD_OR_REMOVE).renyi().at(2);
    assertEquals(Math.log(moment), four.midpoint(), 1e-12);
    assertTrue(four.relativeWidth() < 1e-10);
    assertTrue(four.upper() < Steps.of(step, ADD_OR_REMOVE).renyi().forGroupsOf(4).at(2).lower());
    assertEquals(
        Steps.of(gaussian(2, ADD_OR_REMOVE), ADD_OR_REMOVE).renyi().forGroupsOf(4).at(2),
        Steps.of(gaussian(2, ADD_OR_REMOVE).poissonSampled(1).forGroupsOf(4), ADD_OR_REMOVE)
            .renyi()
            .at(2));
    DpEvent never = gaussian(2, ADD_OR_REMOVE).poissonSampled(0);
    assertEquals(0, Steps.of(never.forGroupsOf(4), ADD_OR_REMOVE).renyi().at(2).upper());
  }

  /** The width of the noise's enclosure is part of the answer's width. */
  @Test
  void answersEncloseBothEndsOfTheNoise() {
    GaussianComposition none = GaussianComposition.under(ADD_OR_REMOVE);
    GaussianComposition open = none.withPoissonSampled(0.1, Enclosure.of(1, 1.125), 10);
    for (double sigma : new double[] {1, 1.0625, 1.125}) {
      GaussianComposition one = none.withPoissonSampled(0.1, sigma, 10);
      assertTrue(open.delta(0.5).contains(one.delta(0.5)));
      assertTrue(open.epsilon(1e-6).contains(one.epsilon(1e-6)));
      double bound = open.deltaBounds(new double[] {0.5}, 1e-12)[0];
      assertTrue(bound >= one.delta(0.5).lower());
    }
  }

  /** A part for pairs of records moves twice as far: precision 1/4 and 4/4. */
  @Tag("slow")
  @Test
  void partsAboutUnitsOfOtherSizesAreNotTakenTogether() {
    DpEvent part = gaussian(2, ADD_OR_REMOVE);
    Enclosure mixed = delta(DpEvent.sequence(part, part.forGroupsOf(2)).poissonSampled(0.1), 0.5);
    Enclosure whole = delta(gaussian(2 / Math.sqrt(5), ADD_OR_REMOVE).poissonSampled(0.1), 0.5);
    assertEquals(whole.midpoint(), mixed.midpoint(), 1e-11);
  }

  /**
   * {@code e^1000} is no double; a share q of a 1000-private mechanism is nearly {@code (1000 + log
   * q)}-private.
   */
  @Test
  void hugeEpsilonsAreAmplified() {
    DpEvent pure = DpEvent.pure(1000, REPLACE_ONE);
    double part = 1000 + Math.log(1e-4);
    assertEquals(
        part, Steps.of(pure.fixedSizeSampled(10, 100_000), REPLACE_ONE).epsilon().upper(), 1e-9);
    assertEquals(
        2 * part,
        Steps.of(pure.sampledWithReplacement(2, 10_000), REPLACE_ONE).epsilon().upper(),
        1e-9);
    DpEvent present = DpEvent.pure(1000, ADD_OR_REMOVE);
    assertEquals(
        part, Steps.of(present.poissonSampled(1e-4), ADD_OR_REMOVE).epsilon().upper(), 1e-9);
  }

  @Test
  void noiseWhosePrecisionUnderflowsIsRefused() {
    DpEvent faint =
        DpEvent.parse(
            "group(100, fixed-size(3, 1000, thresholded-counts(gaussian, scale=1e200,"
                + " threshold=1e200, partitions=100)))",
            ADD_OR_REMOVE);
    assertThrows(UnsupportedEventException.class, () -> epsilon(faint, ADD_OR_REMOVE, 0.5));
  }
}
