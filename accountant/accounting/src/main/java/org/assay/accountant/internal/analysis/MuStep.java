package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;

/** A step that one Gaussian dominates: {@code order · mu²/2} ([@Mironov2017], Proposition 7). */
abstract class MuStep extends Step {
  MuStep(DpEvent event, Neighbours neighbours) {
    super(event, neighbours);
  }

  /** The distance of the means over the standard deviation. */
  abstract Enclosure mu();

  @Override
  public final RdpCurve renyi() {
    Enclosure mu = mu();
    return curve(order -> GaussianMechanism.renyi(mu, order), mu.square().times(0.5).upper());
  }

  @Override
  public final PrivacyLossDistribution losses() {
    return PrivacyLossDistribution.gaussian(mu(), neighbours().adjacency());
  }

  /** No finite epsilon holds unless mu is 0. */
  @Override
  public Enclosure epsilon() {
    return mu().upper() == 0 ? Enclosure.ZERO : super.epsilon();
  }

  @Override
  public Enclosure squaredMu() {
    return mu().square();
  }

  @Override
  public RunShape shape() {
    return RunShape.DOMINATED_BY_GAUSSIAN;
  }

  @Override
  final RdpCurve attained() {
    return shape().attainsPairs() ? renyi() : super.attained();
  }

  @Override
  final Optional<MixedComposition> composition() {
    Enclosure squares = mu().square();
    return squares.upper() < Double.POSITIVE_INFINITY
        ? Optional.of(
            MixedComposition.of(
                GaussianComposition.under(neighbours().adjacency()).withGaussian(squares)))
        : Optional.empty();
  }
}
