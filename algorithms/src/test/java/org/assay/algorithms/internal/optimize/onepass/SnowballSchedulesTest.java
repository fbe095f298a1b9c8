package org.assay.algorithms.internal.optimize.onepass;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd.DecayingSteps;

class SnowballSchedulesTest {
  /** T = 5: l = 3, T_0, …, T_4 = 0, 2, 3, 4, 5. */
  @Example
  void halvesTheStepWheneverHalfOfTheRestIsDone() {
    int[] halvings = IntStream.rangeClosed(1, 5).map(t -> DecayingSteps.halvings(5, t)).toArray();
    assertArrayEquals(new int[] {0, 0, 1, 2, 3}, halvings);
    assertArrayEquals(new double[] {4}, DecayingSteps.of(1, 4));
    assertArrayEquals(new double[] {2, 2, 1, 0.5}, DecayingSteps.of(4, 4));
  }

  /** Against the definition, with ceilings of exact quotients. */
  @Property(tries = 200, seed = "301")
  void halvingsFollowTheDefinition(@ForAll @IntRange(min = 1, max = 5000) int steps) {
    int last = (int) Math.ceil(Math.log(steps) / Math.log(2) - 1e-9);
    for (int t = 1; t <= steps; t++) {
      int i = DecayingSteps.halvings(steps, t);
      assertTrue(i <= last);
      assertTrue(boundary(steps, i, last) < t && t <= boundary(steps, i + 1, last));
    }
  }

  private static int boundary(int steps, int i, int last) {
    return i > last ? steps : steps - (int) Math.ceil(Math.scalb((double) steps, -i));
  }

  /** 4 √(3 · 3 / k) / 2 = 6/√k, and 2 √(9 / k) / 2 = 3/√k. */
  @Example
  void batchesAreTheExactCeilings() {
    assertArrayEquals(new int[] {3, 4, 5, 6}, SnowballBatches.decayingStep(3, 2).sizes(4));
    assertArrayEquals(new int[] {2, 2, 3, 3}, SnowballBatches.constantStep(9, 2).sizes(4));
    assertEquals(4, SnowballBatches.constantStep(9, 2).steps(11));
    assertEquals(4, SnowballBatches.constantStep(9, 2).steps(10));
    assertEquals(3, SnowballBatches.constantStep(9, 2).steps(9));
    refuses("records was 2: one step", () -> SnowballBatches.constantStep(9, 2).steps(2));
    refuses("rho was 1.0E-9: it is too small", () -> SnowballBatches.constantStep(9, 1e-9).size(1));
  }

  /** The count of Theorem 3.6's proof; its statement has 4 where 8 √3 is needed. */
  @Property(tries = 300, seed = "302")
  void recordsAreCountedAsInTheProof(
      @ForAll @IntRange(min = 1, max = 400) int steps,
      @ForAll @IntRange(min = 1, max = 50) int dimension,
      @ForAll @Scale(6) @DoubleRange(min = 0.05, max = 20) double rho) {
    long records = IntStream.of(SnowballBatches.decayingStep(dimension, rho).sizes(steps)).sum();
    double root = Math.sqrt((double) dimension * steps) / rho;
    assertTrue(records <= steps + 8 * Math.sqrt(3) * root);
  }

  @Example
  void theStatedCountOfRecordsIsTooSmall() {
    long records = IntStream.of(SnowballBatches.decayingStep(1, 0.1).sizes(2)).sum();
    assertEquals(119, records);
    assertTrue(records > 2 + 4 * Math.sqrt(2) / 0.1);
  }

  @Example
  void usesTheStatedConstants() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(4, 2);
    SnowballSgd snowball = SnowballSgd.decayingStep(4, 2, new LinearLoss(), ball);
    assertEquals(Math.sqrt(2), snowball.schedule().stepSize(0), 1e-15);
    assertEquals(0.5, snowball.schedule().noiseStandardDeviation(0));
    assertEquals(30 * Math.sqrt(2), snowball.excessLossBound(), 1e-12);
    int longest = SnowballSgd.decayingStepFor(100, 2, new LinearLoss(), ball).schedule().steps();
    assertEquals(SnowballBatches.decayingStep(4, 2).steps(100), longest);
  }
}
