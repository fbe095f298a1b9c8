package org.assay.verify.trial;

import java.time.Duration;
import java.util.Optional;
import org.assay.verify.trial.TrialCluster.TrialClusterException;
import org.assay.verify.trial.TrialPlan.TrialRange;

/**
 * Runs trials of a plan on its own machine, by the same code as an audit without a cluster. Threads
 * may share a worker if they may share the mechanism.
 *
 * @param <D> the type of datasets
 */
public final class TrialWorker<D> {
  private final TrialSubject<D> subject;
  private final Mechanism<D> seen;
  private final TrialPlan plan;

  private TrialWorker(TrialSubject<D> subject, TrialPlan plan) {
    this.subject = subject;
    this.seen = RoundedOutputs.of(subject.mechanism(), plan.significantBits());
    this.plan = plan;
  }

  /**
   * A worker.
   *
   * @param plan the plan
   * @return the worker
   * @throws TrialClusterException if the recipe makes other pairs than the audit expects
   * @throws Exception if the recipe fails
   */
  public static TrialWorker<?> of(TrialPlan plan) throws Exception {
    TrialSubject<?> subject = plan.recipe().make();
    if (!subject.pairsInWords().equals(plan.pairs())) {
      throw new TrialClusterException(
          "the pairs made on the cluster are not those of the audit: the recipe must make the same"
              + " everywhere");
    }
    return new TrialWorker<>(subject, plan);
  }

  /**
   * Runs trials.
   *
   * @param range the trials
   * @return the trials' coins and outcomes
   * @throws InterruptedException if the thread was interrupted; the trials are void
   */
  public TrialBatch run(TrialRange range) throws InterruptedException {
    Optional<Duration> limit =
        plan.runLimitNanos() == Long.MAX_VALUE
            ? Optional.empty()
            : Optional.of(Duration.ofNanos(plan.runLimitNanos()));
    try (TrialRunner<D> runner = new TrialRunner<>(seen, plan.seed(), 1, Long.MAX_VALUE, limit)) {
      return runner
          .run(subject.pairs().get(range.pair()), range.first(), range.count())
          .orElseThrow();
    }
  }
}
