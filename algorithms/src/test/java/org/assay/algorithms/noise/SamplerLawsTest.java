package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.LaplaceDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two million numbers of every sampler, from the generator that releases use. Each test of a
 * correct sampler fails with a probability of at most 1e-6: a chi-square test with about 1e-7, a
 * test of squares with at most 2 e^-16 = 2.3e-7.
 */
@Tag("slow")
class SamplerLawsTest {
  private static final int N = 2_000_000;
  private static final int CELLS = 200;

  private static RandomGenerator random(long seed) {
    return KeystreamRandom.ofSeed(seed);
  }

  /**
   * With n standard Gaussians z, sum z² leaves [n - 2√(n x), n + 2√(n x) + 2x] with probability at
   * most 2 e^-x (chi-square tails); x = 16. That is 0.57 per cent of the variance.
   */
  private static void requireGaussian(double[] sample, double deviation) {
    double squares = Arrays.stream(sample).map(z -> z * z).sum() / (deviation * deviation);
    double n = sample.length;
    double width = 2 * Math.sqrt(n * 16);
    assertTrue(squares >= n - width && squares <= n + width + 32, "squares " + squares / n);
    GoodnessOfFit.requireLaw(
        sample, NormalDistribution.of(0, deviation)::cumulativeProbability, CELLS);
  }

  /** Uniform within the cell of the grid, which leaves the law but for spacing² of its slope. */
  private static double[] offTheGrid(double[] release, ReleaseGrid grid) {
    RandomGenerator random = random(9100);
    return Arrays.stream(release)
        .map(z -> z + grid.spacing() * (random.nextDouble() - 0.5))
        .toArray();
  }

  @Test
  void gaussiansOnTheGrid() {
    GridGaussian gaussian = new GridGaussian(1.3);
    double[] release = gaussian.release(new double[N], random(9101));
    requireGaussian(offTheGrid(release, gaussian.grid()), 1.3);
  }

  @Test
  void gaussiansToComputeWith() {
    requireGaussian(new GridGaussian(1.3).noise(N, random(9102)), 1.3);
  }

  @Test
  void laplacesOnTheGrid() {
    GridLaplace laplace = new GridLaplace(1.3);
    double[] release = laplace.release(new double[N], random(9103));
    GoodnessOfFit.requireLaw(
        offTheGrid(release, laplace.grid()),
        LaplaceDistribution.of(0, 1.3)::cumulativeProbability,
        CELLS);
  }

  @Test
  void gaussiansInDoubles() {
    double[] sample = new double[N];
    new GaussianNoise(1.3).addTo(sample, random(9104));
    requireGaussian(sample, 1.3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 1, 2.6, 12.75})
  void discreteLaplaces(double scale) {
    DiscreteLaplaceSampler sampler = DiscreteLaplaceSampler.ofScale(scale);
    RandomGenerator random = random(9106);
    long[] sample = LongStream.generate(() -> sampler.sample(random)).limit(N).toArray();
    GoodnessOfFit.requireLaw(sample, x -> Math.exp(-Math.abs(x) / scale), 2 + (int) (40 * scale));
  }

  /** |z|_3²/2σ² is Gamma(1) in two dimensions; |z_1|³/|z|_3³ is Beta(1/3, 1/3), signs are fair. */
  @Test
  void generalizedGaussians() {
    GeneralizedGaussianNoise noise = new GeneralizedGaussianNoise(new SmoothNorm(2, 3, 3), 1.3);
    RandomGenerator random = random(9107);
    BetaDistribution direction = BetaDistribution.of(1 / 3.0, 1 / 3.0);
    double[] radii = new double[N];
    double[] directions = new double[N];
    for (int i = 0; i < N; i++) {
      double[] z = noise.release(new double[2], random);
      double first = Math.pow(Math.abs(z[0]), 3);
      double cube = first + Math.pow(Math.abs(z[1]), 3);
      radii[i] = Math.pow(cube, 2 / 3.0) / (2 * 1.3 * 1.3);
      double half = direction.cumulativeProbability(first / cube) / 2;
      directions[i] = z[0] < 0 ? 0.5 - half : 0.5 + half;
    }
    GoodnessOfFit.requireLaw(radii, x -> -Math.expm1(-x), CELLS);
    GoodnessOfFit.requireLaw(directions, u -> u, CELLS);
  }

  /** Up with probability 0.3: of n, leaves 0.3 n ± √(n ln(2e7)/2) with probability 1e-7. */
  @Test
  void roundingToTheGrid() {
    double[] values = new double[N];
    Arrays.fill(values, -1.7);
    double up =
        Arrays.stream(new ReleaseGrid(0).round(values, random(9108))).filter(r -> r == -1).count();
    assertEquals(0.3 * N, up, Math.sqrt(N * Math.log(2e7) / 2));
  }
}
