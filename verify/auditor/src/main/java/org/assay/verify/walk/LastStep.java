package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * What the last step of a run loses by itself. No true guarantee for the settings is below this
 * loss. On a set so small that everything before is forgotten, the last step is a run of one step.
 * In many dimensions, the projection of the last step hides nothing. Proof: {@code
 * doc-files/walk-instances.md}.
 */
final class LastStep {
  /**
   * Largest width of the interval that stands for the small set, in standard deviations of a step's
   * noise.
   */
  private static final double NARROW = 0x1p-4;

  private LastStep() {}

  /** The walk of one step on the small interval, with the common slope that loses most. */
  static RandomWalk walk(NoisySgd run) {
    double narrow = Math.min(run.diameter(), NARROW * run.stepSize() * run.noise());
    NoisySgd last = run.but().steps(1, run.stepSize()).diameter(narrow).build();
    return new RandomWalk(last, 0.5, pullsAgainst(run) ? -1 : 0);
  }

  /** The others pull like the record of the right dataset, which then makes no difference there. */
  private static boolean pullsAgainst(NoisySgd run) {
    return run.sampling() == NoisySgdSampling.FIXED_SIZE
        && run.adjacency() == AdjacencyRelation.REPLACE_ONE;
  }

  /** Whether the laws of a walk are known in closed form: it is the one of this class. */
  static boolean is(RandomWalk walk) {
    return walk.settings().steps() == 1 && walk.equals(walk(walk.settings()));
  }

  /** A number that the Rényi divergence of the laws of the walk reaches, at any order. */
  static LawPair.Directed renyi(NoisySgd run, double order) {
    double limit = WalkScale.of(run).slopeLimit();
    double share = run.samplingShare().lower();
    boolean replaced = run.adjacency() == AdjacencyRelation.REPLACE_ONE;
    boolean drawn =
        run.sampling() == NoisySgdSampling.FIXED_SIZE || run.sampling() == NoisySgdSampling.POISSON;
    double jump = replaced ? 2 * limit : limit;
    if (!drawn) {
      return new LawPair.Directed(
          GaussianMechanism.renyi(Enclosure.exact(jump), order).lower(), true);
    }
    if (replaced && run.sampling() == NoisySgdSampling.POISSON) {
      Enclosure both = ReplacedRecord.poissonGaussian(share, Enclosure.exact(limit), order);
      return new LawPair.Directed(both.lower(), true);
    }
    double sigma = Math.min(Double.MAX_VALUE, Enclosure.ONE.dividedBy(jump).upper());
    double forward = SampledGaussian.renyiForward(share, sigma, order).lower();
    double backward = SampledGaussian.renyiReverse(share, sigma, order).lower();
    return new LawPair.Directed(Math.max(forward, backward), forward >= backward);
  }
}
