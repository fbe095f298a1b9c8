package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Exact privacy of a number of Poisson-sampled Gaussian steps of one kind under add-or-remove
 * adjacency: the larger of both directions of the dominating pair ([@MironovTalwarZhang2019],
 * [@ZhuDongWang2022]), enclosed to about ten digits at any delta by contour inversion ({@code
 * doc-files/contour-inversion.md}); one step has a closed form.
 */
public final class SampledGaussianComposition {
  /** Largest number of steps, 2^53: up to here counts are exact doubles. */
  public static final long LARGEST_COUNT = 1L << 53;

  private final double q;
  private final double sigma;
  private final long count;

  private SampledGaussianComposition(double q, double sigma, long count) {
    this.q = q;
    this.sigma = sigma;
    this.count = count;
  }

  /**
   * A composition.
   *
   * @param q sampling probability, in [0, 1]
   * @param sigma noise multiplier, finite and above 0
   * @param count number of steps, from 1 to 2^53
   * @return the composition
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static SampledGaussianComposition of(double q, double sigma, long count) {
    Parameters.requireProbability("samplingProbability", q);
    Parameters.requirePositive("noiseMultiplier", sigma);
    Parameters.requireAtLeastOne("steps", count);
    if (!(count <= LARGEST_COUNT)) {
      throw new IllegalArgumentException("steps was " + count + ": it must be at most 2^53");
    }
    return new SampledGaussianComposition(q, sigma, count);
  }

  /**
   * Smallest delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure, {@code [0, 1]} in the worst case where the contour would cost too much
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    if (leavesNormalRange()) {
      return Enclosure.of(0, withinNormalRange().delta(epsilon).upper());
    }
    if (q == 1) {
      Enclosure mu = gaussianMu();
      double low = GaussianMechanism.delta(mu.lower(), epsilon).lower();
      return Enclosure.of(low, GaussianMechanism.delta(mu.upper(), epsilon).upper());
    }
    Enclosure removing = new DirectionalComposition(q, sigma, count, true).delta(epsilon);
    DirectionalComposition adding = new DirectionalComposition(q, sigma, count, false);
    boolean addingIsSmaller = adding.deltaBound(epsilon) <= removing.lower();
    return addingIsSmaller ? removing : removing.max(adding.delta(epsilon));
  }

  /**
   * Smallest epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure; 0 where (0, delta) already holds, and a wider one, from the Rényi bound,
   *     where the contour would cost too much
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    if (q == 0) {
      return Enclosure.ZERO;
    }
    if (leavesNormalRange()) {
      return Enclosure.of(0, withinNormalRange().epsilon(delta).upper());
    }
    if (q == 1) {
      Enclosure mu = gaussianMu();
      double low = GaussianMechanism.epsilon(mu.lower(), delta).lower();
      return Enclosure.of(low, GaussianMechanism.epsilon(mu.upper(), delta).upper());
    }
    DirectionalComposition adding = new DirectionalComposition(q, sigma, count, false);
    Enclosure removing = new DirectionalComposition(q, sigma, count, true).epsilon(delta);
    boolean addingIsSmaller =
        adding.deltaBound(removing.upper()) <= delta
            || adding.delta(removing.upper()).upper() <= delta;
    return addingIsSmaller ? removing : removing.max(adding.epsilon(delta));
  }

  /** The integrand would underflow, and with it bounds from above would become too small. */
  private boolean leavesNormalRange() {
    return q < SampledGaussian.SMALLEST_PROBABILITY || sigma > SampledGaussian.LARGEST_SIGMA;
  }

  /** A worse composition, by data processing, whose integrand stays in the normal range. */
  private SampledGaussianComposition withinNormalRange() {
    double larger = Math.max(q, SampledGaussian.SMALLEST_PROBABILITY);
    double smaller = Math.min(sigma, SampledGaussian.LARGEST_SIGMA);
    return new SampledGaussianComposition(larger, smaller, count);
  }

  /** Without sampling the composition is one Gaussian mechanism. */
  private Enclosure gaussianMu() {
    return Enclosure.exact((double) count).sqrt().dividedBy(sigma);
  }
}
