package org.assay.verify.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;

/**
 * What an audit was asked to do.
 *
 * @param claim the claim to try
 * @param errorProbability largest probability of refuting a true claim
 * @param seed the root seed
 * @param maximumRuns the budget in runs
 * @param maximumDuration the limit of time, if any
 * @param threads how many runs may be under way at once
 * @param listener who hears about progress
 * @param checkpoint where to keep what was observed, if anywhere
 * @param wholeBudget whether to go on after a refutation
 */
record AuditSettings(
    Guarantee claim,
    double errorProbability,
    long seed,
    long maximumRuns,
    Optional<Duration> maximumDuration,
    int threads,
    Consumer<Checkpoint> listener,
    Optional<Path> checkpoint,
    boolean wholeBudget) {

  static AuditSettings of(Guarantee claim, double errorProbability, long maximumRuns) {
    return new AuditSettings(
        claim,
        errorProbability,
        0,
        maximumRuns,
        Optional.empty(),
        1,
        checkpoint -> {},
        Optional.empty(),
        false);
  }

  AuditSettings withErrorProbability(double value) {
    return new AuditSettings(
        claim,
        value,
        seed,
        maximumRuns,
        maximumDuration,
        threads,
        listener,
        checkpoint,
        wholeBudget);
  }

  AuditSettings withSeed(long value) {
    return new AuditSettings(
        claim,
        errorProbability,
        value,
        maximumRuns,
        maximumDuration,
        threads,
        listener,
        checkpoint,
        wholeBudget);
  }

  AuditSettings withMaximumRuns(long value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        value,
        maximumDuration,
        threads,
        listener,
        checkpoint,
        wholeBudget);
  }

  AuditSettings withMaximumDuration(Duration value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        Optional.of(value),
        threads,
        listener,
        checkpoint,
        wholeBudget);
  }

  AuditSettings withThreads(int value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        value,
        listener,
        checkpoint,
        wholeBudget);
  }

  AuditSettings withListener(Consumer<Checkpoint> value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        threads,
        value,
        checkpoint,
        wholeBudget);
  }

  AuditSettings withCheckpoint(Path value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        threads,
        listener,
        Optional.of(value),
        wholeBudget);
  }

  AuditSettings withWholeBudget() {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        threads,
        listener,
        checkpoint,
        true);
  }

  /** What a checkpoint must agree with to be continued. */
  <D> String name(List<AdjacentPair<D>> pairs) {
    StringBuilder name = new StringBuilder("assay audit, format 1\n");
    name.append(claim.describe()).append('\n');
    name.append(errorProbability).append(' ').append(seed).append('\n');
    pairs.forEach(pair -> name.append(pair).append('\n'));
    return name.toString();
  }
}
