package org.assay.accountant.internal.composition;

import org.assay.accountant.internal.contour.LossFactor;

/**
 * A step on a Poisson sample, one record present or absent ([@ZhuDongWang2022], Theorem 11): {@code
 * (1-q) Q + q P} against Q.
 *
 * @param samplingProbability q, strictly between 0 and 1
 * @param step the pair (P, Q) of the step itself
 */
public record SampledLoss(double samplingProbability, SymmetricLoss.Samplable step)
    implements StepLoss {
  @Override
  public LossFactor factor(long count, boolean removing) {
    return step.sampledFactor(samplingProbability, count, removing);
  }

  @Override
  public boolean isSymmetric() {
    return false;
  }

  @Override
  public boolean decidesOrders() {
    return step.decidesSampledOrders();
  }
}
