package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.LaplaceDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridNoiseTest {
  private static final int N = 20_000;

  private static double[] repeated(double value) {
    double[] query = new double[N];
    Arrays.fill(query, value);
    return query;
  }

  /** Cells are a hundredth of the probability wide, so a grid of 2^-10 is fine enough. */
  @ParameterizedTest
  @ValueSource(doubles = {0.037, 1, 3e8})
  void gaussiansFollowTheirLaw(double deviation) {
    double[] release =
        new GridGaussian(deviation).release(repeated(0.3), new SplittableRandom(8401));
    NormalDistribution law = NormalDistribution.of(0.3, deviation);
    GoodnessOfFit.requireLaw(release, law::cumulativeProbability, 100);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.037, 1, 3e8})
  void laplacesFollowTheirLaw(double scale) {
    double[] release = new GridLaplace(scale).release(repeated(0.3), new SplittableRandom(8402));
    LaplaceDistribution law = LaplaceDistribution.of(0.3, scale);
    GoodnessOfFit.requireLaw(release, law::cumulativeProbability, 100);
  }

  /** The same number of a generator, on a coarse grid and on a fine one. */
  @Test
  void noiseToComputeWithIsTheReleaseOfZeroOnAFinerGrid() {
    GridGaussian gaussian = new GridGaussian(3);
    assertEquals(0x1p-39, gaussian.noiseGrid().spacing());
    for (int seed = 0; seed < 200; seed++) {
      double fine = gaussian.noise(1, new SplittableRandom(seed))[0];
      double coarse = gaussian.release(new double[1], new SplittableRandom(seed))[0];
      assertEquals(coarse, fine, (gaussian.grid().spacing() + gaussian.noiseGrid().spacing()) / 2);
      assertEquals(0, Math.abs(Math.IEEEremainder(fine, 0x1p-39)));
    }
  }

  @Test
  void noiseToComputeWithFollowsItsLaw() {
    double[] noise = new GridGaussian(0.7).noise(N, new SplittableRandom(8405));
    NormalDistribution law = NormalDistribution.of(0, 0.7);
    GoodnessOfFit.requireLaw(noise, law::cumulativeProbability, 100);
  }

  /** Far out, where a coarse chi-square does not look. */
  @Test
  void tailsAreThere() {
    double[] release = new GridGaussian(1).release(repeated(0), new SplittableRandom(8403));
    long beyond = Arrays.stream(release).filter(z -> Math.abs(z) > 3).count();
    // 54 expected; outside this range with probability below 1e-6 (Poisson tails).
    assertEquals(54.0, (double) beyond, 44.0);
  }

  @Test
  void releasesLieOnTheGridWhateverTheQuery() {
    double[] query = {0, Math.PI, -1e-310, 1e10, 12345.6789, Double.MIN_VALUE};
    SplittableRandom random = new SplittableRandom(8404);
    for (double released : new GridGaussian(1.3).release(query, random)) {
      assertEquals(0, Math.abs(Math.IEEEremainder(released, 0x1p-10)));
    }
    for (double released : new GridLaplace(1.3).release(query, random)) {
      assertEquals(0, Math.abs(Math.IEEEremainder(released, 0x1p-10)));
    }
    assertEquals(Math.PI, query[1], "the query is not changed");
    double huge = new GridGaussian(1).release(new double[] {1e300}, random)[0];
    assertEquals(1e300, huge, "noise that is lost in the largest doubles");
  }

  @Test
  void sameSeedSameRelease() {
    double[] query = {1, 2, 3};
    assertArrayEquals(
        new GridGaussian(2).release(query, KeystreamRandom.ofSeed(1)),
        new GridGaussian(2).release(query, KeystreamRandom.ofSeed(1)));
  }

  @Test
  void theyNameTheEventsOfTheMechanismsInRealNumbers() {
    Sensitivity two = new Sensitivity(2, AdjacencyRelation.REPLACE_ONE);
    assertEquals(DpEvent.gaussian(1.5, two), new GridGaussian(3).event(two));
    assertEquals(DpEvent.laplace(1.5, two), new GridLaplace(3).event(two));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 1e-310})
  void refuseNoiseOutOfRange(double value) {
    refuses("standardDeviation was " + value, () -> new GridGaussian(value));
  }

  @Test
  void refuseWhatIsNotANumber() {
    SplittableRandom random = new SplittableRandom(1);
    double[] query = {0, Double.NaN};
    refuses("coordinate 1 of the query", () -> new GridGaussian(1).release(query, random));
    refuses("scale was -1.0", () -> new GridLaplace(-1));
  }
}
