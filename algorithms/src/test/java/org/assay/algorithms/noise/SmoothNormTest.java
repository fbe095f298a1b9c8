package org.assay.algorithms.noise;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmoothNormTest {
  private static final double ANY = Double.POSITIVE_INFINITY;

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.5, 4.000001, ANY, Double.NaN})
  void refusesAnIndexThatIsNotSmoothOrAboveTheSensitivitys(double index) {
    refuses("index was " + index, () -> new SmoothNorm(3, 4, index));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.999999, Double.NaN})
  void refusesSensitivityInASmallerIndex(double index) {
    refuses("sensitivityIndex was " + index, () -> new SmoothNorm(3, index, 2));
  }

  @Test
  void refusesNoDimensions() {
    refuses("dimension was 0", () -> new SmoothNorm(0, 2, 2));
  }

  /** No index has a smaller regularity, by trying them. */
  @ParameterizedTest
  @CsvSource({"1, 5", "7, Infinity", "8, Infinity", "50, 3", "1000, Infinity", "100000, 40"})
  void theSmallestRegularityIsTheSmallest(int dimension, double sensitivityIndex) {
    SmoothNorm best = SmoothNorm.smallest(dimension, sensitivityIndex);
    double least = Double.POSITIVE_INFINITY;
    for (double r = 2; r <= Math.min(sensitivityIndex, 60); r += 0.001) {
      least = Math.min(least, (r - 1) * Math.pow(dimension, 2 / r - 2 / sensitivityIndex));
    }
    assertTrue(best.regularity() <= least * (1 + 1e-12), () -> best + " " + best.regularity());
    assertEquals(least, best.regularity(), 1e-6 * least);
  }

  @ParameterizedTest
  @CsvSource({"7, Infinity, 2", "1000, Infinity, 6.907755278982137", "1000, 3, 3"})
  void thePapersIndexIsTheLogarithmOfTheDimension(int dimension, double q, double index) {
    assertEquals(index, SmoothNorm.ofPaper(dimension, q).index());
  }

  @Test
  void numbersAreThoseOfTheNormAndRoundedUp() {
    SmoothNorm norm = new SmoothNorm(10, 6, 3);
    assertEquals(2, norm.smoothness());
    double distortion = Math.pow(10, 1.0 / 6);
    assertTrue(norm.distortion() >= distortion);
    assertEquals(distortion, norm.distortion(), 1e-13);
    assertTrue(norm.regularity() >= 2 * distortion * distortion);
    assertEquals(2 * distortion * distortion, norm.regularity(), 1e-12);
    assertEquals(1, new SmoothNorm(10, 6, 6).distortion());
    double slightlyAbove = Math.nextUp(2.0);
    assertTrue(new SmoothNorm(2, 3, slightlyAbove).smoothness() >= slightlyAbove - 1);
  }
}
