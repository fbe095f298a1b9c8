package org.assay.accountant.accounting;

import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/**
 * A case for each kind of guarantee that noise can be calibrated to: approximate, zero-concentrated
 * and Gaussian. Targets of another kind are refused with an {@link IllegalArgumentException}.
 *
 * @param <T> the type of results
 */
public abstract class TargetVisitor<T> extends DefaultGuaranteeVisitor<T> {
  /** A visitor; called by subclasses. */
  protected TargetVisitor() {}

  @Override
  public abstract T visitApproximate(Guarantee.Approximate target);

  @Override
  public abstract T visitZeroConcentrated(Guarantee.ZeroConcentrated target);

  @Override
  public abstract T visitGaussian(Guarantee.Gaussian target);

  @Override
  protected final T visitOther(Guarantee target) {
    throw new IllegalArgumentException(
        "target was " + target + ": it must be approximate, zero-concentrated or Gaussian");
  }
}
