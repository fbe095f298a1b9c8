package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.PureMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * One step of a run between neighbours of one relation: the pair of distributions that dominates
 * the step, and its bounds in every currency. The constructor computes nothing. A bound without a
 * known theorem is refused when it is requested.
 */
public abstract class Step {
  private final DpEvent event;
  private final Neighbours neighbours;

  Step(DpEvent event, Neighbours neighbours) {
    this.event = event;
    this.neighbours = neighbours;
  }

  /**
   * The event that was run.
   *
   * @return the event, not a composition or group
   */
  public final DpEvent event() {
    return event;
  }

  final Neighbours neighbours() {
    return neighbours;
  }

  /**
   * The step's Rényi divergences.
   *
   * @return the curve
   * @throws UnsupportedEventException if none is known
   */
  public abstract RdpCurve renyi();

  /**
   * Rényi divergences that some program of the event's description attains, from a neighbour with a
   * record to one without it or with another record: {@code doc-files/attained.md}. The lower ends
   * are the result; they are 0 if nothing is known.
   *
   * @return the curve
   * @throws UnsupportedEventException if the event cannot be bounded under the relation
   */
  RdpCurve attained() {
    return RdpCurve.zero(neighbours.adjacency());
  }

  /** Whether a record is in one slot of the step only; other divisions may have other slots. */
  boolean isInSlots() {
    return false;
  }

  /**
   * The privacy loss of the pair that dominates the step.
   *
   * @return the loss
   * @throws UnsupportedEventException if no such pair is known
   */
  public abstract PrivacyLossDistribution losses();

  /**
   * The step's epsilon in pure differential privacy.
   *
   * @return an enclosure of the bound
   * @throws UnsupportedEventException if the step is not known to be purely private
   */
  public Enclosure epsilon() {
    throw new UnsupportedEventException(
        event.describe(),
        "it is not known to be purely differentially private, which this bound needs; use the Rényi"
            + " accountant on it, unsampled or in a sampling scheme known there");
  }

  /**
   * The square of the step's mu in Gaussian differential privacy. Pure privacy implies Gaussian
   * privacy with {@code mu = 2t}, where t has the upper tail {@code 1/(1 + e^ε)}. The reason: the
   * trade-off of randomized response consists of two chords of this Gaussian trade-off, which is
   * convex and lies below them.
   *
   * @return an enclosure of the bound
   * @throws UnsupportedEventException if the step is not known to be Gaussian differentially
   *     private
   */
  public Enclosure squaredMu() {
    return squaredMuOfPure(epsilon());
  }

  /**
   * The properties that decide which bound is the best one.
   *
   * @return the shape of a run of this one step
   */
  public RunShape shape() {
    return RunShape.STEP;
  }

  /** The step's epsilon as a fraction of its parameters; empty if it is no fraction or unknown. */
  Optional<Rational> exactEpsilon() {
    return Optional.empty();
  }

  /**
   * The square of the step's mu as a fraction of its parameters; empty like {@link #exactEpsilon}.
   */
  Optional<Rational> exactSquaredMu() {
    return Optional.empty();
  }

  /**
   * A rho of zero-concentrated differential privacy as a fraction of the parameters, which follows
   * from a mu or from an epsilon ([@BunSteinke2016], Proposition 1.4).
   */
  Optional<Rational> exactRho() {
    return exactSquaredMu()
        .or(() -> exactEpsilon().map(Rational::square))
        .map(square -> square.times(0.5));
  }

  /** The exact epsilon; a stated epsilon is the decimal that its text shows. */
  Optional<Rational> statedEpsilon() {
    return exactEpsilon();
  }

  /** The exact rho; a stated rho is the decimal that its text shows. */
  Optional<Rational> statedRho() {
    return exactRho();
  }

  /**
   * The event if the step runs on disjoint parts of the data, of which neighbours differ in one or
   * two.
   */
  Optional<ParallelEvent> parts() {
    return Optional.empty();
  }

  /** Whether the step runs on a random sample of the records. */
  boolean isSample() {
    return false;
  }

  /** This step alone as a composition with an exact profile; empty if none is known. */
  Optional<MixedComposition> composition() {
    return Optional.empty();
  }

  /** This step as Gaussian noise; empty for other mechanisms. */
  Optional<GaussianStep> gaussian() {
    return Optional.empty();
  }

  /** The empty composition, to which steps are added. */
  final MixedComposition noSteps() {
    return MixedComposition.under(neighbours.adjacency());
  }

  /** The bound, or empty if no theorem gives one under the relation. */
  static <T> Optional<T> ofKnown(Supplier<Optional<T>> bound) {
    return UnsupportedEventException.ifKnown(bound).flatMap(Function.identity());
  }

  /** The known bounds of the step on samples, beyond its epsilon. */
  SampledForms onSamples() {
    return SampledForms.NONE;
  }

  final RdpCurve curve(DoubleFunction<Enclosure> divergence, double rho) {
    return RdpCurve.of(neighbours.adjacency(), divergence).withZeroConcentration(rho);
  }

  /** A curve whose lower ends are the result. */
  final RdpCurve atLeast(DoubleFunction<Enclosure> divergence) {
    return RdpCurve.of(neighbours.adjacency(), divergence);
  }

  /**
   * The divergence of a mechanism that runs with a published probability q, and otherwise releases
   * nothing: {@code log(1 + q (e^((a-1) D) - 1))/(a - 1)}.
   */
  static Enclosure mixedWithNothing(Enclosure share, Enclosure divergence, double order) {
    Enclosure excess = Enclosure.exact(order).minus(1);
    return logMixture(share, divergence.times(excess)).dividedBy(excess);
  }

  /**
   * {@code log(1 + q (e^x - 1))}, the epsilon of an x-private mechanism on a share q: at most x.
   */
  static Enclosure logMixture(Enclosure share, Enclosure exponent) {
    if (exponent.upper() <= 1) {
      return exponent.expm1().times(share).log1p();
    }
    Enclosure rest = exponent.negate().exp().times(Enclosure.ONE.minus(share));
    return exponent.plus(share.plus(rest).log());
  }

  /** The curve of randomized response, the largest for its epsilon. */
  final RdpCurve renyiOfPure(Enclosure epsilon) {
    return curve(
        order -> PureMechanism.renyi(epsilon, order),
        PureMechanism.zeroConcentration(epsilon).upper());
  }

  static Enclosure squaredMuOfPure(Enclosure epsilon) {
    if (epsilon.upper() == 0) {
      return Enclosure.ZERO;
    }
    // log(1/(1+e^ε)) without overflow.
    return squaredMuOfErrors(epsilon, e -> Enclosure.exact(-e).exp().log1p().plus(e).negate());
  }

  /**
   * The squared mu of the Gaussian that meets a trade-off curve at equal errors.
   *
   * @param epsilon an enclosure of the epsilon that the errors depend on
   * @param logError the logarithm of the equal errors, at most log(1/2), which falls with epsilon
   *     and is at least {@code -log(2) - epsilon}
   */
  static Enclosure squaredMuOfErrors(Enclosure epsilon, DoubleFunction<Enclosure> logError) {
    Enclosure high = halfMu(epsilon.upper(), logError);
    Enclosure low = epsilon.lower() == epsilon.upper() ? high : halfMu(epsilon.lower(), logError);
    return Enclosure.of(low.lower(), high.upper()).square().times(4);
  }

  private static Enclosure halfMu(double epsilon, DoubleFunction<Enclosure> logError) {
    return MonotoneInverse.ofFalling(
        t -> NormalTail.logUpperTail(Enclosure.exact(t)), logError.apply(epsilon), 0, 1 + epsilon);
  }
}
