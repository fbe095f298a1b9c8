package org.assay.verify.internal.log;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * The entries of a training log about one step. Immutable: lists are copied, and arrays never leave
 * the package.
 */
public final class LoggedStep {
  private static final int[] NOBODY = {};
  private static final double[] NO_NOISE = {};

  private final Builder b;
  private final InForce inForce;

  private LoggedStep(Builder builder, InForce inForce) {
    this.b = builder;
    this.inForce = inForce;
  }

  /**
   * The latest values of some entries: those of the run, of an earlier step or of the step itself.
   *
   * @param clipNorm the norm to which gradients are clipped
   * @param noiseScale the intended standard deviation of the noise
   * @param divisor the number by which the noisy sum is divided
   */
  record InForce(OptionalDouble clipNorm, OptionalDouble noiseScale, OptionalDouble divisor) {
    InForce then(LoggedStep step) {
      return new InForce(
          step.clipNorm().isPresent() ? step.clipNorm() : clipNorm,
          step.noiseScale().isPresent() ? step.noiseScale() : noiseScale,
          step.divisor().isPresent() ? step.divisor() : divisor);
    }
  }

  /** The same step, with the latest values of earlier entries. */
  LoggedStep after(InForce before) {
    return new LoggedStep(b, before.then(this));
  }

  InForce inForce() {
    return inForce;
  }

  /**
   * A step.
   *
   * @param line the line of the log, from 1
   * @param batchSize number of records in the batch, at least 0
   * @return a builder without any other entry
   */
  public static Builder of(int line, long batchSize) {
    return new Builder(line, batchSize);
  }

  int line() {
    return b.line;
  }

  /** The name of the step in messages. */
  String place() {
    return b.number.isPresent()
        ? "step " + b.number.getAsLong() + " (line " + b.line + ")"
        : "line " + b.line;
  }

  OptionalLong number() {
    return b.number;
  }

  long batchSize() {
    return b.batchSize;
  }

  /** Whether the members of the batch are known; the members of an empty batch always are. */
  boolean hasMembers() {
    return b.members.isPresent() || b.batchSize == 0;
  }

  /** The records in the batch, by their places in the table of names. */
  int[] members() {
    return b.members.orElse(NOBODY);
  }

  String nameOf(int record) {
    return b.names.get(record);
  }

  OptionalDouble divisor() {
    return b.divisor;
  }

  OptionalDouble clipNorm() {
    return b.clipNorm;
  }

  OptionalDouble largestNorm() {
    return b.largestNorm;
  }

  /** Number of norms that were logged one by one. */
  OptionalLong norms() {
    return b.norms;
  }

  /** The noise itself, if it was logged. */
  double[] noise() {
    return b.noise.orElse(NO_NOISE);
  }

  boolean hasNoise() {
    return b.noise.isPresent();
  }

  /** The sum of squares of the noise, rounded up; with a number of values that may be 0. */
  OptionalDouble noiseSquares() {
    return b.noiseSquares;
  }

  long noiseDimension() {
    return b.noiseDimension;
  }

  OptionalDouble noiseScale() {
    return b.noiseScale;
  }

  long microbatches() {
    return b.microbatches;
  }

  /** Collects the entries of a step. */
  public static final class Builder {
    private final int line;
    private final long batchSize;
    private OptionalLong number = OptionalLong.empty();
    private Optional<int[]> members = Optional.empty();
    private List<String> names = List.of();
    private OptionalDouble divisor = OptionalDouble.empty();
    private OptionalDouble clipNorm = OptionalDouble.empty();
    private OptionalDouble largestNorm = OptionalDouble.empty();
    private OptionalLong norms = OptionalLong.empty();
    private Optional<double[]> noise = Optional.empty();
    private OptionalDouble noiseSquares = OptionalDouble.empty();
    private long noiseDimension;
    private OptionalDouble noiseScale = OptionalDouble.empty();
    private long microbatches = 1;

    private Builder(int line, long batchSize) {
      this.line = line;
      if (!(batchSize >= 0)) {
        throw new IllegalArgumentException(
            "batch_size was " + batchSize + ": it must be at least 0");
      }
      this.batchSize = batchSize;
    }

    /**
     * The number that the loop gave the step.
     *
     * @param step any
     * @return this
     */
    public Builder number(long step) {
      this.number = OptionalLong.of(step);
      return this;
    }

    /**
     * The members of the batch.
     *
     * @param records as many as the size of the batch, by their places in the table
     * @param table the names of all records of the log, which may still grow
     * @return this
     * @throws IllegalArgumentException if the number of records is not the size of the batch
     */
    public Builder members(int[] records, List<String> table) {
      if (records.length != batchSize) {
        throw new IllegalArgumentException(
            String.format(
                "members has %d entries and batch_size is %d: list every record of the batch",
                records.length, batchSize));
      }
      this.members = Optional.of(records.clone());
      this.names = table;
      return this;
    }

    /**
     * The number by which the noisy sum was divided.
     *
     * @param number finite and above 0
     * @return this
     */
    public Builder divisor(double number) {
      this.divisor = OptionalDouble.of(Parameters.requirePositive("divisor", number));
      return this;
    }

    /**
     * The norm to which gradients were clipped.
     *
     * @param norm finite and above 0
     * @return this
     */
    public Builder clipNorm(double norm) {
      this.clipNorm = OptionalDouble.of(Parameters.requirePositive("clip_norm", norm));
      return this;
    }

    /**
     * The largest norm of a gradient after clipping.
     *
     * @param norm at least 0, or infinite
     * @return this
     */
    public Builder largestNorm(double norm) {
      this.largestNorm = OptionalDouble.of(requireNorm("largest_norm", norm));
      return this;
    }

    /**
     * The norms of all gradients after clipping.
     *
     * @param each one for each clipped vector
     * @return this
     */
    public Builder norms(double... each) {
      double largest = 0;
      for (double norm : each) {
        largest = Math.max(largest, requireNorm("norms", norm));
      }
      this.norms = OptionalLong.of(each.length);
      return largestNorm(Math.max(largest, largestNorm.orElse(0)));
    }

    private static double requireNorm(String name, double norm) {
      if (!(norm >= 0)) {
        throw new IllegalArgumentException(name + " was " + norm + ": it must be at least 0");
      }
      return norm;
    }

    /**
     * The noise on some coordinates, which were chosen independently of the noise.
     *
     * @param values finite
     * @return this
     */
    public Builder noise(double... values) {
      if (values.length == 0) {
        throw new IllegalArgumentException(
            "noise was empty: log the noise of one coordinate at least, or leave noise out");
      }
      this.noise = Optional.of(values.clone());
      return noiseSquares(Squares.sumUp(values), values.length);
    }

    /**
     * The sum of squares of the noise on some coordinates.
     *
     * @param sum finite and at least 0
     * @param dimension number of these coordinates, at least 1 unless the sum is 0
     * @return this
     */
    public Builder noiseSquares(double sum, long dimension) {
      this.noiseSquares = OptionalDouble.of(Parameters.requireNonNegative("noise_squares", sum));
      this.noiseDimension = Parameters.requireAtLeastOne("noise_dimension", dimension);
      return this;
    }

    /**
     * The intended standard deviation of the noise, in the unit of the noise.
     *
     * @param scale finite and above 0
     * @return this
     */
    public Builder noiseScale(double scale) {
      this.noiseScale = OptionalDouble.of(Parameters.requirePositive("noise_scale", scale));
      return this;
    }

    /**
     * Number of parts in which the batch was computed.
     *
     * @param parts at least 1
     * @return this
     */
    public Builder microbatches(long parts) {
      this.microbatches = Parameters.requireAtLeastOne("microbatches", parts);
      return this;
    }

    /**
     * Makes the step.
     *
     * @return the step; this builder must not be used again
     */
    public LoggedStep build() {
      OptionalDouble none = OptionalDouble.empty();
      return new LoggedStep(this, new InForce(none, none, none));
    }
  }

  /** Sums of squares. */
  private static final class Squares {
    private Squares() {}

    /** An upper bound of the sum of squares of finite numbers. */
    static double sumUp(double... values) {
      double sum = 0;
      for (double value : values) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException("noise has " + value + ": it must be finite");
        }
        sum = Rounding.addUp(sum, Rounding.multiplyUp(value, value));
      }
      return sum;
    }
  }
}
