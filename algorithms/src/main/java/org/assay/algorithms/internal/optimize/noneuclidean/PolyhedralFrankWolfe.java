package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.DiscreteLaplaceSampler;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Private polyhedral stochastic Frank-Wolfe ([@BassilyGuzmanNandi2021], Algorithm 1): one pass; the
 * gradient is estimated from a first batch and then recursively, one record a step,
 *
 * <pre>d ← (1 - eta)(d + grad f(x_t, z_t) - grad f(x_{t-1}, z_t)) + eta grad f(x_t, z_t),
 * x ← (1 - eta) x + eta v,  v = the vertex of least ⟨v, d⟩ + Laplace noise;</pre>
 *
 * the last point is released. It is a function of the chosen vertices alone, so the event is the
 * composition of the choices, each by the range of its scores over the scale of its noise: {@code
 * doc-files/noisy-minimum.md}. Scores are rounded to a grid of 2^-20 scales, and the noise is
 * discrete Laplace noise on that grid, so no bit of a double leaks; the rounding is in the event.
 *
 * <p>Gradients and the polytope are measured in the Euclidean norm, or gradients in the maximum
 * norm and the polytope in the 1-norm, whichever pair bounds the scores better: for records of
 * {@linkplain org.assay.algorithms.objective.CoordinateBound bounded coordinates} on the 1-norm's
 * ball the second one, in which nothing grows with the dimension but the number of vertices.
 * Checked: finite smoothness, and that rounding errors of scores stay below the grid. Convexity is
 * not needed for privacy.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class PolyhedralFrankWolfe implements PrivateAlgorithm {
  private final PolyhedralSchedule schedule;
  private final Loss loss;
  private final Polytope polytope;
  private final double[][] points;

  /** The coordinates in which a vertex is not 0; vertices of the 1-norm's ball have one each. */
  private final int[][] supports;

  private final double[] start;
  private final DpEvent event;

  private PolyhedralFrankWolfe(PolyhedralSchedule schedule, Loss loss, Polytope polytope) {
    this.schedule = schedule;
    this.loss = loss;
    this.polytope = polytope;
    this.points =
        IntStream.range(0, polytope.vertexCount())
            .mapToObj(polytope::vertex)
            .toArray(double[][]::new);
    this.supports = Arrays.stream(points).map(PolyhedralFrankWolfe::support).toArray(int[][]::new);
    this.start = PolyhedralSpend.start(polytope);
    this.event = spend(schedule, PolytopeGeometry.of(loss, polytope), polytope).event();
  }

  /**
   * The algorithm, started at the point of the polytope nearest to the origin. Any start that does
   * not depend on the data is allowed; from a vertex, the first step would only leave the vertex.
   *
   * @param schedule batch, steps, step size and noise
   * @param loss differentiable with a Lipschitz gradient
   * @throws IllegalArgumentException if the loss has kinks, the noise is too small for the grid, or
   *     the loss does not guarantee its constants on the polytope
   */
  public static PolyhedralFrankWolfe of(PolyhedralSchedule schedule, Loss loss, Polytope polytope) {
    loss.requireSupportedOn(polytope);
    return new PolyhedralFrankWolfe(schedule, loss, polytope);
  }

  /**
   * The algorithm with the paper's step size and the smallest noise for which the accountant
   * certifies the target, up to a thousandth.
   *
   * @param target approximate or zero-concentrated
   * @throws IllegalArgumentException as {@link #of} and {@link NoiseTarget}, or if there are too
   *     few records
   */
  public static PolyhedralFrankWolfe calibrated(
      int records, Loss loss, Polytope polytope, Guarantee target) {
    PolytopeGeometry geometry = PolytopeGeometry.of(loss, polytope);
    PolyhedralSchedule paper = paper(records, geometry, polytope, 1, Math.exp(-1));
    double least = PolyhedralSpend.leastNoiseMultiplier(paper, geometry, polytope.dimension());
    // The search is around the paper's noise, and never below the smallest noise for the grid.
    DoubleFunction<PolyhedralSchedule> times =
        factor -> paper.withNoiseMultiplier(Math.max(least, factor * paper.noiseMultiplier()));
    double factor =
        NoiseTarget.smallestNoise(
            target, noise -> spend(times.apply(noise), geometry, polytope).event());
    return of(times.apply(factor), loss, polytope);
  }

  /**
   * The schedule of {@link PolyhedralSchedule#ofPaper} with the constants of the better pair of
   * norms.
   *
   * @param target approximate
   * @throws IllegalArgumentException as {@link #of} and {@link PolyhedralSchedule#ofPaper}
   */
  public static PolyhedralFrankWolfe paperSchedule(
      int records, Loss loss, Polytope polytope, Guarantee.Approximate target) {
    PolytopeGeometry geometry = PolytopeGeometry.of(loss, polytope);
    return of(paper(records, geometry, polytope, target.epsilon(), target.delta()), loss, polytope);
  }

  private static PolyhedralSchedule paper(
      int records, PolytopeGeometry geometry, Polytope polytope, double epsilon, double delta) {
    return PolyhedralSchedule.ofPaper(
        records,
        polytope.vertexCount(),
        geometry.diameter(),
        geometry.gradients().lipschitzConstant(),
        geometry.gradients().smoothness(),
        epsilon,
        delta);
  }

  private static PolyhedralSpend spend(
      PolyhedralSchedule schedule, PolytopeGeometry geometry, Polytope polytope) {
    return new PolyhedralSpend(schedule, geometry, polytope.dimension());
  }

  /** The parameters. */
  public PolyhedralSchedule schedule() {
    return schedule;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.require(dataset, loss, polytope, (long) schedule.firstBatch() + schedule.steps());
    DiscreteLaplaceSampler noise = DiscreteLaplaceSampler.ofScale(PolyhedralSpend.UNITS_PER_SCALE);
    double[] x = start.clone();
    double[] last = x.clone();
    double[] estimate = new double[x.length];
    for (int i = 0; i < schedule.firstBatch(); i++) {
      loss.addGradient(x, dataset, i, 1.0 / schedule.firstBatch(), estimate);
    }
    move(x, choose(estimate, 0, noise, random));
    for (int t = 1; t <= schedule.steps(); t++) {
      Interruption.requireNone(t, "choices");
      update(estimate, x, last, dataset, schedule.firstBatch() + t - 1);
      System.arraycopy(x, 0, last, 0, x.length);
      move(x, choose(estimate, t, noise, random));
    }
    return new PrivateRun<>(ParameterVector.of(x), event);
  }

  /**
   * Updates the estimate by the recursion in the form {@code d ← (1 - eta)(d - grad f(last)) + grad
   * f(x)}.
   */
  private void update(double[] estimate, double[] x, double[] last, Dataset dataset, int i) {
    double kept = 1 - schedule.stepSize();
    loss.addGradient(last, dataset, i, -1, estimate);
    for (int j = 0; j < estimate.length; j++) {
      estimate[j] *= kept;
    }
    loss.addGradient(x, dataset, i, 1, estimate);
  }

  private int choose(
      double[] estimate, int step, DiscreteLaplaceSampler noise, RandomGenerator random) {
    double unit = PolyhedralSpend.unit(schedule, step);
    int chosen = 0;
    long least = Long.MAX_VALUE;
    for (int v = 0; v < points.length; v++) {
      long score = Math.round(score(v, estimate) / unit) + noise.sample(random);
      if (score < least) {
        least = score;
        chosen = v;
      }
    }
    return chosen;
  }

  private void move(double[] x, int vertex) {
    double share = schedule.stepSize();
    for (int j = 0; j < x.length; j++) {
      x[j] = (1 - share) * x[j] + share * points[vertex][j];
    }
  }

  private static int[] support(double[] point) {
    return IntStream.range(0, point.length).filter(j -> point[j] != 0).toArray();
  }

  private double score(int vertex, double[] estimate) {
    double sum = 0;
    for (int j : supports[vertex]) {
      sum += points[vertex][j] * estimate[j];
    }
    return sum;
  }

  @Override
  public String toString() {
    return "PolyhedralFrankWolfe(" + schedule + ", " + polytope.vertexCount() + " vertices)";
  }
}
