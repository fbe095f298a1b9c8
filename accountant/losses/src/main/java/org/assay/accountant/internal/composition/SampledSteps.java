package org.assay.accountant.internal.composition;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.allocation.AllocatedFactor;
import org.assay.accountant.internal.contour.allocation.AllocatedLaw;
import org.assay.accountant.internal.contour.allocation.AllocatedProfile;
import org.assay.accountant.internal.contour.factor.FixedSizeFactor;
import org.assay.accountant.internal.contour.factor.MixtureFactor;
import org.assay.accountant.internal.divergence.AntipodalThreshold;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * Equal sampled Gaussian steps, or equal runs of Gaussian steps where a record takes part in one
 * step of each run.
 *
 * @param share an enclosure of the sampling probability or the sampled share
 * @param sigma an enclosure of the standard deviation over the sensitivity that the pair of the
 *     sampling uses
 * @param batches number of steps of a run; 1 for sampled steps
 */
record SampledSteps(Sampling sampling, Enclosure share, Enclosure sigma, long count, long batches) {
  /** Relative width of an allocation's answer from which a contour is used, too. Not tuned. */
  private static final double WIDE_ALLOCATION = 1e-3;

  /**
   * Variance of the loss below which allocations to many steps are left to loss distributions. Not
   * tuned.
   */
  private static final double SMALL_VARIANCE = 5e-5;

  SampledSteps {
    Parameters.requirePositive("noiseMultiplier", sigma.lower());
    Parameters.requirePositive("noiseMultiplier", sigma.upper());
    Parameters.requireAtLeastOne("steps", count);
    if (isPoisson(sampling) && !(share.lower() == share.upper())) {
      throw new IllegalArgumentException(
          "samplingProbability was in " + share + ": Poisson samples need a double");
    }
    if (!(count <= GaussianComposition.LARGEST_COUNT)) {
      throw new IllegalArgumentException("steps was " + count + ": it must be at most 2^53");
    }
  }

  SampledSteps(Sampling sampling, Enclosure share, Enclosure sigma, long count) {
    this(sampling, share, sigma, count, 1);
  }

  /** One run of several steps, where a record takes part in one step. */
  static SampledSteps allocated(long batches, Enclosure sigma) {
    Enclosure share = Enclosure.ONE.dividedBy(Enclosure.ofCount(batches));
    return new SampledSteps(Sampling.ALLOCATED, share, sigma, 1, batches);
  }

  SampledSteps(Sampling sampling, Enclosure share, double sigma, long count) {
    this(
        sampling,
        share,
        Enclosure.exact(Parameters.requirePositive("noiseMultiplier", sigma)),
        count);
  }

  private static boolean isPoisson(Sampling sampling) {
    return sampling == Sampling.POISSON || sampling == Sampling.POISSON_REPLACED;
  }

  boolean sameKind(SampledSteps other) {
    return once().equals(other.once());
  }

  /** Whether the noise is a double, which factors need. */
  boolean isExact() {
    return sigma.lower() == sigma.upper();
  }

  /** The steps with the least noise of the enclosure, which lose most, or with the most noise. */
  SampledSteps atEnd(boolean least) {
    Enclosure end = Enclosure.exact(least ? sigma.lower() : sigma.upper());
    return new SampledSteps(sampling, share, end, count, batches);
  }

  /** One step of the same kind. */
  SampledSteps once() {
    return new SampledSteps(sampling, share, sigma, 1, batches);
  }

  SampledSteps plus(long more) {
    return new SampledSteps(sampling, share, sigma, count + more, batches);
  }

  SampledSteps times(long factor) {
    return new SampledSteps(sampling, share, sigma, count * factor, batches);
  }

  /** The sum of mu² if every record is in every sample. */
  Enclosure unsampledMuSquared() {
    double distance = sampling == Sampling.POISSON_REPLACED ? 2 : 1;
    return Enclosure.exact(distance).dividedBy(sigma).square().times((double) count);
  }

  /** Whether integrands stay clear of underflow, which would make upper bounds too small. */
  boolean inNormalRange() {
    return sampling == Sampling.ALLOCATED
        || (share.lower() >= SampledGaussian.SMALLEST_PROBABILITY
            && sigma.upper() <= SampledGaussian.LARGEST_SIGMA);
  }

  SampledSteps withinNormalRange() {
    if (sampling == Sampling.ALLOCATED) {
      return this;
    }
    double larger = Math.max(share.upper(), SampledGaussian.SMALLEST_PROBABILITY);
    Enclosure q = inNormalRange() ? share : Enclosure.exact(larger);
    Enclosure noise = sigma.min(Enclosure.exact(SampledGaussian.LARGEST_SIGMA));
    return new SampledSteps(sampling, q, noise, count);
  }

  boolean hasClosedForm() {
    return count == 1 && sampling != Sampling.ALLOCATED;
  }

  /** The profile of one step with a closed form. */
  Enclosure deltaOfOneStep(double epsilon) {
    Enclosure mu = Enclosure.ONE.dividedBy(sigma);
    if (sampling == Sampling.POISSON_REPLACED) {
      return SampledGaussianStep.replace(share, mu, epsilon);
    }
    Enclosure removing = SampledGaussianStep.remove(share, mu, epsilon);
    return sampling == Sampling.FIXED_SIZE
        ? removing
        : removing.max(SampledGaussianStep.add(share, mu, epsilon));
  }

  /** Delta of one step with a closed form, in one order of the neighbours. */
  Enclosure deltaOfOneStep(double epsilon, boolean removing) {
    return sampling == Sampling.POISSON && !removing
        ? SampledGaussianStep.add(share, Enclosure.ONE.dividedBy(sigma), epsilon)
        : sampling == Sampling.POISSON
            ? SampledGaussianStep.remove(share, Enclosure.ONE.dividedBy(sigma), epsilon)
            : deltaOfOneStep(epsilon);
  }

  /** The smallest epsilon, at least 0, of one step with a closed form. */
  Enclosure epsilonOfOneStep(double delta) {
    return deltaOfOneStep(0).upper() <= delta
        ? Enclosure.ZERO
        : MonotoneInverse.ofFalling(this::deltaOfOneStep, Enclosure.exact(delta), 0, 1);
  }

  /** Whether this is an allocation to a number of steps that {@link AllocatedProfile} covers. */
  boolean hasProfileOfMany() {
    return sampling == Sampling.ALLOCATED && AllocatedProfile.covers(batches, sigma);
  }

  /**
   * Whether some of the steps are an allocation to very many steps, and all of them have small
   * losses. The contour then crosses the real axis far to the right, where the transform of an
   * allocation has no digits.
   *
   * @param others variance of the loss of all other Gaussian steps
   */
  static boolean allocateWithSmallLoss(List<SampledSteps> all, double others) {
    double variance = others;
    for (SampledSteps steps : all) {
      variance += steps.roughVariance();
    }
    return variance < SMALL_VARIANCE && all.stream().anyMatch(SampledSteps::hasProfileOfMany);
  }

  /** Estimate of the variance of the loss of all steps; no bound depends on this value. */
  private double roughVariance() {
    double square = Math.expm1(1 / (sigma.lower() * sigma.lower()));
    double used = sampling == Sampling.ALLOCATED ? share.upper() : share.upper() * share.upper();
    return count * used * square;
  }

  /**
   * An answer for one random allocation. If the answer is wide, the contour of an allocation to
   * fewer steps bounds it, which costs no less.
   */
  Enclosure ofAllocation(
      Function<AllocatedProfile, Enclosure> question, Function<SampledSteps, Enclosure> contour) {
    Enclosure found = question.apply(new AllocatedProfile(batches, sigma));
    OptionalLong fewer = AllocatedProfile.stepsOfShortContour(batches, sigma);
    if (found.relativeWidth() <= WIDE_ALLOCATION || fewer.isEmpty()) {
      return found;
    }
    Enclosure bound = contour.apply(allocated(fewer.getAsLong(), sigma));
    return Enclosure.of(0, bound.upper()).intersect(found);
  }

  /**
   * All steps in one direction, for noise that is a double. A reflection swaps the pairs of
   * replaced records, so their direction does not matter.
   */
  LossFactor factor(boolean removing) {
    return switch (sampling) {
      case POISSON ->
          removing
              ? MixtureFactor.removing(share.lower(), sigma.lower(), count)
              : MixtureFactor.adding(share.lower(), sigma.lower(), count);
      case POISSON_REPLACED -> MixtureFactor.replacing(share.lower(), sigma.lower(), count);
      case FIXED_SIZE -> new FixedSizeFactor(share, sigma.lower(), count);
      case ALLOCATED ->
          new AllocatedFactor(new AllocatedLaw(batches, sigma.lower()), removing, (double) count);
    };
  }

  /**
   * The privacy profile of a single sampled Gaussian step in one direction, in closed form.
   *
   * <p>Removing a record: {@code r > e^ε} where {@code u > u*} with {@code e^ε = 1 - q + q e^(u*)},
   * so {@code delta(ε) = q δ_G(u*)}. Adding one: {@code r < e^-ε} where {@code u < u*} with {@code
   * e^-ε = 1 - q + q e^(u*)}, so {@code delta(ε) = q e^(ε + u*) δ_G(-u*)}, and 0 from {@code ε =
   * -log(1-q)} on. Replacing a record in a sample of fixed size: for {@code ε ≥ 0} the profile is
   * that of removing a record. Replacing one in an independent sample: {@code
   * divergence/doc-files/replaced-record.md}. Here δ_G is the profile of the Gaussian mechanism
   * with mu = 1/σ.
   */
  static final class SampledGaussianStep {
    private SampledGaussianStep() {}

    static Enclosure remove(Enclosure q, Enclosure mu, double epsilon) {
      return gaussian(mu, threshold(q, epsilon)).times(q);
    }

    /** {@code log(1 + (e^ε - 1)/q)}, for large ε without overflow. */
    private static Enclosure threshold(Enclosure q, double epsilon) {
      if (epsilon <= 1) {
        return Enclosure.exact(epsilon).expm1().dividedBy(q).log1p();
      }
      Enclosure factor = Enclosure.ONE.minus(q).times(Enclosure.exact(-epsilon).exp());
      return Enclosure.exact(epsilon).minus(q.log()).plus(factor.negate().log1p());
    }

    static Enclosure add(Enclosure q, Enclosure mu, double epsilon) {
      Enclosure share = Enclosure.exact(-epsilon).expm1().dividedBy(q).plus(1);
      if (share.upper() <= 0) {
        return Enclosure.ZERO;
      }
      if (share.lower() <= 0) {
        Enclosure bound = Enclosure.exact(epsilon).exp().times(q).times(share.upper());
        return Enclosure.of(0, Math.min(1, bound.upper()));
      }
      Enclosure threshold = share.log();
      return gaussian(mu, threshold.negate())
          .times(q)
          .times(threshold.plus(epsilon).exp())
          .min(Enclosure.ONE);
    }

    /**
     * Largest mu whose square cannot overflow; above it delta is close to q for any usual epsilon.
     */
    private static final double LARGEST_MU = 1e150;

    /** {@code q (δ_G(u) + e^(ε-v) δ_G(v))} with u and v = mu z ∓ mu²/2, z where the loss is ε. */
    static Enclosure replace(Enclosure q, Enclosure mu, double epsilon) {
      if (!(mu.upper() <= LARGEST_MU)) {
        return Enclosure.of(0, q.upper());
      }
      Enclosure output = AntipodalThreshold.scaledOutput(q, mu, Enclosure.exact(epsilon));
      Enclosure half = mu.square().times(0.5);
      Enclosure near = anyGaussian(mu, output.minus(half));
      Enclosure v = output.plus(half);
      Enclosure far = gaussian(mu, v).times(Enclosure.exact(epsilon).minus(v).exp());
      return near.plus(far).times(q).min(q);
    }

    /**
     * The Gaussian profile at any epsilon; for negative ones {@code δ(-ε) = 1 - e^-ε + e^-ε δ(ε)}.
     */
    private static Enclosure anyGaussian(Enclosure mu, Enclosure epsilon) {
      return anyGaussian(mu, epsilon.upper()).hull(anyGaussian(mu, epsilon.lower()));
    }

    private static Enclosure anyGaussian(Enclosure mu, double epsilon) {
      if (epsilon >= 0) {
        return gaussian(mu, Enclosure.exact(epsilon));
      }
      Enclosure e = Enclosure.exact(epsilon);
      return gaussian(mu, e.negate()).times(e.exp()).minus(e.expm1());
    }

    /** The profile rises with mu and falls with epsilon. */
    private static Enclosure gaussian(Enclosure mu, Enclosure epsilon) {
      double low = Math.max(0, epsilon.lower());
      double high = Math.max(0, epsilon.upper());
      double least =
          high < Double.POSITIVE_INFINITY ? GaussianMechanism.delta(mu.lower(), high).lower() : 0;
      double most =
          low < Double.POSITIVE_INFINITY ? GaussianMechanism.delta(mu.upper(), low).upper() : 0;
      return Enclosure.of(least, most);
    }
  }
}
