package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.contour.factor.LaplaceFactor;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Long lists of unlike steps: against 25-digit arithmetic, and line by line against other code. */
class UnlikeStepsTest {
  private static final double[] SHARES = {1e-6, 1e-3, 0.03, 0.5};

  private static void assertHolds(String exact, Enclosure found, double width) {
    assertTrue(found.contains(new BigDecimal(exact)), found::toString);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  private static void assertSameLine(LossFactor one, LossFactor other, double c) {
    ContourNodes first = new ContourNodes(c, 0.25, 40);
    ContourNodes second = new ContourNodes(c, 0.25, 40);
    one.along(c, 10).addTo(first);
    other.along(c, 10).addTo(second);
    for (int k = 0; k < 40; k++) {
      double error = first.error(k) + second.error(k);
      assertTrue(error < 1e-9 * (1 + k), "error " + error);
      assertEquals(first.logModulus(k), second.logModulus(k), error);
      assertEquals(first.phase(k), second.phase(k), error);
    }
  }

  /** Values along a line by the quadrature off the real axis. */
  @Test
  void valuesAlongTheLine() {
    for (boolean removing : new boolean[] {true, false}) {
      for (double q : SHARES) {
        for (double sigma : new double[] {0.75, 1, 4}) {
          SampledSteps steps = new SampledSteps(Sampling.POISSON, Enclosure.exact(q), sigma, 3);
          SampledList list = SampledList.of(List.of(steps), removing);
          assertEquals(1, list.kinds());
          assertSameLine(steps.factor(removing), list, 1.5);
          Enclosure exact = steps.factor(removing).logMoment(1.5);
          Enclosure found = list.logMoment(1.5);
          assertTrue(found.lower() <= exact.upper() && exact.lower() <= found.upper());
          assertEquals(exact.midpoint(), list.roughLogMoment(1.5), 1e-6 * (1 + exact.upper()));
        }
      }
    }
  }

  /** Where nearly all records are sampled, moduli fall to the size of roundoff. */
  @Test
  void nearlyAllSampled() {
    for (boolean removing : new boolean[] {true, false}) {
      SampledSteps steps = new SampledSteps(Sampling.POISSON, Enclosure.exact(0.98), 0.75, 1);
      ContourNodes first = new ContourNodes(1.5, 0.25, 40);
      ContourNodes second = new ContourNodes(1.5, 0.25, 40);
      steps.factor(removing).along(1.5, 10).addTo(first);
      SampledList.of(List.of(steps), removing).along(1.5, 10).addTo(second);
      double whole = Math.exp(first.logModulus(0));
      for (int k = 0; k < 40; k++) {
        double one = Math.exp(first.logModulus(k));
        double other = Math.exp(second.logModulus(k));
        double error = one * Math.expm1(first.error(k)) + other * Math.expm1(second.error(k));
        assertTrue(error < 1e-10 * whole, "error " + error);
        double re = one * Math.cos(first.phase(k)) - other * Math.cos(second.phase(k));
        double im = one * Math.sin(first.phase(k)) - other * Math.sin(second.phase(k));
        assertTrue(Math.hypot(re, im) <= error + 1e-15 * whole, "at " + k);
      }
    }
  }

  @Test
  void decayBoundsHoldBeyondTheirPoint() {
    SampledSteps steps = new SampledSteps(Sampling.POISSON, Enclosure.exact(0.3), 0.8, 2);
    for (boolean removing : new boolean[] {true, false}) {
      LossTransform line = SampledList.of(List.of(steps), removing).along(2, 40);
      ContourNodes nodes = new ContourNodes(2, 0.5, 40);
      steps.factor(removing).along(2, 40).addTo(nodes);
      for (int k = 2; k < 40; k += 6) {
        double bound = line.logDecayBound(k * 0.5);
        for (int beyond = k; beyond < 40; beyond++) {
          assertTrue(bound >= nodes.logModulus(beyond) - nodes.error(beyond));
        }
        assertTrue(bound <= nodes.logModulus(0) && bound <= line.roughDecay(k * 0.5) + 1e-6);
      }
      assertTrue(line.logDecayBound(20) < nodes.logModulus(0) - 0.2);
    }
  }

  /** Bounds against the textbook formula at many larger t, and not far above the atoms' part. */
  @Test
  void laplaceTransformsFallToTheirAtoms() {
    for (double e : new double[] {1e-3, 0.125, 1, 8}) {
      for (double c : new double[] {0.25, 2, 20}) {
        LossTransform line = new LaplaceFactor(Enclosure.exact(e), 1).along(c, 10);
        for (double t = 0; t < 1e4; t = 1.5 * t + 0.1) {
          double bound = line.logDecayBound(t);
          for (double v = t; v < 20 * t + 50; v += 0.37 * (1 + t)) {
            assertTrue(bound >= logModulus(e, c, v) - 1e-13 * (1 + c * e), e + " " + c + " " + v);
          }
        }
        double atoms = Math.log((Math.exp(c * e) + Math.exp(-(1 + c) * e)) / 2);
        assertEquals(atoms, line.logDecayBound(1e8), 1e-12 * (1 + c * e));
      }
    }
  }

  /** {@code |((1 + s) e^(se) + s e^(-(1+s)e))/(1 + 2s)|}, its phases multiplied out. */
  private static double logModulus(double e, double c, double v) {
    double up = Math.exp(c * e);
    double down = Math.exp(-(1 + c) * e);
    double cosine = Math.cos(v * e);
    double sine = Math.sin(v * e);
    double re = up * ((1 + c) * cosine - v * sine) + down * (c * cosine + v * sine);
    double im = up * ((1 + c) * sine + v * cosine) + down * (v * cosine - c * sine);
    return Math.log(Math.hypot(re, im) / Math.hypot(1 + 2 * c, 2 * v));
  }

  /** No step is Gaussian: the mass of all atoms together is too small to be visible. */
  @Test
  void laplaceListsNeedNoGaussian() {
    List<MixedComposition> steps = new ArrayList<>();
    MixedComposition none = MixedComposition.under(ADD_OR_REMOVE);
    for (int i = 0; i < 80; i++) {
      MixedComposition step = none.withLaplace(Enclosure.exact(0.5 + 0.0078125 * i)).orElseThrow();
      steps.add(step.times(2).orElseThrow());
    }
    MixedComposition all = MixedComposition.sum(ADD_OR_REMOVE, steps).orElseThrow();
    assertTrue(all.decays());
    assertHolds("76.4330044259251", all.epsilon(1e-5), 1e-9);
    assertHolds("1.07797015463898e-4", all.delta(72), 1e-8);
    assertFalse(MixedComposition.sum(ADD_OR_REMOVE, steps.subList(0, 30)).orElseThrow().decays());
  }

  @Test
  void listsOfSamples() {
    GaussianComposition all = GaussianComposition.under(ADD_OR_REMOVE);
    for (int i = 0; i < 30; i++) {
      all = all.withPoissonSampled(0.015625 + 0.0009765625 * i, 1 + 0.03125 * i, 1 + i % 3);
    }
    assertEquals(30, all.kinds());
    assertEquals(0, all.costlyKinds());
    assertHolds("0.828274374629881", all.epsilon(1e-5), 1e-9);
    assertHolds("2.64778313806661e-5", all.delta(0.75), 1e-8);
    assertHolds(
        "0.00476187260734604", all.directions(List.of()).adding.orElseThrow().delta(0.25), 1e-8);
  }
}
