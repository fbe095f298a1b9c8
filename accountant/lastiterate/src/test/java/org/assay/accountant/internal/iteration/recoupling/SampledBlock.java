package org.assay.accountant.internal.iteration.recoupling;

import org.apache.commons.math3.distribution.BinomialDistribution;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.recoupling.TwoDataBound.SampledTwoDataProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.privacy.AdjacencyRelation;

/** One block of batches of a fixed size: by the recursion, and by the page's formulas. */
final class SampledBlock {
  private static final int RECORDS = 1000;

  /** Number of cells below the level at which limits within the block are applied. */
  private static final int NEAR = 30;

  private final double share;
  private final double mu;
  private final TwoDataLattice lattice;
  private final TwoDataProfiles profiles;
  private final TwoDataRecursion recursion;
  private final PlainBlock before;

  /**
   * A run's block.
   *
   * @param share of the records in a batch
   * @param mu noises by which a replaced record moves a step
   * @param width diameter of the set in noises
   * @param first number of blocks whose values are not computed by blocks
   * @param blocks number of blocks before this one
   */
  SampledBlock(double share, double mu, double width, int first, int blocks) {
    this.share = share;
    this.mu = mu;
    long batch = Math.round(share * RECORDS);
    double noise = 2 / ((double) batch * mu);
    NoisySgd run =
        new NoisySgd(
            RECORDS,
            batch,
            noise,
            1,
            1,
            1 / (width * noise),
            1_000_000,
            0,
            0,
            NoisySgdSampling.FIXED_SIZE,
            AdjacencyRelation.REPLACE_ONE);
    NoisySgdStep step = NoisySgdStep.of(run);
    DistanceGrowth growth = DistanceGrowth.of(step);
    this.lattice = TwoDataLattice.of(growth, TwoDataLattice.Resolution.FINE);
    this.profiles =
        new SampledTwoDataProfiles(
            lattice, growth, TwoDataLattice.Resolution.FINE.compositions(step));
    TwoDataRecursion known = PlainBlock.recursion(lattice, profiles, first, blocks);
    this.before = new PlainBlock(lattice, known, profiles.met(known.blocks() + 1));
    this.recursion = PlainBlock.recursion(lattice, profiles, first, blocks + 1);
  }

  TwoDataLattice lattice() {
    return lattice;
  }

  TwoDataProfiles profiles() {
    return profiles;
  }

  /** After the block. */
  TwoDataRecursion recursion() {
    return recursion;
  }

  /** The least value over all slopes at a place and loss. */
  double plain(int place, int loss) {
    double best = 1;
    for (double tilt : PlainBlock.TILTS) {
      best = Math.min(best, plain(place, loss, tilt));
    }
    return best;
  }

  private double plain(int place, int loss, double tilt) {
    double each = mu / Math.sqrt((double) lattice.steps()) / lattice.cell();
    double mean = share * (double) lattice.steps() * each;
    if (place == lattice.cells()) {
      return before.limited(place + mean, 0, place + mean, loss, tilt);
    }
    BinomialDistribution sampled = new BinomialDistribution((int) lattice.steps(), share);
    double sum = 0;
    for (int n = 0; n <= lattice.steps(); n++) {
      double from = Math.min(lattice.cells(), place + n * each - mean);
      double value = from > 0 ? followed(from + mean, mean, loss, tilt) : before.met(loss);
      sum += sampled.probability(n) * value;
    }
    return sum;
  }

  /** Near the limit, a distance that exceeds the limit within the block is lowered. */
  private double followed(double start, double mean, int loss, double tilt) {
    double level = lattice.cells() + mean;
    return start > level - NEAR
        ? before.limited(start, 0, level, loss, tilt)
        : before.followed(start, loss, tilt);
  }
}
