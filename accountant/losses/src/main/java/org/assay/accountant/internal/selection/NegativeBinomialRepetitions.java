package org.assay.accountant.internal.selection;

import java.util.ArrayList;
import java.util.List;
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
  /** Largest shape that is accepted. Not tuned. */
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
    // The second order 1 gives log(1/γ) for every run.
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

  /**
   * An upper bound of {@code (γ + (1 - γ) s') / (γ + (1 - γ) s)} for all probabilities {@code s}
   * and {@code s'} of one event under neighbours. The lines {@code s' <= e^x s + delta(x)} for
   * every {@code x} and {@code s' <= 1} bound s'. On an interval of s one line is used; the ratio
   * is monotone there, so the larger of its ends bounds it. No proof rests on the choice of lines
   * and intervals.
   */
  static final class TailRatio {
    /** Number of epsilons whose lines are used. Not tuned. */
    private static final int LINES = 48;

    /** Share of γ below which delta is so small that lines end. Not tuned. */
    private static final double FLAT = 1e-4;

    /** Largest epsilon at which a line is taken. Not tuned: ends the search. */
    private static final double LARGEST_EPSILON = 512;

    private final Enclosure least;
    private final Enclosure rest;
    private final List<Line> lines = new ArrayList<>();

    private TailRatio(double least) {
      this.least = Enclosure.exact(least);
      this.rest = Enclosure.ONE.minus(least);
    }

    /** {@code s' <= slope s + offset}. */
    private record Line(Enclosure slope, double offset) {
      double crossing(Line steeper) {
        return (offset - steeper.offset) / (steeper.slope.upper() - slope.upper());
      }
    }

    static Enclosure of(double least, DoubleUnaryOperator delta) {
      TailRatio ratio = new TailRatio(least);
      ratio.addLines(delta);
      return ratio.largest();
    }

    private void addLines(DoubleUnaryOperator delta) {
      lines.add(new Line(Enclosure.ZERO, 1));
      double floor = 1.01 * delta.applyAsDouble(LARGEST_EPSILON);
      double enough = Math.max(floor, FLAT * least.upper());
      double scale = 1.0 / 16;
      while (scale < LARGEST_EPSILON && delta.applyAsDouble(scale) > enough) {
        scale *= 2;
      }
      for (int i = 0; i <= LINES; i++) {
        double epsilon = i * scale / LINES;
        double offset = delta.applyAsDouble(epsilon);
        lines.add(new Line(Enclosure.exact(epsilon).exp(), offset));
        if (!(offset > enough)) {
          return;
        }
      }
    }

    private Enclosure largest() {
      double right = 1;
      Line line = lines.get(0);
      Enclosure largest = Enclosure.ONE;
      for (int i = next(0); i > 0; i = next(i)) {
        Line steeper = lines.get(i);
        double left = Math.min(right, Math.max(0, line.crossing(steeper)));
        largest = largest.max(between(line, left, right));
        right = left;
        line = steeper;
      }
      return largest.max(between(line, 0, right));
    }

    /** Index of the line that is the lowest left of a line's interval; 0 if there is none. */
    private int next(int current) {
      int next = 0;
      double best = 0;
      for (int i = current + 1; i < lines.size(); i++) {
        double crossing = lines.get(current).crossing(lines.get(i));
        if (crossing > best) {
          best = crossing;
          next = i;
        }
      }
      return next;
    }

    private Enclosure between(Line line, double left, double right) {
      return at(line, left).max(at(line, right));
    }

    private Enclosure at(Line line, double tail) {
      Enclosure other = line.slope().times(tail).plus(line.offset());
      return other.times(rest).plus(least).dividedBy(rest.times(tail).plus(least));
    }
  }
}
