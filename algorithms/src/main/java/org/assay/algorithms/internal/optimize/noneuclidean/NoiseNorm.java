package org.assay.algorithms.internal.optimize.noneuclidean;

import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.GradientConstants;
import org.assay.algorithms.objective.Loss;

/**
 * Chooses the norm of the noise for a ball, if the privacy of this noise is known in the currency
 * of a target.
 */
final class NoiseNorm extends DefaultGuaranteeVisitor<SmoothNorm> {
  private final SmoothNorm norm;

  private NoiseNorm(SmoothNorm norm) {
    this.norm = norm;
  }

  /**
   * The norm with the smallest noise.
   *
   * @throws IllegalArgumentException if the target is Gaussian and the noise is not
   */
  static SmoothNorm of(LpBall ball, Guarantee target) {
    SmoothNorm best = SmoothNorm.smallest(ball.dimension(), NoisyMirrorDescent.dualIndex(ball));
    return target.accept(new NoiseNorm(best));
  }

  /** The constants of a loss in the norm that noise is calibrated to. */
  static GradientConstants constants(Loss loss, SmoothNorm norm) {
    return loss.constants(new LpNorm(norm.sensitivityIndex()));
  }

  @Override
  public SmoothNorm visitGaussian(Guarantee.Gaussian target) {
    if (norm.index() != 2) {
      throw new IllegalArgumentException(
          String.format(
              "target was %s: noise of a norm of index %s has no known Gaussian privacy; ask for an"
                  + " epsilon and a delta, or for rho",
              target, norm.index()));
    }
    return norm;
  }

  @Override
  protected SmoothNorm visitOther(Guarantee target) {
    return norm;
  }
}
