package org.assay.accountant.analysis;

import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Gaussian steps on random allocations: {@code curve/doc-files/random-allocation.md}. Orders and mu
 * are those of the Gaussians of a published allocation.
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
    return curve(order -> squaredMu.times(order).dividedBy(2), squaredMu.dividedBy(2).upper());
  }

  @Override
  public Enclosure squaredMu() {
    return squaredMuOfStep().times(Enclosure.ofCount(allocation.selected()));
  }

  private Enclosure squaredMuOfStep() {
    neighbours().requireOwnRelation(allocation);
    if (allocation.adjacency() == AdjacencyRelation.REPLACE_ONE) {
      throw refused(
          "a replaced record leaves one batch and enters another, which a sensitivity under"
              + " replace-one does not bound; state it under add-remove or zero-out");
    }
    if (!allocation.event().accept(new IsGaussian())) {
      throw refused("bounds of random allocations are known here for Gaussian steps only");
    }
    return new GaussianAnalysis(neighbours()).analyze(allocation.event());
  }

  private static final class IsGaussian extends DefaultVisitor<Boolean> {
    @Override
    protected Boolean visitOther(DpEvent event) {
      return false;
    }

    @Override
    public Boolean visitGaussian(GaussianEvent event) {
      return true;
    }
  }

  private UnsupportedEventException refused(String reason) {
    return new UnsupportedEventException(allocation.describe(), reason);
  }

  /** One step of each block of steps, in as many blocks as a record takes part in steps. */
  @Override
  public PrivacyLossDistribution losses() {
    Enclosure squaredMu = squaredMuOfStep();
    if (!neighbours().areSingle()) {
      throw refused(
          "only a Gaussian bound is known for the "
              + neighbours().size()
              + " records of a unit, which are allocated each on its own");
    }
    long blocks = allocation.selected();
    long larger = allocation.steps() % blocks;
    PrivacyLossDistribution losses =
        block(allocation.steps() / blocks, squaredMu).times(blocks - larger);
    return larger == 0
        ? losses
        : losses.plus(block(allocation.steps() / blocks + 1, squaredMu).times(larger));
  }

  private PrivacyLossDistribution block(long steps, Enclosure squaredMu) {
    return steps == 1
        ? new PldAnalysis(neighbours()).analyze(allocation.event())
        : DominatingPairs.allocatedGaussian(
            steps, squaredMu.sqrt().upper(), neighbours().adjacency());
  }
}
