package org.assay.accountant.accounting;

import org.assay.accountant.privacy.Guarantee;

/** Chooses the calibrator of a target's own currency. */
final class CalibratorByTarget extends TargetVisitor<Calibrator> {
  @Override
  public Calibrator visitApproximate(Guarantee.Approximate target) {
    return Calibrator.tightest(target);
  }

  @Override
  public Calibrator visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
    return Calibrator.zeroConcentrated(target);
  }

  @Override
  public Calibrator visitGaussian(Guarantee.Gaussian target) {
    return Calibrator.gaussianPrivacy(target);
  }
}
