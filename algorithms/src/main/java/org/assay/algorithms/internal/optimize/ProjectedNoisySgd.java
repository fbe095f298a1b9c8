package org.assay.algorithms.internal.optimize;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.noise.GaussianNoise;
import org.assay.algorithms.noise.ReleaseGrid;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Projected noisy stochastic gradient descent, PNSGD ([@FeldmanKorenTalwar2020], Algorithm 1): one
 * pass over disjoint batches in the order of the records,
 *
 * <pre>w ← Proj_K[ w − eta_t (mean gradient of batch t at w + xi_t) ],  xi_t ~ N(0, sigma_t² I),
 * </pre>
 *
 * releasing the last iterate and nothing else. Records beyond the last batch are not used.
 *
 * <p>These preconditions of the analysis are checked: step sizes are at most 2/smoothness,
 * dimensions agree, and there are enough records. The loss guarantees its constants on the dataset.
 * Two preconditions cannot be checked here. The loss is convex, and the schedule, the set and the
 * starting point do not depend on the data.
 *
 * <p>Iterations run in double precision, while the event is about real numbers. Therefore the last
 * iterate is rounded to a {@link ReleaseGrid} whose spacing fits the last step's noise. The grid is
 * coarser if iterates are large ({@link FineIterates}). A rounded point outside the set is
 * projected again. If the last step adds no noise, nothing is rounded and the run has no privacy.
 * Immutable; concurrent runs are safe with separate generators.
 */
public final class ProjectedNoisySgd implements PrivateAlgorithm {
  /**
   * Largest distance of a starting point from the set, as a share of the diameter; nearer points
   * are projected. Allows for the rounding errors of a point that was computed in doubles. Not
   * tuned.
   */
  private static final double START_TOLERANCE = 1e-9;

  private final GradientSchedule schedule;
  private final GradientSchedule applied;
  private final Loss loss;
  private final ConstraintSet set;
  private final double[] start;
  private final NoiseScaling noiseScaling;
  private final GaussianNoise[] noise;
  private final LastIterateEvent event;

  private ProjectedNoisySgd(
      GradientSchedule schedule,
      Loss loss,
      ConstraintSet set,
      double[] start,
      NoiseScaling noiseScaling) {
    this.schedule = schedule;
    this.applied = applied(schedule, noiseScaling);
    this.loss = loss;
    this.set = set;
    this.start = start;
    this.noiseScaling = noiseScaling;
    this.noise =
        IntStream.range(0, applied.steps())
            .mapToObj(t -> new GaussianNoise(applied.noiseStandardDeviation(t)))
            .toArray(GaussianNoise[]::new);
    this.event =
        new LastIterateEvent(applied, ReplacedRecord.halfSensitivity(loss), loss.smoothness());
  }

  /**
   * The algorithm with noise scaled by the step size, started at the point of the set nearest to
   * the origin.
   *
   * @param schedule step sizes, batch sizes and noise parameters
   * @param loss a convex loss
   * @throws IllegalArgumentException if a step size exceeds 2/smoothness or the loss does not
   *     guarantee its constants on the set. Whether doubles are fine enough for the noise depends
   *     on the start and on the scaling of the noise; {@link #run} checks that
   */
  public static ProjectedNoisySgd of(GradientSchedule schedule, Loss loss, ConstraintSet set) {
    Suitability.requireConvexGradients(loss);
    Suitability.requireContraction(set);
    for (int t = 0; t < schedule.steps(); t++) {
      if (!(Rounding.multiplyUp(schedule.stepSize(t), loss.smoothness()) <= 2)) {
        throw new IllegalArgumentException(
            String.format(
                "stepSize(%d) was %s: it must be at most 2/smoothness = %s, or steps may expand",
                t, schedule.stepSize(t), 2 / loss.smoothness()));
      }
    }
    loss.requireSupportedOn(set);
    double[] start = new double[set.dimension()];
    set.project(start);
    return new ProjectedNoisySgd(schedule, loss, set, start, NoiseScaling.STEP_SIZE);
  }

  /** The schedule with the standard deviations of the noise added to the mean gradients. */
  private static GradientSchedule applied(GradientSchedule schedule, NoiseScaling scaling) {
    int steps = schedule.steps();
    double[] stepSizes = new double[steps];
    int[] batchSizes = new int[steps];
    double[] noise = new double[steps];
    for (int t = 0; t < steps; t++) {
      stepSizes[t] = schedule.stepSize(t);
      batchSizes[t] = schedule.batchSize(t);
      noise[t] =
          scaling.gradientNoise(schedule.noiseStandardDeviation(t), stepSizes[t], batchSizes[t]);
    }
    return GradientSchedule.of(stepSizes, batchSizes, noise);
  }

  /**
   * The grid of the released point. Its spacing is small beside the last step's noise; empty if
   * that step adds no noise.
   *
   * @throws IllegalArgumentException if doubles are too coarse for the noise
   */
  private Optional<ReleaseGrid> grid() {
    double[] steps = new double[applied.steps()];
    double[] shifts = new double[steps.length];
    double[] noises = new double[steps.length];
    for (int t = 0; t < steps.length; t++) {
      steps[t] = loss.lipschitzConstant() * applied.stepSize(t);
      shifts[t] =
          2 * ReplacedRecord.halfSensitivity(loss) * applied.stepSize(t) / applied.batchSize(t);
      noises[t] = noise(applied, t);
    }
    FineIterates iterates =
        FineIterates.of(set, start, Arrays.stream(steps).sum(), Arrays.stream(noises).sum());
    iterates.requireAbsorbed(shifts, steps, noises);
    int last = steps.length - 1;
    return noises[last] > 0
        ? Optional.of(iterates.grid(steps[last], noises[last]))
        : Optional.empty();
  }

  private static double noise(GradientSchedule applied, int step) {
    return Rounding.multiplyDown(applied.stepSize(step), applied.noiseStandardDeviation(step));
  }

  /**
   * This algorithm from another starting point.
   *
   * @param point a point of the set that does not depend on the data; copied
   * @throws IllegalArgumentException if the point is not in the set
   */
  public ProjectedNoisySgd withStartingPoint(double[] point) {
    if (!set.contains(point, START_TOLERANCE * set.diameter())) {
      throw new InvalidParameterException(
          "startingPoint", "was " + Arrays.toString(point) + ": it must lie in the " + set);
    }
    double[] moved = point.clone();
    set.project(moved);
    return new ProjectedNoisySgd(schedule, loss, set, moved, noiseScaling);
  }

  /** This algorithm with another interpretation of the schedule's noise parameters. */
  public ProjectedNoisySgd withNoiseScaling(NoiseScaling scaling) {
    return new ProjectedNoisySgd(schedule, loss, set, start, scaling);
  }

  /** The schedule as given; {@link #event} holds the added noise. */
  public GradientSchedule schedule() {
    return schedule;
  }

  /** The interpretation of the schedule's noise parameters. */
  public NoiseScaling noiseScaling() {
    return noiseScaling;
  }

  /** The event of every run: the steps with the added noise, in the unit of the mean gradient. */
  @Override
  public LastIterateEvent event() {
    return event;
  }

  /**
   * Runs the algorithm.
   *
   * @param dataset at least as many records as the batches need
   * @param random the source of noise: one Gaussian for each coordinate in each step, and the
   *     random bits of the rounding
   * @return the last iterate with its event
   * @throws IllegalArgumentException if the dataset is too small, has another dimension or holds a
   *     record for which the loss does not guarantee its constants, or if doubles are too coarse
   *     for the noise ({@link FineIterates})
   * @throws java.util.concurrent.CancellationException if the thread is interrupted; nothing is
   *     released
   */
  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    requireSuitable(dataset);
    Optional<ReleaseGrid> grid = grid();
    double[] w = start.clone();
    double[] direction = new double[w.length];
    int next = 0;
    for (int t = 0; t < applied.steps(); t++) {
      Interruption.requireNone(t, "steps");
      Arrays.fill(direction, 0);
      next = addMeanGradient(w, dataset, next, applied.batchSize(t), direction);
      noise[t].addTo(direction, random);
      move(w, applied.stepSize(t), direction);
    }
    return new PrivateRun<>(ParameterVector.of(rounded(w, grid, random)), event);
  }

  private double[] rounded(double[] w, Optional<ReleaseGrid> grid, RandomGenerator random) {
    if (grid.isEmpty()) {
      return w;
    }
    double[] release = grid.get().round(w, random);
    set.project(release);
    return release;
  }

  private int addMeanGradient(
      double[] w, Dataset dataset, int from, int batchSize, double[] gradient) {
    int to = from + batchSize;
    loss.addBatchGradient(w, dataset, from, to, 1.0 / batchSize, gradient);
    return to;
  }

  private void move(double[] w, double stepSize, double[] direction) {
    for (int j = 0; j < w.length; j++) {
      w[j] -= stepSize * direction[j];
    }
    set.project(w);
  }

  private void requireSuitable(Dataset dataset) {
    int dimension = loss.parameterDimension(dataset);
    if (dimension != set.dimension()) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of the dataset was %s: it must be that of the constraint set, %s",
              dimension, set.dimension()));
    }
    if (dataset.size() < schedule.totalRecords()) {
      throw new IllegalArgumentException(
          String.format(
              "size of the dataset was %s: one pass of %s needs at least %s",
              dataset.size(), schedule, schedule.totalRecords()));
    }
    loss.requireSupported(dataset);
  }

  @Override
  public String toString() {
    return "ProjectedNoisySgd(" + schedule + ", noise scaling " + noiseScaling + ")";
  }
}
