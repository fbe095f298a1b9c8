package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.assay.algorithms.ScriptedRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseGridTest {
  @Test
  void theSpacingIsTheLargestPowerOfTwoThatIsFineEnough() {
    assertEquals(0x1p-10, ReleaseGrid.forNoise(1).spacing());
    assertEquals(0x1p-10, ReleaseGrid.forNoise(Math.nextDown(2.0)).spacing());
    assertEquals(0x1p-11, ReleaseGrid.forNoise(Math.nextDown(1.0)).spacing());
    assertEquals(0x1p1013, ReleaseGrid.forNoise(Double.MAX_VALUE).spacing());
    assertEquals(Double.MIN_NORMAL, ReleaseGrid.forNoise(0x1p-1012).spacing());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, 0x1p-1013})
  void refusesNoiseOutOfRange(double value) {
    refuses("standardDeviation was " + value, () -> ReleaseGrid.forNoise(value));
  }

  @Test
  void whatLiesOnTheGridStaysWithoutADraw() {
    ReleaseGrid grid = new ReleaseGrid(-1);
    double[] values = {0, 0.5, -3, 1e300, -0x1p53, Double.MAX_VALUE};
    ScriptedRandom noUniforms = new ScriptedRandom().withUniform(Double.NaN);
    assertArrayEquals(values, grid.round(values, noUniforms));
  }

  @Test
  void zerosLoseTheirSign() {
    ReleaseGrid grid = new ReleaseGrid(0);
    double[] rounded = grid.round(new double[] {-0.0, -1e-9, 1e-9}, constant(0.5));
    assertArrayEquals(new double[] {0.0, 0.0, 0.0}, rounded);
  }

  private static ScriptedRandom constant(double uniform) {
    return new ScriptedRandom().withUniform(uniform);
  }

  /** The lowest uniform rounds up, the highest down, the middle one to the nearest point. */
  @Test
  void theUniformDecidesBetweenTheNeighbours() {
    ReleaseGrid grid = new ReleaseGrid(1);
    double[] values = {3.5, -3.5, 0.25};
    assertArrayEquals(new double[] {4, -2, 2}, grid.round(values, constant(0)));
    assertArrayEquals(new double[] {2, -4, 0}, grid.round(values, constant(1 - 0x1p-53)));
    assertArrayEquals(new double[] {4, -4, 0}, grid.round(values, constant(0.5)));
    assertArrayEquals(new double[] {3.5, -3.5, 0.25}, values, "the argument is not changed");
  }

  /** Below 2^52 spacings some doubles lie off the grid, up to the last one. */
  @Test
  void roundsTheLargestNumberOffTheGrid() {
    double[] last = {0x1p52 - 0.5};
    assertArrayEquals(new double[] {0x1p52}, new ReleaseGrid(0).round(last, constant(0.25)));
    assertArrayEquals(new double[] {0x1p52 - 1}, new ReleaseGrid(0).round(last, constant(0.75)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesWhatIsNotANumber(double value) {
    refuses(
        "coordinate 1 was " + value,
        () -> new ReleaseGrid(0).round(new double[] {1, value}, new SplittableRandom(1)));
  }

  /** Every release is a whole number of spacings, less than one spacing away. */
  @Property(tries = 1000, seed = "8101")
  void roundsToANeighbour(
      @ForAll @Scale(12) @DoubleRange(min = -1e6, max = 1e6) double value,
      @ForAll @Scale(9) @DoubleRange(min = 1e-6, max = 1e6) double noise,
      @ForAll long seed) {
    ReleaseGrid grid = ReleaseGrid.forNoise(noise);
    double rounded = grid.round(new double[] {value}, new SplittableRandom(seed))[0];
    assertEquals(0, Math.abs(Math.IEEEremainder(rounded, grid.spacing())));
    assertTrue(Math.abs(rounded - value) < grid.spacing(), rounded + " from " + value);
    assertTrue(grid.spacing() <= noise * 0x1p-10 && grid.spacing() > noise * 0x1p-11);
  }

  /**
   * The mean of n roundings of v is within √(ln(2/p)/2n) spacings of v except with probability p
   * (Hoeffding); n = 100,000 and p = 1e-7 make that 0.0092.
   */
  @Test
  void isUnbiased() {
    int n = 100_000;
    double[] values = new double[n];
    Arrays.fill(values, -2.3);
    double sum = 0;
    for (double rounded : new ReleaseGrid(0).round(values, new SplittableRandom(82))) {
      sum += rounded;
    }
    assertEquals(-2.3, sum / n, 0.0092);
  }
}
