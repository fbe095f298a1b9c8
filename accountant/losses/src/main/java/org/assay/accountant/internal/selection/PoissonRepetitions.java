package org.assay.accountant.internal.selection;

import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * A Poisson number of runs; zero runs give no result. The bound is sharper than [@
 * PapernotSteinke2022], Theorem 6.
 *
 * @param mean the mean of the Poisson distribution, finite and above 0
 */
public record PoissonRepetitions(double mean) implements Repetitions {
  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if it is out of range
   */
  public PoissonRepetitions {
    Parameters.requirePositive("mean", mean);
  }

  @Override
  public String describe() {
    return "Poisson(mean " + mean + ")";
  }

  @Override
  public Map<String, Object> terms() {
    return Map.of("repetitions", "poisson", "mean", mean);
  }

  @Override
  public Enclosure expectation() {
    return Enclosure.exact(mean);
  }

  /** {@code 1 - e^(-μx)}. */
  @Override
  public Enclosure some(double probability) {
    return Enclosure.exact(probability).times(mean).negate().expm1().negate();
  }

  /** {@code e^(-μ(1-x)) (1 - e^(-μx))}. */
  @Override
  public Enclosure every(double probability) {
    Enclosure others = Enclosure.ONE.minus(probability).times(mean).negate().exp();
    return some(probability).times(others);
  }

  /** {@code μ e^(-μ(1-x))}. */
  @Override
  public Enclosure slope(Enclosure probability) {
    return Enclosure.ONE.minus(probability).times(mean).negate().exp().times(mean);
  }

  /**
   * {@code log(1 + μ e^(μs) (e^x - 1)) / (a - 1)} with {@code x = (a - 1) D_a} and {@code s = (a -
   * 1) δ(log(a/(a - 1)))}, δ the profile of a single run.
   */
  @Override
  public DoubleFunction<Enclosure> renyi(SingleRun once) {
    return order -> {
      Enclosure less = Enclosure.exact(order).minus(1);
      double epsilon = Math.max(0, Enclosure.ONE.dividedBy(less).log1p().lower());
      Enclosure delta = Enclosure.exact(once.delta(epsilon));
      Enclosure tails = delta.times(less).times(mean);
      return increased(once.renyi(order).times(less), tails).dividedBy(less);
    };
  }

  /** {@code log(1 + μ e^t (e^x - 1))}, without overflow of the powers. */
  private Enclosure increased(Enclosure x, Enclosure t) {
    Enclosure both = x.plus(t);
    if (!(both.upper() < Double.POSITIVE_INFINITY)) {
      return Enclosure.of(0, Double.POSITIVE_INFINITY);
    }
    if (both.upper() < 1) {
      return x.expm1().times(t.exp()).times(mean).log1p();
    }
    Enclosure rest = x.negate().expm1().negate().times(mean);
    return rest.plus(both.negate().exp()).log().plus(both);
  }

  /** {@code ε + μ (e^ε - 1) / (e^ε + 1)}, the limit at large orders. */
  @Override
  public Enclosure pure(Enclosure epsilon) {
    // tanh(ε/2) without overflow.
    Enclosure falling = epsilon.negate().exp();
    Enclosure distance = epsilon.negate().expm1().negate().dividedBy(falling.plus(1));
    return epsilon.plus(distance.times(mean));
  }

  @Override
  public double profileShift(DoubleUnaryOperator delta) {
    return Rounding.multiplyUp(mean, Math.min(1, delta.applyAsDouble(0)));
  }
}
