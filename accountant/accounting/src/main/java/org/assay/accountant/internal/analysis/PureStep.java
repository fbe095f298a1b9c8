package org.assay.accountant.internal.analysis;

import java.util.Optional;
import org.assay.accountant.curve.DominatingPairs;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.PermuteAndFlipEvent;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.ReportNoisyMaxEvent;
import org.assay.accountant.event.SparseVectorEvent;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.TwoCandidates;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;

/**
 * A mechanism known only through its epsilon. Randomized response dominates every mechanism of one
 * epsilon ([@KairouzOhViswanath2015]); for several steps of the relation see {@link
 * DominatingPairs#pureSteps}.
 */
final class PureStep extends Step {
  /** The instances of mechanisms without known instances: divergence 0. */
  private static final Instances NONE_KNOWN = (epsilon, order) -> Enclosure.ZERO;

  /** The epsilon for one step of the event's own relation. */
  private final Enclosure once;

  private final Rational exactlyOnce;

  /**
   * The stated epsilon as a decimal; it differs from {@link #exactlyOnce} if epsilon itself is
   * stated.
   */
  private final Rational statedOnce;

  private final Instances instances;

  /** The divergence of some instances at an order, given the epsilon of all steps. */
  private interface Instances {
    Enclosure renyi(Enclosure epsilon, double order);
  }

  private PureStep(DpEvent event, Neighbours neighbours, double once) {
    this(event, neighbours, once, NONE_KNOWN);
  }

  private PureStep(DpEvent event, Neighbours neighbours, double once, Instances instances) {
    this(
        event,
        neighbours,
        Enclosure.exact(once),
        Rational.of(once),
        Rational.ofDecimal(once),
        instances);
  }

  private PureStep(
      DpEvent event,
      Neighbours neighbours,
      Enclosure once,
      Rational exactlyOnce,
      Rational statedOnce,
      Instances instances) {
    super(event, neighbours);
    this.once = once;
    this.exactlyOnce = exactlyOnce;
    this.statedOnce = statedOnce;
    this.instances = instances;
  }

  static PureStep of(PureEvent event, Neighbours neighbours) {
    return new PureStep(event, neighbours, event.epsilon());
  }

  /** A step of an approximate mechanism with delta 0. */
  static PureStep ofApproximate(ApproximateEvent event, Neighbours neighbours) {
    return new PureStep(event, neighbours, event.epsilon());
  }

  /**
   * A noisy maximum, with any noise whose hazard rate is at most one over the scale: {@code
   * doc-files/noisy-maximum.md}.
   */
  static PureStep ofNoisyMaximum(ReportNoisyMaxEvent event, Neighbours neighbours) {
    Instances choices =
        event.noise() == ReportNoisyMaxEvent.Noise.LAPLACE
            ? TwoCandidates::renyiOfLaplace
            : TwoCandidates::renyiOfExponential;
    return new PureStep(event, neighbours, event.epsilon(), choices);
  }

  /** [@McKennaSheldon2020], Theorem 1. */
  static PureStep ofPermuteAndFlip(PermuteAndFlipEvent event, Neighbours neighbours) {
    return new PureStep(event, neighbours, event.epsilon(), TwoCandidates::renyiOfExponential);
  }

  /**
   * One over the threshold's noise multiplier, plus twice the positives (once if monotone) over the
   * queries' ([@LyuSuLi2017], privacy of Algorithm 1 and its refinement for monotonic queries).
   */
  static PureStep ofSparseVector(SparseVectorEvent event, Neighbours neighbours) {
    Enclosure threshold = Enclosure.ONE.dividedBy(event.thresholdNoiseMultiplier());
    Enclosure query =
        Enclosure.ofCount(event.positives())
            .times(event.monotone() ? 1 : 2)
            .dividedBy(event.queryNoiseMultiplier());
    Rational exactQuery =
        Rational.ofCount(event.positives())
            .times(event.monotone() ? 1 : 2)
            .dividedBy(Rational.of(event.queryNoiseMultiplier()));
    Rational exact =
        Rational.ONE.dividedBy(Rational.of(event.thresholdNoiseMultiplier())).plus(exactQuery);
    return new PureStep(event, neighbours, threshold.plus(query), exact, exact, NONE_KNOWN);
  }

  @Override
  public Enclosure epsilon() {
    return neighbours().steps(event()).times(once);
  }

  @Override
  Optional<Rational> exactEpsilon() {
    return Optional.of(neighbours().exactSteps(event()).times(exactlyOnce));
  }

  @Override
  Optional<Rational> statedEpsilon() {
    return Optional.of(neighbours().exactSteps(event()).times(statedOnce));
  }

  @Override
  public RdpCurve renyi() {
    return renyiOfPure(epsilon());
  }

  @Override
  RdpCurve attained() {
    Enclosure epsilon = epsilon();
    return atLeast(order -> instances.renyi(epsilon, order));
  }

  @Override
  public PrivacyLossDistribution losses() {
    return DominatingPairs.pureSteps(
        once.upper(), neighbours().stepCount(event()), neighbours().adjacency());
  }

  @Override
  Optional<MixedComposition> composition() {
    return ofKnown(
        () ->
            once.upper() == 0
                ? Optional.of(noSteps())
                : noSteps()
                    .withDiscreteLaplace(
                        Enclosure.exact(once.upper()), neighbours().stepCount(event())));
  }
}
