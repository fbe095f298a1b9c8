package org.assay.verify.walk;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * A pair of adjacent datasets of linear losses on an interval. On either dataset, noisy gradient
 * descent is a random walk clamped to the interval. Any divergence of the two walks bounds the
 * privacy of the algorithm from below.
 *
 * <p>In [@AltschulerTalwar2022], Section 4, there is no common slope, the walk starts in the
 * middle, and the record pulls in one dataset only. Here, under replace-one adjacency, the record
 * pulls with full strength in opposite directions, which is up to four times as strong. Under other
 * relations the record pulls or contributes nothing. The proof that every pair is an instance of
 * the algorithm is in {@code doc-files/walk-instances.md}.
 *
 * @param settings the algorithm; an unbounded domain is replaced by one whose walls hardly affect
 *     the walk
 * @param start the starting point as a part of the interval, from 0 to 1
 * @param commonSlope slope of all other records, from -1 to 1, as a part of the largest that the
 *     Lipschitz constant allows
 */
public record RandomWalk(NoisySgd settings, double start, double commonSlope) {
  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if the start or the slope is out of range, or cyclic batches
   *     do not have one size
   * @throws UnsupportedEventException if no walk is known to be an instance of the algorithm
   */
  public RandomWalk {
    WalkScale.of(settings);
    Parameters.requireProbability("start", start);
    if (!(Math.abs(commonSlope) <= 1)) {
      throw new IllegalArgumentException(
          "commonSlope was " + commonSlope + ": it must be from -1 to 1");
    }
  }

  /**
   * The construction of [@AltschulerTalwar2022], Section 4: the other losses are zero, and the walk
   * starts in the middle of the interval.
   *
   * @param settings the algorithm
   * @return the walk
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws UnsupportedEventException if no walk is known to be an instance of the algorithm
   */
  public static RandomWalk centred(NoisySgd settings) {
    return new RandomWalk(settings, 0.5, 0);
  }

  /**
   * The datasets whose walks are compared.
   *
   * @return the left dataset, whose record pulls to the right, and the right one, whose record
   *     pulls to the left or contributes nothing
   */
  public AdjacentPair<LinearLosses> pair() {
    boolean replaced = settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
    String description =
        replaced ? "one record pulls the other way" : "one record pulls or contributes nothing";
    return AdjacentPair.of(description, left(), right(), settings.adjacency());
  }

  /**
   * The algorithm itself, to be run on either dataset of {@link #pair()}. An audit by experiment
   * can find no more than the divergences that the certified bounds approach.
   *
   * @return a mechanism that releases the position of the last iterate, in units of the standard
   *     deviation of one step's noise
   */
  public Mechanism<LinearLosses> mechanism() {
    return new SimulatedDescent(startPosition());
  }

  private LinearLosses left() {
    double limit = scale().slopeLimit();
    return new LinearLosses(settings, commonSlope * limit, limit);
  }

  private LinearLosses right() {
    double limit = scale().slopeLimit();
    boolean replaced = settings.adjacency() == AdjacencyRelation.REPLACE_ONE;
    return new LinearLosses(settings, commonSlope * limit, replaced ? -limit : 0);
  }

  private WalkScale scale() {
    return WalkScale.of(settings);
  }

  WalkModel leftModel() {
    return changing().leftModel();
  }

  WalkModel rightModel() {
    return changing().rightModel();
  }

  private RampWalk changing() {
    return RampWalk.constant(this);
  }

  /** The starting position, in units of the standard deviation of one step's noise. */
  double startPosition() {
    return changing().startPosition();
  }

  @Override
  public String toString() {
    return String.format(
        "walk of %s steps on [0, %s] from %s, other records at %s of the largest slope",
        settings.steps(), scale().width(), startPosition(), commonSlope);
  }

  /**
   * Noisy gradient descent on linear losses, run literally: batch by batch, step by step. The
   * mechanism releases the position of the last iterate, in units of the standard deviation of one
   * step's noise.
   */
  private static final class SimulatedDescent implements Mechanism<LinearLosses> {
    private final double start;

    SimulatedDescent(double start) {
      this.start = start;
    }

    @Override
    public Outcome run(LinearLosses losses, RandomGenerator random) {
      NoisySgd settings = losses.settings();
      WalkScale scale = losses.scale();
      double position = start;
      for (long step = 0; step < settings.steps(); step++) {
        double slopes = sumOfSlopes(losses, scale.period(), step, random);
        double moved =
            scale.contraction() * position + scale.centre() + slopes + random.nextGaussian();
        position = Math.max(0, Math.min(scale.width(), moved));
      }
      return Outcome.of(position);
    }

    private static double sumOfSlopes(
        LinearLosses losses, long period, long step, RandomGenerator random) {
      NoisySgd settings = losses.settings();
      boolean chosen =
          switch (settings.sampling()) {
            case FULL_BATCH -> true;
            case CYCLIC -> step % period == (settings.steps() - 1) % period;
            case FIXED_SIZE, POISSON -> random.nextLong(settings.records()) < settings.batchSize();
          };
      double others =
          settings.sampling() == NoisySgdSampling.POISSON
              ? poissonOthers(losses, random)
              : settings.batchSize() - (chosen ? 1.0 : 0.0);
      return others * losses.commonSlope() + (chosen ? losses.recordSlope() : 0);
    }

    /** Number of other records in a Poisson batch, drawn by the gaps between sampled records. */
    private static double poissonOthers(LinearLosses losses, RandomGenerator random) {
      NoisySgd settings = losses.settings();
      double others = settings.records() - 1.0;
      if (losses.commonSlope() == 0 || settings.batchSize() == settings.records()) {
        return others;
      }
      double logMiss = Math.log1p(-(double) settings.batchSize() / (double) settings.records());
      double count = 0;
      double record = Math.floor(random.nextExponential() / -logMiss);
      while (record < others) {
        count++;
        record += 1 + Math.floor(random.nextExponential() / -logMiss);
      }
      return count;
    }
  }

  /**
   * A dataset of linear losses on an interval, in which all records but one have the same slope. If
   * the settings ask for a contraction, every record's loss also has the same centred quadratic. A
   * slope is the shift of the iterate by one record: the negative gradient divided by the batch
   * size. Its unit is the standard deviation of one step's noise.
   *
   * @param settings the settings under which the losses are admissible
   * @param commonSlope the slope of each other record, in absolute value at most the limit of the
   *     Lipschitz constant
   * @param recordSlope the slope of the record in question; 0 if it is absent or contributes
   *     nothing
   */
  public record LinearLosses(NoisySgd settings, double commonSlope, double recordSlope) {
    /**
     * Checks the slopes.
     *
     * @throws IllegalArgumentException if a slope exceeds the Lipschitz constant, or cyclic batches
     *     do not have one size
     * @throws org.assay.accountant.privacy.UnsupportedEventException if no walk is known to be an
     *     instance of the settings
     */
    public LinearLosses {
      double limit = WalkScale.of(settings).slopeLimit();
      if (!(Math.abs(commonSlope) <= limit && Math.abs(recordSlope) <= limit)) {
        throw new IllegalArgumentException(
            String.format(
                "slopes were %s and %s: their absolute values must not exceed %s, the Lipschitz"
                    + " constant in units of the noise",
                commonSlope, recordSlope, limit));
      }
    }

    WalkScale scale() {
      return WalkScale.of(settings);
    }

    /** The number of records in a batch besides the one in question. */
    private double companions() {
      return settings.batchSize() - 1.0;
    }

    /** Upper bound of the sum of the slopes and the curvature's centre, for error bounds. */
    private double magnitude() {
      return settings.batchSize() * Math.abs(commonSlope)
          + Math.abs(recordSlope)
          + scale().centre();
    }

    private double withRecord() {
      return companions() * commonSlope + recordSlope + scale().centre();
    }

    private double withoutRecord() {
      return settings.batchSize() * commonSlope + scale().centre();
    }

    /** The shift of a step whose batch may contain the record. */
    StepLaw activeLaw() {
      return switch (settings.sampling()) {
        case FULL_BATCH, CYCLIC -> StepLaw.certain(withRecord(), magnitude());
        case FIXED_SIZE ->
            StepLaw.twoValued(
                settings.batchSize(),
                settings.records(),
                withoutRecord(),
                withRecord(),
                magnitude());
        case POISSON -> poissonLaw();
      };
    }

    /** The shift of a step whose batch does not contain the record. */
    StepLaw quietLaw() {
      return settings.sampling() == NoisySgdSampling.CYCLIC
          ? StepLaw.certain(withoutRecord(), magnitude())
          : activeLaw();
    }

    private StepLaw poissonLaw() {
      if (settings.batchSize() == settings.records()) {
        return StepLaw.certain(withRecord(), magnitude());
      }
      StepLaw own =
          recordSlope == 0
              ? StepLaw.certain(0, 0)
              : StepLaw.twoValued(
                  settings.batchSize(), settings.records(), 0, recordSlope, Math.abs(recordSlope));
      return commonSlope == 0 || settings.records() == 1
          ? own
          : own.plusBinomial(
              settings.records() - 1, settings.batchSize(), settings.records(), commonSlope);
    }
  }
}
