package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;

/** A mechanism known only through its zero-concentrated differential privacy. */
final class ZcdpStep extends Step {
  private final ZcdpEvent mechanism;

  ZcdpStep(ZcdpEvent event, Neighbours neighbours) {
    super(event, neighbours);
    this.mechanism = event;
  }

  /** {@code size²} times the line ([@BunSteinke2016], Proposition 1.9). */
  @Override
  public RdpCurve renyi() {
    if (mechanism.delta() > 0) {
      throw carriesDelta(mechanism);
    }
    if (mechanism.xi() > 0) {
      return affine().forGroupsOf(neighbours().stepCount(mechanism));
    }
    Enclosure squaredSteps = neighbours().steps(mechanism).square();
    return RdpCurve.zeroConcentrated(squaredSteps.times(mechanism.rho()), neighbours().adjacency());
  }

  @Override
  Optional<Rational> exactRho() {
    return mechanism.delta() > 0 || mechanism.xi() > 0
        ? Optional.empty()
        : Optional.of(neighbours().exactSteps(mechanism).square().times(mechanism.rho()));
  }

  @Override
  Optional<Rational> statedRho() {
    return exactRho()
        .map(
            rho ->
                neighbours()
                    .exactSteps(mechanism)
                    .square()
                    .times(Rational.ofDecimal(mechanism.rho())));
  }

  /** The curve. At orders above 1, xi is at most xi times the order. */
  private RdpCurve affine() {
    double rho = mechanism.rho();
    return curve(
        order -> Enclosure.exact(rho).times(order).plus(mechanism.xi()),
        Rounding.addUp(rho, mechanism.xi()));
  }

  @Override
  public PrivacyLossDistribution losses() {
    throw new UnsupportedEventException(
        mechanism.describe(),
        "a bound of Rényi divergences does not determine a privacy loss distribution; use the Rényi"
            + " accountant");
  }

  @Override
  public Enclosure squaredMu() {
    throw new UnsupportedEventException(
        mechanism.describe(),
        "zero-concentrated does not imply Gaussian differential privacy; use the Rényi accountant");
  }

  static UnsupportedEventException carriesDelta(DpEvent event) {
    return new UnsupportedEventException(
        event.describe(),
        "with a delta above 0 the Rényi divergence may be infinite at every order; account for"
            + " delta outside the Rényi curve, or describe the mechanism itself");
  }
}
