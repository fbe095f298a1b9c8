package org.assay.cli.internal.command;

import org.assay.accountant.accounting.TargetVisitor;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.Guarantee;

/** A certified guarantee in few digits, rounded to the weaker side. */
public final class GuaranteeText extends TargetVisitor<String> {
  private GuaranteeText() {}

  /**
   * A guarantee in words.
   *
   * @param guarantee approximate, zero-concentrated or Gaussian; a delta of more digits is rounded
   *     up too
   * @return the guarantee with its first number rounded up to six digits
   */
  public static String of(Guarantee guarantee) {
    return guarantee.accept(new GuaranteeText()) + " under " + guarantee.adjacency();
  }

  @Override
  public String visitApproximate(Guarantee.Approximate target) {
    return "("
        + Decimals.BY_SIZE.up(target.epsilon())
        + ", "
        + Decimals.BY_SIZE.given(target.delta())
        + ")-DP";
  }

  @Override
  public String visitZeroConcentrated(Guarantee.ZeroConcentrated target) {
    return Decimals.BY_SIZE.up(target.rho()) + "-zCDP";
  }

  @Override
  public String visitGaussian(Guarantee.Gaussian target) {
    return Decimals.BY_SIZE.up(target.mu()) + "-GDP";
  }
}
