package org.assay.accountant.internal.selection;

import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * A truncated negative binomial number of runs ([@PapernotSteinke2022], Definition 1): {@code P(K =
 * k)} is proportional to {@code (1 - γ)^k Π_{l<k} (l + η)/(l + 1)}, k at least 1. {@code η = 1} is
 * the geometric distribution, {@code η = 0} the logarithmic one.
 *
 * @param shape η, finite and above -1
 * @param successProbability γ, strictly between 0 and 1; smaller means more runs
 */
public record NegativeBinomialRepetitions(double shape, double successProbability)
    implements Repetitions {
  /** Largest shape that is accepted. */
  private static final double LARGEST_SHAPE = 1e9;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if they are out of range
   */
  public NegativeBinomialRepetitions {
    if (!(shape > -1 && shape <= LARGEST_SHAPE)) {
      throw new InvalidParameterException(
          "shape", "was " + shape + ": it must be above -1 and at most 1e9");
    }
    Parameters.requireOpenProbability("successProbability", successProbability);
  }

  @Override
  public String describe() {
    return "NegativeBinomial(shape " + shape + ", success probability " + successProbability + ")";
  }

  @Override
  public Map<String, Object> terms() {
    return Map.of(
        "repetitions",
        "negative-binomial",
        "shape",
        shape,
        "success_probability",
        successProbability);
  }

  /** {@code η (1 - γ) / (γ (1 - γ^η))}, at η = 0 {@code (1/γ - 1) / log(1/γ)}. */
  @Override
  public Enclosure expectation() {
    Enclosure failures = successes().negate().plus(1).dividedBy(successProbability);
    Enclosure log = successes().log();
    return shape == 0
        ? failures.dividedBy(log.negate())
        : failures.times(shape).dividedBy(log.times(shape).expm1().negate());
  }

  /** {@code (1 - (u/γ)^-η) / (1 - γ^η)} with {@code u/γ = 1 + (1 - γ) x/γ}. */
  @Override
  public Enclosure some(double probability) {
    Enclosure failures = successes().negate().plus(1);
    Enclosure log = failures.times(probability).dividedBy(successProbability).log1p();
    return shape == 0
        ? log.dividedBy(successes().log().negate())
        : ofPowers(log, successes().log().negate());
  }

  /** {@code ((1 - (1 - γ) x)^-η - 1) / (γ^-η - 1)}. */
  @Override
  public Enclosure every(double probability) {
    Enclosure failures = successes().negate().plus(1);
    Enclosure log = failures.times(probability).negate().log1p();
    return shape == 0 ? log.dividedBy(successes().log()) : ofPowers(log, successes().log());
  }

  /** {@code (e^(-η s) - 1)/(e^(-η t) - 1)}. */
  private Enclosure ofPowers(Enclosure s, Enclosure t) {
    return s.times(shape).negate().expm1().dividedBy(t.times(shape).negate().expm1());
  }

  /** {@code E[K] (γ/(1 - (1 - γ) x))^(1 + η)}. */
  @Override
  public Enclosure slope(Enclosure probability) {
    Enclosure failures = successes().negate().plus(1);
    Enclosure base = failures.times(probability).negate().log1p();
    return successes().log().minus(base).times(power()).exp().times(expectation());
  }

  private Enclosure successes() {
    return Enclosure.exact(successProbability);
  }

  private Enclosure power() {
    return Enclosure.exact(shape).plus(1);
  }

  /**
   * {@code D_a + (1 + η) min_b ((1 - 1/b) D_b + log(1/γ)/b) + log(E[K])/(a - 1)}
   * ([@PapernotSteinke2022], Theorem 2), with the logarithm of {@link TailRatio} in place of the
   * minimum if that logarithm is smaller.
   */
  @Override
  public DoubleFunction<Enclosure> renyi(SingleRun once) {
    Enclosure logInverse = successes().log().negate();
    DoubleFunction<Enclosure> ratio =
        order -> {
          Enclosure inverse = Enclosure.ONE.dividedBy(order);
          Enclosure rest = Enclosure.ONE.minus(inverse);
          return once.renyi(order).times(rest).plus(logInverse.times(inverse));
        };
    Enclosure found = ratio.apply(OrderSearch.minimum(ratio));
    Enclosure byTails = TailRatio.of(successProbability, once::delta).log();
    // The second order 1 gives log(1/γ) whatever the run is.
    Enclosure byOrders = found.upper() < logInverse.upper() ? found : logInverse;
    Enclosure second = byTails.upper() < byOrders.upper() ? byTails : byOrders;
    Enclosure shift = second.times(power());
    Enclosure logMean = expectation().max(Enclosure.ONE).log();
    return order ->
        once.renyi(order).plus(shift).plus(logMean.dividedBy(Enclosure.exact(order).minus(1)));
  }

  /** {@code (2 + η) ε}, the limit at large orders. */
  @Override
  public Enclosure pure(Enclosure epsilon) {
    return epsilon.times(power().plus(1));
  }

  @Override
  public double profileShift(DoubleUnaryOperator delta) {
    return TailRatio.of(successProbability, delta).log().times(power()).upper();
  }
}
