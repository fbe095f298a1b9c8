package org.assay.accountant.event;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;

/**
 * Projected noisy stochastic gradient descent ([@AltschulerTalwar2022], Algorithm 1) of which only
 * the last iterate is released:
 *
 * <pre>
 *   w ← Proj_K( w − stepSize · ( (1/batchSize) Σ_{i in batch} ∇f_i(w) + N(0, noise² I) ) )
 * </pre>
 *
 * <p>from a starting point that does not depend on the data, K convex. Every record's loss has
 * gradients of norm at most {@code lipschitzConstant} on K, and {@code f − strongConvexity/2 ‖·‖²}
 * is convex while {@code f − smoothness/2 ‖·‖²} is concave. Zero strong convexity means a convex
 * loss; a negative one allows non-convex losses, {@code −smoothness} every loss whose gradient is
 * {@code smoothness}-Lipschitz. Losses may differ from step to step. They, the number of steps and
 * all constants are fixed before the data are seen.
 *
 * <p>Gradients clipped to {@code lipschitzConstant}, record by record, are covered in two cases: if
 * they are the gradients of another loss of this kind, as for generalized linear losses, where
 * clipping keeps convexity and smoothness ([@SongSteinkeThakkarThakurta2021]); and with {@code
 * strongConvexity = −smoothness} for all losses whose gradient is {@code smoothness}-Lipschitz.
 * Proof: {@code internal/iteration/step/doc-files/noisy-sgd-renyi.md}.
 *
 * <p>Where records are only exchanged, that is under replace-one and but for Poisson samples, less
 * is enough of {@code lipschitzConstant}: that at each point of K some vector, which may depend on
 * the point but not on the data, is at most {@code lipschitzConstant} from the gradients of all
 * records that there may be. No bound asks for more, and what all losses have in common, such as a
 * regularizer, does not count then. For batches that are not drawn, bounds only ask that the
 * gradients of two records at one and the same point are at most {@code 2 lipschitzConstant} apart.
 *
 * <p>Under replace-one a batch of all records is the full batch, however it is drawn, and is kept
 * as {@link NoisySgdSampling#FULL_BATCH}: a Poisson sample at rate 1, a sample of fixed size and
 * the only batch of a cycle are one and the same run, and have one and the same bound.
 *
 * <p>Quantities derived here are enclosures of the formulas, in units of the noise that reaches the
 * parameter, {@code stepSize · noise}. The record checks ranges; whether a theorem applies is
 * decided by the bounds.
 *
 * @param records number of records n, from 1 to 2^53; the larger of two neighbours has one more
 *     under add-or-remove
 * @param batchSize batch size b, from 1 to n; the mean one of Poisson samples
 * @param noise standard deviation σ of the noise added to the mean gradient, in each coordinate
 * @param lipschitzConstant bound L of the gradients' norms, finite and above 0
 * @param diameter bound D of the diameter of K, above 0; infinite where nothing bounds it: the
 *     statement is then about all convex sets K together
 * @param stepSize step size η, finite and above 0
 * @param steps number of steps T, from 1 to 2^53
 * @param smoothness bound M of the gradients' Lipschitz constants, finite and at least 0
 * @param strongConvexity m, from −smoothness to smoothness
 * @param sampling how batches are chosen; full batches under replace-one if they hold all records
 * @param adjacency the relation between neighbours
 */
public record NoisySgd(
    long records,
    long batchSize,
    double noise,
    double lipschitzConstant,
    double diameter,
    double stepSize,
    long steps,
    double smoothness,
    double strongConvexity,
    NoisySgdSampling sampling,
    AdjacencyRelation adjacency) {
  /** Largest count, 2^53: up to here counts are exact doubles. */
  public static final long LARGEST_COUNT = 1L << 53;

  /**
   * Checks the ranges, and takes a batch of all records for the full batch it is.
   *
   * @throws InvalidParameterException if a parameter is out of range
   */
  public NoisySgd {
    requireBatches(records, batchSize, sampling);
    Parameters.requirePositive("noise", noise);
    Parameters.requirePositive("lipschitzConstant", lipschitzConstant);
    if (!(diameter > 0)) {
      throw new InvalidParameterException(
          "diameter",
          "was " + diameter + ": it must be above 0, or infinite where nothing bounds the set");
    }
    Parameters.requirePositive("stepSize", stepSize);
    requireCount("steps", steps);
    Parameters.requireNonNegative("smoothness", smoothness);
    if (!(Math.abs(strongConvexity) <= smoothness)) {
      throw new InvalidParameterException(
          "strongConvexity",
          "was "
              + strongConvexity
              + ": it must be from -smoothness to smoothness, which was "
              + smoothness);
    }
    // A record more or less would make the batch another one, so this is about replaced records.
    if (batchSize == records && adjacency == AdjacencyRelation.REPLACE_ONE) {
      sampling = NoisySgdSampling.FULL_BATCH;
    }
  }

  /**
   * A run whose numbers are given one by one, by name. There are no defaults: a number that was not
   * given is refused when the run is built.
   *
   * @param sampling how batches are chosen
   * @param adjacency the relation between neighbours
   * @return an empty description
   */
  public static Builder of(NoisySgdSampling sampling, AdjacencyRelation adjacency) {
    return new Builder(sampling, adjacency);
  }

  /**
   * A description of a run like this one but for what is given anew.
   *
   * @return a description with all numbers of this run
   */
  public Builder but() {
    return of(sampling, adjacency)
        .batches(batchSize, records)
        .steps(steps, stepSize)
        .noise(noise)
        .lipschitzConstant(lipschitzConstant)
        .curvature(strongConvexity, smoothness)
        .diameter(diameter);
  }

  /** Insists that there are such batches. */
  static void requireBatches(long records, long batchSize, NoisySgdSampling sampling) {
    requireCount("records", records);
    requireCount("batchSize", batchSize);
    requireBatch(records, batchSize, sampling);
  }

  private static void requireCount(String name, long count) {
    if (!(count >= 1 && count <= LARGEST_COUNT)) {
      throw new InvalidParameterException(
          name, "was " + count + ": it must be a whole number from 1 to 2^53");
    }
  }

  private static void requireBatch(long records, long batchSize, NoisySgdSampling sampling) {
    boolean full = sampling == NoisySgdSampling.FULL_BATCH;
    if (!(batchSize <= records && (!full || batchSize == records))) {
      throw new InvalidParameterException(
          "batchSize",
          "was "
              + batchSize
              + ": with "
              + sampling
              + " it must be "
              + (full ? "" : "at most ")
              + "the number of records, which was "
              + records);
    }
  }

  /**
   * Sampled share {@code q = b/n}.
   *
   * @return an enclosure
   */
  public Enclosure samplingShare() {
    return Enclosure.exact((double) batchSize).dividedBy((double) records);
  }

  /**
   * The largest distance {@code L/(bσ)} of the mean gradients with and without one record, and
   * twice that where a record may be exchanged for another in a sample of the same size: the mu of
   * the Gaussian mechanism of one step, given that the record is sampled.
   *
   * @return an enclosure
   */
  public Enclosure stepMu() {
    Enclosure one =
        Enclosure.exact(lipschitzConstant)
            .dividedBy(Enclosure.exact((double) batchSize).times(noise));
    return sampling == NoisySgdSampling.POISSON ? one : one.times(2);
  }

  /**
   * The most one step can add to the distance of two runs on neighbours with common samples and
   * noise: {@link #stepMu()}, twice that for Poisson samples and a replaced record.
   *
   * @return an enclosure
   */
  public Enclosure stepGrowth() {
    boolean exchanged =
        sampling == NoisySgdSampling.POISSON && adjacency == AdjacencyRelation.REPLACE_ONE;
    return exchanged ? stepMu().times(2) : stepMu();
  }

  /**
   * Diameter over noise, {@code W = D/(ησ)}.
   *
   * @return an enclosure; infinite where nothing bounds the diameter
   */
  public Enclosure diameterOverNoise() {
    return quotient(Enclosure.exact(diameter), Enclosure.exact(stepSize).times(noise));
  }

  /**
   * Lipschitz constant minus one of a step along the mean gradient of {@code batchSize} records,
   * {@code max(|1 − ηm|, |1 − ηM|) − 1 = max(−ηm, ηM − 2)}.
   *
   * @return an enclosure, at least −1
   */
  public Enclosure contractionMinusOne() {
    return contractionMinusOne(1);
  }

  /**
   * The same settings for a batch of another size, whose sum is still divided by b.
   *
   * @param relativeSize its size over b, at least 0
   * @return an enclosure, at least −1
   */
  public Enclosure contractionMinusOne(double relativeSize) {
    Enclosure step = Enclosure.exact(stepSize).times(relativeSize);
    return step.times(strongConvexity)
        .negate()
        .max(step.times(smoothness).minus(2))
        .max(Enclosure.exact(-1));
  }

  /**
   * {@code κ = 2LD/(nησ²)}, the scale of the loss of long runs: [@AltschulerTalwar2022], Theorem
   * 3.1, is within a constant of {@code order · κ}.
   *
   * @return an enclosure
   */
  public Enclosure kappa() {
    Enclosure signal = Enclosure.exact(lipschitzConstant).times(2).times(diameter);
    return quotient(
        signal,
        Enclosure.exact((double) records).times(stepSize).times(Enclosure.exact(noise).square()));
  }

  /** Nothing is known from above where the noise is so small that the denominator underflows. */
  private static Enclosure quotient(Enclosure numerator, Enclosure denominator) {
    return denominator.lower() > 0
        ? numerator.dividedBy(denominator)
        : Enclosure.of(0, Double.POSITIVE_INFINITY);
  }

  /**
   * {@code T̄ = Dn/(Lη)}, the number of steps after which [@AltschulerTalwar2022], Theorem 3.1,
   * stops growing.
   *
   * @return an enclosure
   */
  public Enclosure plateau() {
    return Enclosure.exact(diameter)
        .times((double) records)
        .dividedBy(Enclosure.exact(lipschitzConstant).times(stepSize));
  }

  /**
   * The settings in one line.
   *
   * @return for example {@code NoisySgd(600 of 60000, Poisson samples, noise 0.002, …)}
   */
  public String describe() {
    return String.format(
        "NoisySgd(%d of %d records, %s, noise %s, Lipschitz constant %s, diameter %s, step size %s,"
            + " %d steps, smoothness %s, strong convexity %s, %s)",
        batchSize,
        records,
        sampling,
        noise,
        lipschitzConstant,
        diameter,
        stepSize,
        steps,
        smoothness,
        strongConvexity,
        adjacency);
  }

  /**
   * A description of noisy stochastic gradient descent, number by number. What was not given is 0
   * or not a number, which {@link NoisySgd} refuses. Descriptions change in place and are for one
   * thread.
   */
  public static final class Builder {
    private final NoisySgdSampling sampling;
    private final AdjacencyRelation adjacency;
    private long records;
    private long batchSize;
    private long steps;
    private double stepSize = Double.NaN;
    private double noise = Double.NaN;
    private double lipschitzConstant = Double.NaN;
    private double smoothness = Double.NaN;
    private double strongConvexity = Double.NaN;
    private double diameter = Double.NaN;

    Builder(NoisySgdSampling sampling, AdjacencyRelation adjacency) {
      this.sampling = Parameters.requireGiven("sampling", sampling);
      this.adjacency = Parameters.requireGiven("adjacency", adjacency);
    }

    /**
     * The batches.
     *
     * @param size batch size b, or the mean one of Poisson samples
     * @param ofRecords number of records n
     * @return this description
     */
    public Builder batches(long size, long ofRecords) {
      this.batchSize = size;
      this.records = ofRecords;
      return this;
    }

    /**
     * The steps.
     *
     * @param count number of steps T
     * @param size step size η
     * @return this description
     */
    public Builder steps(long count, double size) {
      this.steps = count;
      this.stepSize = size;
      return this;
    }

    /**
     * The noise.
     *
     * @param standardDeviation of the noise added to the mean gradient, in each coordinate
     * @return this description
     */
    public Builder noise(double standardDeviation) {
      this.noise = standardDeviation;
      return this;
    }

    /**
     * The bound of the gradients.
     *
     * @param norm bound L of every record's gradient on the set
     * @return this description
     */
    public Builder lipschitzConstant(double norm) {
      this.lipschitzConstant = norm;
      return this;
    }

    /**
     * The curvature of the losses.
     *
     * @param least strong convexity m: 0 for convex losses, below 0 for others
     * @param most smoothness M
     * @return this description
     */
    public Builder curvature(double least, double most) {
      this.strongConvexity = least;
      this.smoothness = most;
      return this;
    }

    /**
     * The set.
     *
     * @param bound diameter D of the set of parameters; infinite where nothing bounds it
     * @return this description
     */
    public Builder diameter(double bound) {
      this.diameter = bound;
      return this;
    }

    /**
     * The run.
     *
     * @return the run
     * @throws IllegalArgumentException if a number is missing or out of range
     */
    public NoisySgd build() {
      return new NoisySgd(
          records,
          batchSize,
          noise,
          lipschitzConstant,
          diameter,
          stepSize,
          steps,
          smoothness,
          strongConvexity,
          sampling,
          adjacency);
    }
  }
}
