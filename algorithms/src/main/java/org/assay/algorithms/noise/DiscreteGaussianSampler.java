package org.assay.algorithms.noise;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Discrete Gaussian numbers, {@code Pr[x] ∝ e^(-x²/2σ²)} on the integers, exactly: uniform bits and
 * integer arithmetic only ([@CanonneKamathSteinke2020], Algorithm 3, which draws a discrete Laplace
 * number of scale {@code t = ⌊σ⌋ + 1} and accepts it with probability {@code e^(-(|x| -
 * σ²/t)²/2σ²)}).
 */
public final class DiscreteGaussianSampler {
  private static final double SMALLEST_SIGMA = 0x1p-8;
  private static final double LARGEST_SIGMA = 0x1p51;

  private final double sigma;
  private final DiscreteLaplaceSampler proposal;

  /** σ² = square / 2^squareBits. */
  private final BigInteger square;

  private final int squareBits;

  /**
   * t · 2^squareBits and 2 t² σ² 2^(2 squareBits): the exponent is (|x| width - square)² / divisor.
   */
  private final BigInteger width;

  private final BigInteger divisor;

  private DiscreteGaussianSampler(double sigma) {
    this.sigma = sigma;
    long t = (long) Math.floor(sigma) + 1;
    this.proposal = DiscreteLaplaceSampler.ofScale((double) t);
    BinaryFraction exact = BinaryFraction.of(sigma);
    this.squareBits = Math.max(0, -2 * exact.exponent());
    this.square =
        BigInteger.valueOf(exact.mantissa()).pow(2).shiftLeft(2 * Math.max(0, exact.exponent()));
    this.width = BigInteger.valueOf(t).shiftLeft(squareBits);
    this.divisor = BigInteger.valueOf(t).pow(2).multiply(square).shiftLeft(squareBits + 1);
  }

  /**
   * The sampler of a parameter, taken at its exact binary value.
   *
   * @param sigma from 2^-8 to 2^51; the standard deviation is slightly smaller
   * @return the sampler
   * @throws IllegalArgumentException if sigma is out of range
   */
  public static DiscreteGaussianSampler ofSigma(double sigma) {
    if (!(sigma >= SMALLEST_SIGMA && sigma <= LARGEST_SIGMA)) {
      throw new IllegalArgumentException(
          "sigma was " + sigma + ": it must be from 2^-8 to 2^51; measure in another unit");
    }
    return new DiscreteGaussianSampler(sigma);
  }

  /**
   * The parameter.
   *
   * @return sigma, as given
   */
  public double sigma() {
    return sigma;
  }

  /**
   * One number.
   *
   * @param random uniform bits; how many are used is random
   * @return the number
   * @throws ArithmeticException if it does not fit, which happens with probability below e^-1000
   */
  public long sample(RandomGenerator random) {
    while (true) {
      long candidate = proposal.sample(random);
      BigInteger distance =
          BigInteger.valueOf(Math.abs(candidate)).multiply(width).subtract(square);
      if (ExactBernoulli.exponential(distance.pow(2), divisor, random)) {
        return candidate;
      }
    }
  }

  /**
   * The event of adding one independent number to each coordinate of a query with whole-number
   * values, from its sensitivity in the 1-norm: exact for one coordinate.
   *
   * @param sensitivity the query's sensitivity in the 1-norm, a whole number
   * @return the event
   * @throws IllegalArgumentException if the sensitivity is not whole
   */
  public DiscreteGaussianEvent event(Sensitivity sensitivity) {
    return new DiscreteGaussianEvent(sigma, sensitivity);
  }

  /**
   * The same for a vector with a sensitivity in the Euclidean norm: {@code sensitivity²/2σ²}-zCDP.
   * Coordinate j of two neighbours' answers differs by a whole number s_j, which costs at most
   * {@code a s_j²/2σ²} at order a ([@CanonneKamathSteinke2020], Proposition 5); independent
   * coordinates add up.
   *
   * @param sensitivity the query's sensitivity in the Euclidean norm
   * @return the event, rho rounded up
   */
  public DpEvent euclideanEvent(Sensitivity sensitivity) {
    double ratio = Rounding.divideUp(sensitivity.value(), sigma);
    double rho = Rounding.multiplyUp(ratio, ratio) / 2;
    return new ZcdpEvent(rho, 0, sensitivity.adjacency());
  }

  /** The scale. */
  @Override
  public String toString() {
    return "discrete Gaussian of standard deviation parameter " + sigma;
  }
}
