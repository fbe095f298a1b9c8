package org.assay.accountant.internal.composition;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.contour.AtomsFactor;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.factor.BoundedRangeFactor;
import org.assay.accountant.internal.contour.factor.DiscreteGaussianFactor;
import org.assay.accountant.internal.contour.factor.LaplaceFactor;
import org.assay.accountant.internal.contour.factor.NormalNoise;
import org.assay.accountant.internal.contour.factor.SampledDiscreteGaussianFactor;
import org.assay.accountant.internal.contour.factor.SampledExponentialFactor;
import org.assay.accountant.internal.divergence.ExponentialLosses;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.numeric.Enclosure;

/**
 * The privacy loss of one step whose dominating pair equals its own exchange, so that both
 * directions agree.
 */
public sealed interface SymmetricLoss extends StepLoss {
  /** The factor of {@code count} equal steps within a composition. */
  LossFactor factor(long count);

  @Override
  default LossFactor factor(long count, boolean removing) {
    return factor(count);
  }

  @Override
  default boolean isSymmetric() {
    return true;
  }

  @Override
  default boolean decidesOrders() {
    return true;
  }

  /** A step whose Poisson samples have a factor too. */
  sealed interface Samplable extends SymmetricLoss {
    /**
     * The factor of {@code count} samples of this step.
     *
     * @param samplingProbability strictly between 0 and 1
     * @param count number of samples
     * @param removing whether a record is removed or added
     * @return the factor of that direction
     */
    LossFactor sampledFactor(double samplingProbability, long count, boolean removing);

    /**
     * Whether the samples' known Rényi bounds are at least the divergences of the sampled pair. For
     * pure mechanisms this fails: their samples' bounds come from epsilon, by another pair.
     *
     * @return whether no Rényi bound is below the pair's own profile
     */
    default boolean decidesSampledOrders() {
      return false;
    }

    @Override
    default Optional<MixedComposition> poissonSampled(
        double samplingProbability, MixedComposition none) {
      return Optional.of(none.with(new SampledLoss(samplingProbability, this)));
    }
  }

  /** A step with finitely many losses. */
  sealed interface Atomic extends Samplable {
    /**
     * The outcomes of one step.
     *
     * @return all outcomes; their probabilities under P add up to 1
     */
    List<AtomsFactor.Atom> atoms();

    @Override
    default LossFactor factor(long count) {
      return new AtomsFactor(atoms(), count);
    }

    /**
     * An outcome of loss l has mass {@code p e^(-l)} without the record, and r times this mass with
     * the record.
     */
    @Override
    default LossFactor sampledFactor(double samplingProbability, long count, boolean removing) {
      List<AtomsFactor.Atom> sampled = new ArrayList<>();
      for (AtomsFactor.Atom atom : atoms()) {
        Enclosure ratio = PairIntegrand.logMixture(samplingProbability, atom.loss());
        Enclosure without = atom.logMass().minus(atom.loss());
        sampled.add(
            removing
                ? new AtomsFactor.Atom(without.plus(ratio), ratio)
                : new AtomsFactor.Atom(without, ratio.negate()));
      }
      return new AtomsFactor(sampled, count);
    }
  }

  /**
   * Laplace noise.
   *
   * @param ratio an enclosure of sensitivity over scale, above 0
   */
  record Laplace(Enclosure ratio) implements Samplable {
    @Override
    public LossFactor factor(long count) {
      return new LaplaceFactor(ratio, count);
    }

    @Override
    public LossFactor sampledFactor(double samplingProbability, long count, boolean removing) {
      ExponentialLosses losses = ExponentialLosses.laplace(ratio);
      return new SampledExponentialFactor(samplingProbability, losses, count, removing);
    }

    /** True: the bounds are the divergences of the pair itself. */
    @Override
    public boolean decidesSampledOrders() {
      return true;
    }

    @Override
    public double spread() {
      return -Math.log1p(0.5 * Math.expm1(-ratio.midpoint()));
    }
  }

  /** Log ratios in an interval of a length, above 0. */
  record Range(double range) implements Samplable {
    @Override
    public LossFactor factor(long count) {
      return new BoundedRangeFactor(range, count);
    }

    @Override
    public LossFactor sampledFactor(double samplingProbability, long count, boolean removing) {
      ExponentialLosses losses = ExponentialLosses.ofRange(range);
      return new SampledExponentialFactor(samplingProbability, losses, count, removing);
    }

    /**
     * There are no atoms; the constant reflects that the transform falls like one over its
     * argument.
     */
    @Override
    public double spread() {
      return 3;
    }

    /** False: every order has its own worst mechanism, while one pair dominates all mechanisms. */
    @Override
    public boolean decidesOrders() {
      return false;
    }
  }

  /**
   * Losses {@code (2x - shift) rate} for x from 0 to shift, of discrete Laplace noise. With shift 1
   * the losses are those of binary randomized response.
   *
   * @param rate an enclosure of the loss per unit of shift, above 0
   */
  record Geometric(Enclosure rate, long shift) implements Atomic {
    @Override
    public List<AtomsFactor.Atom> atoms() {
      Enclosure outer = rate.negate().exp().log1p().negate();
      Enclosure inner = shift == 1 ? outer : rate.negate().expm1().negate().log().plus(outer);
      List<AtomsFactor.Atom> atoms = new ArrayList<>();
      for (long x = 0; x <= shift; x++) {
        Enclosure mass = x == 0 || x == shift ? outer : inner;
        Enclosure rarer = rate.times((double) (shift - x));
        atoms.add(new AtomsFactor.Atom(mass.minus(rarer), rate.times((double) (2 * x - shift))));
      }
      return atoms;
    }
  }

  /** Randomized response whose true answer has a probability other than 1/answers. */
  record Response(long answers, double truth) implements Atomic {
    @Override
    public List<AtomsFactor.Atom> atoms() {
      Enclosure ratio = RandomizedResponse.logRatio(answers, truth);
      Enclosure honest = Enclosure.exact(truth).log();
      Enclosure others = Enclosure.exact((double) (answers - 1)).log();
      Enclosure other = Enclosure.exact(-truth).log1p().minus(others);
      List<AtomsFactor.Atom> atoms = new ArrayList<>();
      atoms.add(new AtomsFactor.Atom(honest, ratio));
      atoms.add(new AtomsFactor.Atom(other, ratio.negate()));
      if (answers > 2) {
        // Neither of the two truths. The mass is computed directly, because 1 minus the other
        // masses may cancel.
        Enclosure rest = Enclosure.exact((double) (answers - 2)).log();
        atoms.add(new AtomsFactor.Atom(other.plus(rest), Enclosure.ZERO));
      }
      return atoms;
    }
  }

  /**
   * Binary randomized response whose answer is erased with some probability, which the data do not
   * change, such as staircase noise.
   *
   * @param epsilon the loss of an answer, above 0
   * @param erasure an enclosure of the probability of no answer, below 1; exactly 0 or above
   */
  record ErasedResponse(Enclosure epsilon, Enclosure erasure) implements Atomic {
    @Override
    public List<AtomsFactor.Atom> atoms() {
      Enclosure likely = erasure.negate().log1p().minus(epsilon.negate().exp().log1p());
      List<AtomsFactor.Atom> atoms = new ArrayList<>();
      atoms.add(new AtomsFactor.Atom(likely, epsilon));
      atoms.add(new AtomsFactor.Atom(likely.minus(epsilon), epsilon.negate()));
      if (erasure.upper() > 0) {
        atoms.add(new AtomsFactor.Atom(erasure.log(), Enclosure.ZERO));
      }
      return atoms;
    }
  }

  /** Discrete Gaussian noise around integers that are a shift apart. */
  record DiscreteNormal(double sigma, long shift) implements Samplable {
    @Override
    public LossFactor factor(long count) {
      return new DiscreteGaussianFactor(sigma, shift, count);
    }

    @Override
    public LossFactor sampledFactor(double samplingProbability, long count, boolean removing) {
      NormalNoise.Discrete noise = NormalNoise.Discrete.of(sigma, shift);
      return new SampledDiscreteGaussianFactor(samplingProbability, noise, count, removing);
    }

    /** True: the bounds are the divergences of the pair itself. */
    @Override
    public boolean decidesSampledOrders() {
      return true;
    }

    /** Samples of wide noise are replaced by bracketing samples of Gaussian noise. */
    @Override
    public Optional<MixedComposition> poissonSampled(
        double samplingProbability, MixedComposition none) {
      return sigma < WideDiscreteGaussian.LEAST_SIGMA
          ? Samplable.super.poissonSampled(samplingProbability, none)
          : Optional.of(
              none.withBracketedPoissonSample(
                  samplingProbability,
                  WideDiscreteGaussian.multipliers(sigma, shift),
                  WideDiscreteGaussian.LOG_ALIKE));
    }
  }
}
