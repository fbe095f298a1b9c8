package org.assay.algorithms.internal.optimize.perturbation;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Minibatch noisy SGD on the Moreau envelope ([@BassilyFeldmanTalwarThakurta2019], Section 4), for
 * convex losses with kinks: {@link MinibatchNoisySgd} with the gradients {@code beta (w - prox(w))}
 * of a {@link MoreauEnvelope}. Its event is that of minibatch noisy SGD with the envelope's
 * Lipschitz constant.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class NoisyProxGradient implements PrivateAlgorithm {
  private final MoreauEnvelope envelope;
  private final MinibatchNoisySgd sgd;

  private NoisyProxGradient(MoreauEnvelope envelope, MinibatchNoisySgd sgd) {
    this.envelope = envelope;
    this.sgd = sgd;
  }

  /**
   * The algorithm.
   *
   * @param schedule steps, batch size, step size and noise
   * @param records number of records n, at least 2
   * @param envelope the smoothed loss
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static NoisyProxGradient of(
      MinibatchSchedule schedule, int records, MoreauEnvelope envelope, ConstraintSet set) {
    return new NoisyProxGradient(envelope, MinibatchNoisySgd.of(schedule, records, envelope, set));
  }

  /**
   * The algorithm with the paper's smoothing, and with the steps and noise of {@link
   * MinibatchNoisySgd#calibrated}.
   *
   * @param loss any convex loss of a linear prediction
   * @param target as in {@link MinibatchNoisySgd#calibrated}
   * @throws IllegalArgumentException as {@link MinibatchNoisySgd#calibrated}
   */
  public static NoisyProxGradient calibrated(
      int records, LinearPredictionLoss loss, ConstraintSet set, Guarantee target) {
    MoreauEnvelope envelope = paperEnvelope(records, loss, set, target);
    return new NoisyProxGradient(
        envelope, MinibatchNoisySgd.calibrated(records, envelope, set, target));
  }

  /**
   * The smoothing of Theorem 4.4: {@code beta = (L/D) min(√n/4, epsilon n/(8 √(d ln(1/delta))))},
   * with {@code 2 √rho} for {@code epsilon/√ln(1/delta)} where the target has none.
   *
   * @param set the set, of diameter D
   * @param target approximate, zero-concentrated or Gaussian
   */
  public static MoreauEnvelope paperEnvelope(
      int records, LinearPredictionLoss loss, ConstraintSet set, Guarantee target) {
    double budget =
        target
            .asApproximate()
            .map(approximate -> approximate.epsilon() / Math.sqrt(-Math.log(approximate.delta())))
            .orElseGet(() -> 2 * Math.sqrt(PaperBudget.rho(target)));
    double beta =
        Math.min(Math.sqrt(records) / 4, budget * records / (8 * Math.sqrt(set.dimension())));
    return new MoreauEnvelope(loss, beta * loss.lipschitzConstant() / set.diameter());
  }

  /** The smoothed loss. */
  public MoreauEnvelope envelope() {
    return envelope;
  }

  /** The parameters. */
  public MinibatchSchedule schedule() {
    return sgd.schedule();
  }

  /**
   * A bound on the expected excess of the mean loss itself, not of the envelope: {@link
   * MinibatchNoisySgd#excessLossBound} plus {@link MoreauEnvelope#gap}.
   */
  public double excessLossBound() {
    return sgd.excessLossBound() + envelope.gap();
  }

  @Override
  public DpEvent event() {
    return sgd.event();
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    return sgd.run(dataset, random);
  }

  @Override
  public String toString() {
    return "NoisyProxGradient(" + sgd + ", beta " + envelope.beta() + ")";
  }
}
