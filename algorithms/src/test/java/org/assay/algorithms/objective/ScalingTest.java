package org.assay.algorithms.objective;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;

class ScalingTest {
  private static Dataset one(double... features) {
    return Dataset.of(new double[][] {features}, new double[] {-1});
  }

  @Test
  void scalesFeatureByFeature() {
    FeatureScaling scaling = new FeatureScaling(new double[] {10, -1}, new double[] {2, 0.5});
    Dataset scaled = scaling.apply(one(14, 0));
    assertArrayEquals(new double[] {2, 2}, scaled.copyRow(0));
    assertEquals(-1, scaled.label(0));
  }

  /** A refusal would tell that a record is that large. */
  @Test
  void noRecordIsTooLargeToBeScaled() {
    double huge = Double.MAX_VALUE;
    FeatureScaling overflows =
        new FeatureScaling(new double[] {-huge, 0, 0}, new double[] {1, 0.5, 2});
    double[] scaled = overflows.apply(one(huge, -huge, huge)).copyRow(0);
    assertArrayEquals(new double[] {huge, -huge, huge / 2}, scaled);
  }

  @Test
  void scalingConstantsAreChecked() {
    double[] one = {1};
    double[] two = {1, 1};
    refuses("lengths of center", () -> new FeatureScaling(one, two));
    refuses("lengths of center", () -> new FeatureScaling(new double[0], new double[0]));
    refuses("scale[0] was 0.0", () -> new FeatureScaling(one, new double[] {0}));
    refuses("center[0] was NaN", () -> new FeatureScaling(new double[] {Double.NaN}, one));
    refuses("dimension of the dataset", () -> new FeatureScaling(one, one).apply(one(1, 2)));
    refuses("bound was NaN", () -> new UnitNormClipping(Double.NaN));
  }

  @Test
  void scalingIsAValue() {
    double[] center = {1};
    FeatureScaling scaling = new FeatureScaling(center, new double[] {2});
    center[0] = 99;
    scaling.center()[0] = 99;
    scaling.scale()[0] = 99;
    assertEquals(new FeatureScaling(new double[] {1}, new double[] {2}), scaling);
    assertEquals(
        new FeatureScaling(new double[] {1}, new double[] {2}).hashCode(), scaling.hashCode());
  }

  @Test
  void clipsOnlyWhatIsTooLong() {
    Dataset mixed = Dataset.of(new double[][] {{3, 4}, {0.3, 0.4}}, new double[] {1, -1});
    Dataset clipped = new UnitNormClipping().apply(mixed);
    assertArrayEquals(new double[] {0.6, 0.8}, clipped.copyRow(0), 1e-15);
    assertArrayEquals(new double[] {0.3, 0.4}, clipped.copyRow(1));
    assertTrue(clipped.largestRowNorm() <= 1);
    assertSame(mixed, new UnitNormClipping(5).apply(mixed));
  }

  @Test
  void clipsNormsBeyondTheLargestDouble() {
    double huge = Double.MAX_VALUE;
    Dataset clipped = new UnitNormClipping().apply(one(huge, huge, huge, huge));
    assertArrayEquals(new double[] {0.5, 0.5, 0.5, 0.5}, clipped.copyRow(0), 1e-12);
  }

  @Property(tries = 300, seed = "31")
  void theExactNormOfAClippedRowIsAtMostTheBound(
      @ForAll("rows") double[] row,
      @ForAll @Scale(12) @DoubleRange(min = 1e-3, max = 1e3) double bound) {
    Dataset clipped = new UnitNormClipping(bound).apply(one(row));
    assertTrue(clipped.largestRowNorm() <= bound);
    if (one(row).largestRowNorm() > bound) {
      assertEquals(bound, clipped.largestRowNorm(), 1e-12 * bound);
    }
  }

  /** Ordinary numbers, and numbers of any size. */
  @Provide
  Arbitrary<double[]> rows() {
    Arbitrary<Double> ordinary = Arbitraries.doubles().between(-1e6, 1e6).ofScale(12);
    return Arbitraries.oneOf(ordinary, Arbitraries.doubles())
        .array(double[].class)
        .ofMinSize(1)
        .ofMaxSize(40);
  }
}
