package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.numbers.gamma.LogGamma;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GeneralizedGaussianNoise.ExactSmoothNoise;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneralizedGaussianTest {
  private static final int N = 10_000;
  private static final Sensitivity HALF = new Sensitivity(0.5, AdjacencyRelation.REPLACE_ONE);

  private static GeneralizedGaussianNoise noise(int dimension, double index, double sigma) {
    return new GeneralizedGaussianNoise(new SmoothNorm(dimension, index, index), sigma);
  }

  private static double[][] samples(GeneralizedGaussianNoise noise, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] query = new double[noise.norm().dimension()];
    double[][] samples = new double[N][];
    Arrays.setAll(samples, i -> noise.release(query, random));
    return samples;
  }

  private static double norm(double[] x, double index) {
    double sum = 0;
    for (double coordinate : x) {
      sum += Math.pow(Math.abs(coordinate), index);
    }
    return Math.pow(sum, 1 / index);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 3", "5, 4.5", "40, 2", "40, 6.7"})
  void theRadiusFollowsItsLaw(int dimension, double index) {
    double[][] samples = samples(noise(dimension, index, 3), 8501);
    double[] squares = new double[N];
    for (int i = 0; i < N; i++) {
      double radius = norm(samples[i], index) / 3;
      squares[i] = radius * radius / 2;
    }
    GammaDistribution law = GammaDistribution.of(dimension / 2.0, 1);
    GoodnessOfFit.requireLaw(squares, law::cumulativeProbability, 50);
  }

  /** |θ_1|^r is Beta(1/r, (d-1)/r), on either side of 0; the last coordinate the same. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"2, 2", "2, 3", "5, 4.5", "40, 6.7"})
  void theDirectionFollowsTheConeMeasure(int dimension, double index) {
    double[][] samples = samples(noise(dimension, index, 3), 8502);
    BetaDistribution law = BetaDistribution.of(1 / index, (dimension - 1) / index);
    for (int j : new int[] {0, dimension - 1}) {
      double[] cumulative = new double[N];
      for (int i = 0; i < N; i++) {
        double power = Math.pow(Math.abs(samples[i][j]) / norm(samples[i], index), index);
        double half = law.cumulativeProbability(Math.min(1, power)) / 2;
        cumulative[i] = samples[i][j] < 0 ? 0.5 - half : 0.5 + half;
      }
      GoodnessOfFit.requireLaw(cumulative, u -> u, 50);
    }
  }

  /**
   * The law of one coordinate's side of the median, split by the radius' side of its median: four
   * equal cells if they are independent.
   */
  @Test
  void directionAndRadiusAreIndependent() {
    double index = 4.5;
    double[][] samples = samples(noise(5, index, 3), 8503);
    double radiusMedian = GammaDistribution.of(2.5, 1).inverseCumulativeProbability(0.5);
    double powerMedian =
        BetaDistribution.of(1 / index, 4 / index).inverseCumulativeProbability(0.5);
    double[] cells = new double[N];
    for (int i = 0; i < N; i++) {
      double radius = norm(samples[i], index);
      boolean far = radius * radius / 18 > radiusMedian;
      boolean large = Math.pow(Math.abs(samples[i][0]) / radius, index) > powerMedian;
      cells[i] = (far ? 0.5 : 0) + (large ? 0.25 : 0) + 0.1;
    }
    GoodnessOfFit.requireLaw(cells, u -> u, 4);
  }

  @Test
  void indexTwoIsTheGaussian() {
    double[][] samples = samples(noise(3, 2, 1.7), 8504);
    double[] sums = new double[N];
    for (int i = 0; i < N; i++) {
      sums[i] = (2 * samples[i][0] - samples[i][1] + 2 * samples[i][2]) / 3;
    }
    NormalDistribution law = NormalDistribution.of(0, 1.7);
    GoodnessOfFit.requireLaw(sums, law::cumulativeProbability, 50);
  }

  /**
   * The mean of |z|² over n samples in d dimensions is sigma² Gamma(nd/2)·2/n: it leaves d sigma²
   * (1 ± (2√(x/nd) + 2x/nd)) with probability at most 2 e^-x; x = 16 makes that 2.3e-7.
   */
  @Test
  void theMeanSquareOfTheNormIsExact() {
    double sum = 0;
    for (double[] sample : samples(noise(20, 3.7, 2), 8505)) {
      sum += Math.pow(norm(sample, 3.7), 2);
    }
    double x = 16.0 / (20 * N);
    assertEquals(20 * 4, sum / N, 20 * 4 * (2 * Math.sqrt(x) + 2 * x));
  }

  /** E z_1² = d sigma² E θ_1², which is at least sigma²: what the release's grid relies on. */
  @Test
  void aCoordinatesMeanSquareIsThatOfTheConeMeasure() {
    double r = 6.7;
    int d = 40;
    double direction =
        Math.exp(
            LogGamma.value(3 / r)
                + LogGamma.value(d / r)
                - LogGamma.value(1 / r)
                - LogGamma.value((d + 2) / r));
    double expected = d * 4 * direction;
    assertTrue(expected >= 4);
    double sum = 0;
    for (double[] sample : samples(noise(d, r, 2), 8506)) {
      for (double z : sample) {
        sum += z * z / d;
      }
    }
    // Per sample the average has a relative standard deviation of about 0.3; this is 6 of the
    // mean's.
    assertEquals(expected, sum / N, expected * 6 * 0.3 / Math.sqrt(N));
  }

  @Test
  void theEventCarriesTheSensitivityOverToTheNorm() {
    SmoothNorm norm = SmoothNorm.smallest(1000, Double.POSITIVE_INFINITY);
    GeneralizedGaussianEvent event =
        (GeneralizedGaussianEvent) new GeneralizedGaussianNoise(norm, 3).event(HALF);
    double distortion = Math.pow(1000, 1 / norm.index());
    assertEquals(3 / (0.5 * distortion), event.noiseMultiplier(), 1e-12);
    assertEquals(norm.index() - 1, event.smoothness(), 1e-12);
    assertEquals(0.5 * distortion, event.sensitivity().value(), 1e-12);
    assertEquals(
        DpEvent.gaussian(6, HALF), noise(4, 2, 3).event(HALF), "index 2 is plain Gaussian");
  }

  @ParameterizedTest
  @CsvSource({"5, 2", "5, 3", "16, Infinity", "1000, 3", "1000, 10", "1000, Infinity"})
  void theCalibratedMechanismSpendsItsTarget(int dimension, double index) {
    GeneralizedGaussianMechanism mechanism =
        GeneralizedGaussianMechanism.zeroConcentrated(dimension, index, HALF, 0.2);
    double rho =
        Accountant.rdp(AdjacencyRelation.REPLACE_ONE)
            .compose(mechanism.event())
            .curve()
            .zeroConcentration();
    assertTrue(rho <= 0.2 && rho > 0.2 * (1 - 1e-13), "spends " + rho);
  }

  @Test
  void thePapersConstants() {
    GeneralizedGaussianMechanism mechanism =
        GeneralizedGaussianMechanism.paperSchedule(1000, Double.POSITIVE_INFINITY, HALF, 2, 1e-6);
    double l = Math.log(1000);
    assertEquals(l, mechanism.noise().norm().index());
    double square = 2 * Math.exp(2) * (l - 1) * Math.log(1e6) * 0.25 / 4;
    assertEquals(square, mechanism.noise().sigma() * mechanism.noise().sigma(), 1e-9);
    double few = GeneralizedGaussianMechanism.paperSchedule(1000, 3, HALF, 2, 1e-6).noise().sigma();
    assertEquals(2 * 2 * Math.log(1e6) * 0.25 / 4, few * few, 1e-9);
  }

  /** The paper's kappa from 8 coordinates on, the norm's own up to 7. */
  @Test
  void thePapersConstantsOfFewCoordinates() {
    assertEquals(7, paperKappa(7, Double.POSITIVE_INFINITY), 1e-9);
    assertEquals(2, paperKappa(19, 3), 1e-9);
  }

  private static double paperKappa(int dimension, double index) {
    double sigma =
        GeneralizedGaussianMechanism.paperSchedule(dimension, index, HALF, 2, 1e-6).noise().sigma();
    return sigma * sigma / (2 * Math.log(1e6) * 0.25 / 4);
  }

  /** To the last bit, which noise added in floating point would betray. */
  @Test
  void indexTwoIsReleasedAsTheGaussianIs() {
    double[] query = {0.1, -2.5, Math.PI};
    GeneralizedGaussianNoise noise = noise(3, 2, 1.7);
    assertArrayEquals(
        new GridGaussian(1.7).release(query, new SplittableRandom(8508)),
        noise.release(query, new SplittableRandom(8508)));
  }

  @Test
  void releasesLieOnTheGrid() {
    GeneralizedGaussianMechanism mechanism =
        GeneralizedGaussianMechanism.zeroConcentrated(20, 4, HALF, 0.3);
    double spacing = ReleaseGrid.forNoise(mechanism.noise().sigma()).spacing();
    double[] query = new double[20];
    query[3] = Math.E;
    for (double released : mechanism.release(query, new SplittableRandom(8507))) {
      assertEquals(0, Math.abs(Math.IEEEremainder(released, spacing)));
    }
    assertEquals(Math.E, query[3], "the query is not changed");
    refuses(
        "dimension of the target was 3",
        () -> mechanism.release(new double[3], new SplittableRandom(1)));
  }

  /** Beyond, one less than the index is no double any more. */
  @Test
  void indicesOfThirtyDigitsAreRefused() {
    SmoothNorm norm = new SmoothNorm(3, Double.POSITIVE_INFINITY, 0x1p51);
    refuses("index of the norm was 2.25", () -> new GeneralizedGaussianNoise(norm, 1));
  }

  /** Doubles and many digits give the same release of the same bits, whatever the index. */
  @ParameterizedTest
  @CsvSource({"1, 3", "2, 2.5", "7, 4.5", "12, 27.6", "3, 1e9"})
  void noStepIsRounded(int dimension, double index) {
    ReleaseGrid grid = ReleaseGrid.forNoise(1.7);
    double[] query = new double[dimension];
    Arrays.setAll(query, j -> 0.3 * j - 1e-9);
    for (int seed = 0; seed < 12; seed++) {
      double[] quick =
          new ExactSmoothNoise(dimension, index, 1.7, new SplittableRandom(seed))
              .release(query, grid);
      double[] precise =
          new ExactSmoothNoise(dimension, index, 1.7, new SplittableRandom(seed))
              .release(query, grid, new RealNumbers.Decimals(60));
      assertArrayEquals(precise, quick);
    }
  }

  /**
   * A query of 2^44 spacings hides nothing of the noise in its last bits: the release is the one at
   * the origin, moved.
   */
  @ParameterizedTest
  @CsvSource({"1, 3", "5, 4.5"})
  void releasesMoveWithTheQuery(int dimension, double index) {
    GeneralizedGaussianNoise noise = noise(dimension, index, 1);
    double[] far = new double[dimension];
    Arrays.fill(far, 0x1p34);
    for (int seed = 0; seed < 200; seed++) {
      double[] origin = noise.release(new double[dimension], new SplittableRandom(seed));
      double[] moved = noise.release(far, new SplittableRandom(seed));
      for (int j = 0; j < dimension; j++) {
        assertEquals(0x1p34 + origin[j], moved[j]);
      }
    }
  }

  /** Queries and noise of any size have a release. */
  @Test
  void anySizeIsReleased() {
    for (double sigma : new double[] {0x1p-1012, 1, 0x1p1000}) {
      for (double query :
          new double[] {0, Double.MIN_VALUE, -1e-300, 1, 1e300, -Double.MAX_VALUE}) {
        double[] released =
            noise(2, 3, sigma).release(new double[] {query, -query}, new SplittableRandom(5));
        assertTrue(Math.abs(released[0] - query) <= Math.max(40 * sigma, Math.ulp(query)));
      }
    }
  }
}
