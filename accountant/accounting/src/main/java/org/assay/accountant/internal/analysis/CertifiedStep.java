package org.assay.accountant.internal.analysis;

import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.UnsupportedEventException;

/** A mechanism given by its own Rényi curve, and perhaps by its own loss distribution. */
final class CertifiedStep extends Step {
  private final CertifiedEvent mechanism;

  CertifiedStep(CertifiedEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
  }

  @Override
  public RdpCurve renyi() {
    neighbours().requireOwnRelation(mechanism);
    return mechanism.curve().forGroupsOf(neighbours().size());
  }

  @Override
  public PrivacyLossDistribution losses() {
    neighbours().requireOwnRelation(mechanism);
    if (!neighbours().areSingle()) {
      throw new UnsupportedEventException(
          mechanism.describe(),
          "for a group of records its privacy loss is not known; use the Rényi accountant");
    }
    return mechanism
        .losses()
        .orElseThrow(
            () ->
                new UnsupportedEventException(
                    mechanism.describe(),
                    "it comes with a Rényi curve, which does not determine a privacy loss"
                        + " distribution; use the Rényi accountant"));
  }

  @Override
  public Enclosure squaredMu() {
    throw new UnsupportedEventException(
        mechanism.describe(),
        "it comes with a Rényi curve, which does not imply Gaussian differential privacy; use the"
            + " Rényi accountant");
  }
}
