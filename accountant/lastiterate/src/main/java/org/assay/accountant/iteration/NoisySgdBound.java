package org.assay.accountant.iteration;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.recoupling.RecoupledProfiles;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Privacy of the last iterate of projected noisy stochastic gradient descent: the best of four
 * arguments ({@link NoisySgdArgument}). These are composition over all steps, privacy amplification
 * by iteration with split noise, mixing, and clipped re-coupling. The second is
 * [@AltschulerTalwar2022], Theorems 3.1 and 5.1, with any order, explicit constants and optimal
 * shifts. Its proof is repaired: the divergence of one step is taken in the direction that the
 * theorem needs. Mixing and re-coupling are not in the literature known to us. Proofs: {@code
 * internal/iteration/step/doc-files/noisy-sgd-renyi.md}, {@code
 * internal/iteration/mixing/doc-files/mixing.md}, {@code
 * internal/iteration/recoupling/doc-files/recoupling.md}, {@code
 * internal/iteration/starts/doc-files/two-starts.md}, {@code
 * internal/iteration/recoupling/doc-files/two-data.md}, {@code
 * internal/iteration/recoupling/doc-files/recoupled-divergences.md}.
 *
 * <p>Every answer comes with a certificate that {@link NoisySgdCertificateChecker} checks without
 * search. Every argument that the search finds gives a valid bound, not necessarily the best.
 */
public final class NoisySgdBound {
  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final NoisySgdSearch search;
  private final RecoupledProfiles profiles;
  private final RecoupledDivergenceSearch divergences;

  private NoisySgdBound(NoisySgdStep step) {
    this.step = step;
    this.walk = new MixingWalk(step);
    this.search = new NoisySgdSearch(step, walk);
    this.profiles = RecoupledProfiles.fine(step, walk);
    this.divergences = new RecoupledDivergenceSearch(step, walk, search, profiles);
  }

  /**
   * The bounds of a run.
   *
   * @param settings the run
   * @return its bounds
   * @throws UnsupportedEventException if no theorem covers the settings: the way of sampling under
   *     the adjacency relation is not supported, or the step size exceeds 2 over the smoothness of
   *     convex losses
   */
  public static NoisySgdBound of(NoisySgd settings) {
    return new NoisySgdBound(NoisySgdStep.of(settings));
  }

  /**
   * The run.
   *
   * @return the settings
   */
  public NoisySgd settings() {
    return step.settings();
  }

  /**
   * The Rényi curve of the run: at each order, the enclosure of the best argument found. Several
   * runs on the same data compose by adding their curves. Conversions ask for many orders. Curves
   * of random batches therefore omit re-coupling, which takes a second an order. Curves of full
   * batches use profiles at few losses, which loses some percent at orders of 8 and more. {@link
   * #certifyRenyi} does neither.
   *
   * @return the curve, which is not convex at orders where another argument becomes the best
   */
  public RdpCurve curve() {
    return RdpCurve.of(
            settings().adjacency(),
            order ->
                evaluation(
                        step.isFullBatch() ? best(order, found -> found) : usual(order).argument())
                    .renyi(order))
        .withoutConvexity();
  }

  /**
   * Bound of the Rényi divergence of the last iterates of neighbours, in both directions.
   *
   * @param order any order above 1
   * @return an enclosure of the bound that the best argument found proves; its upper end is a
   *     guarantee
   * @throws IllegalArgumentException if the order is out of range
   */
  public Enclosure renyi(double order) {
    return evaluation(finest(order)).renyi(order);
  }

  /**
   * The bound of the Rényi divergence at an order with its certificate.
   *
   * @param order any order above 1
   * @return a certificate of a {@link Guarantee.Renyi} at that order
   * @throws IllegalArgumentException if the order is out of range
   * @throws ArithmeticException if no finite bound is known at that order
   */
  public NoisySgdCertificate certifyRenyi(double order) {
    NoisySgdArgument argument = finest(order);
    double bound = evaluation(argument).renyi(order).upper();
    if (!(bound < Double.POSITIVE_INFINITY)) {
      throw new ArithmeticException("no finite bound is known at order " + order);
    }
    Guarantee claim =
        new Guarantee.Renyi(new TreeMap<>(Map.of(order, bound)), settings().adjacency());
    return new NoisySgdCertificate(settings(), argument, claim);
  }

  /**
   * The smallest epsilon found at a delta with its certificate.
   *
   * @param delta strictly between 0 and 1
   * @return a certificate of a {@link Guarantee.Approximate}
   * @throws IllegalArgumentException if delta is out of range
   */
  public NoisySgdCertificate certifyEpsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    NoisySgdTradeoff.Result found = best(new NoisySgdTarget.Epsilon(delta));
    return certificate(found, found.value(), delta);
  }

  /**
   * The smallest delta found at an epsilon with its certificate.
   *
   * @param epsilon finite and at least 0
   * @return a certificate of a {@link Guarantee.Approximate}
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public NoisySgdCertificate certifyDelta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    NoisySgdTradeoff.Result found = best(new NoisySgdTarget.Delta(epsilon));
    return certificate(found, epsilon, found.value());
  }

  private NoisySgdTradeoff.Result best(NoisySgdTarget target) {
    return new NoisySgdTradeoff(step, walk, search, target, profiles).best();
  }

  private NoisySgdCertificate certificate(
      NoisySgdTradeoff.Result found, double epsilon, double delta) {
    Guarantee claim = new Guarantee.Approximate(epsilon, delta, settings().adjacency());
    return new NoisySgdCertificate(settings(), found.argument(), claim);
  }

  /** An argument, its bound at an order, and the split of noise that is best at that order. */
  private record Best(NoisySgdArgument argument, double value, NoisySgdArgument.SplitNoise split) {}

  private NoisySgdArgument finest(double order) {
    return best(order, found -> divergences.refined(found, order));
  }

  /**
   * The best argument at an order. Evaluation decides between close estimates, so that no bound
   * exceeds pure composition's.
   */
  private NoisySgdArgument best(
      double order, UnaryOperator<NoisySgdArgument.RecoupledDivergence> refinement) {
    Parameters.requireOrder(order);
    if (settings().steps() == 1) {
      return new NoisySgdArgument.Composition();
    }
    Best usual = usual(order);
    return recoupled(order, usual)
        .map(refinement)
        .filter(argument -> evaluation(argument).renyi(order).upper() < usual.value())
        .<NoisySgdArgument>map(argument -> argument)
        .orElse(usual.argument());
  }

  /** The best argument without re-coupling. */
  private Best usual(double order) {
    NoisySgdArgument best = new NoisySgdArgument.Composition();
    double lowest = evaluation(best).renyi(order).upper();
    NoisySgdArgument.SplitNoise split = search.splitNoise(order);
    double splitValue = evaluation(split).renyi(order).upper();
    if (splitValue < lowest) {
      lowest = splitValue;
      best = split;
    }
    Optional<NoisySgdArgument.SmoothedMixing> mixed =
        new MixingSearch(step, walk, search, order, lowest).find();
    if (mixed.isPresent()) {
      double mixedValue = evaluation(mixed.get()).renyi(order).upper();
      best = mixedValue < lowest ? mixed.get() : best;
      lowest = Math.min(lowest, mixedValue);
    }
    return new Best(best, lowest, split);
  }

  private Optional<NoisySgdArgument.RecoupledDivergence> recoupled(double order, Best usual) {
    double splitValue = evaluation(usual.split()).renyi(order).upper();
    return divergences.find(order, usual.split(), splitValue, usual.value());
  }

  private NoisySgdEvaluation evaluation(NoisySgdArgument argument) {
    return NoisySgdEvaluation.of(step, walk, argument, profiles);
  }

  /** The run. */
  @Override
  public String toString() {
    return "bounds of the last iterate of "
        + Brief.of(settings().describe())
        + " under "
        + settings().adjacency();
  }
}
