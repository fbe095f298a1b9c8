package org.assay.accountant.iteration;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.allocation.AllocationCertificate;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy of the last iterate of projected noisy stochastic gradient descent, for every way to
 * choose batches. The bound is the smaller of two. One is {@link NoisySgdBound}. The other, for
 * full and cyclic batches under replace-one adjacency, is the Gaussian mechanism with the cheapest
 * allocation of the shifts ({@link AmplificationByIteration#onBoundedSet}). Without projection the
 * latter is [@BokSuAltschuler2024]. Cyclic batches use every record once in a pass, the batch size
 * divides the number of records, and the last pass may be incomplete.
 *
 * <p>Proofs: {@code doc-files/gradient-descent.md}, {@code
 * internal/iteration/step/doc-files/noisy-sgd-renyi.md}, {@code
 * internal/iteration/mixing/doc-files/mixing.md} and {@code
 * internal/iteration/recoupling/doc-files/recoupling.md}.
 */
public final class LastIterate {
  /**
   * Relative difference below which the Gaussian bound is preferred: a mechanism that is Gaussian
   * has better guarantees at other epsilons. Not tuned: above rounding errors.
   */
  private static final double NEAR_TIE = 1e-12;

  private final NoisySgd settings;

  /** Empty where no theorem about random batches covers the settings. */
  private final Optional<NoisySgdBound> sampled;

  /** Empty where the batches are random. */
  private final Optional<AllocationCertificate> scheduled;

  private LastIterate(
      NoisySgd settings,
      Optional<NoisySgdBound> sampled,
      Optional<AllocationCertificate> scheduled) {
    this.settings = settings;
    this.sampled = sampled;
    this.scheduled = scheduled;
  }

  /**
   * The bounds of a run.
   *
   * @param settings the run
   * @return its bounds
   * @throws UnsupportedEventException if no theorem covers the settings
   */
  public static LastIterate of(NoisySgd settings) {
    if (!ScheduledBatches.applies(settings)) {
      return new LastIterate(settings, Optional.of(NoisySgdBound.of(settings)), Optional.empty());
    }
    AllocationCertificate allocation = ScheduledBatches.allocation(settings);
    // Full batches are samples of all records; steps too large for convex losses are not covered.
    boolean covered = settings.contractionMinusOne().upper() <= 0 || settings.strongConvexity() < 0;
    boolean alsoSampled = settings.sampling() == NoisySgdSampling.FULL_BATCH && covered;
    Optional<NoisySgdBound> sampled =
        alsoSampled ? Optional.of(NoisySgdBound.of(settings)) : Optional.empty();
    return new LastIterate(settings, sampled, Optional.of(allocation));
  }

  /**
   * The run.
   *
   * @return the settings
   */
  public NoisySgd settings() {
    return settings;
  }

  /**
   * The smallest bound found of the Rényi divergence of the last iterates of neighbours, in either
   * direction.
   *
   * @param order any order above 1
   * @return a certificate of a {@link Guarantee.Renyi} at that order
   * @throws IllegalArgumentException if the order is out of range
   * @throws ArithmeticException if no finite bound is known at that order
   */
  public LastIterateCertificate certifyRenyi(double order) {
    Parameters.requireOrder(order);
    return best(
        bound -> bound.certifyRenyi(order),
        squaredMu -> ScheduledBatches.renyi(settings, squaredMu, order),
        guarantee -> ((Guarantee.Renyi) guarantee).epsilonByOrder().firstEntry().getValue());
  }

  /**
   * The smallest epsilon found at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return a certificate of a {@link Guarantee.Approximate}
   * @throws IllegalArgumentException if delta is out of range
   * @throws ArithmeticException if no finite bound is known
   */
  public LastIterateCertificate certifyEpsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return best(
        bound -> bound.certifyEpsilon(delta),
        squaredMu -> ScheduledBatches.approximate(settings, squaredMu, delta),
        guarantee -> ((Guarantee.Approximate) guarantee).epsilon());
  }

  /**
   * The smallest delta found at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return a certificate of a {@link Guarantee.Approximate}
   * @throws IllegalArgumentException if epsilon is out of range
   * @throws ArithmeticException if no finite bound is known
   */
  public LastIterateCertificate certifyDelta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return best(
        bound -> bound.certifyDelta(epsilon),
        squaredMu -> ScheduledBatches.approximateAt(settings, squaredMu, epsilon),
        guarantee -> ((Guarantee.Approximate) guarantee).delta());
  }

  private LastIterateCertificate best(
      Function<NoisySgdBound, NoisySgdCertificate> bySampling,
      Function<Double, Guarantee> byGaussian,
      ToDoubleFunction<Guarantee> value) {
    Optional<LastIterateCertificate> gaussian =
        scheduled
            .filter(allocation -> allocation.squaredMu() < Double.POSITIVE_INFINITY)
            .map(allocation -> scheduled(allocation, byGaussian.apply(allocation.squaredMu())));
    Optional<LastIterateCertificate> other =
        sampled.flatMap(bound -> sampled(bound, bySampling, gaussian.isPresent()));
    if (gaussian.isEmpty() || other.isEmpty()) {
      return gaussian
          .or(() -> other)
          .orElseThrow(() -> new ArithmeticException("no finite bound is known"));
    }
    double first = value.applyAsDouble(gaussian.get().guarantee());
    double second = value.applyAsDouble(other.get().guarantee());
    return second < first * (1 - NEAR_TIE) ? other.get() : gaussian.get();
  }

  /** The sampled bound, or empty if the bound overflows and another bound is there. */
  private static Optional<LastIterateCertificate> sampled(
      NoisySgdBound bound,
      Function<NoisySgdBound, NoisySgdCertificate> certify,
      boolean dispensable) {
    try {
      return Optional.of(new LastIterateCertificate.Sampled(certify.apply(bound)));
    } catch (ArithmeticException e) {
      if (dispensable) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private LastIterateCertificate scheduled(AllocationCertificate allocation, Guarantee guarantee) {
    return new LastIterateCertificate.Scheduled(settings, allocation, guarantee);
  }

  /**
   * Upper bound of the Rényi divergence by composition over all steps, as if every iterate were
   * released; for comparison.
   *
   * @param order any order above 1
   * @return an upper bound
   * @throws IllegalArgumentException if the order is out of range
   */
  public double compositionRenyi(double order) {
    Parameters.requireOrder(order);
    return scheduled.isPresent()
        ? composedSquaredMu().times(0.5).times(order).upper()
        : composition().renyi(order).upper();
  }

  /**
   * Upper bound of epsilon at a delta by composition over all steps, as if every iterate were
   * released; for comparison.
   *
   * @param delta strictly between 0 and 1
   * @return an upper bound
   * @throws IllegalArgumentException if delta is out of range
   */
  public double compositionEpsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return scheduled.isPresent()
        ? ScheduledBatches.epsilon(composedSquaredMu().upper(), delta)
        : composition().epsilon(delta);
  }

  /** Squared mu of all steps that use the record: one for each pass over disjoint batches. */
  private Enclosure composedSquaredMu() {
    return settings.stepMu().square().times(Enclosure.ofCount(ScheduledBatches.uses(settings)));
  }

  private NoisySgdEvaluation composition() {
    NoisySgdStep step = NoisySgdStep.of(settings);
    return NoisySgdEvaluation.of(step, new MixingWalk(step), new NoisySgdArgument.Composition());
  }

  /** The run. */
  @Override
  public String toString() {
    return "bounds of the last iterate of "
        + Brief.of(settings().describe())
        + " under "
        + settings().adjacency();
  }
}
