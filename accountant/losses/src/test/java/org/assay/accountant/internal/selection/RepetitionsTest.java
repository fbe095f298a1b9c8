package org.assay.accountant.internal.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RepetitionsTest {
  /** Two distributions on a few outputs, from the worst to the best. */
  private static final class Laws implements Repetitions.SingleRun {
    private final double[] p;
    private final double[] q;

    Laws(double[] p, double[] q) {
      this.p = p;
      this.q = q;
    }

    static Laws random(Random random) {
      int size = 2 + random.nextInt(5);
      double spread = 3 * random.nextDouble();
      double rare = random.nextBoolean() ? 0 : 6 * random.nextDouble();
      Double[][] both = new Double[size][2];
      for (Double[] one : both) {
        double weight = Math.exp(rare * random.nextGaussian());
        one[0] = weight;
        one[1] = weight * Math.exp(spread * random.nextGaussian());
      }
      if (random.nextInt(3) > 0) {
        double sign = random.nextBoolean() ? 1 : -1;
        Arrays.sort(both, Comparator.comparingDouble(one -> sign * one[0] / one[1]));
      }
      double[] p = Arrays.stream(both).mapToDouble(one -> one[0]).toArray();
      double[] q = Arrays.stream(both).mapToDouble(one -> one[1]).toArray();
      return new Laws(normalized(p), normalized(q));
    }

    private static double[] normalized(double[] weights) {
      double sum = Arrays.stream(weights).sum();
      return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    /** The best of K runs, and the probability of none if that is possible. */
    Laws best(DoubleUnaryOperator generating) {
      return new Laws(best(p, generating), best(q, generating));
    }

    private static double[] best(double[] law, DoubleUnaryOperator generating) {
      double[] best = new double[law.length + 1];
      best[0] = generating.applyAsDouble(0);
      double below = 0;
      for (int i = 0; i < law.length; i++) {
        double upTo = i + 1 == law.length ? 1 : below + law[i];
        best[i + 1] = generating.applyAsDouble(upTo) - generating.applyAsDouble(below);
        below = upTo;
      }
      return best;
    }

    @Override
    public Enclosure renyi(double order) {
      return Enclosure.exact(Math.max(renyi(p, q, order), renyi(q, p, order)));
    }

    private static double renyi(double[] p, double[] q, double order) {
      double sum = 0;
      for (int i = 0; i < p.length; i++) {
        sum += q[i] > 0 ? Math.pow(p[i] / q[i], order) * q[i] : 0;
      }
      return Math.max(0, Math.log(sum) / (order - 1));
    }

    @Override
    public double delta(double epsilon) {
      return Math.max(delta(p, q, epsilon), delta(q, p, epsilon));
    }

    private static double delta(double[] p, double[] q, double epsilon) {
      double sum = 0;
      for (int i = 0; i < p.length; i++) {
        sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
      }
      return sum;
    }
  }

  private static DoubleUnaryOperator generating(Repetitions repetitions) {
    return switch (repetitions.getClass().getSimpleName()) {
      case "PoissonRepetitions" -> {
        double mean = ((PoissonRepetitions) repetitions).mean();
        yield x -> Math.exp(mean * (x - 1));
      }
      default -> {
        NegativeBinomialRepetitions law = (NegativeBinomialRepetitions) repetitions;
        double gamma = law.successProbability();
        double shape = law.shape();
        yield shape == 0
            ? x -> Math.log1p(-(1 - gamma) * x) / Math.log(gamma)
            : x ->
                Math.expm1(-shape * Math.log1p(-(1 - gamma) * x))
                    / Math.expm1(-shape * Math.log(gamma));
      }
    };
  }

  static List<Repetitions> numbers() {
    return List.of(
        new NegativeBinomialRepetitions(1, 0.01),
        new NegativeBinomialRepetitions(1, 0.3),
        new NegativeBinomialRepetitions(0, 0.01),
        new NegativeBinomialRepetitions(0, 0.7),
        new NegativeBinomialRepetitions(-0.6, 0.05),
        new NegativeBinomialRepetitions(2.5, 0.2),
        new PoissonRepetitions(0.05),
        new PoissonRepetitions(0.8),
        new PoissonRepetitions(3),
        new PoissonRepetitions(40));
  }

  /** The exact divergences of the best run, for any order of the outputs. */
  @ParameterizedTest
  @MethodSource("numbers")
  void noLawsDoWorse(Repetitions repetitions) {
    Random random = new Random(19);
    double orders = 0;
    double profiles = 0;
    for (int trial = 0; trial < 1_500; trial++) {
      Laws once = Laws.random(random);
      Laws best = once.best(generating(repetitions));
      BestRun bound = new BestRun(repetitions, trial % 3 == 0 ? ordersOf(once) : once);
      double order = 1 + Math.exp(2 * random.nextGaussian());
      double exact = best.renyi(order).upper();
      double renyi = bound.renyi(order).upper();
      boolean told = exact > 1e-9 && exact < 1e9;
      orders = Math.max(orders, told ? exact / renyi : 0);
      double shift = repetitions.profileShift(once::delta);
      double epsilon = 2 * random.nextDouble();
      double delta = repetitions.expectation().upper() * once.delta(epsilon);
      double reached = best.delta(epsilon + shift);
      profiles = Math.max(profiles, reached < 1e-12 ? 0 : reached / delta);
    }
    double renyi = orders;
    double profile = profiles;
    assertTrue(renyi <= 1 + 1e-9, () -> "orders " + renyi);
    assertTrue(profile <= 1 + 1e-9, () -> "profiles " + profile);
    assertTrue(renyi > 0.5, () -> "a bound that nothing comes near tests little: " + renyi);
  }

  /** A run for which only Rényi orders are known. */
  private static Repetitions.SingleRun ordersOf(Repetitions.SingleRun run) {
    return new Repetitions.SingleRun() {
      @Override
      public Enclosure renyi(double order) {
        return run.renyi(order);
      }

      @Override
      public double delta(double epsilon) {
        return 1;
      }
    };
  }

  private static Repetitions.SingleRun gaussian(double noise) {
    return new Repetitions.SingleRun() {
      @Override
      public Enclosure renyi(double order) {
        return Enclosure.exact(order).dividedBy(2 * noise * noise);
      }

      @Override
      public double delta(double epsilon) {
        return GaussianMechanism.delta(1 / noise, epsilon).upper();
      }
    };
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.01, 5, 2, 5.8191118894962084",
    "0, 0.01, 5, 8, 1.1852480266578712",
    "0.5, 0.001, 10, 16, 1.046421073134922"
  })
  void enclosesReferences(double shape, double success, double noise, double order, double value) {
    Repetitions repetitions = new NegativeBinomialRepetitions(shape, success);
    Enclosure bound = repetitions.renyi(ordersOf(gaussian(noise))).apply(order);
    Enclosure more = repetitions.renyi(gaussian(noise)).apply(order);

    assertTrue(more.upper() < value, more::toString);
    assertEquals(value, bound.upper(), 1e-9 * value);
    assertTrue(bound.upper() >= value * (1 - 1e-15), bound::toString);
    assertTrue(bound.relativeWidth() < 1e-12, bound::toString);
  }

  /** References of {@code D + μ δ + log(μ)/(a - 1)}, from which the sharper bound follows. */
  @ParameterizedTest
  @CsvSource({"10, 5, 2, 2.3427737148116607", "100, 10, 4, 1.5618224488072359"})
  void isBelowThePublishedBoundForPoissonNumbers(
      double mean, double noise, double order, double published) {
    Enclosure bound = new PoissonRepetitions(mean).renyi(gaussian(noise)).apply(order);
    double once = order / (2 * noise * noise);
    double tails = (order - 1) * (published - once) - Math.log(mean);
    double value =
        Math.log1p(mean * Math.exp(tails) * Math.expm1((order - 1) * once)) / (order - 1);

    assertTrue(bound.upper() < published, bound::toString);
    assertEquals(value, bound.upper(), 1e-9 * value);
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void boundsRiseWithTheOrder(Repetitions repetitions) {
    BestRun best = new BestRun(repetitions, gaussian(3));
    double previous = 0;
    for (double order = 1.0001; order < 5_000; order = 1 + 1.1 * (order - 1)) {
      double value = best.renyi(order).upper();
      assertTrue(value >= previous * (1 - 1e-12), "at " + order);
      assertTrue(value <= repetitions.renyi(gaussian(3)).apply(order).upper());
      previous = value * 0.999;
    }
  }

  @Test
  void meansAreThoseOfTheDistributions() {
    for (double shape : new double[] {-0.5, 0, 0.3, 1, 2}) {
      double gamma = 0.2;
      double weight = 1;
      double all = 0;
      double sum = 0;
      for (int k = 1; k < 400; k++) {
        weight *= shape == 0 && k == 1 ? 1 - gamma : (1 - gamma) * (k - 1 + shape) / k;
        all += weight;
        sum += k * weight;
      }
      assertEquals(
          sum / all, new NegativeBinomialRepetitions(shape, gamma).expectation().upper(), 1e-10);
    }
    assertEquals(100, new NegativeBinomialRepetitions(1, 0.01).expectation().upper(), 1e-10);
  }

  /** Geometric repetitions of randomized response, summed over the number of runs. */
  @Test
  void generatingFunctionsAreThoseOfTheDistributions() {
    double[] law = {0.7, 0.3};
    double best = 0;
    for (int k = 1; k < 200; k++) {
      best += 0.4 * Math.pow(0.6, k - 1) * (1 - Math.pow(law[0], k));
    }
    Laws laws = new Laws(law, law);
    double found = laws.best(generating(new NegativeBinomialRepetitions(1, 0.4))).p[2];
    assertEquals(best, found, 1e-12);
    double poisson = 0;
    for (int k = 1; k < 60; k++) {
      double probability = Math.exp(-3) * Math.pow(3, k) / CombinatoricsUtils.factorialDouble(k);
      poisson += probability * (1 - Math.pow(law[0], k));
    }
    assertEquals(poisson, laws.best(generating(new PoissonRepetitions(3))).p[2], 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 30})
  void pureLimits(double epsilon) {
    Enclosure one = Enclosure.exact(epsilon);

    assertEquals(3 * epsilon, new NegativeBinomialRepetitions(1, 0.1).pure(one).upper(), 1e-12);
    assertEquals(
        epsilon + 4 * Math.tanh(epsilon / 2), new PoissonRepetitions(4).pure(one).upper(), 1e-11);
  }

  @Test
  void refusesParametersOutOfRange() {
    for (double bad : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      refused(() -> new PoissonRepetitions(bad));
      refused(() -> new NegativeBinomialRepetitions(bad, 0.5));
      refused(() -> new NegativeBinomialRepetitions(1, bad));
    }
    refused(() -> new PoissonRepetitions(0));
    refused(() -> new NegativeBinomialRepetitions(1, 0));
    refused(() -> new NegativeBinomialRepetitions(1, 1));
  }

  private static void refused(org.junit.jupiter.api.function.Executable made) {
    assertThrows(IllegalArgumentException.class, made);
  }
}
