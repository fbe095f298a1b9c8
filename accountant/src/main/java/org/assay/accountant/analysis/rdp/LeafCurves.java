package org.assay.accountant.analysis.rdp;

import java.util.function.DoubleFunction;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.divergence.BoundedRange;
import org.assay.accountant.divergence.DiscreteGaussian;
import org.assay.accountant.divergence.DiscreteLaplace;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.divergence.GaussianMixture;
import org.assay.accountant.divergence.LaplaceMechanism;
import org.assay.accountant.divergence.PureMechanism;
import org.assay.accountant.divergence.RandomizedResponse;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DiscreteLaplaceEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.event.RandomizedResponseEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Rényi curves of single mechanisms for neighbours that are a number of steps apart: sensitivities,
 * epsilons and ranges grow with the number, zero-concentrated rho with its square. Why each line
 * through the origin bounds its mechanism is proved beside the divergences.
 */
final class LeafCurves {
  private final AdjacencyRelation adjacency;
  private final long size;

  LeafCurves(AdjacencyRelation adjacency, long size) {
    this.adjacency = adjacency;
    this.size = size;
  }

  /** {@code order · mu²/2} ([@Mironov2017], Proposition 7). */
  RdpCurve gaussian(GaussianEvent event) {
    Enclosure mu = steps(event).dividedBy(event.noiseMultiplier());
    return curve(order -> GaussianMechanism.renyi(mu, order), mu.square().times(0.5));
  }

  /** [@Mironov2017], Proposition 6. */
  RdpCurve laplace(LaplaceEvent event) {
    Enclosure t = steps(event).dividedBy(event.noiseMultiplier());
    return curve(order -> LaplaceMechanism.renyi(t, order), LaplaceMechanism.zeroConcentration(t));
  }

  /** [@CanonneKamathSteinke2020], Proposition 5, with its correction between whole multiples. */
  RdpCurve discreteGaussian(DiscreteGaussianEvent event) {
    long shift = shift(event, event.sensitivity());
    Enclosure mu = Enclosure.ofCount(shift).dividedBy(event.sigma());
    return curve(
        order -> DiscreteGaussian.renyi(event.sigma(), shift, order), mu.square().times(0.5));
  }

  /** The exact sum, or the bound from pure privacy where that has too many terms. */
  RdpCurve discreteLaplace(DiscreteLaplaceEvent event) {
    long shift = shift(event, event.sensitivity());
    if (shift > DiscreteLaplace.LARGEST_SHIFT) {
      return pure(event);
    }
    Enclosure epsilon = Enclosure.ofCount(shift).dividedBy(event.scale());
    return curve(
        order -> DiscreteLaplace.renyi(event.scale(), shift, order),
        PureMechanism.zeroConcentration(epsilon));
  }

  /** Any two datasets have at worst two different true answers. */
  RdpCurve randomizedResponse(RandomizedResponseEvent event) {
    Enclosure epsilon = new PureAnalysis(adjacency).analyze(event);
    return curve(
        order -> RandomizedResponse.renyi(event.answers(), event.truthProbability(), order),
        PureMechanism.zeroConcentration(epsilon));
  }

  /** Ranges of log ratios add along a chain of neighbours ([@DongDurfeeRogers2020]). */
  RdpCurve boundedRange(DpEvent event, double range) {
    Enclosure epsilon = steps(event).times(range);
    return curve(
        order -> BoundedRange.renyi(epsilon, order), BoundedRange.zeroConcentration(epsilon));
  }

  /** The curve of randomized response, the worst for its epsilon. */
  RdpCurve pure(DpEvent event) {
    Enclosure epsilon = new PureAnalysis(adjacency).analyze(event).times(Enclosure.ofCount(size));
    return curve(
        order -> PureMechanism.renyi(epsilon, order), PureMechanism.zeroConcentration(epsilon));
  }

  /** For one record: {@code curve/doc-files/mixture-of-gaussians.md}. */
  RdpCurve mixtureOfGaussians(MixtureOfGaussiansEvent event) {
    LeafSensitivity.requireOwnRelation(event, adjacency);
    // Divergences are jointly quasi-convex, so the largest shift alone is no better.
    Enclosure largest =
        event.shifts().stream().reduce(Enclosure.ZERO, (first, second) -> first.max(second));
    return curve(
        order -> GaussianMixture.renyi(event.weights(), event.shifts(), order),
        largest.square().times(0.5));
  }

  /** {@code size²} times the line ([@BunSteinke2016], Proposition 1.9). */
  RdpCurve zcdp(ZcdpEvent event) {
    if (event.delta() > 0) {
      throw carriesDelta(event);
    }
    return RdpCurve.zeroConcentrated(steps(event).square().times(event.rho()), adjacency);
  }

  /** The line {@code κ/2 (sensitivity/s)²}: {@code doc-files/generalized-gaussian.md}. */
  RdpCurve generalizedGaussian(GeneralizedGaussianEvent event) {
    Enclosure mu = steps(event).dividedBy(event.noiseMultiplier());
    return RdpCurve.zeroConcentrated(mu.square().times(0.5).times(event.smoothness()), adjacency);
  }

  static UnsupportedEventException carriesDelta(DpEvent event) {
    return new UnsupportedEventException(
        event.describe(),
        "with a delta above 0 the Rényi divergence may be infinite at every order; account for"
            + " delta outside the Rényi curve, or describe the mechanism itself");
  }

  private Enclosure steps(DpEvent event) {
    return Enclosure.ofCount(size).times(LeafSensitivity.growth(event, adjacency));
  }

  private long shift(DpEvent event, Sensitivity sensitivity) {
    double growth = LeafSensitivity.growth(event, adjacency);
    double shift = growth * sensitivity.value() * size;
    if (!(shift <= 0x1p53)) {
      throw new UnsupportedEventException(
          event.describe(), "its sensitivity for a unit exceeds 2^53; measure in a coarser unit");
    }
    return (long) shift;
  }

  private RdpCurve curve(DoubleFunction<Enclosure> divergence, Enclosure rho) {
    return RdpCurve.of(adjacency, divergence).withZeroConcentration(rho.upper());
  }
}
