package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** Every pair, alone and composed with itself, against the definition of its profile. */
class DominatingPairsProperties {
  /** Spacing of a grid, whose midpoint sums have an error of about 1e-5. */
  private static final double SPACING = 0.02;

  private static final double TOLERANCE = 1e-4;

  /** Equally spaced outcomes with their probabilities under P and under Q. */
  private static final class Outcomes {
    private final double[] p;
    private final double[] q;

    Outcomes(double[] p, double[] q) {
      this.p = p;
      this.q = q;
    }

    double delta(double epsilon) {
      double sum = 0;
      for (int i = 0; i < p.length; i++) {
        sum += Math.max(0, p[i] - Math.exp(epsilon) * q[i]);
      }
      return sum;
    }

    double deltaTwice(double epsilon) {
      double sum = 0;
      double factor = Math.exp(epsilon);
      for (int i = 0; i < p.length; i++) {
        for (int j = 0; j < p.length; j++) {
          sum += Math.max(0, p[i] * p[j] - factor * q[i] * q[j]);
        }
      }
      return sum;
    }

    Outcomes exchanged() {
      return new Outcomes(q, p);
    }
  }

  private static double normal(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  private static Outcomes grid(
      double from, double to, DoubleUnaryOperator p, DoubleUnaryOperator q) {
    int size = (int) Math.ceil((to - from) / SPACING);
    double spacing = (to - from) / size;
    double[] first = new double[size];
    double[] second = new double[size];
    for (int i = 0; i < size; i++) {
      double z = from + (i + 0.5) * spacing;
      first[i] = p.applyAsDouble(z) * spacing;
      second[i] = q.applyAsDouble(z) * spacing;
    }
    return new Outcomes(first, second);
  }

  private static void assertProfile(PrivacyLossDistribution loss, Outcomes one, double epsilon) {
    Outcomes other = one.exchanged();
    assertNear(loss.delta(epsilon), Math.max(one.delta(epsilon), other.delta(epsilon)));
    double twice = Math.max(one.deltaTwice(epsilon), other.deltaTwice(epsilon));
    assertNear(loss.times(2).delta(epsilon), twice);
  }

  private static void assertNear(Enclosure found, double known) {
    assertTrue(found.lower() <= known * (1 + TOLERANCE) + 1e-9, () -> found + " and " + known);
    assertTrue(found.upper() >= known * (1 - TOLERANCE) - 1e-9, () -> found + " and " + known);
    assertTrue(found.relativeWidth() <= 5e-3 || found.upper() < 1e-9, () -> "wide " + found);
  }

  @Property(tries = 8, seed = "20200504")
  void antipodalProfiles(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.95) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.4, max = 2) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 2) double epsilon) {
    Outcomes outcomes =
        grid(
            -mu - 7,
            mu + 7,
            z -> (1 - q) * normal(z) + q * normal(z - mu),
            z -> (1 - q) * normal(z) + q * normal(z + mu));
    PrivacyLossDistribution loss =
        DominatingPairs.replacedPoissonSampledGaussian(q, Enclosure.exact(mu));
    assertProfile(loss, outcomes, epsilon);
  }

  @Property(tries = 8, seed = "20200504")
  void mixtureProfiles(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.45) double low,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.45) double high,
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 2) double shift,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 2) double epsilon) {
    double rest = 1 - low - high;
    DoubleUnaryOperator mixture =
        z -> low * normal(z) + rest * normal(z - shift) + high * normal(z - 1.5 * shift);
    Outcomes outcomes = grid(-7, 1.5 * shift + 7, mixture, DominatingPairsProperties::normal);
    PrivacyLossDistribution loss =
        DominatingPairs.gaussianMixture(
            List.of(
                Enclosure.exact(low), Enclosure.ONE.minus(low).minus(high), Enclosure.exact(high)),
            List.of(Enclosure.ZERO, Enclosure.exact(shift), Enclosure.exact(shift).times(1.5)),
            ADD_OR_REMOVE);
    assertProfile(loss, outcomes, epsilon);
  }

  /** Two components of which one does not move are a Poisson sample. */
  @Property(tries = 8, seed = "20200504")
  void mixturesOfTwoAreSampledGaussians(
      @ForAll @Scale(15) @DoubleRange(min = 0.001, max = 0.9) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.2, max = 3) double mu,
      @ForAll @IntRange(min = 1, max = 50) int count) {
    PrivacyLossDistribution mixture =
        DominatingPairs.gaussianMixture(
            List.of(Enclosure.ONE.minus(q), Enclosure.exact(q)),
            List.of(Enclosure.ZERO, Enclosure.exact(mu)),
            ADD_OR_REMOVE);
    PrivacyLossDistribution sampled =
        PrivacyLossDistribution.poissonSampledGaussian(q, Enclosure.exact(mu));
    Enclosure one = mixture.times(count).epsilon(1e-7);
    Enclosure two = sampled.times(count).epsilon(1e-7);
    assertTrue(one.lower() <= two.upper() && two.lower() <= one.upper(), () -> one + ", " + two);
    assertTrue(one.relativeWidth() <= 5e-3, one::toString);
  }

  @Property(tries = 8, seed = "20200504")
  void fixedSizeGaussianProfiles(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.95) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.4, max = 2) double mu,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double epsilon) {
    Outcomes half =
        grid(mu / 2, mu + 7, z -> (1 - q) * normal(z) + q * normal(z - mu), z -> normal(z));
    PrivacyLossDistribution loss =
        PrivacyLossDistribution.gaussian(Enclosure.exact(mu), REPLACE_ONE)
            .fixedSizeSampled(Enclosure.exact(q));
    assertProfile(loss, mirrored(half), epsilon);
    // Amplification of the unsampled profile, exactly ([@BalleBartheGaboardi2018], Theorem 9).
    double amplified = Math.log1p(q * Math.expm1(epsilon));
    double exact = q * GaussianMechanism.delta(mu, epsilon).midpoint();
    assertEquals(1, loss.delta(amplified).midpoint() / exact, 1e-8);
  }

  /** Adds the mirror image of one half, and the remaining mass at loss 0. */
  private static Outcomes mirrored(Outcomes half) {
    int size = half.p.length;
    double[] p = new double[2 * size + 1];
    double[] q = new double[2 * size + 1];
    double rest = 1;
    for (int i = 0; i < size; i++) {
      p[i] = q[size + i] = half.p[i];
      q[i] = p[size + i] = half.q[i];
      rest -= half.p[i] + half.q[i];
    }
    p[2 * size] = q[2 * size] = rest;
    return new Outcomes(p, q);
  }

  @Property(tries = 8, seed = "20200504")
  void sampledLaplaceProfiles(
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.95) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0.3, max = 2) double ratio,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double part) {
    // Outcomes between the centres are a grid; each side outside them is one outcome.
    Outcomes inside =
        grid(
            -ratio, ratio, l -> Math.exp((l - ratio) / 2) / 4, l -> Math.exp((-l - ratio) / 2) / 4);
    int size = inside.p.length;
    double[] p = new double[size + 2];
    double[] base = new double[size + 2];
    for (int i = 0; i < size + 2; i++) {
      double shifted = i < size ? inside.p[i] : i == size ? 0.5 : 0.5 * Math.exp(-ratio);
      base[i] = i < size ? inside.q[i] : i == size ? 0.5 * Math.exp(-ratio) : 0.5;
      p[i] = (1 - q) * base[i] + q * shifted;
    }
    double epsilon = part * Math.log1p(q * Math.expm1(ratio));
    PrivacyLossDistribution loss =
        DominatingPairs.laplace(Enclosure.exact(ratio), ADD_OR_REMOVE).poissonSampled(q);
    assertProfile(loss, new Outcomes(p, base), epsilon);
  }

  @Property(tries = 8, seed = "20200504")
  void discreteGaussianProfiles(
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 12) double sigma,
      @ForAll @IntRange(min = 1, max = 4) int shift,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 1) double q,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 2) double epsilon) {
    int reach = (int) Math.ceil(12 * sigma) + shift;
    double[] mixture = new double[2 * reach + 1];
    double[] base = new double[2 * reach + 1];
    double total = 0;
    for (int x = -reach; x <= reach; x++) {
      total += Math.exp(-x * (double) x / (2 * sigma * sigma));
    }
    for (int x = -reach; x <= reach; x++) {
      double far = x - shift;
      base[x + reach] = Math.exp(-x * (double) x / (2 * sigma * sigma)) / total;
      double moved = Math.exp(-far * far / (2 * sigma * sigma)) / total;
      mixture[x + reach] = (1 - q) * base[x + reach] + q * moved;
    }
    PrivacyLossDistribution loss =
        DominatingPairs.discreteGaussian(sigma, shift, ADD_OR_REMOVE).poissonSampled(q);
    assertProfile(loss, new Outcomes(mixture, base), epsilon);
  }

  @Property(tries = 8, seed = "20200504")
  void discreteLaplaceProfiles(
      @ForAll @Scale(15) @DoubleRange(min = 0.5, max = 5) double scale,
      @ForAll @IntRange(min = 1, max = 5) int shift,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double part) {
    int reach = (int) Math.ceil(40 * scale) + shift;
    double decay = Math.exp(-1 / scale);
    double[] p = new double[2 * reach + 1];
    double[] q = new double[2 * reach + 1];
    for (int x = -reach; x <= reach; x++) {
      q[x + reach] = (1 - decay) / (1 + decay) * Math.pow(decay, Math.abs(x));
      p[x + reach] = (1 - decay) / (1 + decay) * Math.pow(decay, Math.abs(x - shift));
    }
    PrivacyLossDistribution loss = DominatingPairs.discreteLaplace(scale, shift, ADD_OR_REMOVE);
    assertProfile(loss, new Outcomes(p, q), part * shift / scale);
  }

  @Property(tries = 8, seed = "20200504")
  void randomizedResponseProfiles(
      @ForAll @IntRange(min = 2, max = 9) int answers,
      @ForAll @Scale(15) @DoubleRange(min = 0.05, max = 0.9) double truth,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double part) {
    double other = (1 - truth) / (answers - 1);
    Outcomes outcomes =
        new Outcomes(
            new double[] {truth, other, (answers - 2) * other},
            new double[] {other, truth, (answers - 2) * other});
    PrivacyLossDistribution loss = DominatingPairs.randomizedResponse(answers, truth, REPLACE_ONE);
    assertProfile(loss, outcomes, part * Math.abs(Math.log(truth / other)));
  }

  /** The profile is that of the worst two-point distribution, and no other one exceeds it. */
  @Property(tries = 25, seed = "20200504")
  void boundedRangesAreTheWorstOfTheirTwoPointLaws(
      @ForAll @Scale(15) @DoubleRange(min = 0.1, max = 5) double range,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double part,
      @ForAll @Scale(15) @DoubleRange(min = 0, max = 1) double place) {
    double epsilon = part * 0.99 * range;
    Enclosure found =
        DominatingPairs.boundedRange(Enclosure.exact(range), REPLACE_ONE).delta(epsilon);
    assertTrue(twoPoints(range, place * range, epsilon) <= found.upper() + 1e-12);
    assertEquals(twoPoints(range, (epsilon + range) / 2, epsilon), found.midpoint(), 1e-12);
  }

  /** Log ratios top and top - range. */
  private static double twoPoints(double range, double top, double epsilon) {
    double weight = (Math.exp(-top) - Math.exp(-range)) / -Math.expm1(-range);
    return Math.max(0, weight * (Math.exp(top) - Math.exp(epsilon)));
  }

  @Example
  void parametersOutOfRangeAreRefused() {
    List<Enclosure> one = List.of(Enclosure.ONE);
    assertThrows(
        IllegalArgumentException.class,
        () -> DominatingPairs.gaussianMixture(one, List.of(), ADD_OR_REMOVE));
    assertThrows(
        IllegalArgumentException.class,
        () -> DominatingPairs.gaussianMixture(one, one, REPLACE_ONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> DominatingPairs.gaussianMixture(List.of(Enclosure.ZERO), one, ADD_OR_REMOVE));
    assertThrows(
        UnsupportedEventException.class, () -> DominatingPairs.approximate(601, 0, ADD_OR_REMOVE));
    assertThrows(
        UnsupportedEventException.class,
        () -> DominatingPairs.discreteGaussian(1e5, 1, ADD_OR_REMOVE));
    for (double bad : new double[] {Double.NaN, -1, Double.POSITIVE_INFINITY}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> DominatingPairs.discreteGaussian(bad, 1, ADD_OR_REMOVE));
      assertThrows(
          IllegalArgumentException.class, () -> DominatingPairs.approximate(bad, 0, REPLACE_ONE));
    }
    PrivacyLossDistribution pure = DominatingPairs.approximate(1, 0, ADD_OR_REMOVE);
    assertThrows(IllegalArgumentException.class, () -> pure.poissonSampled(1.5));
    assertThrows(UnsupportedEventException.class, () -> pure.times(2).poissonSampled(0.5));
    assertThrows(UnsupportedEventException.class, () -> pure.fixedSizeSampled(Enclosure.ONE));
  }
}
