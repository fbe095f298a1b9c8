package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.selection.NegativeBinomialRepetitions;
import org.assay.accountant.internal.selection.PoissonRepetitions;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lower ends of best runs and of stated guarantees, against explicit programs in 30 digits. */
class LowerEndsTest {
  private static Repetitions repetitions(String kind, double first, double second) {
    return kind.equals("poisson")
        ? new PoissonRepetitions(first)
        : new NegativeBinomialRepetitions(first, second);
  }

  private static TightestBound bestOf(DpEvent once, Repetitions repetitions) {
    return TightestBound.of(new RepeatAndSelectEvent(once, repetitions), ADD_OR_REMOVE);
  }

  private static DpEvent gaussian(double noise) {
    return DpEvent.gaussian(noise, Sensitivity.unit(ADD_OR_REMOVE));
  }

  /**
   * The release shows the side of a threshold of an output, which comes first or last. The
   * reference is the best threshold of a grid of 5e-4. No lower end may be above it, and five per
   * cent below counts as far.
   */
  @ParameterizedTest
  @CsvSource({
    "negative-binomial, 1, 0.1, 1, 2, 0.09268058927014237",
    "negative-binomial, 0, 0.01, 5, 1, 3.770427398723779e-7",
    "negative-binomial, -0.5, 0.2, 2, 1, 0.009558395681521557",
    "poisson, 10, 0, 1, 2, 0.21853644640996296",
    "poisson, 0.5, 0, 1, 1, 0.05467746159324883"
  })
  void bestGaussianRunsAreTested(
      String kind, double first, double second, double noise, double epsilon, double tested) {
    TightestBound bound = bestOf(gaussian(noise), repetitions(kind, first, second));
    TightestBound.Bound delta = bound.delta(epsilon);

    assertTrue(delta.value().lower() <= tested * (1 + 1e-5), delta::toString);
    assertTrue(delta.value().lower() >= tested * 0.95, delta::toString);
    assertEquals(TightestBound.Method.TESTED_SELECTION, delta.method());
    // An epsilon below a lower end has more delta.
    double proved = bound.epsilon(tested).value().lower();
    assertEquals(epsilon, proved, 0.05 * epsilon);
    assertTrue(proved <= epsilon * (1 + 1e-5), () -> "epsilon " + proved);
  }

  /** Two answers have one test, whose probabilities are known exactly. */
  @Test
  void bestAnswersAreTestedExactly() {
    DpEvent once = new RandomizedResponseEvent(2, 0.7, ADD_OR_REMOVE);
    double tested = 0.08359863711773317;
    double lower = bestOf(once, new NegativeBinomialRepetitions(0.5, 0.1)).delta(1).value().lower();

    assertEquals(tested, lower, 1e-9);
    assertTrue(lower <= tested * (1 + 1e-14), () -> "delta " + lower);
  }

  /** A stated guarantee of a single run proves no lower bound for the best run. */
  @Test
  void promisedRunsHaveNoTest() {
    TightestBound bound =
        bestOf(DpEvent.pure(0.5, ADD_OR_REMOVE), new NegativeBinomialRepetitions(1, 0.1));

    assertEquals(0, bound.epsilon(1e-5).value().lower());
    assertEquals(0, bound.delta(0.5).value().lower());
  }

  /** {@code 1 - (1-δ)^k + (1-δ)^k Σ Binomial(j) δ_Gauss(ε - (2j-k) ξ)}. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5, 1e-6, 1, 2, 0.02092461489747791",
    "0.3, 0.5, 1e-6, 1, 2, 0.026827877404969534",
    "0.1, 0.02, 1e-3, 3, 1, 0.0039132298094250315"
  })
  void promisesWithDeltaAreKept(
      double xi, double rho, double delta, long times, double epsilon, double kept) {
    DpEvent promise = new ZcdpEvent(xi, rho, delta, ADD_OR_REMOVE).times(times);
    TightestBound.Bound bound = TightestBound.of(promise, ADD_OR_REMOVE).delta(epsilon);

    assertEquals(kept, bound.value().lower(), 1e-6 * kept);
    assertTrue(bound.value().lower() <= kept * (1 + 1e-14), bound::toString);
    assertEquals(TightestBound.Method.PROGRAM_BELOW_RENYI, bound.method());
  }

  /** Without rho and xi a stated guarantee is attained by a revelation alone. */
  @Test
  void deltaAloneIsKept() {
    TightestBound bound = TightestBound.of(new ZcdpEvent(0, 1e-4, ADD_OR_REMOVE), ADD_OR_REMOVE);

    assertEquals(1e-4, bound.delta(1).value().lower(), 1e-8);
  }
}
