package org.assay.verify.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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
 * @param runLimit the longest time a run may take, if there is a limit
 * @param threads how many runs may be under way at once
 * @param listeners who hears about progress
 * @param checkpoint where to keep what was observed, if anywhere
 * @param significantBits how many bits of an output's coordinates count, 53 for all
 * @param wholeBudget whether to go on after a refutation
 */
record AuditSettings(
    Guarantee claim,
    double errorProbability,
    long seed,
    long maximumRuns,
    Optional<Duration> maximumDuration,
    Optional<Duration> runLimit,
    int threads,
    Listeners listeners,
    Optional<Path> checkpoint,
    int significantBits,
    boolean wholeBudget) {
  /** The significand of a double. */
  static final int ALL_BITS = 53;

  static AuditSettings of(Guarantee claim, double errorProbability, long maximumRuns) {
    return new AuditSettings(
        claim,
        errorProbability,
        0,
        maximumRuns,
        Optional.empty(),
        Optional.empty(),
        1,
        Listeners.NOBODY,
        Optional.empty(),
        ALL_BITS,
        false);
  }

  AuditSettings withErrorProbability(double value) {
    return new AuditSettings(
        claim,
        value,
        seed,
        maximumRuns,
        maximumDuration,
        runLimit,
        threads,
        listeners,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withSeed(long value) {
    return new AuditSettings(
        claim,
        errorProbability,
        value,
        maximumRuns,
        maximumDuration,
        runLimit,
        threads,
        listeners,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withMaximumRuns(long value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        value,
        maximumDuration,
        runLimit,
        threads,
        listeners,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withMaximumDuration(Duration value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        Optional.of(value),
        runLimit,
        threads,
        listeners,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withRunLimit(Duration value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        Optional.of(value),
        threads,
        listeners,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withThreads(int value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        runLimit,
        value,
        listeners,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withListeners(Listeners value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        runLimit,
        threads,
        value,
        checkpoint,
        significantBits,
        wholeBudget);
  }

  AuditSettings withCheckpoint(Path value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        runLimit,
        threads,
        listeners,
        Optional.of(value),
        significantBits,
        wholeBudget);
  }

  AuditSettings withSignificantBits(int value) {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        runLimit,
        threads,
        listeners,
        checkpoint,
        value,
        wholeBudget);
  }

  AuditSettings withWholeBudget() {
    return new AuditSettings(
        claim,
        errorProbability,
        seed,
        maximumRuns,
        maximumDuration,
        runLimit,
        threads,
        listeners,
        checkpoint,
        significantBits,
        true);
  }

  /** What a checkpoint must agree with to be continued. */
  <D> String name(List<AdjacentPair<D>> pairs) {
    StringBuilder name = new StringBuilder("assay audit, format 1\n");
    name.append(claim.describe()).append('\n');
    name.append(errorProbability).append(' ').append(seed).append(' ');
    name.append(significantBits).append('\n');
    pairs.forEach(pair -> name.append(pair).append('\n'));
    return name.toString();
  }
}
