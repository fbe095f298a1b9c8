package org.assay.algorithms.internal.optimize.onepass;

import static org.assay.algorithms.Refusals.refuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.Norms;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.internal.optimize.onepass.CertifiedMinimizer.ContractionMinimizer;
import org.assay.algorithms.internal.optimize.onepass.PhasedErm.RegularizedSolver;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;

class CertifiedMinimizerProperties {
  private static final EuclideanBall UNIT = EuclideanBall.centeredAtOrigin(2, 1);
  private static final Dataset THREE =
      Dataset.of(new double[][] {{1, 0}, {0, 1}, {0, 0.5}}, new double[] {1, 1, -1});

  private static RegularizedProblem problem(Loss loss, int records, double lambda) {
    return new RegularizedProblem(loss, UNIT, THREE, 0, records, new double[2], lambda);
  }

  /** Slopes (-1, 0) and (0, -1): the mean over lambda is (1/4, 1/4) for lambda = 2. */
  @Example
  void linearLossesAreSolvedExactly() {
    double[] inside = new ContractionMinimizer().minimize(problem(new LinearLoss(), 2, 2), 1e-9);
    assertArrayEquals(new double[] {0.25, 0.25}, inside, 1e-15);
    double root = Math.sqrt(0.5);
    double[] cut = new ContractionMinimizer().minimize(problem(new LinearLoss(), 2, 0.1), 1e-9);
    assertArrayEquals(new double[] {root, root}, cut, 1e-12);
  }

  /** One record |w_1 - 1|: w_1 = min(1, 1/lambda). */
  @Example
  void kinksAreFound() {
    Loss loss = LinearPredictionLoss.absolute(1, 1);
    assertEquals(0.5, minorants(loss, 1, 2)[0], 1e-6);
    assertEquals(1, minorants(loss, 1, 0.5)[0], 1e-6);
  }

  private static double[] minorants(Loss loss, int records, double lambda) {
    return new MinorantMinimizer().minimize(problem(loss, records, lambda), 1e-6);
  }

  /** Two certified answers are no further apart than their certificates together. */
  @Property(tries = 60, seed = "321")
  void certificatesHold(
      @ForAll @IntRange(min = 1, max = 12) int records,
      @ForAll @Scale(4) @DoubleRange(min = 0.05, max = 5) double lambda,
      @ForAll @Scale(4) @DoubleRange(min = 0.01, max = 0.5) double tolerance,
      @ForAll @IntRange(min = 0, max = 3) int kind,
      @ForAll long seed) {
    Loss loss = loss(kind);
    SplittableRandom random = new SplittableRandom(seed);
    Dataset dataset = Samples.signs(records, 2, random);
    double[] center = Samples.direction(2, random);
    RegularizedProblem problem =
        new RegularizedProblem(loss, UNIT, dataset, 0, records, center, lambda);
    double[] fine = CertifiedMinimizer.of(loss.smoothness()).minimize(problem, 1e-4);
    double[] coarse = new MinorantMinimizer().minimize(problem, tolerance);
    assertTrue(UNIT.contains(coarse, 1e-12));
    assertTrue(Norms.distance(fine, coarse) <= tolerance + 1e-4);
    if (loss.smoothness() < Double.POSITIVE_INFINITY) {
      double[] smooth = new ContractionMinimizer().minimize(problem, tolerance);
      assertTrue(Norms.distance(fine, smooth) <= tolerance + 1e-4);
    }
  }

  private static Loss loss(int kind) {
    return switch (kind) {
      case 0 -> LinearPredictionLoss.hinge(1);
      case 1 -> LinearPredictionLoss.absolute(1, 1);
      case 2 -> LinearPredictionLoss.logistic(1);
      default -> LinearPredictionLoss.squared(1, 1, 1);
    };
  }

  @Property(tries = 60, seed = "322")
  void noNeighbourMovesTheSolutionFurther(
      @ForAll @IntRange(min = 1, max = 10) int records,
      @ForAll @Scale(4) @DoubleRange(min = 0.01, max = 1) double stepSize,
      @ForAll @Scale(4) @DoubleRange(min = 0.05, max = 1) double accuracy,
      @ForAll @IntRange(min = 0, max = 3) int kind,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    RegularizedSolver solver = RegularizedSolver.of(records, stepSize, accuracy, loss(kind), UNIT);
    Dataset left = Samples.signs(records, 2, random);
    int place = random.nextInt(records);
    Dataset right = left.withRecord(place, Samples.direction(2, random), -left.label(place));
    double[] a = Samples.direction(2, random);
    double[] b = a.clone();
    solver.solve(a, left, 0);
    solver.solve(b, right, 0);
    assertTrue(Norms.distance(a, b) <= solver.sensitivity() * (1 + 1e-12));
  }

  /** The exact minimizer moves by L eta: half of what the paper's proof says. */
  @Example
  void linearLossesAttainTheExactSensitivity() {
    RegularizedSolver solver = RegularizedSolver.of(3, 0.3, 0.5, new LinearLoss(), UNIT);
    assertEquals(0.6, solver.sensitivity(), 1e-12);
    double[] a = new double[2];
    double[] b = new double[2];
    solver.solve(a, THREE, 0);
    solver.solve(b, THREE.withRecord(0, new double[] {-1, 0}, 1), 0);
    assertEquals(0.3, Norms.distance(a, b), 1e-12);
  }

  @Example
  void stopsWhenInterrupted() {
    Thread.currentThread().interrupt();
    try {
      assertThrows(
          CancellationException.class, () -> minorants(LinearPredictionLoss.hinge(1), 3, 1));
    } finally {
      assertTrue(Thread.interrupted());
    }
  }

  @Example
  void refusesWhatItCannotSolve() {
    refuses("accuracy was 0.0", () -> RegularizedSolver.of(3, 1, 0, new LinearLoss(), UNIT));
  }

  /**
   * A regularizer that is ten thousand times the loss cancels between neighbours, but what doubles
   * round does not: solutions are further apart than the exact minimizers may be.
   */
  @Example
  void roundingIsChargedWhereARegularizerCancels() {
    EuclideanBall interval = EuclideanBall.centeredAtOrigin(1, 1);
    LinearPredictionLoss small = LinearPredictionLoss.logistic(1e-4);
    Loss loss = RegularizedLoss.over(small, 1, new double[1], interval);
    double stepSize = 1e-13;
    RegularizedSolver solver = RegularizedSolver.of(1, stepSize, 1e-3, loss, interval);
    Dataset one = Dataset.of(new double[][] {{1e-4}}, new double[] {1});
    Dataset other = Dataset.of(new double[][] {{1e-4}}, new double[] {-1});
    SplittableRandom random = new SplittableRandom(7);
    double largest = 0;
    for (int i = 0; i < 20_000; i++) {
      double[] first = {2 * random.nextDouble() - 1};
      double[] second = first.clone();
      solver.solve(first, one, 0);
      solver.solve(second, other, 0);
      largest = Math.max(largest, Math.abs(first[0] - second[0]));
    }
    double exact = 1.002 * 1e-4 * stepSize;
    assertTrue(largest > exact, "moved by " + largest + " only");
    assertTrue(largest <= solver.sensitivity(), "moved by " + largest);
  }

  /** Nearest points of polytopes are computed up to a millionth of their size. */
  @Example
  void coarseProjectionsAreCharged() {
    Polytope interval = Polytope.of(new double[][] {{-1}, {1}});
    RegularizedSolver solver =
        RegularizedSolver.of(
            1000, 4.00672215143444e-9, 0.25, LinearPredictionLoss.linear(1, 1), interval);
    double[][] rows = new double[1000][];
    Arrays.setAll(rows, i -> new double[] {1});
    double[] labels = new double[1000];
    Arrays.fill(labels, 1);
    Dataset same = Dataset.of(rows, labels);
    double[] a = {1};
    double[] b = {1};
    solver.solve(a, same, 0);
    solver.solve(b, same.withRecord(0, new double[] {-1}, 1), 0);
    assertTrue(Math.abs(a[0] - b[0]) > 1e-6, "the projection is as coarse as it says");
    assertTrue(Math.abs(a[0] - b[0]) <= solver.sensitivity(), "moved by " + (a[0] - b[0]));
  }
}
