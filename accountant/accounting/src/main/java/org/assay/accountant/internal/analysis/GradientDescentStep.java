package org.assay.accountant.internal.analysis;

import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.numeric.Enclosure;

/**
 * The last iterate of noisy gradient descent, dominated by one Gaussian: {@link
 * GradientDescentBound}.
 */
final class GradientDescentStep extends MuStep {
  private final NoisyGradientDescentEvent run;

  GradientDescentStep(NoisyGradientDescentEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.run = event;
  }

  @Override
  Enclosure mu() {
    return squaredMuOfOne().sqrt().times(Enclosure.ofCount(neighbours().size()));
  }

  @Override
  public Enclosure squaredMu() {
    return squaredMuOfOne().times(Enclosure.ofCount(neighbours().size()).square());
  }

  private Enclosure squaredMuOfOne() {
    neighbours().requireOwnRelation(run);
    return GradientDescentBound.squaredMu(run);
  }
}
