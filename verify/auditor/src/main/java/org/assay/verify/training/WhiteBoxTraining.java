package org.assay.verify.training;

import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Steps of private training as mechanisms for {@link org.assay.verify.audit.Auditor}. The dataset
 * is a truth value: whether the canary is in. The outcome is one number for each step: the
 * projection of the noisy gradient onto the canary's gradient.
 *
 * <pre>{@code
 * AuditReport report =
 *     Auditor.of(new Guarantee.Gaussian(1 / noiseMultiplier, AdjacencyRelation.ADD_OR_REMOVE))
 *         .audit(
 *             WhiteBoxTraining.singleStep(step, canary),
 *             List.of(WhiteBoxTraining.canaryInOrOut(AdjacencyRelation.ADD_OR_REMOVE)));
 * }</pre>
 */
public final class WhiteBoxTraining {
  private WhiteBoxTraining() {}

  /**
   * The pair to audit on: the canary is in on the left, and not on the right.
   *
   * @param adjacency add-remove if the canary is absent on the right, zero-out if its gradient is 0
   *     there, replace-one if the step puts another record in its place
   * @return the pair
   */
  public static AdjacentPair<Boolean> canaryInOrOut(AdjacencyRelation adjacency) {
    return AdjacentPair.of("the canary is in the data or not", true, false, adjacency);
  }

  /**
   * One step, to be audited against a claim about one step.
   *
   * @param step a step without state: every run must be independent of the others
   * @param canary the canary's gradient, or any direction in which the canary should move the
   *     gradient
   * @return a mechanism that releases the projection of the noisy gradient
   */
  public static Mechanism<Boolean> singleStep(GradientStep step, double... canary) {
    return Projection.onto(canary).ofReleasesOf(step::noisyGradient);
  }

  /**
   * A whole run, to be audited against a claim about the run.
   *
   * @param training starts a training from scratch: a source of steps that share their state
   * @param steps the number of steps of a run, at least 1
   * @param canary the canary's gradient, or any direction in which the canary should move the
   *     gradients
   * @return a mechanism that releases the projections of all noisy gradients, in order
   * @throws IllegalArgumentException if there is no step or the direction has no length
   */
  public static Mechanism<Boolean> wholeRun(
      Supplier<? extends GradientStep> training, int steps, double... canary) {
    Parameters.requireAtLeastOne("steps", steps);
    Projection projection = Projection.onto(canary);
    return (withCanary, random) -> {
      GradientStep running = training.get();
      double[] projections = new double[steps];
      for (int i = 0; i < steps; i++) {
        projections[i] = projection.ofOutcome(running.noisyGradient(withCanary, random));
      }
      return Outcome.of(projections);
    };
  }

  /**
   * One step of private training. The step computes the batch's gradients, with or without a canary
   * among the data, clips, sums, adds noise and releases the result. The step may depend on all
   * earlier releases, and may update the parameters.
   */
  @FunctionalInterface
  public interface GradientStep {
    /**
     * Takes a step.
     *
     * @param withCanary whether the canary is among the data of this step; a step that samples its
     *     batch still samples the canary
     * @param random a source for noise and sampling
     * @return the noisy sum or mean of gradients
     * @throws Exception a failure
     */
    double[] noisyGradient(boolean withCanary, RandomGenerator random) throws Exception;
  }
}
