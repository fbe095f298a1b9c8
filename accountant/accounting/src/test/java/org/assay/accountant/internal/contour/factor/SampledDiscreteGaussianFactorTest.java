package org.assay.accountant.internal.contour.factor;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.composition.SymmetricLoss;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.SampledDiscreteGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of discrete Gaussians along a line, in both directions. */
class SampledDiscreteGaussianFactorTest {
  private static final MixedComposition NONE = MixedComposition.under(ADD_OR_REMOVE);
  private static final double[] SHARES = {1e-4, 0.015625, 0.5, 0.984375};

  private static SampledDiscreteGaussianFactor factor(
      double q, double sigma, long shift, boolean removing) {
    NormalNoise.Discrete noise = NormalNoise.Discrete.of(sigma, shift);
    return new SampledDiscreteGaussianFactor(q, noise, 1, removing);
  }

  /** A sum over all whole numbers that matter, in the exponent's own order. */
  private static double[] moment(
      double q, double sigma, long shift, boolean removing, double c, double t) {
    double normalizer = 0;
    double[] sum = new double[2];
    long far = (long) Math.ceil(14 * sigma) + 1;
    long right = far + (removing ? (long) Math.ceil((1 + c) * shift) : shift);
    for (long x = -far; x <= right; x++) {
      double exponent = -0.5 * x * x / (sigma * sigma);
      normalizer += Math.exp(exponent);
      double unsampled = shift * (2.0 * x - shift) / (2 * sigma * sigma);
      double loss = Math.log1p(q * Math.expm1(unsampled)) * (removing ? 1 : -1);
      double weight = Math.exp(exponent + (removing ? 1 + c : c) * loss);
      sum[0] += weight * Math.cos(t * loss);
      sum[1] += weight * Math.sin(t * loss);
    }
    return new double[] {sum[0] / normalizer, sum[1] / normalizer};
  }

  /** How far a node's value is from a complex number. */
  private static double apart(ContourNodes nodes, int k, double[] exact) {
    double modulus = Math.exp(nodes.logModulus(k));
    double re = exact[0] - modulus * Math.cos(nodes.phase(k));
    double im = exact[1] - modulus * Math.sin(nodes.phase(k));
    return Math.hypot(re, im);
  }

  /** What a node says of that. */
  private static double errorAt(ContourNodes nodes, int k) {
    return Math.exp(nodes.logModulus(k)) * Math.expm1(nodes.error(k));
  }

  /** With all the whole numbers as nodes, and with some of them. */
  @ParameterizedTest
  @CsvSource({".5, 1, 2", "1, 1, 4", "3, 2, 3", "20, 1, 40", "50, 60, 2", "300, 10, 30"})
  void valuesAlongTheLine(double sigma, long shift, double c) {
    for (boolean removing : new boolean[] {true, false}) {
      for (double q : SHARES) {
        for (double reach : new double[] {5, 60}) {
          ContourNodes nodes = new ContourNodes(c, reach / 16, 16);
          LossTransform line = factor(q, sigma, shift, removing).along(c, reach);
          assertTrue(line.cost() < 20_000, () -> "cost " + line.cost());
          line.addTo(nodes);
          for (int k = 0; k < 16; k++) {
            double[] exact = moment(q, sigma, shift, removing, c, k * reach / 16);
            String where = q + " " + removing + " " + k;
            double whole = Math.exp(nodes.logModulus(0));
            double error = errorAt(nodes, k);
            assertTrue(error < 1e-9 * whole, () -> where + " error " + error + " of " + whole);
            // The plain sum errs by roundoffs of its terms.
            assertTrue(apart(nodes, k, exact) <= error + 2e-13 * whole, where);
          }
        }
      }
    }
  }

  /** Against the certified divergences, which share no nodes. */
  @Test
  void momentsOnTheAxis() {
    for (boolean removing : new boolean[] {true, false}) {
      for (double q : SHARES) {
        for (double sigma : new double[] {0.3, 1, 6, 40, 1000}) {
          for (double c : new double[] {0.25, 4, 30}) {
            Enclosure divergence =
                removing
                    ? SampledDiscreteGaussian.renyiForward(q, sigma, 2, 1 + c)
                    : SampledDiscreteGaussian.renyiReverse(q, sigma, 2, 1 + c);
            Enclosure exact = divergence.times(c);
            Enclosure found = factor(q, sigma, 2, removing).logMoment(c);
            String where = q + " " + sigma + " " + c + " " + removing + " " + found + " " + exact;
            assertTrue(found.lower() <= exact.upper() && exact.lower() <= found.upper(), where);
            assertTrue(found.width() < 1e-12 * (1 + exact.upper()), where);
            double rough = factor(q, sigma, 2, removing).roughLogMoment(c);
            double size = exact.upper() + 1e-12;
            assertTrue(c > 20 || Math.abs(rough - exact.midpoint()) < 0.1 * size, where + rough);
          }
        }
      }
    }
  }

  /** Where hardly anybody is left out the mixture's logarithm loses digits, and says so. */
  @Test
  void nearlyAllSampled() {
    double q = 1 - 0x1p-30;
    for (double c : new double[] {0.0625, 0.125, 0.25}) {
      Enclosure exact = SampledDiscreteGaussian.renyiReverse(q, 0.5, 5, 1 + c).times(c);
      LossFactor factor = factor(q, 0.5, 5, false);
      Enclosure found = factor.logMoment(c);
      assertTrue(found.lower() <= exact.upper() && exact.lower() <= found.upper(), "" + found);
      assertTrue(found.width() > 1e-10 && found.width() < 1e-4, "" + found);
      ContourNodes nodes = new ContourNodes(c, 0.5, 8);
      factor.along(c, 4).addTo(nodes);
      for (int k = 0; k < 8; k++) {
        double[] plain = precise(q, 0.5, 5, c, 0.5 * k);
        double apart = apart(nodes, k, plain);
        assertTrue(apart <= errorAt(nodes, k) + 1e-13, k + " off by " + apart);
      }
    }
  }

  /** The moment of adding a record, with mixtures that are sums of two positive numbers. */
  private static double[] precise(double q, double sigma, long shift, double c, double t) {
    double normalizer = 0;
    double[] sum = new double[2];
    for (long x = -20; x <= 20 + shift; x++) {
      double mass = Math.exp(-0.5 * x * x / (sigma * sigma));
      double unsampled = shift * (2.0 * x - shift) / (2 * sigma * sigma);
      double loss = -Math.log((1 - q) + q * Math.exp(unsampled));
      normalizer += mass;
      sum[0] += mass * Math.exp(c * loss) * Math.cos(t * loss);
      sum[1] += mass * Math.exp(c * loss) * Math.sin(t * loss);
    }
    return new double[] {sum[0] / normalizer, sum[1] / normalizer};
  }

  /** Of nodes that are only some of the whole numbers, whatever the accuracy aimed at. */
  @Test
  void coarseLinesKnowTheirErrors() {
    RealLine line = new RealLine();
    int known = 0;
    for (boolean removing : new boolean[] {true, false}) {
      for (long shift : new long[] {3, 40, 90}) {
        for (double accuracy : new double[] {0.3, 1e-2, 1e-4, 1e-7}) {
          line.prepare(0.25, NormalNoise.Discrete.of(40, shift), removing, 3, 0, accuracy);
          Enclosure exact = factor(0.25, 40, shift, removing).logMoment(3).expm1();
          double apart = Math.abs(line.momentMinusOne - exact.midpoint());
          String where = shift + " " + accuracy + " " + removing;
          assertTrue(!line.known || apart <= line.momentError + exact.width(), where);
          assertTrue(!line.known || line.momentError >= 1e-12, where);
          known += line.known ? 1 : 0;
        }
      }
    }
    assertTrue(known >= 15, "known " + known);
  }

  /** The same off the axis, where the rule errs most at the end of the line. */
  @Test
  void coarseLinesKnowTheirErrorsOffTheAxis() {
    RealLine line = new RealLine();
    int large = 0;
    for (boolean removing : new boolean[] {true, false}) {
      for (double reach : new double[] {5, 20, 80}) {
        for (double accuracy : new double[] {0.3, 1e-2, 1e-4}) {
          line.prepare(0.25, NormalNoise.Discrete.of(60, 40), removing, 2, reach, accuracy);
          if (line.known) {
            ContourNodes nodes = new ContourNodes(2, reach / 8, 9);
            line.along(1).addTo(nodes);
            for (int k = 0; k < 9; k++) {
              double[] exact = moment(0.25, 60, 40, removing, 2, k * reach / 8);
              double apart = apart(nodes, k, exact);
              String where = removing + " " + reach + " " + accuracy + " " + k + " " + apart;
              assertTrue(apart <= errorAt(nodes, k) + 1e-12, where);
              large += apart > 1e-9 ? 1 : 0;
            }
          }
        }
      }
    }
    assertTrue(large > 10, "large " + large);
  }

  /** Sums over all pairs of outcomes in 40-digit arithmetic. */
  @ParameterizedTest
  @CsvSource({
    ".125, 1, 1, .25, 2, 3, .25, 0.1007063852752631628699686, 0.02395854861826979305031868",
    ".03125, 3, 2, .75, 5, 1, .125, 0.01946618619892857399104227, 0.01754651822806732084430336",
    ".5, .5, 1, .0625, 4, 5, 1, 0.209952405655732387847537, 0",
  })
  void twoSamples(
      double q1,
      double sigma1,
      long shift1,
      double q2,
      double sigma2,
      long shift2,
      double epsilon,
      String removing,
      String adding) {
    for (boolean removed : new boolean[] {true, false}) {
      LossComposition both =
          new LossComposition(
              List.of(factor(q1, sigma1, shift1, removed), factor(q2, sigma2, shift2, removed)),
              1e8);
      double delta = Double.parseDouble(removed ? removing : adding);
      assertHolds(removed ? removing : adding, both.delta(epsilon), 1e-3);
      assertTrue(both.isBelow(epsilon, 1.01 * delta));
      assertTrue(delta == 0 || !both.isBelow(epsilon, 0.99 * delta));
    }
    MixedComposition both =
        sampled(q1, NONE.withDiscreteGaussian(sigma1, shift1))
            .plus(sampled(q2, NONE.withDiscreteGaussian(sigma2, shift2)))
            .orElseThrow();
    assertHolds(removing, both.delta(epsilon), 1e-3);
    assertTrue(both.decidesOrders() && !both.isSymmetric());
  }

  private static MixedComposition sampled(double q, Optional<MixedComposition> once) {
    return once.flatMap(step -> step.poissonSampled(q)).orElseThrow();
  }

  private static void assertHolds(String exact, Enclosure found, double width) {
    assertTrue(found.contains(new BigDecimal(exact)), () -> found + " without " + exact);
    assertTrue(found.upper() == 0 || found.relativeWidth() <= width, found::toString);
  }

  /** Unlike steps, against loss distributions, which share nothing with the line. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {1, 5, 30})
  void manySamples(double sigma) {
    DpEvent[] steps =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    DpEvent.discreteGaussian(
                            sigma * (1 + 1e-3 * i), Sensitivity.unit(ADD_OR_REMOVE))
                        .poissonSampled(0.05 + 1e-4 * i))
            .toArray(DpEvent[]::new);
    DpEvent all = DpEvent.sequence(steps);
    TightestBound.Bound bound = TightestBound.of(all, ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.ATTAINED_CONTOUR, bound.method());
    Enclosure found = bound.value();
    Enclosure convolved = Steps.of(all, ADD_OR_REMOVE).losses().epsilon(1e-5);
    assertTrue(found.relativeWidth() <= 1e-4, found::toString);
    assertTrue(found.upper() <= convolved.upper(), () -> found + " above " + convolved);
    assertTrue(found.upper() >= convolved.lower(), () -> found + " below " + convolved);
  }

  /** Beside Gaussian steps nothing has to be smoothed. */
  @Test
  void samplesBesideAGaussian() {
    List<MixedComposition> parts = new ArrayList<>();
    GaussianComposition none = GaussianComposition.under(ADD_OR_REMOVE);
    parts.add(MixedComposition.of(none.withGaussian(Enclosure.exact(0.25))));
    parts.add(sampled(0.25, NONE.withDiscreteGaussian(4, 1)));
    parts.add(sampled(0.125, NONE.withDiscreteGaussian(2, 3)));
    MixedComposition all = MixedComposition.sum(ADD_OR_REMOVE, parts).orElseThrow();
    assertTrue(all.decays());
    assertTrue(all.delta(0.5).relativeWidth() < 1e-9, () -> "" + all.delta(0.5));
  }

  @Test
  void whatIsOutOfReachSaysSo() {
    LossTransform steep = factor(0.5, 0.06, 1, true).along(3, 1);
    assertEquals(Double.POSITIVE_INFINITY, steep.cost());
    LossTransform far = factor(0.5, 1e4, 1, true).along(3, 1e9);
    assertEquals(Double.POSITIVE_INFINITY, far.cost());
    ContourNodes nodes = new ContourNodes(3, 1e9, 3);
    far.addTo(nodes);
    double most = factor(0.5, 1e4, 1, true).logMoment(3).upper();
    for (int k = 0; k < 3; k++) {
      // Any value of at most this modulus is within the error.
      assertTrue(nodes.logModulus(k) >= most && nodes.error(k) >= Math.log(3));
    }
    assertEquals(
        Optional.empty(),
        MixedComposition.under(REPLACE_ONE)
            .withDiscreteGaussian(1, 1)
            .flatMap(step -> step.poissonSampled(0.5)));
  }

  @Test
  void equalSteps() {
    NormalNoise.Discrete noise = NormalNoise.Discrete.of(2, 1);
    LossFactor one = new SampledDiscreteGaussianFactor(0.25, noise, 1, true);
    LossFactor three = new SampledDiscreteGaussianFactor(0.25, noise, 3, true);
    double logMoment = 3 * one.logMoment(2).midpoint();
    assertEquals(logMoment, three.logMoment(2).midpoint(), 1e-13);
    assertEquals(logMoment, three.roughLogMoment(2), 1e-2 * logMoment);
    assertEquals(logMoment, three.along(2, 8).logDecayBound(8), 1e-13);
    ContourNodes single = new ContourNodes(2, 1, 8);
    ContourNodes triple = new ContourNodes(2, 1, 8);
    one.along(2, 8).addTo(single);
    three.along(2, 8).addTo(triple);
    for (int k = 0; k < 8; k++) {
      double error = 3 * single.error(k) + triple.error(k);
      assertEquals(3 * single.logModulus(k), triple.logModulus(k), error);
      assertEquals(3 * single.phase(k), triple.phase(k), error);
    }
    LossFactor added = new SymmetricLoss.DiscreteNormal(2, 1).sampledFactor(0.25, 3, false);
    assertEquals(-3 * Math.log(0.75), added.largestLoss(), 1e-14);
  }

  @Test
  void largestLosses() {
    assertEquals(Double.POSITIVE_INFINITY, factor(0.5, 2, 1, true).largestLoss());
    double largest = factor(0.5, 2, 1, false).largestLoss();
    assertTrue(largest >= Math.log(2) && largest < Math.log(2) + 1e-15);
  }
}
