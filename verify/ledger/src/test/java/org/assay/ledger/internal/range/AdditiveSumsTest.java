package org.assay.ledger.internal.range;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.ledger.internal.range.SecondComputation.GaussianRecheck.MuSquared;
import org.assay.ledger.internal.range.SecondComputation.OnlyGaussians;
import org.assay.ledger.internal.range.SecondComputation.PureSum;
import org.assay.ledger.internal.range.SecondComputation.RandomizedResponseSum;
import org.junit.jupiter.api.Test;

/** Sums over events that neighbours attain, by hand and over all answers. */
class AdditiveSumsTest {
  private static DpEvent gaussian(double noise) {
    return new GaussianEvent(noise, Sensitivity.unit(REPLACE_ONE));
  }

  private static DpEvent laplace(double noise) {
    return new LaplaceEvent(noise, Sensitivity.unit(REPLACE_ONE));
  }

  private static DpEvent answer(int answers, double truth) {
    return new RandomizedResponseEvent(answers, truth, REPLACE_ONE);
  }

  private static DpEvent sampled() {
    return new GaussianEvent(1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.5);
  }

  /** mu 1/2 three times, and 4 and 1 once: 3/4 + 16 + 1, all twice. */
  @Test
  void squaredMusAddUp() {
    DpEvent event =
        DpEvent.sequence(gaussian(2).times(3), DpEvent.sequence(gaussian(0.25), gaussian(1)));
    assertEquals(35.5, event.times(2).accept(new MuSquared()).doubleValue(), 1e-15);
  }

  @Test
  void onlyGaussiansHaveAMu() {
    DpEvent event = DpEvent.sequence(gaussian(1), laplace(2));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> event.accept(new MuSquared()));
    assertEquals(
        "event was " + laplace(2).describe() + ": it must consist of Gaussians",
        refused.getMessage());
  }

  /**
   * Noise 1/2 four times is 8, and five answers of odds 3, in whichever sense, have 5 ln 3 each.
   */
  @Test
  void epsilonsAddUp() {
    DpEvent event =
        DpEvent.sequence(laplace(0.5).times(4), answer(2, 0.75).times(5), answer(2, 0.25));
    assertEquals(8 + 6 * Math.log(3), pure(event).orElseThrow(), 1e-12);
    assertEquals(24 + 18 * Math.log(3), pure(event.times(3)).orElseThrow(), 1e-12);
  }

  @Test
  void oneUnknownEpsilonMakesTheSumUnknown() {
    assertEquals(Optional.empty(), pure(DpEvent.sequence(laplace(1), gaussian(1))));
    assertEquals(Optional.empty(), pure(DpEvent.sequence(gaussian(1), laplace(1))));
    assertEquals(Optional.empty(), pure(answer(3, 0.75)));
    assertEquals(Optional.empty(), pure(sampled().times(2)));
  }

  private static Optional<Double> pure(DpEvent event) {
    return event.accept(new PureSum()).map(Number::doubleValue);
  }

  /** All 2^n answers, on the dataset whose truth is yes and on that whose truth is no. */
  private static double delta(int count, double truth, double epsilon) {
    double delta = 0;
    for (int answers = 0; answers < 1 << count; answers++) {
      int yes = Integer.bitCount(answers);
      double one = Math.pow(truth, yes) * Math.pow(1 - truth, count - yes);
      double other = Math.pow(1 - truth, yes) * Math.pow(truth, count - yes);
      delta += Math.max(0, one - Math.exp(epsilon) * other);
    }
    return delta;
  }

  private static Recheck recheck(DpEvent event, double epsilon) {
    return RandomizedResponseSum.of(event)
        .orElseThrow()
        .recheck(new Guarantee.Approximate(epsilon, 1e-3, REPLACE_ONE));
  }

  @Test
  void deltasAreThoseOfAllSequencesOfAnswers() {
    for (double epsilon : new double[] {0, 0.3, 2, 5}) {
      for (int count : new int[] {1, 2, 5, 10}) {
        Recheck found = recheck(answer(2, 0.7).times(count), epsilon);
        assertEquals(delta(count, 0.7, epsilon), found.exact().doubleValue(), 1e-13);
        assertEquals(1e-3, found.claimed().doubleValue());
      }
    }
    assertEquals(
        delta(3, 0.2, 1), recheck(answer(2, 0.2).times(3), 1).exact().doubleValue(), 1e-13);
  }

  /** 20000 answers are summed, one more is too long; repeats of repeats are not looked into. */
  @Test
  void whichRepeatedAnswersAreSummed() {
    assertEquals(
        20_000, RandomizedResponseSum.of(answer(2, 0.7).times(20_000)).orElseThrow().count());
    assertEquals(Optional.empty(), RandomizedResponseSum.of(answer(2, 0.7).times(20_001)));
    assertEquals(Optional.empty(), RandomizedResponseSum.of(answer(3, 0.7).times(2)));
    assertEquals(Optional.empty(), RandomizedResponseSum.of(laplace(1)));
    DpEvent nested = new SelfComposedEvent(new SelfComposedEvent(answer(2, 0.7), 2), 3);
    assertEquals(Optional.empty(), RandomizedResponseSum.of(nested));
    assertEquals(1, RandomizedResponseSum.of(answer(2, 0.7)).orElseThrow().count());
  }

  @Test
  void gaussiansAloneAreOneGaussian() {
    assertTrue(OnlyGaussians.in(DpEvent.sequence(gaussian(1).times(3), gaussian(2))));
    assertFalse(OnlyGaussians.in(DpEvent.sequence(gaussian(1), laplace(2))));
    assertFalse(OnlyGaussians.in(laplace(1).times(2)));
    assertFalse(OnlyGaussians.in(sampled()));
  }
}
