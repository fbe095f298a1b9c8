package org.assay.accountant.internal.analysis;

import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.LastIterateEvent;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.iteration.GradientDescentBound;
import org.assay.accountant.iteration.LastIterateBound;
import org.assay.accountant.numeric.Enclosure;

/** A step that one Gaussian dominates: {@code order · mu²/2} ([@Mironov2017], Proposition 7). */
abstract class MuStep extends Step {
  MuStep(DpEvent event, Neighbours neighbours) {
    super(event, neighbours);
  }

  /** The last iterate of one pass: {@link LastIterateBound}. */
  static MuStep of(LastIterateEvent run, Neighbours neighbours) {
    return new ByTheorem(run, neighbours, () -> LastIterateBound.gaussianMu(run).square());
  }

  /** The last iterate of noisy gradient descent: {@link GradientDescentBound}. */
  static MuStep of(NoisyGradientDescentEvent run, Neighbours neighbours) {
    return new ByTheorem(run, neighbours, () -> GradientDescentBound.squaredMu(run));
  }

  /**
   * All epochs as one Gaussian whose permutations are published: {@code
   * divergence/doc-files/shuffled-batches.md}.
   */
  static MuStep of(ShuffledBatchesEvent shuffled, Neighbours neighbours) {
    double change = neighbours.replace() ? 2 : 1;
    return new ByTheorem(
        shuffled,
        neighbours,
        () ->
            Enclosure.ofCount(shuffled.epochs())
                .times(Enclosure.exact(change).dividedBy(shuffled.noiseMultiplier()).square()));
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

  /** A step whose mu between two neighbouring data sets follows from a theorem. */
  private static final class ByTheorem extends MuStep {
    private final DpEvent event;
    private final Supplier<Enclosure> squareOfOne;

    ByTheorem(DpEvent event, Neighbours neighbours, Supplier<Enclosure> squareOfOne) {
      super(event, neighbours);
      this.event = event;
      this.squareOfOne = squareOfOne;
    }

    @Override
    Enclosure mu() {
      return squaredMu().sqrt();
    }

    /** A group of k records has k times mu ([@DongRothSu2022], Theorem 2.14). */
    @Override
    public Enclosure squaredMu() {
      neighbours().requireOwnRelation(event);
      return squareOfOne.get().times(Enclosure.ofCount(neighbours().size()).square());
    }
  }
}
