package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of Laplace noise and of steps with few losses, in both directions. */
class SampledLossTest {
  private static final MixedComposition NONE = MixedComposition.under(ADD_OR_REMOVE);

  private static void assertHolds(String exact, Enclosure found, double width) {
    assertTrue(found.contains(new BigDecimal(exact)), () -> found + " without " + exact);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  private static LossFactor laplace(double q, double e, boolean removing) {
    return new SymmetricLoss.Laplace(Enclosure.exact(e)).sampledFactor(q, 1, removing);
  }

  private static LossFactor range(double q, double e, boolean removing) {
    return new SymmetricLoss.Range(e).sampledFactor(q, 1, removing);
  }

  /** An integral over the loss of the first, by 30-digit quadrature between the kinks. */
  @ParameterizedTest
  @CsvSource({
    ".125, 1, .25, .5, .0625, 0.01989608440625272518275, 0.01651833882082547797423",
    ".5, 2, .03125, .75, .25, 0.1682391814074031881325, 0.1066443526333898347663",
  })
  void twoBoundedRangeSamples(
      double q1, double e1, double q2, double e2, double epsilon, String removing, String adding) {
    LossComposition removed =
        new LossComposition(List.of(range(q1, e1, true), range(q2, e2, true)), 1e8);
    LossComposition added =
        new LossComposition(List.of(range(q1, e1, false), range(q2, e2, false)), 1e8);
    assertHolds(removing, removed.delta(epsilon), 1e-4);
    assertHolds(adding, added.delta(epsilon), 1e-4);
    MixedComposition both =
        sampled(q1, NONE.withBoundedRange(e1))
            .plus(sampled(q2, NONE.withBoundedRange(e2)))
            .orElseThrow();
    assertHolds(removing, both.delta(epsilon), 1e-4);
  }

  /** An integral over the loss of the first, by 30-digit quadrature between the kinks. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    ".125, 1, .25, .5, .0625, 0.039211204310280221852, 0.043236590299533579119",
    ".125, 1, .25, .5, .125, 0.023767637409519467811, 0.019067105342602092184",
    ".5, 2, .03125, .75, .25, 0.2697038225550879277, 0.18170501913220812238",
    ".125, 1, .125, 1, .125, 0.022110508191329390998, 0.012729968741306936488",
  })
  void twoLaplaceSamples(
      double q1, double e1, double q2, double e2, double epsilon, String removing, String adding) {
    LossComposition removed =
        new LossComposition(List.of(laplace(q1, e1, true), laplace(q2, e2, true)), 1e7);
    LossComposition added =
        new LossComposition(List.of(laplace(q1, e1, false), laplace(q2, e2, false)), 1e7);
    assertHolds(removing, removed.delta(epsilon), 1e-4);
    assertHolds(adding, added.delta(epsilon), 1e-4);
    MixedComposition both =
        sampled(q1, NONE.withLaplace(Enclosure.exact(e1)))
            .plus(sampled(q2, NONE.withLaplace(Enclosure.exact(e2))))
            .orElseThrow();
    String larger =
        new BigDecimal(removing).compareTo(new BigDecimal(adding)) > 0 ? removing : adding;
    assertHolds(larger, both.delta(epsilon), 1e-4);
    assertFalse(both.isSymmetric());
  }

  private static MixedComposition sampled(double q, Optional<MixedComposition> once) {
    return once.flatMap(step -> step.poissonSampled(q)).orElseThrow();
  }

  /** Sums over all outcomes in 30-digit arithmetic. */
  @ParameterizedTest
  @CsvSource({
    ".1, 0.24301335487385342729, 0.22964852197282646454",
    ".5, 0.13965565672884563801, 0.086098721898646596484",
  })
  void samplesWithFewLosses(double epsilon, String removing, String adding) {
    MixedComposition all =
        sampled(.125, NONE.withRandomizedResponse(2, .75))
            .plus(sampled(.25, NONE.withRandomizedResponse(2, .875)))
            .flatMap(run -> run.plus(sampled(.5, NONE.withRandomizedResponse(2, .625))))
            .flatMap(run -> run.plus(geometric(.25, 2, 3)))
            .flatMap(run -> run.plus(geometric(.125, 1, 2)))
            .orElseThrow();
    assertHolds(removing, all.delta(epsilon), 1e-7);
    LossComposition added =
        new LossComposition(
            List.of(
                response(.125, .75),
                response(.25, .875),
                response(.5, .625),
                new SymmetricLoss.Geometric(Enclosure.exact(.5), 3).sampledFactor(.25, 1, false),
                new SymmetricLoss.Geometric(Enclosure.ONE, 2).sampledFactor(.125, 1, false)),
            1e7);
    assertHolds(adding, added.delta(epsilon), 1e-7);
    assertEquals(0, added.delta(1).upper());
  }

  private static MixedComposition geometric(double q, double scale, long shift) {
    return sampled(q, NONE.withDiscreteLaplace(Enclosure.ONE.dividedBy(scale), shift));
  }

  private static LossFactor response(double q, double truth) {
    return new SymmetricLoss.Response(2, truth).sampledFactor(q, 1, false);
  }

  /** Off the real axis, by Simpson's rule with many more points than the panels have. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void momentsOfSamplesAlongTheLine(boolean noise) {
    for (boolean removing : new boolean[] {true, false}) {
      for (double q : new double[] {1e-3, 0.25, 0.75}) {
        for (double c : new double[] {0.5, 6}) {
          LossFactor factor = noise ? laplace(q, 1.5, removing) : range(q, 1.5, removing);
          assertMoments(noise, factor.along(c, 40), q, c, removing);
          LossTransform longer = factor.along(c, 2).reaching(40).orElseThrow();
          assertMoments(noise, longer, q, c, removing);
        }
      }
    }
  }

  private static void assertMoments(
      boolean noise, LossTransform line, double q, double c, boolean removing) {
    ContourNodes nodes = new ContourNodes(c, 2, 20);
    line.addTo(nodes);
    for (int k = 0; k < 20; k++) {
      double[] exact = moment(noise, q, 1.5, removing, c, 2 * k);
      double modulus = Math.exp(nodes.logModulus(k));
      double apart =
          Math.hypot(
              modulus * Math.cos(nodes.phase(k)) - exact[0],
              modulus * Math.sin(nodes.phase(k)) - exact[1]);
      double bound = modulus * Math.expm1(nodes.error(k));
      assertTrue(apart <= bound + 1e-9 * modulus, () -> q + " " + c + ": " + apart);
      assertTrue(bound <= 1e-9 * Math.exp(nodes.logModulus(0)), () -> q + ": " + bound);
      double decayed = Math.exp(line.logDecayBound(Math.max(1e-3, 2 * k)));
      double length = Math.hypot(exact[0], exact[1]);
      assertTrue(length <= decayed * (1 + 1e-9), () -> q + ", " + c + ": " + decayed);
    }
  }

  /**
   * Far out the bound is at most twice and a half what the modulus reaches, and falls to the atoms.
   */
  @Tag("slow")
  @Test
  void momentsOfLaplaceSamplesFallToTheirAtoms() {
    for (boolean removing : new boolean[] {true, false}) {
      for (double c : new double[] {0.5, 6}) {
        LossTransform line = laplace(0.75, 1.5, removing).along(c, 400);
        double nearest = 0;
        for (double t = 40; t <= 60; t += 0.05) {
          double[] exact = moment(true, 0.75, 1.5, removing, c, t);
          double length = Math.hypot(exact[0], exact[1]);
          double bound = Math.exp(line.logDecayBound(t));
          assertTrue(length <= bound, () -> removing + ", " + c + ": " + bound);
          nearest = Math.max(nearest, length / bound);
        }
        double most = nearest;
        assertTrue(nearest >= 0.4, () -> removing + ", " + c + ": " + most);
        double far = line.logDecayBound(1e12);
        double[] all = moment(true, 0.75, 1.5, removing, c, 0);
        assertTrue(far < Math.log(all[0]) - 0.01, () -> removing + ", " + c + ": " + far);
      }
    }
  }

  /** Many steps need no smoothing, and agree with the convolution of lattices. */
  @Test
  void manyLaplaceSamplesDecay() {
    DpEvent all =
        DpEvent.sequence(laplaceSample(0.05, 1).times(100), laplaceSample(0.3, 2).times(50));
    Enclosure found = TightestBound.of(all, ADD_OR_REMOVE).epsilon(1e-5).value();
    Enclosure convolved = Steps.of(all, ADD_OR_REMOVE).losses().epsilon(1e-5);
    assertTrue(found.relativeWidth() <= 1e-10, found::toString);
    assertTrue(convolved.lower() <= found.lower(), () -> found + " below " + convolved);
    assertTrue(found.upper() <= convolved.upper(), () -> found + " above " + convolved);
  }

  /** Selections of one kind, and of as many as there are. */
  @Test
  void manyBoundedRangeSamples() {
    DpEvent same = DpEvent.exponentialMechanism(0.5, ADD_OR_REMOVE).poissonSampled(0.125);
    DpEvent[] unlike =
        IntStream.range(0, 60)
            .mapToObj(i -> DpEvent.exponentialMechanism(0.5 + 0.01 * i, ADD_OR_REMOVE))
            .map(step -> step.poissonSampled(0.25))
            .toArray(DpEvent[]::new);
    for (DpEvent all : List.of(same.times(200), DpEvent.sequence(unlike))) {
      Enclosure found = TightestBound.of(all, ADD_OR_REMOVE).epsilon(1e-5).value();
      Enclosure convolved = Steps.of(all, ADD_OR_REMOVE).losses().epsilon(1e-5);
      assertTrue(found.relativeWidth() <= 1e-10, found::toString);
      assertTrue(found.upper() <= convolved.upper(), () -> found + " above " + convolved);
      assertTrue(found.upper() >= convolved.lower(), () -> found + " below " + convolved);
    }
  }

  private static DpEvent laplaceSample(double q, double scale) {
    return DpEvent.laplace(scale, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(q);
  }

  private static double[] moment(
      boolean noise, double q, double e, boolean removing, double c, double t) {
    int points = 20_000;
    double step = 2 * e / points;
    double[] sum = new double[2];
    double scale = noise ? 0.25 : 0.5 / -Math.expm1(-e);
    add(sum, noise ? 0.5 * Math.exp(-e) : 0, q, e, removing, c, t);
    add(sum, noise ? 0.5 : 0, q, -e, removing, c, t);
    for (int i = 0; i <= points; i++) {
      double u = -e + i * step;
      double simpson = i == 0 || i == points ? 1 : i % 2 == 0 ? 2 : 4;
      double mass = simpson / 3 * step * scale * Math.exp(-(u + e) / 2);
      add(sum, mass, q, u, removing, c, t);
    }
    return sum;
  }

  private static void add(
      double[] sum, double mass, double q, double u, boolean removing, double c, double t) {
    double loss = Math.log1p(q * Math.expm1(u)) * (removing ? 1 : -1);
    double weight = mass * Math.exp((removing ? 1 + c : c) * loss);
    sum[0] += weight * Math.cos(t * loss);
    sum[1] += weight * Math.sin(t * loss);
  }

  /** Rare samples of wide noise lose little, however large the tilt. */
  @Test
  void rareSamplesOfUnlikeNoise() {
    MixedComposition rare =
        sampled(2.2986447233700315e-4, NONE.withLaplace(Enclosure.exact(.17641691812325158)))
            .plus(
                sampled(
                    1.1516156085486168e-3, NONE.withLaplace(Enclosure.exact(1.242886338341006))))
            .orElseThrow();
    Enclosure delta = rare.delta(0);
    assertTrue(delta.lower() >= 5.33e-4 && delta.upper() <= 5.332e-4, delta::toString);
  }

  @Test
  void whatHasNoSample() {
    assertEquals(Optional.of(NONE), NONE.poissonSampled(0.5));
    assertEquals(
        Optional.empty(),
        MixedComposition.under(REPLACE_ONE)
            .withLaplace(Enclosure.ONE)
            .flatMap(step -> step.poissonSampled(0.5)));
    MixedComposition laplace = NONE.withLaplace(Enclosure.ONE).orElseThrow();
    assertEquals(Optional.empty(), laplace.times(2).orElseThrow().poissonSampled(0.5));
    assertEquals(Optional.empty(), laplace.poissonSampled(1e-61));
    MixedComposition revealing = NONE.withApproximate(1, 1e-6).orElseThrow();
    assertEquals(Optional.empty(), revealing.poissonSampled(0.5));
    assertFalse(sampled(0.5, NONE.withBoundedRange(1)).decidesOrders());
    assertEquals(Optional.empty(), laplace.poissonSampled(0.5).orElseThrow().poissonSampled(0.5));
    assertTrue(laplace.poissonSampled(0.5).orElseThrow().decidesOrders());
    MixedComposition pure = NONE.withDiscreteLaplace(Enclosure.ONE, 1).orElseThrow();
    assertFalse(pure.poissonSampled(0.5).orElseThrow().decidesOrders());
    assertTrue(laplace.isSymmetric() && laplace.isSingle());
  }
}
