package org.assay.algorithms.internal.optimize.clipped;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.internal.sampling.BatchSampler;
import org.assay.algorithms.internal.sampling.Batches;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Differentially private follow-the-regularized-leader ([@KairouzEtAl2021], Algorithm 1) with the
 * square root of the matrix of prefix sums ([@FichtenbergerHenzingerUpadhyay2023]) in place of its
 * binary tree. Disjoint batches of B records are used in the same order in every epoch. After step
 * t the iterate is
 *
 * <pre>Proj_K[ start − stepSize (sum of (g_s + (C^-1 z)_s) over s ≤ t) ],  z ~ N(0, sigma² I)</pre>
 *
 * where C is the matrix and g_s the mean of the gradients of batch s, each clipped to the
 * schedule's norm. The projected points do not enter the sums. Momentum and averaging are those of
 * the schedule.
 *
 * <p>The event covers all of {@code C g + z}: a matrix mechanism with one participation of a record
 * in each epoch, for which one Gaussian is exact but for rounding. The event follows from clipping
 * alone, not from convexity, the step size or sampling: the order of the records may be known. The
 * order is drawn at random before the first step, and records that do not fill a batch are left
 * out. The number of records n is public.
 *
 * <p>Rows of {@code C g + z} are exact releases on a grid ({@link GridGaussian}). The event's noise
 * multiplier includes the rounding errors of mean gradients and their combinations, and all else is
 * computed from the releases. The event is therefore an upper bound for the computation in doubles.
 * Proof: {@code doc-files/combined-gradients.md}.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class DpFtrl implements PrivateAlgorithm {
  private final ClippedSchedule schedule;
  private final int records;
  private final int batchSize;
  private final Loss loss;
  private final Loss clipped;
  private final ConstraintSet set;
  private final BandedSquareRoot matrix;
  private final GridGaussian noise;
  private final DpEvent event;

  private DpFtrl(
      ClippedSchedule schedule, int records, int batchSize, Loss loss, ConstraintSet set) {
    this.schedule = schedule;
    this.records = records;
    this.batchSize = batchSize;
    this.loss = loss;
    this.clipped = loss.clippedTo(schedule.clipNorm());
    this.set = set;
    this.matrix = matrix(schedule, records, batchSize);
    this.noise = new GridGaussian(schedule.noiseStandardDeviation());
    double unit = unit(schedule, records, batchSize, loss, set);
    this.event = matrix.event(Rounding.divideDown(schedule.noiseStandardDeviation(), unit));
  }

  /**
   * The algorithm, started at the point of the set nearest to the origin.
   *
   * @param schedule steps, at most 2^20, clipping and noise
   * @param records number of records n, at least 1
   * @param batchSize size B of a batch, from 1 to n
   * @param loss the loss, whose gradients are clipped
   * @throws IllegalArgumentException if a number is out of range, or the loss does not guarantee
   *     its constants on the set
   */
  public static DpFtrl of(
      ClippedSchedule schedule, int records, int batchSize, Loss loss, ConstraintSet set) {
    DpSgd.requireBatchSize(records, batchSize);
    loss.requireSupportedOn(set);
    return new DpFtrl(schedule, records, batchSize, loss, set);
  }

  /**
   * The algorithm with the smallest noise for which the accountant certifies a target; all else is
   * as scheduled.
   *
   * @param schedule steps and clipping; its noise is ignored
   * @param target approximate, zero-concentrated or Gaussian, when one record is replaced
   * @throws IllegalArgumentException as {@link #of}, or if the target is of another kind
   */
  public static DpFtrl calibrated(
      ClippedSchedule schedule,
      int records,
      int batchSize,
      Loss loss,
      ConstraintSet set,
      Guarantee target) {
    DpSgd.requireBatchSize(records, batchSize);
    double multiplier =
        NoiseTarget.smallestNoise(target, matrix(schedule, records, batchSize)::event);
    double unit = unit(schedule, records, batchSize, loss, set);
    return of(
        schedule.withNoise(Rounding.multiplyUp(multiplier, unit)), records, batchSize, loss, set);
  }

  /**
   * The algorithm with the textbook's noise: a Gaussian of the matrix's sensitivity that is
   * rho-zCDP, and for an approximate target rho by {@code epsilon = rho + 2 √(rho ln(1/delta))}
   * ([@BunSteinke2016], Proposition 1.3). This noise is more than an approximate target needs; for
   * a zero-concentrated or Gaussian target it equals the calibrated noise.
   *
   * @param schedule steps and clipping; its noise is ignored
   */
  public static DpFtrl paperSchedule(
      ClippedSchedule schedule,
      int records,
      int batchSize,
      Loss loss,
      ConstraintSet set,
      Guarantee target) {
    Guarantee textbook =
        new Guarantee.ZeroConcentrated(PaperBudget.rho(target), target.adjacency());
    return calibrated(schedule, records, batchSize, loss, set, textbook);
  }

  private static BandedSquareRoot matrix(ClippedSchedule schedule, int records, int batchSize) {
    return new BandedSquareRoot(schedule.steps(), records / batchSize);
  }

  /** Half of the distance that a record's replacement moves a mean gradient, rounding included. */
  private static double unit(
      ClippedSchedule schedule, int records, int batchSize, Loss loss, ConstraintSet set) {
    Loss clipped = loss.clippedTo(schedule.clipNorm());
    double change = MeanGradientSensitivity.of(clipped, batchSize, set.dimension()).value();
    double rounding = matrix(schedule, records, batchSize).rounding(clipped.lipschitzConstant());
    return Rounding.addUp(change, rounding) / 2;
  }

  /** The parameters. */
  public ClippedSchedule schedule() {
    return schedule;
  }

  /**
   * Size of a batch.
   *
   * @return from 1 to the number of records
   */
  public int batchSize() {
    return batchSize;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, set, records);
    MeanGradients means = new MeanGradients(dataset, random);
    CorrelatedGradients correlated = new CorrelatedGradients(matrix.coefficients(), noise);
    ParameterVector release =
        ReleasedDescent.lazy(schedule, set)
            .run(point -> correlated.next(means.next(point), random));
    return new PrivateRun<>(release, event);
  }

  /** The mean gradients of a run, batch after batch of records in a random order. */
  private final class MeanGradients {
    private final Dataset dataset;
    private final int[] order;
    private final int[] batch = new int[batchSize];
    private int step;

    MeanGradients(Dataset dataset, RandomGenerator random) {
      this.dataset = dataset;
      Batches shuffled = BatchSampler.fixedSize(records, records).batches();
      shuffled.next(random);
      this.order = shuffled.records();
    }

    double[] next(double[] point) {
      System.arraycopy(order, step % matrix.batches() * batchSize, batch, 0, batchSize);
      double[] mean = new double[point.length];
      clipped.addSampleGradient(point, dataset, batch, batchSize, 1.0 / batchSize, mean);
      step++;
      return mean;
    }
  }

  @Override
  public String toString() {
    return "DpFtrl(" + schedule + ", batches of " + batchSize + " of " + records + " records)";
  }

  /**
   * Gradients with correlated noise: row by row {@code y = C g + z} is released, z Gaussian, and
   * {@code C^-1 y = g + C^-1 z} computed from the releases. Prefix sums of this noise are smaller
   * than the same sums of independent noise. An instance serves one run and one thread.
   */
  static final class CorrelatedGradients {
    private final double[] coefficients;
    private final GridGaussian noise;
    private final double[][] gradients;
    private final double[][] releases;
    private int step;

    CorrelatedGradients(double[] coefficients, GridGaussian noise) {
      this.coefficients = coefficients;
      this.noise = noise;
      this.gradients = new double[coefficients.length][];
      this.releases = new double[coefficients.length][];
    }

    /** The next gradient with its noise. */
    double[] next(double[] gradient, RandomGenerator random) {
      return noisy(row(gradient), random);
    }

    /** The row of a step; its gradient is kept until no row needs it. */
    double[] row(double[] gradient) {
      gradients[step % coefficients.length] = gradient;
      double[] row = new double[gradient.length];
      add(1, gradients, 0, row);
      return row;
    }

    /** The noisy gradient from the release of a step's row. Ends the step. */
    double[] noisy(double[] row, RandomGenerator random) {
      double[] noisy = noise.release(row, random);
      add(-1, releases, 1, noisy);
      releases[step % coefficients.length] = noisy;
      step++;
      return noisy;
    }

    /** Adds a sign times {@code Σ_k f_k v_{step - k}} from a band on. */
    private void add(int sign, double[][] vectors, int firstBand, double[] sum) {
      for (int k = firstBand; k < coefficients.length && k <= step; k++) {
        double[] vector = vectors[(step - k) % coefficients.length];
        double weight = sign * coefficients[k];
        for (int j = 0; j < sum.length; j++) {
          sum[j] += weight * vector[j];
        }
      }
    }
  }

  /**
   * The matrix C that DP-FTRL multiplies gradients with before it adds noise: the square root of
   * the matrix of prefix sums ([@FichtenbergerHenzingerUpadhyay2023]), of which as many bands are
   * kept as an epoch has batches. With so many bands no row contains two gradients of one record,
   * and the squares of their shares add up.
   *
   * @param steps number of steps T, at least 1; events refuse more than 2^20
   * @param batches number of batches of an epoch, in the same order in each; at least 1
   */
  record BandedSquareRoot(int steps, int batches) {
    private static final double UNIT = 0x1p-52;

    BandedSquareRoot {
      Parameters.requireAtLeastOne("steps", steps);
      Parameters.requireAtLeastOne("batches", batches);
    }

    int bands() {
      return Math.min(steps, batches);
    }

    /** Coefficients {@code f_0 = 1, f_k = f_{k-1} (2k - 1)/(2k)} of a column, each rounded. */
    double[] coefficients() {
      double[] coefficients = new double[bands()];
      coefficients[0] = 1;
      for (int k = 1; k < coefficients.length; k++) {
        coefficients[k] = coefficients[k - 1] * (2.0 * k - 1) / (2.0 * k);
      }
      return coefficients;
    }

    /**
     * The event of all rows when one record is replaced, which takes part in one step of each
     * epoch.
     *
     * @param noiseMultiplier standard deviation over half of the distance that a record's
     *     replacement moves a gradient
     */
    DpEvent event(double noiseMultiplier) {
      int epochs = 1 + (steps - 1) / batches;
      return new MatrixMechanismEvent(
          StrategyMatrix.squareRoot(steps, bands()),
          epochs,
          batches,
          noiseMultiplier,
          AdjacencyRelation.REPLACE_ONE);
    }

    /**
     * Amount added to the length of a gradient's change, since rows are computed in doubles: {@code
     * 8 L B √(T B) 2^-52} for gradients of norm L and B bands, rounded up. Proof: {@code
     * doc-files/combined-gradients.md}.
     */
    double rounding(double lipschitzConstant) {
      double root = Rounding.sqrtUp((double) steps * bands());
      double terms = Rounding.multiplyUp(8.0 * bands(), root);
      return Rounding.multiplyUp(lipschitzConstant, Rounding.multiplyUp(terms, UNIT));
    }
  }
}
