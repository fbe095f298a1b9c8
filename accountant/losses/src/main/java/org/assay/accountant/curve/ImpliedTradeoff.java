package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;

/**
 * The trade-off curve of a guarantee: in closed form if there is one, else by the guarantee's
 * profile.
 */
final class ImpliedTradeoff extends DefaultGuaranteeVisitor<TradeoffCurve> {
  @Override
  public TradeoffCurve visitGaussian(Guarantee.Gaussian guarantee) {
    return TradeoffCurve.gaussian(Enclosure.exact(guarantee.mu()), guarantee.adjacency());
  }

  @Override
  public TradeoffCurve visitPure(Guarantee.Pure guarantee) {
    return TradeoffCurve.approximate(guarantee.epsilon(), 0, guarantee.adjacency());
  }

  @Override
  public TradeoffCurve visitApproximate(Guarantee.Approximate guarantee) {
    return TradeoffCurve.approximate(guarantee.epsilon(), guarantee.delta(), guarantee.adjacency());
  }

  @Override
  public TradeoffCurve visitTradeoff(Guarantee.Tradeoff guarantee) {
    ClaimedErrors errors = new ClaimedErrors(guarantee);
    return TradeoffCurve.symmetric(guarantee.adjacency(), errors::error);
  }

  @Override
  protected TradeoffCurve visitOther(Guarantee guarantee) {
    return TradeoffCurve.of(PrivacyProfile.of(guarantee));
  }
}
