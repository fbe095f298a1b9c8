package org.assay.algorithms.noise;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Generalized Gaussian noise, of density proportional to {@code e^(-|z|_r²/2 sigma²)}
 * ([@BassilyGuzmanNandi2021], Definition 7). Its radius {@code |z|_r} is {@code sigma √(2
 * Gamma(d/2))}, so that {@code E |z|_r² = d sigma²} exactly; its direction is independent of the
 * radius and follows the cone measure of the ball: independent coordinates of density proportional
 * to {@code e^(-|x|^r)}, scaled to length 1. Each coordinate's standard deviation is at least
 * sigma. Index 2 is N(0, sigma² I). Proofs: {@code doc-files/generalized-gaussian-noise.md}.
 *
 * <p>Real numbers are drawn digit by digit, and no step on the way to a release is rounded.
 *
 * @param norm the norm, and the dimension
 * @param sigma the parameter of the density, in the unit of the query; finite and above 0
 */
public record GeneralizedGaussianNoise(SmoothNorm norm, double sigma) {
  /**
   * Largest index: up to it, index - 1 is exact in doubles, and 60 digits decide almost every draw.
   */
  private static final double LARGEST_INDEX = 0x1p50;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if sigma is not finite or not above 0, or the norm's index is
   *     above 2^50
   */
  public GeneralizedGaussianNoise {
    Parameters.requirePositive("sigma", sigma);
    if (!(norm.index() <= LARGEST_INDEX)) {
      throw new IllegalArgumentException(
          "index of the norm was "
              + norm.index()
              + ": it must be at most 2^50, up to which noise is drawn exactly; take a norm of a"
              + " smaller index, which differs little");
    }
  }

  /**
   * A query plus one real vector of this noise, rounded to the nearest points of the {@link
   * ReleaseGrid} for sigma, exactly: a function of the ideal release, so that {@link #event} holds
   * as it stands.
   *
   * @param query the answer; finite, of the norm's dimension, not changed
   * @param random the source of randomness; the number of used bits is random
   * @return the noisy answer, on the grid (and the nearest double to that, from 2^53 spacings on)
   * @throws IllegalArgumentException if the dimension is not the norm's, a coordinate is not finite
   *     or sigma is so small that it has no grid
   */
  public double[] release(double[] query, RandomGenerator random) {
    requireDimension(query);
    if (norm.index() == 2) {
      return new GridGaussian(sigma).release(query, random);
    }
    for (int j = 0; j < query.length; j++) {
      if (!Double.isFinite(query[j])) {
        throw new IllegalArgumentException(
            "coordinate " + j + " of the query was " + query[j] + ": it must be finite");
      }
    }
    return new ExactSmoothNoise(query.length, norm.index(), sigma, random)
        .release(query, ReleaseGrid.forNoise(sigma));
  }

  private void requireDimension(double[] target) {
    if (target.length != norm.dimension()) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of the target was %s: it must be that of the noise, %s",
              target.length, norm.dimension()));
    }
  }

  /**
   * The event of releasing one query with this noise. The sensitivity is carried over to the norm
   * of the noise, everything rounded so that the event never claims more noise than there is. For
   * index 2 the event is that of the Gaussian mechanism.
   *
   * @param sensitivity the query's sensitivity in the norm of index {@link
   *     SmoothNorm#sensitivityIndex}
   * @return the event
   */
  public DpEvent event(Sensitivity sensitivity) {
    double distance = Rounding.multiplyUp(norm.distortion(), sensitivity.value());
    Sensitivity inNorm = new Sensitivity(distance, sensitivity.adjacency());
    double multiplier = Rounding.divideDown(sigma, distance);
    return norm.index() == 2
        ? DpEvent.gaussian(multiplier, inNorm)
        : new GeneralizedGaussianEvent(multiplier, norm.smoothness(), inNorm);
  }

  /**
   * One real vector of density proportional to {@code e^(-|z|_r²/2 sigma²)}, exactly: digits are
   * drawn when they are needed, and intervals are narrowed until the nearest grid point is known.
   * Proof: {@code doc-files/generalized-gaussian-noise.md}.
   *
   * <p>{@code |z|_r = sigma √(2G)} with G from Gamma(d/2), a sum of exponentials and half a squared
   * normal number if d is odd; {@code |z_j| = |z|_r (P_j/ΣP)^(1/r)} with {@code P_j = E X/(X + Y)}
   * from Gamma(1/r): E exponential, {@code X = U^r} and {@code Y = V^(r/(r-1))} of uniform numbers
   * with {@code X + Y ≤ 1} (Jöhnk).
   */
  static final class ExactSmoothNoise {
    private final double index;
    private final double sigma;
    private final List<ExactDeviate> squares = new ArrayList<>();
    private final ExactDeviate[] exponentials;
    private final UniformDigits[] first;
    private final UniformDigits[] second;

    ExactSmoothNoise(int dimension, double index, double sigma, RandomGenerator random) {
      this.index = index;
      this.sigma = sigma;
      this.exponentials = new ExactDeviate[dimension];
      this.first = new UniformDigits[dimension];
      this.second = new UniformDigits[dimension];
      for (int j = 0; j < dimension; j++) {
        exponentials[j] = ExactDeviate.laplace(random);
        do {
          first[j] = new UniformDigits(random);
          second[j] = new UniformDigits(random);
        } while (!isAccepted(first[j], second[j]));
      }
      for (int i = 0; i < dimension / 2; i++) {
        squares.add(ExactDeviate.laplace(random));
      }
      if (dimension % 2 == 1) {
        squares.add(ExactDeviate.gaussian(random));
      }
    }

    private boolean isAccepted(UniformDigits u, UniformDigits v) {
      RealNumbers<?> numbers = RealNumbers.doubles();
      Optional<BigInteger> whole = sum(numbers, u, v);
      while (whole.isEmpty()) {
        numbers = numbers.finer();
        whole = sum(numbers, u, v);
      }
      return whole.get().signum() == 0;
    }

    private <T> Optional<BigInteger> sum(RealNumbers<T> numbers, UniformDigits u, UniformDigits v) {
      return numbers.floor(numbers.plus(x(numbers, u), y(numbers, v)));
    }

    private <T> T x(RealNumbers<T> numbers, UniformDigits u) {
      return numbers.exp(numbers.times(numbers.log(numbers.of(0, u)), index));
    }

    private <T> T y(RealNumbers<T> numbers, UniformDigits v) {
      T log = numbers.log(numbers.of(0, v));
      // index - 1 is exact for an index from 2 on.
      return numbers.exp(numbers.dividedBy(numbers.times(log, index), index - 1));
    }

    /** The query plus this vector, rounded to the nearest grid points. */
    double[] release(double[] query, ReleaseGrid grid) {
      return release(query, grid, RealNumbers.doubles());
    }

    double[] release(double[] query, ReleaseGrid grid, RealNumbers<?> coarsest) {
      RealNumbers<?> numbers = coarsest;
      Optional<double[]> released = released(numbers, query, grid);
      while (released.isEmpty()) {
        numbers = numbers.finer();
        released = released(numbers, query, grid);
      }
      return released.get();
    }

    private <T> Optional<double[]> released(
        RealNumbers<T> numbers, double[] query, ReleaseGrid grid) {
      List<T> logs = new ArrayList<>();
      double most = Double.NEGATIVE_INFINITY;
      for (int j = 0; j < query.length; j++) {
        T log = logPower(numbers, j);
        logs.add(log);
        most = Math.max(most, numbers.upper(log).doubleValue());
      }
      T sum = numbers.exact(0);
      for (T log : logs) {
        sum = numbers.plus(sum, numbers.exp(numbers.plus(log, numbers.exact(-most))));
      }
      // log(|z|_r / spacing) - log(ΣP)/r
      T logSum = numbers.plus(numbers.log(sum), numbers.exact(most));
      T scale =
          numbers.plus(
              logRadius(numbers, grid), numbers.dividedBy(negated(numbers, logSum), index));
      double[] released = new double[query.length];
      for (int j = 0; j < query.length; j++) {
        T magnitude = numbers.exp(numbers.plus(scale, numbers.dividedBy(logs.get(j), index)));
        T noise = exponentials[j].negative() ? negated(numbers, magnitude) : magnitude;
        Place place = Place.of(query[j], grid);
        Optional<BigInteger> cell = numbers.floor(numbers.plus(numbers.of(place.rest), noise));
        if (cell.isEmpty()) {
          return Optional.empty();
        }
        released[j] = place.moved(cell.get());
      }
      return Optional.of(released);
    }

    private static <T> T negated(RealNumbers<T> numbers, T number) {
      return numbers.times(number, -1);
    }

    /** {@code log P_j}. */
    private <T> T logPower(RealNumbers<T> numbers, int j) {
      T exponential = numbers.log(numbers.of(exponentials[j].whole(), exponentials[j].fraction()));
      T logX = numbers.times(numbers.log(numbers.of(0, first[j])), index);
      T logSum = numbers.log(numbers.plus(x(numbers, first[j]), y(numbers, second[j])));
      return numbers.plus(numbers.plus(exponential, logX), negated(numbers, logSum));
    }

    /** {@code log(sigma √(2G) / spacing)}. */
    private <T> T logRadius(RealNumbers<T> numbers, ReleaseGrid grid) {
      T sum = numbers.exact(0);
      for (int i = 0; i < squares.size(); i++) {
        T number = numbers.of(squares.get(i).whole(), squares.get(i).fraction());
        boolean normal = i >= exponentials.length / 2;
        sum = numbers.plus(sum, normal ? numbers.square(number) : numbers.times(number, 2));
      }
      // sigma / spacing is exact, from 2^10 to 2^11.
      T spacings = numbers.exact(Math.scalb(sigma, -grid.exponent()));
      return numbers.plus(numbers.log(spacings), numbers.times(numbers.log(sum), 0.5));
    }

    /** A query as a grid point and a rest in spacings, with half a spacing added. */
    private record Place(double query, BigDecimal rest, ReleaseGrid grid) {
      static Place of(double query, ReleaseGrid grid) {
        BigDecimal scaled = new BigDecimal(query).multiply(power(-grid.exponent()));
        BigDecimal rest = scaled.subtract(new BigDecimal(scaled.toBigInteger()));
        return new Place(query, rest.add(BigDecimal.valueOf(0.5)), grid);
      }

      private static BigDecimal power(int exponent) {
        BigDecimal size = new BigDecimal(BigInteger.ONE.shiftLeft(Math.abs(exponent)));
        return exponent >= 0 ? size : BigDecimal.ONE.divide(size);
      }

      /** The grid point at a distance in spacings, or the nearest double. */
      double moved(BigInteger spacings) {
        BigDecimal scaled = new BigDecimal(query).multiply(power(-grid.exponent()));
        BigDecimal point = new BigDecimal(scaled.toBigInteger().add(spacings));
        return point.multiply(power(grid.exponent())).doubleValue();
      }
    }
  }
}
