package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** A declared sensitivity passes where it is the largest distance, and fails just below it. */
class SensitivityProperties {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;

  @Property(seed = "5", tries = 200)
  void laplaceWithTheRightSensitivityPasses(
      @ForAll @Size(min = 1, max = 6)
          List<@Scale(6) @DoubleRange(min = -1e6, max = 1e6) Double> query,
      @ForAll @Scale(6) @DoubleRange(min = 1e-3, max = 1e3) double sensitivity,
      @ForAll @Scale(6) @DoubleRange(min = 0.01, max = 10) double epsilon,
      @ForAll @Scale(6) @DoubleRange(min = 0, max = 1) double used,
      @ForAll @IntRange(max = 5) int coordinate)
      throws InterruptedException {
    double[] left = toArray(query);
    double[] right = moved(left, coordinate, used * sensitivity * (1 - 1e-6));
    ReplayReport report = laplace(left, right, sensitivity, sensitivity / epsilon, epsilon);
    assertTrue(report.passed(), report::describe);
    assertEquals(epsilon, report.cost().orElseThrow().declared(), 1e-12 * epsilon);
  }

  @Property(seed = "6", tries = 200)
  void laplaceWithSensitivityUnderstatedFails(
      @ForAll @Scale(6) @DoubleRange(min = -100, max = 100) double query,
      @ForAll @Scale(6) @DoubleRange(min = 1e-3, max = 1e3) double sensitivity,
      @ForAll @Scale(6) @DoubleRange(min = 1.000002, max = 4) double factor)
      throws InterruptedException {
    double[] left = {query, 0, 3};
    double[] right = moved(moved(left, 1, sensitivity / 2), 2, -sensitivity / 2);
    ReplayReport report = laplace(left, right, sensitivity / factor, sensitivity, 1);
    assertTrue(exceeds(report), report::describe);
  }

  @Property(seed = "7", tries = 200)
  void gaussianUsesTheEuclideanNorm(
      @ForAll @Size(min = 1, max = 20)
          List<@Scale(6) @DoubleRange(min = -10, max = 10) Double> shift,
      @ForAll @Scale(6) @DoubleRange(min = 1.000002, max = 4) double factor)
      throws InterruptedException {
    double[] right = toArray(shift);
    double norm = Math.sqrt(Arrays.stream(right).map(x -> x * x).sum());
    if (norm < 1e-100) {
      return;
    }
    double[] left = new double[right.length];
    ReplayReport correct = gaussian(left, right, norm);
    assertTrue(correct.passed(), correct::describe);
    ReplayReport understated = gaussian(left, right, norm / factor);
    assertTrue(exceeds(understated), understated::describe);
  }

  private static ReplayReport laplace(
      double[] left, double[] right, double sensitivity, double scale, double epsilon)
      throws InterruptedException {
    return ReplayCheck.of(new Guarantee.Pure(epsilon, ADD))
        .recordings(2)
        .check(
            (data, noise) -> Outcome.of(noise.laplace("query", data, scale, sensitivity)),
            List.of(AdjacentPair.of("two vectors", left, right, ADD)));
  }

  private static ReplayReport gaussian(double[] left, double[] right, double sensitivity)
      throws InterruptedException {
    return ReplayCheck.of(new Guarantee.Gaussian(1, ADD))
        .recordings(2)
        .check(
            (data, noise) -> Outcome.of(noise.gaussian("query", data, sensitivity, sensitivity)),
            List.of(AdjacentPair.of("two vectors", left, right, ADD)));
  }

  private static boolean exceeds(ReplayReport report) {
    return report.findings().stream().anyMatch(Finding.SensitivityExceeded.class::isInstance);
  }

  private static double[] moved(double[] vector, int coordinate, double shift) {
    double[] moved = vector.clone();
    moved[coordinate % moved.length] += shift;
    return moved;
  }

  private static double[] toArray(List<Double> values) {
    return values.stream().mapToDouble(x -> x).toArray();
  }
}
