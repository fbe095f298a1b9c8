package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assay.accountant.internal.composition.SampledSteps.SampledGaussianStep;
import org.assay.accountant.internal.contour.GaussianFactor;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.factor.MixtureFactor;
import org.assay.accountant.internal.divergence.BoundRows;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compositions of Gaussian and sampled Gaussian steps, and the search for delta and epsilon. */
class CompositionTest {
  private static final GaussianComposition EMPTY = GaussianComposition.under(ADD_OR_REMOVE);
  private static final GaussianComposition REPLACING = GaussianComposition.under(REPLACE_ONE);
  private static final Enclosure TENTH = Enclosure.ONE.dividedBy(10);

  private static LossComposition gaussian(double muSquared) {
    return new LossComposition(List.of(new GaussianFactor(Enclosure.exact(muSquared))));
  }

  private static GaussianComposition sampled(BoundRows row) {
    return EMPTY.withPoissonSampled(row.arg(0), row.arg(1), (long) row.arg(2));
  }

  @Test
  void publishedCompositions() {
    BoundRows.assertEncloses("compose.delta", 1e-9, row -> sampled(row).delta(row.arg(3)));
    BoundRows.assertEncloses("compose.epsilon", 1e-9, row -> sampled(row).epsilon(row.arg(3)));
  }

  /** Replaced records, against plain contour sums by separate numpy code. */
  @Test
  void replacedRecords() {
    Enclosure independent =
        REPLACING.withPoissonSampled(0.2, 0.8, 5).withGaussian(Enclosure.exact(0.25)).delta(1);
    assertEquals(1, independent.midpoint() / 0.180057353493, 1e-10);
    GaussianComposition fixed =
        REPLACING
            .withFixedSizeSampled(Enclosure.exact(0.3), 1, 4)
            .withGaussian(Enclosure.exact(0.25));
    assertEquals(1, fixed.delta(1).midpoint() / 0.09894923534898, 1e-10);
    assertTrue(fixed.delta(1).relativeWidth() < 1e-10);
    assertEquals(1, fixed.epsilon(0.09894923534898).midpoint(), 1e-10);
  }

  private static void assertBounds(GaussianComposition composition, double... epsilons) {
    assertBounds(1e-6, composition, epsilons);
  }

  private static void assertBounds(
      double relative, GaussianComposition composition, double... epsilons) {
    double[] bounds = composition.deltaBounds(epsilons, 0);
    assertEquals(epsilons.length, bounds.length);
    for (int i = 0; i < bounds.length; i++) {
      Enclosure delta = composition.delta(epsilons[i]);
      assertTrue(bounds[i] >= delta.lower(), bounds[i] + " below " + delta);
      assertTrue(bounds[i] <= delta.upper() * (1 + relative), bounds[i] + " far above " + delta);
    }
  }

  /** Bounds at many epsilons share their lines and are near the values one by one. */
  @Tag("slow")
  @Test
  void boundsAtManyEpsilons() {
    double[] epsilons = {0, 0.25, 0.5, 1, 1.5, 2};
    assertBounds(EMPTY.withPoissonSampled(0.1, 1, 20), epsilons);
    assertBounds(EMPTY.withPoissonSampled(0.6, 0.9, 3).withGaussian(TENTH), epsilons);
    // The loss 0 keeps its mass, and is smoothed.
    assertBounds(1e-2, REPLACING.withFixedSizeSampled(Enclosure.exact(0.3), 1, 4), epsilons);
    assertBounds(REPLACING.withPoissonSampled(0.2, 0.8, 5), epsilons);
    assertBounds(EMPTY.withGaussian(Enclosure.ONE), epsilons);
    assertBounds(EMPTY.withPoissonSampled(0.1, 1, 1), epsilons);
    assertBounds(EMPTY, 0, 1);
    // From -20 log(1-q) on only removing a record loses anything.
    assertBounds(EMPTY.withPoissonSampled(0.1, 1, 20), 2.1, 2.2);
    assertEquals(0, EMPTY.withPoissonSampled(0.1, 1, 20).deltaBounds(new double[0], 0).length);
  }

  /** After the first bound below the negligible one no bound is computed. */
  @Test
  void negligibleBoundsStandForTheRest() {
    double[] epsilons = {0, 1, 2, 3, 4};
    for (GaussianComposition composition :
        List.of(EMPTY.withPoissonSampled(0.1, 1, 20), EMPTY.withGaussian(TENTH))) {
      double[] all = composition.deltaBounds(epsilons, 0);
      double[] few = composition.deltaBounds(epsilons, all[1] * 1.001);
      assertEquals(all[0], few[0], 1e-5 * all[0]);
      assertEquals(all[1], few[1], 1e-5 * all[1]);
      assertEquals(few[1], few[2]);
      assertEquals(few[1], few[4]);
      double[] exactlySo = composition.deltaBounds(epsilons, all[1]);
      assertTrue(exactlySo[2] < all[1]);
    }
  }

  /** Noise whose integrands leave the normal range is replaced by more costly noise. */
  @Test
  void boundsOutsideTheNormalRange() {
    GaussianComposition tiny = EMPTY.withPoissonSampled(1e-200, 1, 3);
    double[] bounds = tiny.deltaBounds(new double[] {0, 1}, 0);
    assertTrue(bounds[0] > 0 && bounds[0] < 1e-3, () -> "at 0: " + bounds[0]);
    assertTrue(bounds[1] > 0 && bounds[1] < 1e-200, () -> "at 1: " + bounds[1]);
    assertThrows(IllegalArgumentException.class, () -> tiny.deltaBounds(new double[] {1, 0.5}, 0));
  }

  /** Where e^ε overflows the mixture's ratio is a share of the shifted density's. */
  @Test
  void singleStepsWithLittleNoise() {
    Enclosure epsilon = EMPTY.withPoissonSampled(0.25, 0.001, 1).epsilon(0.125);
    Enclosure unsampled = GaussianMechanism.epsilon(1000, 0.5);
    assertEquals(1, (unsampled.midpoint() + Math.log(0.25)) / epsilon.midpoint(), 1e-12);
    assertTrue(epsilon.relativeWidth() < 1e-9, epsilon::toString);
    Enclosure low = SampledGaussianStep.remove(TENTH, Enclosure.ONE, 1);
    Enclosure high = SampledGaussianStep.remove(TENTH, Enclosure.ONE, Math.nextUp(1.0));
    assertEquals(1, low.midpoint() / high.midpoint(), 1e-13);
    Enclosure never = SampledGaussianStep.remove(TENTH, Enclosure.ONE, Double.MAX_VALUE);
    assertEquals(0, never.lower());
    assertTrue(never.upper() < 1e-300, never::toString);
  }

  /** One step, by tail probabilities on either side of the point where the ratio is e^±ε. */
  @Test
  void singleSteps() {
    for (BoundRows row : BoundRows.of("step.remove")) {
      Enclosure q = Enclosure.exact(row.arg(0));
      Enclosure mu = Enclosure.ONE.dividedBy(row.arg(1));
      Enclosure removing = SampledGaussianStep.remove(q, mu, row.arg(2));
      Enclosure adding = SampledGaussianStep.add(q, mu, row.arg(2));
      assertEquals(1, removing.midpoint() / row.number(), 1e-12, row::point);
      assertEquals(row.recorded("step.add"), adding.midpoint(), 1e-12 * row.number(), row::point);
      assertTrue(removing.relativeWidth() < 1e-10 && adding.width() < 1e-10, row::point);
      Enclosure delta = EMPTY.withPoissonSampled(row.arg(0), row.arg(1), 1).delta(row.arg(2));
      assertEquals(removing.max(adding), delta);
      Enclosure fixed = REPLACING.withFixedSizeSampled(q, row.arg(1), 1).delta(row.arg(2));
      assertEquals(removing, fixed);
      if (row.arg(2) > 0) {
        double target = delta.midpoint();
        Enclosure epsilon = EMPTY.withPoissonSampled(row.arg(0), row.arg(1), 1).epsilon(target);
        assertEquals(row.arg(2), epsilon.midpoint(), 1e-9);
      }
    }
    assertEquals(Enclosure.ZERO, EMPTY.withPoissonSampled(0.1, 1, 1).epsilon(0.9));
  }

  /** Near the largest loss of adding, the share of the shifted component has few digits. */
  @Test
  void addingNearTheLargestLoss() {
    Enclosure q = Enclosure.exact(0.5);
    double largest = Math.log(2);
    Enclosure delta = SampledGaussianStep.add(q, Enclosure.ONE, Math.nextDown(largest));
    assertTrue(delta.lower() == 0 && delta.upper() < 1e-14, delta::toString);
    assertEquals(Enclosure.ZERO, SampledGaussianStep.add(q, Enclosure.ONE, 0.7));
    Enclosure vague = SampledGaussianStep.add(Enclosure.of(0.4, 0.6), Enclosure.ONE, largest);
    assertEquals(0, vague.lower());
    assertEquals(2 * 0.6 * (1 - 0.5 / 0.6), vague.upper(), 1e-12);
    Enclosure far = SampledGaussianStep.add(Enclosure.of(0.001, 1), Enclosure.ONE, 3);
    assertEquals(Enclosure.of(0, 1), far);
  }

  @Test
  void gaussianStepsAreOne() {
    GaussianComposition two =
        REPLACING.withGaussian(Enclosure.exact(0.25)).withGaussian(Enclosure.exact(0.75));
    assertEquals(GaussianMechanism.delta(1, 0.5), two.delta(0.5));
    assertEquals(GaussianMechanism.epsilon(1, 1e-5), two.epsilon(1e-5));
    assertEquals(Enclosure.ZERO, EMPTY.epsilon(1e-5));
    assertEquals(Enclosure.ZERO, EMPTY.delta(0));
    GaussianComposition vague = EMPTY.withGaussian(Enclosure.of(0, 1));
    assertEquals(0, vague.delta(0.5).lower());
    assertEquals(GaussianMechanism.delta(1, 0.5).upper(), vague.delta(0.5).upper());
    assertEquals(0, vague.epsilon(1e-5).lower());
    assertEquals(GaussianMechanism.epsilon(1, 1e-5).upper(), vague.epsilon(1e-5).upper());
  }

  @Test
  void equalStepsAreMerged() {
    GaussianComposition steps = EMPTY.withPoissonSampled(0.1, 2, 3).withPoissonSampled(0.2, 2, 3);
    assertEquals(2, steps.kinds());
    GaussianComposition more = steps.withPoissonSampled(0.1, 2, 4);
    assertEquals(2, more.kinds());
    GaussianComposition direct = EMPTY.withPoissonSampled(0.2, 2, 3).withPoissonSampled(0.1, 2, 7);
    assertEquals(direct.delta(0.5), more.delta(0.5));
    assertEquals(3, steps.withPoissonSampled(0.1, 3, 3).kinds());
    GaussianComposition both =
        REPLACING
            .withPoissonSampled(0.125, 2, 3)
            .withFixedSizeSampled(Enclosure.exact(0.125), 2, 3);
    assertEquals(2, both.kinds());
    // Sampling probability 1 is a plain Gaussian, sampling probability 0 reveals nothing.
    assertEquals(0, EMPTY.withPoissonSampled(0, 2, 3).kinds());
    GaussianComposition certain = EMPTY.withPoissonSampled(1, 2, 4);
    assertEquals(0, certain.kinds());
    assertEquals(GaussianMechanism.delta(1, 0.5), certain.delta(0.5));
    // A record present with certainty moves by one effect out and another one in.
    GaussianComposition replaced = REPLACING.withPoissonSampled(1, 2, 1);
    assertEquals(GaussianMechanism.delta(1, 0.5), replaced.delta(0.5));
  }

  @Test
  void stepsKeepTheirKind() {
    Enclosure share = Enclosure.exact(0.125);
    SampledSteps steps = new SampledSteps(Sampling.POISSON, share, 2, 3);
    assertTrue(steps.sameKind(new SampledSteps(Sampling.POISSON, share, 2, 9)));
    assertFalse(steps.sameKind(new SampledSteps(Sampling.FIXED_SIZE, share, 2, 3)));
    assertFalse(steps.sameKind(new SampledSteps(Sampling.POISSON, share, 2.5, 3)));
    assertFalse(steps.sameKind(new SampledSteps(Sampling.POISSON, Enclosure.exact(0.1), 2, 3)));
    assertEquals(8, steps.plus(5).count());
    assertEquals(Enclosure.exact(0.75), steps.unsampledMuSquared());
    SampledSteps replaced = new SampledSteps(Sampling.POISSON_REPLACED, share, 2, 3);
    assertEquals(Enclosure.exact(3), replaced.unsampledMuSquared());
    assertFalse(steps.hasClosedForm());
    assertTrue(new SampledSteps(Sampling.POISSON, share, 2, 1).hasClosedForm());
    assertTrue(new SampledSteps(Sampling.POISSON_REPLACED, share, 2, 1).hasClosedForm());
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> new SampledSteps(Sampling.POISSON, TENTH, 2, 3));
    assertTrue(String.valueOf(refused.getMessage()).startsWith("samplingProbability was in ["));
  }

  @Test
  void theNormalRange() {
    SampledSteps least = new SampledSteps(Sampling.POISSON, Enclosure.exact(1e-100), 1e20, 3);
    assertTrue(least.inNormalRange());
    assertEquals(least, least.withinNormalRange());
    Enclosure tiny = Enclosure.exact(Math.nextDown(1e-100));
    SampledSteps rarer = new SampledSteps(Sampling.POISSON, tiny, 1e20, 3);
    assertFalse(rarer.inNormalRange());
    assertEquals(least, rarer.withinNormalRange());
    SampledSteps noisier =
        new SampledSteps(Sampling.POISSON, Enclosure.exact(1e-100), Math.nextUp(1e20), 3);
    assertFalse(noisier.inNormalRange());
    assertEquals(least, noisier.withinNormalRange());
    // A composition that is replaced by a more costly one keeps its upper end only.
    GaussianComposition steps = EMPTY.withPoissonSampled(0.5, 1e21, 3);
    Enclosure delta = steps.delta(1e-21);
    assertEquals(0, delta.lower());
    assertTrue(delta.upper() > 0 && delta.upper() < 1e-6, delta::toString);
    Enclosure epsilon = steps.epsilon(1e-25);
    assertEquals(0, epsilon.lower());
    assertTrue(epsilon.upper() > 0 && epsilon.upper() < 1e-4, epsilon::toString);
  }

  @Test
  void stepsOutOfRangeAreRefused() {
    refused("noiseMultiplier was 0.0", () -> EMPTY.withPoissonSampled(0.1, 0, 1));
    refused("steps was 0", () -> EMPTY.withPoissonSampled(0.1, 1, 0));
    refused("at most 2^53", () -> EMPTY.withPoissonSampled(0.1, 1, (1L << 53) + 1));
    assertEquals(1, EMPTY.withPoissonSampled(0.1, 1, 1L << 53).kinds());
    refused("samplingProbability was 1.5", () -> EMPTY.withPoissonSampled(1.5, 1, 1));
    refused("mu squared was", () -> EMPTY.withGaussian(Enclosure.exact(-1e-300)));
    refused("mu squared was", () -> EMPTY.withGaussian(Enclosure.of(1, Double.POSITIVE_INFINITY)));
    Enclosure below = Enclosure.of(-1e-300, 0.5);
    refused("share was", () -> REPLACING.withFixedSizeSampled(below, 1, 1));
    Enclosure above = Enclosure.exact(Math.nextUp(1));
    refused("share was", () -> REPLACING.withFixedSizeSampled(above, 1, 1));
    assertEquals(0, REPLACING.withFixedSizeSampled(Enclosure.ONE, 1, 1).kinds());
    assertEquals(0, REPLACING.withFixedSizeSampled(Enclosure.ZERO, 1, 1).kinds());
    assertThrows(RuntimeException.class, () -> EMPTY.withFixedSizeSampled(TENTH, 1, 1));
    refused("epsilon was -1.0", () -> EMPTY.delta(-1));
    refused("delta was 0.0", () -> EMPTY.epsilon(0));
    refused("delta was 1.0", () -> EMPTY.epsilon(1));
  }

  private static void refused(String message, Runnable call) {
    String found =
        String.valueOf(assertThrows(IllegalArgumentException.class, call::run).getMessage());
    assertTrue(found.contains(message), found);
  }

  /** Contours against the closed form of a Gaussian step. */
  @Test
  void searchesOnAGaussianStep() {
    for (double muSquared : new double[] {0.01, 1, 16}) {
      double mu = Math.sqrt(muSquared);
      for (double delta : new double[] {0.25, 1e-5, 1e-30}) {
        Enclosure epsilon = gaussian(muSquared).epsilon(delta);
        Enclosure known = GaussianMechanism.epsilon(mu, delta);
        assertTrue(epsilon.lower() <= known.upper() && known.lower() <= epsilon.upper());
        assertTrue(epsilon.width() <= 1e-9 * epsilon.upper(), epsilon::toString);
        // Both ends are proved, not only approximate.
        assertTrue(GaussianMechanism.delta(mu, epsilon.upper()).lower() <= delta);
        boolean atZero = epsilon.lower() == 0;
        assertTrue(atZero || GaussianMechanism.delta(mu, epsilon.lower()).upper() >= delta);
        Enclosure back = gaussian(muSquared).delta(known.upper());
        Enclosure exact = GaussianMechanism.delta(mu, known.upper());
        assertTrue(back.lower() <= exact.upper() && exact.lower() <= back.upper());
        assertTrue(back.relativeWidth() < 1e-10, back::toString);
        double bound = gaussian(muSquared).deltaBound(known.upper());
        assertTrue(bound >= exact.lower() && bound <= 1, () -> "bound " + bound);
      }
    }
    assertEquals(Enclosure.ZERO, gaussian(0.01).epsilon(0.9));
  }

  /** Adding a record cannot lose more than -log(1-q) in a step, and delta is 0 from there on. */
  @Test
  void lossesHaveAnEnd() {
    LossComposition adding = new LossComposition(List.of(MixtureFactor.adding(0.5, 1, 3)));
    double largest = MixtureFactor.adding(0.5, 1, 3).largestLoss();
    assertEquals(Enclosure.ZERO, adding.delta(largest));
    assertEquals(0, adding.deltaBound(largest));
    assertTrue(adding.deltaBound(1) > 0 && adding.deltaBound(1) < 1);
    assertTrue(adding.delta(1).lower() > 0);
  }

  private static Map<String, LossComposition> compositions() {
    return Map.of(
        "gaussian",
        gaussian(1),
        "steep",
        gaussian(100),
        "removing",
        new LossComposition(List.of(MixtureFactor.removing(0.25, 1, 20))),
        "adding",
        new LossComposition(List.of(MixtureFactor.adding(0.25, 1, 20))));
  }

  /** Chernoff bounds of delta and results of the searches, compared with the recorded ones. */
  static Map<String, Double> figures() {
    Map<String, Double> figures = new TreeMap<>();
    compositions()
        .forEach(
            (name, composition) -> {
              for (double epsilon : new double[] {0.25, 2}) {
                String key = "composition." + name + "." + epsilon + ".";
                figures.put(key + "bound", composition.deltaBound(epsilon));
                figures.put(key + "delta", composition.delta(epsilon).upper());
              }
              figures.put("composition." + name + ".epsilon", composition.epsilon(1e-6).upper());
            });
    return figures;
  }

  /** Widths of the enclosures at which the searches stop. */
  static Map<String, Double> widths() {
    Map<String, Double> figures = new TreeMap<>();
    compositions()
        .forEach(
            (name, composition) -> {
              for (double epsilon : new double[] {0.25, 2}) {
                Enclosure delta = composition.delta(epsilon);
                figures.put("composition." + name + "." + epsilon + ".width", delta.width());
              }
              for (double delta : new double[] {0.0625, 1e-6, 1e-20}) {
                Enclosure epsilon = composition.epsilon(delta);
                figures.put("composition." + name + "at" + delta + ".width", epsilon.width());
              }
            });
    return figures;
  }

  private static void assertRecorded(Map<String, Double> figures, double tolerance) {
    figures.forEach(
        (name, value) -> {
          double recorded = BoundRows.of(name).get(0).number();
          assertEquals(recorded, value, tolerance * Math.abs(recorded), name);
        });
  }

  @Test
  void boundsAreThoseOnRecord() {
    assertRecorded(figures(), 1e-9);
    assertRecorded(widths(), 0.1);
  }
}
