package org.assay.ledger.internal.range;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.range.SecondComputation.RandomizedResponseSum;
import org.junit.jupiter.api.Test;

/** Costs refute only where they are attained, and agree with computations of another kind. */
class TrueCostTest {
  private static final DpEvent GAUSSIAN =
      new GaussianEvent(1, Sensitivity.unit(ADD_OR_REMOVE)).times(4);
  private static final DpEvent ANSWERS =
      new RandomizedResponseEvent(2, 0.75, REPLACE_ONE).times(20);

  private static Comparison approximate(DpEvent event, double epsilon, double delta) {
    return TrueCost.of(approximateInstance(event, epsilon, delta));
  }

  private static Instance approximateInstance(DpEvent event, double epsilon, double delta) {
    return new Instance(event, new Guarantee.Approximate(epsilon, delta, event.adjacency()));
  }

  @Test
  void gaussiansInTheirCurrencies() {
    Comparison mu = TrueCost.of(new Instance(GAUSSIAN, new Guarantee.Gaussian(2, ADD_OR_REMOVE)));
    assertTrue(mu.obeys() && !mu.violates(), mu.toString());
    assertTrue(
        TrueCost.of(new Instance(GAUSSIAN, new Guarantee.Gaussian(1.9999999, ADD_OR_REMOVE)))
            .violates());
    assertTrue(
        TrueCost.of(new Instance(GAUSSIAN, new Guarantee.ZeroConcentrated(2, ADD_OR_REMOVE)))
            .obeys());
    NavigableMap<Double, Double> curve = new TreeMap<>();
    curve.put(2.0, 4.0);
    curve.put(3.0, 5.9);
    Comparison scale =
        TrueCost.of(new Instance(GAUSSIAN, new Guarantee.Renyi(curve, ADD_OR_REMOVE)));
    assertTrue(scale.violates() && scale.ratio().contains(6 / 5.9), scale.toString());
  }

  /** A violation within the rounding of the claim's own doubles is none. */
  @Test
  void roundingRefutesNothing() {
    double below = 2 * (1 - 0.9e-9);
    Comparison mu =
        TrueCost.of(new Instance(GAUSSIAN, new Guarantee.Gaussian(below, ADD_OR_REMOVE)));
    assertFalse(mu.violates(), mu.toString());
    assertTrue(mu.obeys(), mu.toString());
  }

  @Test
  void whatIsOnlyBoundedRefutesNothing() {
    Comparison pure = approximate(new PureEvent(1, REPLACE_ONE).times(5), 0.01, 1e-6);
    assertEquals(0, pure.exact().lower());
    assertTrue(pure.exact().upper() > 1);
    DpEvent promised = new PureEvent(1, REPLACE_ONE);
    Comparison rho =
        TrueCost.of(new Instance(promised, new Guarantee.ZeroConcentrated(1e-3, REPLACE_ONE)));
    assertFalse(rho.violates());
    assertFalse(rho.obeys());
  }

  @Test
  void laplaceIsAttained() {
    // At a delta of 1e-9 one Laplace mechanism has an epsilon just below its scale's.
    DpEvent laplace = new LaplaceEvent(0.5, Sensitivity.unit(ADD_OR_REMOVE));
    Enclosure epsilon = approximate(laplace, 1, 1e-9).exact();
    assertTrue(epsilon.lower() > 1.98 && epsilon.lower() <= 2, epsilon.toString());
  }

  /** The sum of terms, by arbitrary precision, against the convolution. */
  @Test
  void randomizedResponseAgreesWithItsSum() {
    Enclosure epsilon = approximate(ANSWERS, 1, 1e-4).exact();
    RandomizedResponseSum sum = RandomizedResponseSum.of(ANSWERS).orElseThrow();
    assertTrue(recheck(sum, epsilon.lower() * 0.999));
    assertFalse(recheck(sum, epsilon.upper() * 1.001));
  }

  private static boolean recheck(RandomizedResponseSum sum, double epsilon) {
    return sum.recheck(new Guarantee.Approximate(epsilon, 1e-4, REPLACE_ONE)).confirms();
  }

  /** One answer: delta is p - e^epsilon (1 - p). */
  @Test
  void oneAnswer() {
    RandomizedResponseSum once =
        RandomizedResponseSum.of(new RandomizedResponseEvent(2, 0.75, REPLACE_ONE)).orElseThrow();
    double delta =
        once.recheck(new Guarantee.Approximate(0.5, 0.1, REPLACE_ONE)).exact().doubleValue();
    assertEquals(0.75 - Math.exp(0.5) * 0.25, delta, 1e-15);
  }

  @Test
  void secondComputations() {
    Optional<String> gaussian = SecondComputation.of(approximateInstance(GAUSSIAN, 1, 1e-5));
    assertTrue(gaussian.orElse("").startsWith("by arbitrary precision, epsilon"), "" + gaussian);
    Optional<String> answers = SecondComputation.of(approximateInstance(ANSWERS, 1, 1e-5));
    assertTrue(answers.orElse("").startsWith("by arbitrary precision, delta"), "" + answers);
    DpEvent sampled =
        new GaussianEvent(1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.1).times(50);
    Optional<String> convolved = SecondComputation.of(approximateInstance(sampled, 1, 1e-5));
    assertTrue(convolved.orElse("").startsWith("by convolution"), "" + convolved);
    DpEvent laplace = new LaplaceEvent(1, Sensitivity.unit(ADD_OR_REMOVE)).times(2);
    assertEquals(Optional.empty(), SecondComputation.of(approximateInstance(laplace, 0.1, 1e-5)));
  }

  /** A second computation that does not see the violation is an alarm, not a footnote. */
  @Test
  void contradictionsAreFatal() {
    Instance obeyed = approximateInstance(GAUSSIAN, 1000, 1e-5);
    assertThrows(IllegalStateException.class, () -> SecondComputation.of(obeyed));
  }
}
