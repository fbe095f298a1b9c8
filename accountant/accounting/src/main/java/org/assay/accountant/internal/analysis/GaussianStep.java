package org.assay.accountant.internal.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.divergence.GaussianMixture;
import org.assay.accountant.internal.divergence.ReplacedRecord;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.divergence.SampledWithReplacement;
import org.assay.accountant.internal.loss.HitCounts;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * The Gaussian mechanism: the pair N(mu, 1) and N(0, 1), with mu the distance over the standard
 * deviation. Several Gaussians on one input compose to one with {@code σ^-2 = Σ σ_i^-2}: {@code
 * doc-files/one-sample.md}.
 */
final class GaussianStep extends MuStep {
  /** The noise multiplier, an enclosure if several Gaussians were joined. */
  private final Enclosure sigma;

  /** One over the square of the noise multiplier. */
  private final Rational exactPrecision;

  GaussianStep(GaussianEvent event, Neighbours neighbours) {
    this(
        event,
        neighbours,
        Enclosure.exact(event.noiseMultiplier()),
        Rational.ONE.dividedBy(Rational.of(event.noiseMultiplier()).square()));
  }

  private GaussianStep(
      DpEvent event, Neighbours neighbours, Enclosure sigma, Rational exactPrecision) {
    super(event, neighbours);
    this.sigma = sigma;
    this.exactPrecision = exactPrecision;
  }

  @Override
  Enclosure mu() {
    return neighbours().steps(event()).dividedBy(sigma);
  }

  /** The standard deviation over the sensitivity between single neighbours. */
  Enclosure sigma() {
    return sigma;
  }

  @Override
  Optional<GaussianStep> gaussian() {
    return Optional.of(this);
  }

  /**
   * This step and another one on the same input; empty if their neighbours differ or the noise is
   * out of range.
   */
  Optional<Step> and(GaussianStep other) {
    return neighbours().equals(other.neighbours())
        ? ofPrecision(
            precision().plus(other.precision()), exactPrecision.plusUp(other.exactPrecision))
        : Optional.empty();
  }

  /** This step {@code count} times on the same input. */
  Optional<Step> repeated(long count) {
    return ofPrecision(
        precision().times(Enclosure.ofCount(count)), exactPrecision.times(Rational.ofCount(count)));
  }

  private Enclosure precision() {
    return Enclosure.ONE.dividedBy(sigma).square();
  }

  @Override
  Optional<Rational> exactSquaredMu() {
    return Optional.of(neighbours().exactSteps(event()).square().times(exactPrecision));
  }

  private Optional<Step> ofPrecision(Enclosure precision, Rational exact) {
    Enclosure root = precision.sqrt();
    Enclosure joint = root.lower() > 0 ? Enclosure.ONE.dividedBy(root) : Enclosure.ZERO;
    return joint.lower() > 0 && joint.upper() < Double.POSITIVE_INFINITY
        ? Optional.of(new GaussianStep(event(), neighbours(), joint, exact))
        : Optional.empty();
  }

  @Override
  public RunShape shape() {
    return RunShape.GAUSSIAN;
  }

  @Override
  SampledForms onSamples() {
    return new OnSamples();
  }

  /** Gaussian mechanisms on random samples. */
  private final class OnSamples extends SampledForms {
    /**
     * Largest unit; a Gaussian mixture has one component for each number of sampled records. Not
     * tuned: bounds the time.
     */
    private static final long LARGEST_GROUP = 999;

    /**
     * One record present or absent: the mixture against the base, the larger of both directions
     * ({@code doc-files/sampled-directions.md}). A zeroed-out record contributes nothing when
     * sampled, so its pair is the same: {@code doc-files/sampled-pairs.md}.
     */
    @Override
    Optional<RdpCurve> renyiOfPoissonSample(SampledStep sampled, double q) {
      double rho = renyi().zeroConcentration();
      if (!neighbours().replace()) {
        return Optional.of(curve(order -> renyiOfPresence(q, order), rho));
      }
      Enclosure mu = Enclosure.ONE.dividedBy(sigma);
      return Optional.of(curve(order -> ReplacedRecord.poissonGaussian(q, mu, order), rho));
    }

    /** The divergence falls as the noise grows. */
    private Enclosure renyiOfPresence(double q, double order) {
      Enclosure least = SampledGaussian.renyiForward(q, sigma.upper(), order);
      return sigma.lower() == sigma.upper()
          ? least
          : least.hull(SampledGaussian.renyiForward(q, sigma.lower(), order));
    }

    /** An exchange is two steps of presence, or one step of replace-one. */
    @Override
    Optional<RdpCurve> renyiOfExchange(Enclosure share) {
      Enclosure mu = neighbours().replace() ? mu() : mu().times(2);
      double rho = mu.square().times(0.5).upper();
      if (neighbours().replace()) {
        return Optional.of(curve(order -> ReplacedRecord.fixedSizeGaussian(share, mu, order), rho));
      }
      double least = sigma.lower() / 2;
      double most = sigma.upper() / 2;
      return Optional.of(
          curve(
              order ->
                  SampledGaussian.renyiForward(share.lower(), most, order)
                      .hull(SampledGaussian.renyiForward(share.upper(), least, order)),
              rho));
    }

    /**
     * The mixture over the number of sampled records: {@code
     * loss/pair/doc-files/mixture-of-gaussians.md}.
     */
    @Override
    Optional<RdpCurve> renyiOfPoissonSampledUnit(Neighbours unit, double q, RdpCurve rule) {
      boolean random = q > 0 && q < 1;
      if (!random || unit.replace() || unit.size() > LARGEST_GROUP) {
        return Optional.empty();
      }
      List<Enclosure> weights = weights(unit, q);
      List<Enclosure> shifts = shifts(unit.size());
      return Optional.of(
          curve(
              order -> {
                Enclosure mixture = GaussianMixture.renyi(weights, shifts, order);
                return mixture.lower() > 0 ? mixture : mixture.min(rule.at(order));
              },
              rule.zeroConcentration()));
    }

    /** The convex hull {@code C_q} of [@DongRothSu2022], Theorem 4.2. */
    @Override
    Optional<RdpCurve> renyiOfFixedSizeSample(SampledStep sampled, Enclosure share) {
      Enclosure mu = mu();
      return Optional.of(
          curve(
              order -> ReplacedRecord.fixedSizeGaussian(share, mu, order),
              renyi().zeroConcentration()));
    }

    @Override
    Optional<RdpCurve> renyiOfMixture(Enclosure probability) {
      double q = probability.lower();
      double least = Enclosure.ONE.dividedBy(mu()).upper();
      return Optional.of(atLeast(order -> SampledGaussian.renyiForward(q, least, order)));
    }

    @Override
    Optional<RdpCurve> renyiOfMixtureOfUnit(Neighbours unit, double q) {
      boolean listed = q > 0 && q < 1 && unit.size() <= LARGEST_GROUP;
      if (unit.areSingle() || unit.replace() || !listed) {
        return Optional.empty();
      }
      List<Enclosure> weights = weights(unit, q);
      List<Enclosure> shifts = shifts(unit.size());
      return Optional.of(atLeast(order -> GaussianMixture.renyiForward(weights, shifts, order)));
    }

    @Override
    Optional<RdpCurve> renyiOfDraws(long sampleSize, Supplier<SampledWithReplacement> draws) {
      SampledWithReplacement counts = draws.get();
      Enclosure mu = mu();
      double rho = mu.times(Enclosure.ofCount(sampleSize)).square().times(0.5).upper();
      return Optional.of(curve(order -> counts.gaussian(mu, order), rho));
    }

    @Override
    Optional<PrivacyLossDistribution> lossesOfPoissonSample(Neighbours unit, double q) {
      if (unit.size() > LARGEST_GROUP) {
        return Optional.empty();
      }
      if (unit.replace()) {
        return Optional.of(lossesOfReplaced(unit, q));
      }
      return Optional.of(
          unit.areSingle()
              ? losses().poissonSampled(q)
              : DominatingPairs.gaussianMixture(
                  weights(unit, q), shifts(unit.size()), unit.adjacency()));
    }

    /** {@code divergence/doc-files/replaced-record.md}. */
    private PrivacyLossDistribution lossesOfReplaced(Neighbours unit, double q) {
      return unit.areSingle()
          ? DominatingPairs.replacedPoissonSampledGaussian(q, shifts(1).get(1))
          : DominatingPairs.replacedGaussianMixture(weights(unit, q), shifts(unit.size()));
    }

    /** The centre moves by at most as many sensitivities as records were sampled. */
    private List<Enclosure> shifts(long size) {
      List<Enclosure> shifts = new ArrayList<>();
      for (long k = 0; k <= size; k++) {
        shifts.add(Enclosure.ofCount(k).dividedBy(sigma));
      }
      return shifts;
    }

    /** The binomial probabilities of all numbers of sampled records, none included. */
    private static List<Enclosure> weights(Neighbours unit, double q) {
      Enclosure logRest = Enclosure.exact(-q).log1p();
      Enclosure logChosen = Enclosure.exact(q).log();
      Enclosure logChoices = Enclosure.ZERO;
      long size = unit.size();
      List<Enclosure> weights = new ArrayList<>();
      for (long k = 0; k <= size; k++) {
        Enclosure log = logChoices.plus(logChosen.times((double) k));
        weights.add(log.plus(logRest.times((double) (size - k))).exp().min(Enclosure.ONE));
        Enclosure odds = Enclosure.ofCount(size - k).dividedBy(Enclosure.ofCount(k + 1));
        logChoices = k < size ? logChoices.plus(odds.log()) : logChoices;
      }
      return weights;
    }

    /**
     * For one record the pair of {@code C_q} is used; for several records the mixture is listed.
     */
    @Override
    Optional<PrivacyLossDistribution> lossesOfFixedSizeSample(Neighbours unit, HitCounts hits) {
      return unit.areSingle()
          ? Optional.empty()
          : Optional.of(DominatingPairs.fixedSizeSampledGaussian(hits, mu()));
    }

    @Override
    Optional<Enclosure> squaredMu() {
      return Optional.of(GaussianStep.this.squaredMu());
    }

    @Override
    Optional<Rational> exactSquaredMu() {
      return GaussianStep.this.exactSquaredMu();
    }

    @Override
    Optional<GaussianComposition> compositionOfPoissonSample(double q) {
      return Optional.of(empty().withPoissonSampled(q, sigma, 1));
    }

    @Override
    Optional<GaussianComposition> compositionOfFixedSizeSample(Enclosure share) {
      double growth = LeafSensitivity.growth(event(), neighbours().adjacency());
      Enclosure smaller = Enclosure.of(sigma.lower() / growth, sigma.upper() / growth);
      return smaller.lower() > 0
          ? Optional.of(empty().withFixedSizeSampled(share, smaller, 1))
          : Optional.empty();
    }

    private GaussianComposition empty() {
      return GaussianComposition.under(neighbours().adjacency());
    }

    @Override
    Optional<RunShape> shapeOfPoissonSample(Neighbours unit) {
      return Optional.of(unit.areSingle() ? RunShape.ATTAINED : RunShape.RARE_CASES);
    }

    /** Either half of {@code C_q} is the mixture against the base or its exchange. */
    @Override
    Optional<RunShape> shapeOfFixedSizeSample(Neighbours unit) {
      return Optional.of(unit.areSingle() ? RunShape.ATTAINED_POINTS : RunShape.RARE_CASES);
    }
  }
}
