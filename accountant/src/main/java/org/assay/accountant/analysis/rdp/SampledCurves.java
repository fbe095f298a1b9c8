package org.assay.accountant.analysis.rdp;

import java.util.function.DoubleFunction;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.analysis.PureAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.divergence.FixedSizeDiscreteGaussian;
import org.assay.accountant.divergence.PureMechanism;
import org.assay.accountant.divergence.ReplacedRecord;
import org.assay.accountant.divergence.SampledDiscreteGaussian;
import org.assay.accountant.divergence.SampledGaussian;
import org.assay.accountant.divergence.SampledLaplace;
import org.assay.accountant.divergence.SampledWithReplacement;
import org.assay.accountant.event.DiscreteGaussianEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.FixedSizeSampledEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.LaplaceEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.WithReplacementSampledEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Rényi curves of sampled mechanisms. Amplification theorems are about what is sampled, so every
 * kind has its own pair; whatever is purely private is bounded through its amplified epsilon. What
 * the mechanism satisfies unsampled it satisfies sampled: {@code doc-files/sampled-pairs.md}.
 */
final class SampledCurves {
  private final AdjacencyRelation adjacency;
  private final LeafCurves unsampled;

  SampledCurves(AdjacencyRelation adjacency) {
    this.adjacency = adjacency;
    this.unsampled = new LeafCurves(adjacency, 1);
  }

  RdpCurve poisson(PoissonSampledEvent event) {
    boolean presence = adjacency != AdjacencyRelation.REPLACE_ONE;
    double q = event.samplingProbability();
    if (presence) {
      LeafSensitivity.requireOwnRelation(event, adjacency);
      return presence(event, q);
    }
    LeafSensitivity.requireSampledAbsence(event, adjacency);
    if (event.event() instanceof GaussianEvent gaussian) {
      Enclosure mu = Enclosure.ONE.dividedBy(gaussian.noiseMultiplier());
      return curve(
          order -> ReplacedRecord.poissonGaussian(q, mu, order), unsampled.gaussian(gaussian));
    }
    return throughEpsilon(event, event.event());
  }

  /**
   * One record present or absent: the mixture against the base, the larger one of both directions
   * because all three kinds of noise are symmetric ({@code doc-files/sampled-directions.md}). A
   * record that is zeroed out contributes nothing when sampled, which is the same pair: {@code
   * doc-files/sampled-pairs.md}.
   */
  private RdpCurve presence(PoissonSampledEvent event, double q) {
    if (event.event() instanceof GaussianEvent gaussian) {
      double sigma = gaussian.noiseMultiplier();
      return curve(
          order -> SampledGaussian.renyiForward(q, sigma, order), unsampled.gaussian(gaussian));
    }
    if (event.event() instanceof LaplaceEvent laplace) {
      Enclosure t = Enclosure.ONE.dividedBy(laplace.noiseMultiplier());
      RdpCurve sampled =
          curve(order -> SampledLaplace.renyiForward(q, t, order), unsampled.laplace(laplace));
      return sampled.withZeroConcentration(throughEpsilon(event, laplace).zeroConcentration());
    }
    if (event.event() instanceof DiscreteGaussianEvent discrete) {
      double sigma = discrete.sigma();
      long shift = (long) discrete.sensitivity().value();
      return curve(
          order -> SampledDiscreteGaussian.renyiForward(q, sigma, shift, order),
          unsampled.discreteGaussian(discrete));
    }
    return throughEpsilon(event, event.event());
  }

  /** The convex hull {@code C_q} of [@DongRothSu2022], Theorem 4.2, for one replaced record. */
  RdpCurve fixedSize(FixedSizeSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency);
    Enclosure share =
        Enclosure.ofCount(event.sampleSize()).dividedBy(Enclosure.ofCount(event.populationSize()));
    if (event.event() instanceof GaussianEvent gaussian) {
      Enclosure mu = growth(gaussian).dividedBy(gaussian.noiseMultiplier());
      return curve(
          order -> ReplacedRecord.fixedSizeGaussian(share, mu, order),
          unsampled.gaussian(gaussian));
    }
    if (event.event() instanceof LaplaceEvent laplace) {
      Enclosure t = growth(laplace).dividedBy(laplace.noiseMultiplier());
      RdpCurve sampled =
          curve(
              order -> ReplacedRecord.fixedSizeLaplace(share, t, order),
              unsampled.laplace(laplace));
      return sampled.withZeroConcentration(throughEpsilon(event, laplace).zeroConcentration());
    }
    if (event.event() instanceof DiscreteGaussianEvent discrete) {
      long shift = shift(discrete);
      double sigma = discrete.sigma();
      return curve(
          order -> FixedSizeDiscreteGaussian.renyi(share, sigma, shift, order),
          unsampled.discreteGaussian(discrete));
    }
    return EventMeaning.readsPlaces(event.event())
        ? knownSample(share, event.event())
        : throughEpsilon(event, event.event());
  }

  /**
   * Where records have places the sample might as well be known: with probability q the record is
   * in it, and else nothing is lost, {@code log(1 + q (e^((a-1) D) - 1))/(a - 1)}.
   */
  private RdpCurve knownSample(Enclosure share, DpEvent child) {
    RdpCurve unsampled = new RdpAnalysis(adjacency).analyze(child);
    return curve(
        order -> {
          Enclosure excess = Enclosure.exact(order).minus(1);
          Enclosure exponent = unsampled.at(order).times(excess);
          return logMixture(share, exponent).dividedBy(excess);
        },
        unsampled);
  }

  /** {@code log(1 + q (e^x - 1))}. */
  private static Enclosure logMixture(Enclosure share, Enclosure exponent) {
    if (exponent.upper() <= 1) {
      return exponent.expm1().times(share).log1p();
    }
    Enclosure rest = exponent.negate().exp().times(Enclosure.ONE.minus(share));
    return exponent.plus(share.plus(rest).log());
  }

  /**
   * One replaced record, drawn any number of times: {@code
   * analysis/doc-files/draws-with-replacement.md}.
   */
  RdpCurve withReplacement(WithReplacementSampledEvent event) {
    LeafSensitivity.requireReplaceOne(event, adjacency);
    DpEvent child = event.event();
    // However often the record is drawn, it counts as at most as many copies as there are draws.
    LeafCurves allDraws = new LeafCurves(adjacency, event.sampleSize());
    if (child instanceof GaussianEvent gaussian) {
      Enclosure mu = growth(gaussian).dividedBy(gaussian.noiseMultiplier());
      SampledWithReplacement draws = draws(event);
      return curve(order -> draws.gaussian(mu, order), allDraws.gaussian(gaussian));
    }
    if (child instanceof LaplaceEvent laplace) {
      Enclosure t = growth(laplace).dividedBy(laplace.noiseMultiplier());
      SampledWithReplacement draws = draws(event);
      return curve(order -> draws.laplace(t, order), allDraws.laplace(laplace));
    }
    if (child instanceof DiscreteGaussianEvent discrete) {
      long shift = shift(discrete);
      SampledWithReplacement draws = draws(event);
      return curve(
          order -> draws.discreteGaussian(discrete.sigma(), shift, order),
          allDraws.discreteGaussian(discrete));
    }
    return throughEpsilon(event, child);
  }

  private static SampledWithReplacement draws(WithReplacementSampledEvent event) {
    if (!(event.sampleSize() <= SampledWithReplacement.LARGEST_SAMPLE)) {
      throw new UnsupportedEventException(
          event.describe(),
          "more than "
              + SampledWithReplacement.LARGEST_SAMPLE
              + " draws are not summed here; sample without replacement or independently");
    }
    return SampledWithReplacement.of(event.sampleSize(), event.populationSize());
  }

  private long shift(DiscreteGaussianEvent event) {
    double shift = LeafSensitivity.growth(event, adjacency) * event.sensitivity().value();
    if (!(shift <= 0x1p53)) {
      throw new UnsupportedEventException(
          event.describe(), "its sensitivity for a unit exceeds 2^53; measure in a coarser unit");
    }
    return (long) shift;
  }

  private Enclosure growth(DpEvent event) {
    return Enclosure.exact(LeafSensitivity.growth(event, adjacency));
  }

  private RdpCurve throughEpsilon(DpEvent sampled, DpEvent child) {
    Enclosure epsilon;
    try {
      epsilon = new PureAnalysis(adjacency).analyze(sampled);
    } catch (UnsupportedEventException notPure) {
      throw new UnsupportedEventException(
          sampled.describe(),
          "amplification by sampling depends on what is sampled: under "
              + adjacency
              + " no theorem is known here for "
              + child.describe()
              + ", and "
              + notPure.getMessage());
    }
    double rho = PureMechanism.zeroConcentration(epsilon).upper();
    return RdpCurve.of(adjacency, order -> PureMechanism.renyi(epsilon, order))
        .withZeroConcentration(rho);
  }

  private RdpCurve curve(DoubleFunction<Enclosure> divergence, RdpCurve unsampledCurve) {
    return RdpCurve.of(adjacency, divergence)
        .withZeroConcentration(unsampledCurve.zeroConcentration());
  }
}
