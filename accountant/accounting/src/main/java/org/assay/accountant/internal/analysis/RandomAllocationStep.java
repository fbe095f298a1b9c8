package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.contour.allocation.AllocatedRenyi;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Gaussian steps on random allocations: {@code contour/allocation/doc-files/random-allocation.md}.
 * A record that takes part in k steps takes part in one step of each of k blocks. The mu, and all
 * bounds for groups, are those of Gaussians with a published allocation.
 */
final class RandomAllocationStep extends Step {
  private final RandomAllocationEvent allocation;

  RandomAllocationStep(RandomAllocationEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.allocation = event;
  }

  @Override
  public RdpCurve renyi() {
    Enclosure squaredMu = squaredMu();
    Enclosure sigma = step().sigma();
    double rho = squaredMu.dividedBy(2).upper();
    if (!(neighbours().areSingle() && AllocatedRenyi.covers(sigma)) || blockSize() == 1) {
      return curve(order -> squaredMu.times(order).dividedBy(2), rho);
    }
    RdpCurve smaller = renyiOfBlock(blockSize(), sigma).times(smallerBlocks());
    return largerBlocks() == 0
        ? smaller
        : smaller.plus(renyiOfBlock(blockSize() + 1, sigma).times(largerBlocks()));
  }

  private RdpCurve renyiOfBlock(long steps, Enclosure sigma) {
    AllocatedRenyi divergence = new AllocatedRenyi(steps, sigma);
    double rho = Enclosure.ONE.dividedBy(sigma).square().dividedBy(2).upper();
    return curve(divergence::at, rho);
  }

  /** The divergence of a removed record, for units of one record that take part in one step. */
  @Override
  RdpCurve attained() {
    Enclosure sigma = step().sigma();
    if (!(shape().attainsPairs() && AllocatedRenyi.covers(sigma))) {
      return super.attained();
    }
    return blockSize() == 1 ? renyi() : atLeast(new AllocatedRenyi(blockSize(), sigma)::removed);
  }

  @Override
  public Enclosure squaredMu() {
    return step().squaredMu().times(Enclosure.ofCount(allocation.selected()));
  }

  @Override
  Optional<Rational> exactSquaredMu() {
    return step().exactSquaredMu().map(Rational.ofCount(allocation.selected())::times);
  }

  /** Whether a better bound than that of a published allocation is known. */
  static boolean covers(RandomAllocationEvent event, Neighbours neighbours) {
    return event.adjacency() == neighbours.adjacency()
        && !neighbours.replace()
        && isGaussian(event, neighbours);
  }

  static boolean isGaussian(RandomAllocationEvent event, Neighbours neighbours) {
    return step(event, neighbours).isPresent();
  }

  /** The step of one batch, joined if several Gaussians share the batch. */
  private static Optional<GaussianStep> step(RandomAllocationEvent event, Neighbours neighbours) {
    return Steps.of(event.event(), neighbours).alone().flatMap(Step::gaussian);
  }

  private GaussianStep step() {
    return step(allocation, neighbours())
        .orElseThrow(() -> refused("its steps are not Gaussian, whose bounds are elsewhere"));
  }

  private UnsupportedEventException refused(String reason) {
    return new UnsupportedEventException(allocation.describe(), reason);
  }

  private long blockSize() {
    return allocation.steps() / allocation.selected();
  }

  private long largerBlocks() {
    return allocation.steps() % allocation.selected();
  }

  private long smallerBlocks() {
    return allocation.selected() - largerBlocks();
  }

  /** One allocated step in every block, in as many blocks as a record takes part in steps. */
  @Override
  Optional<MixedComposition> composition() {
    GaussianStep step = step();
    return neighbours().areSingle() ? blocks(step.sigma()) : Optional.empty();
  }

  private Optional<MixedComposition> blocks(Enclosure sigma) {
    Optional<MixedComposition> smaller =
        block(blockSize(), sigma).flatMap(block -> block.times(smallerBlocks()));
    return largerBlocks() == 0
        ? smaller
        : block(blockSize() + 1, sigma)
            .flatMap(block -> block.times(largerBlocks()))
            .flatMap(larger -> smaller.flatMap(larger::plus));
  }

  private Optional<MixedComposition> block(long steps, Enclosure sigma) {
    return GaussianComposition.under(neighbours().adjacency())
        .withAllocated(steps, sigma)
        .map(MixedComposition::of);
  }

  /**
   * Constant queries attain the bound for a single step; for several steps the blocks are only a
   * bound.
   */
  @Override
  public RunShape shape() {
    boolean known = neighbours().areSingle() && allocation.selected() == 1;
    return known ? RunShape.ALLOCATED_GAUSSIAN : RunShape.STEP;
  }

  @Override
  public PrivacyLossDistribution losses() {
    Enclosure mu = step().squaredMu().sqrt();
    if (!neighbours().areSingle()) {
      throw refused(
          "only a Gaussian bound is known for the "
              + neighbours().size()
              + " records of a unit, which are allocated each on its own");
    }
    PrivacyLossDistribution losses = lossesOfBlock(blockSize(), mu).times(smallerBlocks());
    return largerBlocks() == 0
        ? losses
        : losses.plus(lossesOfBlock(blockSize() + 1, mu).times(largerBlocks()));
  }

  private PrivacyLossDistribution lossesOfBlock(long steps, Enclosure mu) {
    return steps == 1
        ? Steps.of(allocation.event(), neighbours()).losses()
        : DominatingPairs.allocated(
            steps, PrivacyLossDistribution.gaussian(mu, neighbours().adjacency()));
  }
}
