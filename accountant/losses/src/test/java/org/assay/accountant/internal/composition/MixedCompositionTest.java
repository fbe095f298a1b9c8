package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.Narrow;
import org.assay.accountant.internal.contour.factor.LaplaceFactor;
import org.assay.accountant.internal.contour.factor.MixtureFactor;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compositions of unlike steps against closed forms and published values. */
class MixedCompositionTest {
  private static final MixedComposition NONE = MixedComposition.under(ADD_OR_REMOVE);
  private static final GaussianComposition EMPTY = GaussianComposition.under(ADD_OR_REMOVE);

  private static MixedComposition gaussian(double mu) {
    return MixedComposition.of(EMPTY.withGaussian(Enclosure.exact(mu).square()));
  }

  private static MixedComposition sum(MixedComposition first, Optional<MixedComposition> second) {
    return first.plus(second.orElseThrow()).orElseThrow();
  }

  private static void assertAgree(Enclosure known, Enclosure found, double width) {
    boolean apart = known.upper() < found.lower() || found.upper() < known.lower();
    assertFalse(apart, () -> known + " against " + found);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  /** {@code Σ p δ(ε - l)} over the losses l of other steps, ε above all of them. */
  private static Enclosure average(double mu, double epsilon, double[][] atoms) {
    Enclosure total = Enclosure.ZERO;
    for (double[] atom : atoms) {
      Enclosure delta = GaussianMechanism.delta(mu, epsilon - atom[1]);
      total = total.plus(delta.times(Enclosure.of(atom[0] * (1 - 1e-14), atom[0] * (1 + 1e-14))));
    }
    // The losses and differences are rounded.
    return Enclosure.of(total.lower() * (1 - 1e-13), total.upper() * (1 + 1e-13));
  }

  private static Narrow narrow(double width) {
    return new Narrow(width, 0);
  }

  /** Contours for a whole search have the digits of one delta at a time, in each order. */
  @Test
  void profilesByOneContourAgreeWithSingleDeltas() {
    MixedComposition sample = MixedComposition.of(EMPTY.withPoissonSampled(0.1, 1, 3));
    MixedComposition run =
        sum(sum(sample, NONE.withLaplace(Enclosure.ONE)), NONE.withApproximate(0.5, 1e-3));
    for (boolean removing : new boolean[] {true, false}) {
      DoubleFunction<Enclosure> profile =
          OneOrder.profile(run, removing, narrow(1e-9)).orElseThrow();
      for (double epsilon : new double[] {0.25, 1.125, 0, 0.26, 1.5, 0.25, 5.5, 0}) {
        Enclosure alone = OneOrder.delta(run, epsilon, removing, never -> false);
        assertAgree(alone, profile.apply(epsilon), 1e-8);
      }
    }
    assertTrue(OneOrder.profile(sample, true, narrow(1e-6)).isEmpty());
    // Far from its epsilon the first contour has no digits, and another contour is prepared.
    MixedComposition intact = sum(sample, NONE.withLaplace(Enclosure.ONE));
    DoubleFunction<Enclosure> profile = OneOrder.profile(intact, true, narrow(1e-6)).orElseThrow();
    for (double epsilon : new double[] {0.25, 14, 0.5}) {
      Enclosure alone = OneOrder.delta(intact, epsilon, true, never -> false);
      assertAgree(alone, profile.apply(epsilon), 1e-6);
    }
  }

  /** A contour of ten digits would cost too much; one of four digits is used. */
  @Test
  void profilesOfDearCompositionsAreByCoarserContours() {
    MixedComposition noise = NONE.withLaplace(Enclosure.ONE).orElseThrow();
    MixedComposition samples = noise.poissonSampled(0.1).orElseThrow().times(5).orElseThrow();
    MixedComposition sample = MixedComposition.of(EMPTY.withPoissonSampled(0.1, 1, 1));
    MixedComposition run = sum(sample, Optional.of(samples));
    // Reference by convolutions of finely divided distributions, with other code.
    DoubleFunction<Enclosure> removing = OneOrder.profile(run, true, narrow(1e-4)).orElseThrow();
    assertAgree(Enclosure.of(0.09265373, 0.09265374), removing.apply(0), 1e-4);
    assertAgree(Enclosure.of(0.005149399, 0.005149401), removing.apply(0.5), 1e-4);
    DoubleFunction<Enclosure> adding = OneOrder.profile(run, false, narrow(1e-4)).orElseThrow();
    assertAgree(Enclosure.of(0.02135961, 0.02135963), adding.apply(0.2), 1e-4);
  }

  /** Losses with atoms alone have no contour unless they are smoothed. */
  @Test
  void profilesOfSampledLaplaceNoiseAreByOneSmoothedContour() {
    MixedComposition noise = NONE.withLaplace(Enclosure.exact(0.5)).orElseThrow();
    MixedComposition run = noise.poissonSampled(0.2).orElseThrow().times(3).orElseThrow();
    // Reference by convolutions of finely divided distributions, with other code.
    DoubleFunction<Enclosure> removing = OneOrder.profile(run, true, narrow(1e-4)).orElseThrow();
    assertAgree(Enclosure.of(0.065563396, 0.065563656), removing.apply(0), 1e-4);
    assertAgree(Enclosure.of(0.031443891, 0.031444092), removing.apply(0.1), 1e-4);
    assertAgree(Enclosure.of(0.009899696, 0.009899756), removing.apply(0.2), 1e-4);
    DoubleFunction<Enclosure> adding = OneOrder.profile(run, false, narrow(1e-4)).orElseThrow();
    assertAgree(Enclosure.of(0.028363394, 0.028363557), adding.apply(0.1), 1e-4);
    assertAgree(Enclosure.of(0.006956515, 0.006956626), adding.apply(0.2), 1e-4);
  }

  @Test
  void atomsAmongGaussians() {
    double loss = Math.log(3);
    double[][] once = {{0.75, loss}, {0.25, -loss}};
    double[][] twice = {{0.5625, 2 * loss}, {0.375, 0}, {0.0625, -2 * loss}};
    MixedComposition one = sum(gaussian(0.5), NONE.withRandomizedResponse(2, 0.75));
    for (double epsilon : new double[] {1.5, 2.5, 4}) {
      assertAgree(average(0.5, epsilon, once), one.delta(epsilon), 1e-9);
    }
    MixedComposition two = sum(one, NONE.withRandomizedResponse(2, 0.75));
    assertEquals(1, two.kinds());
    assertAgree(average(0.5, 3, twice), two.delta(3), 1e-9);
    // A pure mechanism of that epsilon has the same pair.
    Enclosure rate = Enclosure.exact(3).log();
    MixedComposition pure = sum(gaussian(0.5), NONE.withDiscreteLaplace(rate, 1));
    assertAgree(average(0.5, 2.5, once), pure.delta(2.5), 1e-9);
    // With four answers two of them reveal nothing.
    double[][] four = {{0.7, Math.log(7)}, {0.1, -Math.log(7)}, {0.2, 0}};
    MixedComposition answers = sum(gaussian(0.5), NONE.withRandomizedResponse(4, 0.7));
    assertAgree(average(0.5, 2.5, four), answers.delta(2.5), 1e-9);
    double a = Math.exp(-0.5);
    double outer = 1 / (1 + a);
    double inner = outer * (1 - a);
    double[][] noise = {{outer, 1}, {inner * a, 0}, {outer * a * a, -1}};
    MixedComposition discrete =
        sum(gaussian(0.5), NONE.withDiscreteLaplace(Enclosure.exact(0.5), 2));
    assertAgree(average(0.5, 1.75, noise), discrete.delta(1.75), 1e-9);
  }

  @Test
  void discreteGaussiansAmongGaussians() {
    double[][] atoms = new double[121][];
    double total = 0;
    for (int x = -60; x <= 60; x++) {
      atoms[x + 60] = new double[] {Math.exp(-0.5 * (x - 1) * (x - 1) / 9.0), (x - 0.5) / 9};
      total += atoms[x + 60][0];
    }
    for (double[] atom : atoms) {
      atom[0] /= total;
    }
    MixedComposition mixed = sum(gaussian(0.5), NONE.withDiscreteGaussian(3, 1));
    Enclosure delta = mixed.delta(7);
    assertAgree(average(0.5, 7, atoms), delta, 1e-8);
    assertAgree(Enclosure.exact(7), mixed.epsilon(delta.midpoint()), 1e-8);
  }

  /** Many little discrete Gaussians are nearly the continuous ones. */
  @Test
  void wideDiscreteGaussiansAreNearlyContinuous() {
    MixedComposition steps = NONE.withDiscreteGaussian(40, 1).orElseThrow();
    MixedComposition run = sum(gaussian(0.25), steps.times(400));
    Enclosure limit = GaussianMechanism.epsilon(Math.sqrt(0.0625 + 0.25), 1e-6);
    assertEquals(limit.midpoint(), run.epsilon(1e-6).midpoint(), 1e-9);
  }

  /** A large loss beside little Gaussian noise, on a line where moments exceed the doubles. */
  @Test
  void weakGaussiansBesideLargeLosses() {
    MixedComposition run = sum(gaussian(0.01), NONE.withDiscreteLaplace(Enclosure.exact(8), 1));
    double likely = 1 / (1 + Math.exp(-8));
    double[][] atoms = {{likely, 8}, {1 - likely, -8}};
    assertAgree(average(0.01, 8.04, atoms), run.delta(8.04), 1e-9);
    MixedComposition laplace = sum(gaussian(0.01), NONE.withLaplace(Enclosure.exact(8)));
    assertTrue(laplace.epsilon(1e-9).relativeWidth() < 1e-9);
  }

  /** Outcomes that reveal everything are separated from the rest. */
  @Test
  void deltasAreSetAside() {
    MixedComposition pure = sum(gaussian(0.5), NONE.withApproximate(0.25, 0));
    MixedComposition some = sum(gaussian(0.5), NONE.withApproximate(0.25, 1e-3));
    double left = pure.delta(1.5).midpoint();
    assertAgree(Enclosure.exact(1e-3 + 0.999 * left), some.delta(1.5), 1e-9);
    MixedComposition often =
        sum(gaussian(0.5), NONE.withApproximate(0, 1e-3).orElseThrow().times(5));
    double intact = Math.pow(0.999, 5);
    double alone = GaussianMechanism.delta(0.5, 1).midpoint();
    Enclosure delta = often.delta(1);
    assertEquals(1 - intact * (1 - alone), delta.midpoint(), 1e-12);
    Enclosure epsilon = often.epsilon(delta.midpoint());
    assertEquals(1, epsilon.midpoint(), 1e-9);
    // Where these outcomes may reach delta no epsilon suffices.
    assertEquals(Enclosure.of(0, Double.POSITIVE_INFINITY), often.epsilon(4e-3));
    assertTrue(often.delta(50).lower() >= 1 - intact - 1e-15);
    assertTrue(often.delta(0).upper() <= 1);
  }

  /** Ten thousand unlike steps lose at least what as many of the least of them do. */
  @Test
  void manySmallStepsBesideALargeGaussianCount() {
    MixedComposition gaussian = MixedComposition.of(EMPTY.withGaussian(Enclosure.exact(20)));
    List<MixedComposition> unlike = new ArrayList<>(List.of(gaussian));
    for (int i = 0; i < 10_000; i++) {
      unlike.add(NONE.withLaplace(Enclosure.exact(1e-7 * (1 + i * 1e-9))).orElseThrow());
    }
    MixedComposition all = MixedComposition.sum(ADD_OR_REMOVE, unlike).orElseThrow();
    MixedComposition alike =
        sum(gaussian, NONE.withLaplace(Enclosure.exact(1e-7)).orElseThrow().times(10_000));
    Enclosure least = alike.epsilon(1e-30);
    assertTrue(all.epsilon(1e-30).upper() > least.lower());
    assertTrue(gaussian.epsilon(1e-30).upper() < least.lower());
  }

  @Test
  void theSmallestDeltaOfAllIsAnswered() {
    MixedComposition gaussian = MixedComposition.of(EMPTY.withGaussian(Enclosure.ONE));
    MixedComposition run = sum(gaussian, NONE.withApproximate(0.5, 0).orElseThrow().times(3));
    Enclosure epsilon = run.epsilon(Double.MIN_VALUE);
    assertTrue(epsilon.upper() > 38);
  }

  /** Removing and adding are composed separately, and the larger result counts. */
  @Test
  void directionsAreNotMixed() {
    GaussianComposition sampled = EMPTY.withPoissonSampled(0.25, 1, 10);
    List<LossFactor> others = List.of(new LaplaceFactor(Enclosure.exact(0.5), 2));
    // The order of the factors is that of the composition, so that rounding is the same.
    List<LossFactor> removing = new ArrayList<>(List.of(MixtureFactor.removing(0.25, 1, 10)));
    removing.addAll(others);
    List<LossFactor> adding = new ArrayList<>(List.of(MixtureFactor.adding(0.25, 1, 10)));
    adding.addAll(others);
    MixedComposition laplace = NONE.withLaplace(Enclosure.exact(0.5)).orElseThrow();
    MixedComposition run = sum(MixedComposition.of(sampled), laplace.times(2));
    Enclosure remove = new LossComposition(removing).delta(1.5);
    Enclosure add = new LossComposition(adding).delta(1.5);
    assertEquals(remove.max(add), run.delta(1.5));
    assertTrue(remove.lower() > add.upper());
    BothDirections both = sampled.directions(others);
    assertEquals(remove, both.removing.delta(1.5));
    assertEquals(add, both.adding.orElseThrow().delta(1.5));
    GaussianComposition symmetric = EMPTY.withGaussian(Enclosure.ONE);
    assertEquals(Optional.empty(), symmetric.directions(others).adding);
    // In the other order the larger result is found too.
    BothDirections swapped =
        BothDirections.of(new LossComposition(adding), new LossComposition(removing));
    assertEquals(remove, swapped.delta(1.5));
    double target = remove.midpoint();
    assertEquals(1.5, swapped.epsilon(target).midpoint(), 1e-9);
    double[] epsilons = {0.5, 1.5};
    assertEquals(remove.upper(), swapped.deltaBounds(epsilons, 0)[1], 1e-6 * remove.upper());
  }

  /** Where a rare sample decays too late, the answer is quick and wide, and still a bound. */
  @Tag("slow")
  @Test
  void slowDecayIsLeftToOthers() {
    MixedComposition rare = MixedComposition.of(EMPTY.withPoissonSampled(1e-4, 1, 1));
    MixedComposition run = sum(rare, NONE.withLaplace(Enclosure.exact(0.5)));
    Enclosure epsilon = run.epsilon(1e-5);
    assertTrue(epsilon.relativeWidth() > 1e-3);
    // Laplace noise alone.
    assertTrue(epsilon.upper() >= 0.5 - 1e-4);
    assertTrue(run.delta(0.25).upper() >= -Math.expm1(-0.125));
  }

  /** Twenty unlike parts, adding a record: 12 digits by contour inversion in separate code. */
  @Test
  void addingARecordToUnlikeParts() {
    GaussianComposition sampled = EMPTY;
    List<LossFactor> others = new ArrayList<>();
    for (int i = 0; i < 20; i += 2) {
      others.add(new LaplaceFactor(Enclosure.ONE.dividedBy(5 + i), 1));
      sampled = sampled.withPoissonSampled(.01 * (2 + i), 1 + .05 * (i + 1), 100);
    }
    Enclosure adding = sampled.directions(others).adding.orElseThrow().delta(14);
    assertTrue(adding.contains(new BigDecimal("2.20858567527e-7")), adding::toString);
    assertTrue(adding.relativeWidth() < 1e-9, adding::toString);
  }

  /** Noise outside the normal range is replaced by more costly noise. */
  @Test
  void gaussiansBeyondTheNormalRange() {
    GaussianComposition noisy =
        EMPTY.withPoissonSampled(0.5, 1e21, 3).withGaussian(Enclosure.exact(0.25));
    MixedComposition laplace = NONE.withLaplace(Enclosure.exact(0.5)).orElseThrow();
    MixedComposition run = sum(MixedComposition.of(noisy), Optional.of(laplace));
    MixedComposition less = sum(gaussian(0.5), Optional.of(laplace));
    assertEquals(0, run.delta(0.25).lower());
    assertTrue(run.delta(0.25).upper() >= less.delta(0.25).lower());
    assertEquals(0, run.epsilon(1e-3).lower());
    assertTrue(run.epsilon(1e-3).upper() >= less.epsilon(1e-3).lower());
    assertTrue(run.epsilon(1e-3).upper() <= 1.001 * less.epsilon(1e-3).upper());
  }

  @Test
  void whatIsBeyondReachIsEmpty() {
    Enclosure large = Enclosure.exact(601);
    Enclosure tiny = Enclosure.exact(1e-91);
    for (Enclosure bad : List.of(large, tiny, Enclosure.of(1, Double.POSITIVE_INFINITY))) {
      assertEquals(Optional.empty(), NONE.withLaplace(bad));
      assertEquals(Optional.empty(), NONE.withDiscreteLaplace(bad, 1));
      assertEquals(Optional.empty(), NONE.withBoundedRange(bad.upper()));
    }
    assertEquals(Optional.empty(), NONE.withDiscreteLaplace(Enclosure.ONE, 601));
    assertEquals(Optional.empty(), NONE.withApproximate(601, 0.5));
    assertEquals(Optional.empty(), NONE.withApproximate(1, 1));
    assertEquals(Optional.empty(), NONE.withDiscreteGaussian(10_001, 1));
    assertEquals(Optional.empty(), NONE.withDiscreteGaussian(1, 19));
    assertEquals(Optional.empty(), NONE.withRandomizedResponse(2, 1e-300));
    assertEquals(0, NONE.withRandomizedResponse(4, 0.25).orElseThrow().kinds());
    assertEquals(0, NONE.withApproximate(0, 0.5).orElseThrow().kinds());
    assertThrows(IllegalArgumentException.class, () -> NONE.withRandomizedResponse(1, 0.5));
    assertThrows(IllegalArgumentException.class, () -> NONE.withApproximate(-1, 0.5));
    assertThrows(IllegalArgumentException.class, () -> NONE.withDiscreteLaplace(Enclosure.ONE, 0));
    assertThrows(IllegalArgumentException.class, () -> NONE.withDiscreteGaussian(0, 1));
    assertThrows(IllegalArgumentException.class, () -> NONE.delta(-1));
    assertThrows(IllegalArgumentException.class, () -> NONE.epsilon(0));
    assertThrows(IllegalArgumentException.class, () -> NONE.times(0));
    MixedComposition other = MixedComposition.under(REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> NONE.plus(other));
  }

  /** Shifts of more than 10,000 count through their largest loss. */
  @Test
  void longShiftsAreTheirLargestLoss() {
    MixedComposition far =
        sum(gaussian(0.5), NONE.withDiscreteLaplace(Enclosure.exact(0x1p-14), 16_384));
    MixedComposition pure = sum(gaussian(0.5), NONE.withApproximate(1, 0));
    assertEquals(pure.delta(1.5), far.delta(1.5));
  }

  @Test
  void countsEndWhereDoublesSkipIntegers() {
    long most = 1L << 53;
    MixedComposition laplace = NONE.withLaplace(Enclosure.ONE).orElseThrow();
    assertTrue(laplace.times(most).isPresent());
    assertEquals(Optional.empty(), laplace.times(most + 1));
    assertEquals(Optional.empty(), laplace.times(most).orElseThrow().plus(laplace));
    assertEquals(Optional.empty(), laplace.times(most).orElseThrow().times(2049));
    assertTrue(laplace.times(most).orElseThrow().plus(gaussian(1)).isPresent());
  }

  @Test
  void whatDecays() {
    MixedComposition laplace = NONE.withLaplace(Enclosure.ONE).orElseThrow();
    assertFalse(laplace.decays());
    assertTrue(laplace.plus(gaussian(0.5)).orElseThrow().decays());
    assertTrue(NONE.decays());
    assertTrue(laplace.decidesOrders());
    assertFalse(NONE.withBoundedRange(1).orElseThrow().decidesOrders());
    assertEquals(Enclosure.ZERO, NONE.epsilon(1e-5));
    assertEquals(Enclosure.ZERO, NONE.delta(0));
    assertEquals(gaussian(1).epsilon(1e-5), GaussianMechanism.epsilon(1, 1e-5));
  }

  /** All outcomes of erased responses, added up one by one. */
  @Test
  void erasedResponsesAreTheirOutcomes() {
    double[] loss = {0.7, -0.7, 0};
    double likely = 0.75 / (1 + Math.exp(-0.7));
    double[] mass = {likely, 0.75 - likely, 0.25};
    double epsilon = 0.9;
    double expected = 0;
    for (int i = 0; i < 81; i++) {
      double sum = 0;
      double product = 1;
      for (int rest = i, k = 0; k < 4; k++, rest /= 3) {
        sum += loss[rest % 3];
        product *= mass[rest % 3];
      }
      expected += product * Math.max(0, -Math.expm1(epsilon - sum));
    }
    Enclosure delta =
        MixedComposition.under(AdjacencyRelation.ADD_OR_REMOVE)
            .withErasedResponse(0.7, Enclosure.exact(0.25))
            .flatMap(one -> one.times(4))
            .orElseThrow()
            .delta(epsilon);

    assertEquals(expected, delta.lower(), 1e-9);
    assertEquals(expected, delta.upper(), 1e-9);
  }
}
