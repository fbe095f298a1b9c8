package org.assay.accountant.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.divergence.DiscreteGaussian;
import org.assay.accountant.internal.divergence.DiscreteLaplace;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * Noisy counts of the partitions that occur in the data, released together with their names where
 * the noisy count is at least a threshold. A record is in at most so many partitions and adds at
 * most 1 to the count of each; noise is drawn for partitions with a record only.
 *
 * <p>A partition of which the record is the only one is shown with probability {@code p = P(1 +
 * noise ≥ threshold)}, and that gives the record away. None of up to {@code k} such partitions is
 * shown with probability {@code (1 - p)^k}, and otherwise only the noise of the others counts:
 * proof in {@code internal/divergence/doc-files/thresholds.md}.
 *
 * <p>At a threshold, integer noise shows a lone record more often than continuous noise of the same
 * scale does: programs that add whole numbers are described by the discrete kinds only.
 *
 * @param noise the noise of each count
 * @param scale its standard deviation (Gaussian), parameter σ (discrete Gaussian) or scale (both
 *     Laplace), finite and above 0
 * @param threshold the least noisy count that is released, finite; of a program that releases whole
 *     counts only above a number it is the next whole number
 * @param partitions in how many partitions a record may be, at least 1
 * @param adjacency the relation, not replace-one
 */
public record ThresholdedCountsEvent(
    Noise noise, double scale, double threshold, long partitions, AdjacencyRelation adjacency)
    implements DominatedEvent {
  /** More are not worth their time. */
  private static final long MOST_CASES = 32;

  /** Above this number not every whole number is a double. */
  private static final double WHOLE = 0x1p53;

  /** The noise of each count. */
  public enum Noise {
    /** Gaussian, the scale being its standard deviation. */
    GAUSSIAN,

    /** Laplace, the scale being its mean absolute value. */
    LAPLACE,

    /** Discrete Gaussian, {@code Pr[x] ∝ e^(-x²/2 scale²)} on the integers. */
    DISCRETE_GAUSSIAN,

    /** Discrete Laplace (two-sided geometric), {@code Pr[x] ∝ e^(-|x|/scale)} on the integers. */
    DISCRETE_LAPLACE
  }

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ThresholdedCountsEvent {
    Parameters.requireGiven("noise", noise);
    Parameters.requirePositive("scale", scale);
    if (!Double.isFinite(threshold)) {
      throw new InvalidParameterException("threshold", "was " + threshold + ": it must be finite");
    }
    Parameters.requireAtLeastOne("partitions", partitions);
    Parameters.requireGiven("adjacency", adjacency);
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "adjacency was "
              + adjacency
              + ": a replaced record may leave some partitions and enter as many others; state the"
              + " event under add-remove with twice the partitions");
    }
  }

  /**
   * The probability that a partition which only one record brings is shown, for as many of them as
   * a record may bring.
   *
   * @return an enclosure of {@code 1 - (1 - p)^partitions}
   */
  public Enclosure discovery() {
    return discovery(shownAlone(), partitions);
  }

  private static Enclosure discovery(Enclosure shown, long count) {
    return shown.lower() >= 1
        ? Enclosure.ONE
        : shown
            .negate()
            .log1p()
            .times(Enclosure.ofCount(count))
            .expm1()
            .negate()
            .max(Enclosure.ZERO)
            .min(Enclosure.ONE);
  }

  private Enclosure shownAlone() {
    return switch (noise) {
      case GAUSSIAN -> NormalTail.upperTail(distance()).min(Enclosure.ONE);
      case LAPLACE -> laplaceTail(distance());
      case DISCRETE_GAUSSIAN -> wholeTail(least -> DiscreteGaussian.upperTail(scale, least));
      case DISCRETE_LAPLACE -> wholeTail(least -> DiscreteLaplace.upperTail(scale, least));
    };
  }

  private Enclosure distance() {
    return Enclosure.exact(threshold).minus(1).dividedBy(scale);
  }

  private static Enclosure laplaceTail(Enclosure distance) {
    Enclosure above = distance.max(Enclosure.ZERO).negate().exp().times(0.5);
    Enclosure below = Enclosure.ONE.minus(distance.min(Enclosure.ZERO).exp().times(0.5));
    return distance.lower() >= 0 ? above : distance.upper() <= 0 ? below : above.hull(below);
  }

  /** The tail from the least whole noise that shows a count of 1; that may fall between doubles. */
  private Enclosure wholeTail(DoubleFunction<Enclosure> tail) {
    double least = Math.ceil(threshold);
    return Math.abs(least) < WHOLE
        ? tail.apply(least - 1)
        : tail.apply(Math.nextDown(least)).hull(tail.apply(least));
  }

  /** The counts' noise, and beside it the discovery, which reveals everything. */
  @Override
  public DpEvent dominating() {
    return together(Enclosure::upper);
  }

  /** By how many of a record's partitions have no other record. */
  @Override
  public List<DpEvent> cases() {
    return cases(Enclosure::upper);
  }

  @Override
  public List<DpEvent> casesRoundedDown() {
    return cases(Enclosure::lower);
  }

  /** Records that bring new partitions only, and those that bring none. */
  @Override
  public boolean attains(int index) {
    return partitions <= MOST_CASES && (index == 0 || index == partitions);
  }

  private List<DpEvent> cases(ToDoubleFunction<Enclosure> end) {
    if (partitions > MOST_CASES) {
      return List.of(together(end));
    }
    Enclosure shown = shownAlone();
    List<DpEvent> cases = new ArrayList<>();
    cases.add(count().times(partitions));
    for (long alone = 1; alone < partitions; alone++) {
      DpEvent discovered = discovered(discovery(shown, alone), end);
      cases.add(DpEvent.sequence(count().times(partitions - alone), discovered));
    }
    cases.add(discovered(discovery(shown, partitions), end));
    return cases;
  }

  private DpEvent together(ToDoubleFunction<Enclosure> end) {
    return DpEvent.sequence(count().times(partitions), discovered(discovery(), end));
  }

  private DpEvent count() {
    Sensitivity unit = Sensitivity.unit(adjacency);
    return switch (noise) {
      case GAUSSIAN -> DpEvent.gaussian(scale, unit);
      case LAPLACE -> DpEvent.laplace(scale, unit);
      case DISCRETE_GAUSSIAN -> new DiscreteGaussianEvent(scale, unit);
      case DISCRETE_LAPLACE -> new DiscreteLaplaceEvent(scale, unit);
    };
  }

  private DpEvent discovered(Enclosure discovery, ToDoubleFunction<Enclosure> end) {
    return new ApproximateEvent(0, end.applyAsDouble(discovery), adjacency);
  }

  /** Whole counts reach a threshold if they reach the next whole number. */
  @Override
  public DominatedEvent simplified() {
    double least = Math.ceil(threshold);
    boolean whole = noise == Noise.DISCRETE_GAUSSIAN || noise == Noise.DISCRETE_LAPLACE;
    return !whole || least == threshold
        ? this
        : new ThresholdedCountsEvent(noise, scale, least, partitions, adjacency);
  }

  @Override
  public boolean hasPlaces() {
    return false;
  }
}
