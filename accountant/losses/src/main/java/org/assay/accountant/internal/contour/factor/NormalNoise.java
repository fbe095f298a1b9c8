package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.divergence.DiscreteGaussian;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;

/**
 * Normal noise of a sampled step for {@link RealLine}, over the reals or over the whole numbers. z
 * is standard normal, s is the noise multiplier, and {@code u = z/s - 1/(2s²)} is the loss of an
 * unsampled step.
 */
public interface NormalNoise {
  /** s, with an error of at most a roundoff. */
  double multiplier();

  /**
   * Nodes whose mesh width in u is at most {@code widest}, or all integers if these are farther
   * apart.
   */
  NormalNodes nodes(double widest);

  /**
   * Noise over the reals.
   *
   * @param multiplier standard deviation over sensitivity
   */
  record Continuous(double multiplier) implements NormalNoise {
    private static final double LOG_SQRT_TWO_PI = 0.9189385332046727;

    @Override
    public NormalNodes nodes(double widest) {
      double step = SampledGaussianMoment.shortened(widest);
      return new Even(multiplier, step, Math.log(multiplier * step) - LOG_SQRT_TWO_PI);
    }

    private record Even(double multiplier, double step, double logMass) implements NormalNodes {
      @Override
      public double shift(double number) {
        return number * step;
      }

      @Override
      public double position(double number) {
        return multiplier * shift(number) + 1 / (2 * multiplier);
      }

      @Override
      public double number(double shift) {
        return shift / step;
      }

      @Override
      public double logMassError() {
        return 5 * Math.abs(logMass);
      }

      @Override
      public int shiftError() {
        return 0;
      }

      @Override
      public int rules() {
        return 1;
      }
    }
  }

  /**
   * Discrete Gaussian noise. Every stride-th integer is a node.
   *
   * @param sigma the noise's parameter
   * @param shift distance by which the true value moves
   * @param logNormalizer {@link DiscreteGaussian#logNormalizer}
   */
  record Discrete(double sigma, long shift, Enclosure logNormalizer) implements NormalNoise {
    public static Discrete of(double sigma, long shift) {
      return new Discrete(sigma, shift, DiscreteGaussian.logNormalizer(sigma));
    }

    @Override
    public double multiplier() {
      return sigma / shift;
    }

    @Override
    public NormalNodes nodes(double widest) {
      double pitch = shift / sigma / sigma;
      return new Lattice(this, pitch, Math.max(1, Math.floor(widest / pitch)));
    }

    private record Lattice(Discrete noise, double pitch, double stride) implements NormalNodes {
      @Override
      public double step() {
        return stride * pitch;
      }

      /** {@code (2x - m) m/2σ²}; the factor in parentheses is exact. */
      @Override
      public double shift(double number) {
        return (number * stride - 0.5 * noise.shift()) * pitch;
      }

      @Override
      public double position(double number) {
        return number * stride / noise.sigma();
      }

      @Override
      public double number(double shift) {
        return (shift / pitch + 0.5 * noise.shift()) / stride;
      }

      @Override
      public double logMass() {
        return Math.log(stride) - noise.logNormalizer().midpoint();
      }

      @Override
      public double logMassError() {
        double normalizer = Math.abs(noise.logNormalizer().midpoint());
        double width = noise.logNormalizer().width() / MixturePair.U;
        return 2 * Math.log(stride) + 2 * normalizer + width + Math.abs(logMass()) + 1;
      }

      @Override
      public int shiftError() {
        return 1;
      }

      @Override
      public int rules() {
        return stride == 1 ? 0 : 2;
      }
    }
  }
}
