package org.assay.verify.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.CheckSettings;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.RoundedOutputs;

/** The settings of an audit. Immutable: each {@code with} method returns a changed copy. */
final class AuditSettings {
  /** The number of significant bits of a double: nothing is rounded. */
  static final int ALL_BITS = RoundedOutputs.SIGNIFICAND;

  private final Guarantee claim;
  private CheckSettings check = CheckSettings.DEFAULT;
  private long maximumRuns;
  private Optional<Duration> maximumDuration = Optional.empty();
  private Optional<Duration> runLimit = Optional.empty();
  private int threads = 1;
  private Listeners listeners = Listeners.NOBODY;
  private Optional<CheckpointPlace> checkpoint = Optional.empty();
  private int significantBits = ALL_BITS;
  private boolean wholeBudget;
  private Optional<AuditCluster> cluster = Optional.empty();
  private LongSupplier clock = System::nanoTime;

  private AuditSettings(Guarantee claim) {
    this.claim = claim;
  }

  static AuditSettings of(Guarantee claim, long maximumRuns) {
    AuditSettings settings = new AuditSettings(claim);
    settings.maximumRuns = maximumRuns;
    return settings;
  }

  private AuditSettings with(Consumer<AuditSettings> change) {
    AuditSettings copy = new AuditSettings(claim);
    copy.check = check;
    copy.maximumRuns = maximumRuns;
    copy.maximumDuration = maximumDuration;
    copy.runLimit = runLimit;
    copy.threads = threads;
    copy.listeners = listeners;
    copy.checkpoint = checkpoint;
    copy.significantBits = significantBits;
    copy.wholeBudget = wholeBudget;
    copy.cluster = cluster;
    copy.clock = clock;
    change.accept(copy);
    return copy;
  }

  Guarantee claim() {
    return claim;
  }

  /** The largest probability of refuting a true claim. */
  double errorProbability() {
    return check.errorProbability();
  }

  long seed() {
    return check.seed();
  }

  /** The budget in runs. */
  long maximumRuns() {
    return maximumRuns;
  }

  /** The longest time of the audit; empty without a limit. */
  Optional<Duration> maximumDuration() {
    return maximumDuration;
  }

  /** The longest time of one run; empty without a limit. */
  Optional<Duration> runLimit() {
    return runLimit;
  }

  /** Largest number of runs in progress at once. */
  int threads() {
    return threads;
  }

  Listeners listeners() {
    return listeners;
  }

  /** The place of observed outcomes; empty without a checkpoint. */
  Optional<CheckpointPlace> checkpoint() {
    return checkpoint;
  }

  /** Number of significant bits of a coordinate that count, 53 for all. */
  int significantBits() {
    return significantBits;
  }

  /** Whether the audit goes on after a refutation. */
  boolean wholeBudget() {
    return wholeBudget;
  }

  /** The cluster that runs trials; empty if they run in this process. */
  Optional<AuditCluster> cluster() {
    return cluster;
  }

  AuditSettings withErrorProbability(double value) {
    return with(copy -> copy.check = check.withErrorProbability(value));
  }

  AuditSettings withSeed(long value) {
    return with(copy -> copy.check = check.withSeed(value));
  }

  AuditSettings withMaximumRuns(long value) {
    return with(copy -> copy.maximumRuns = value);
  }

  AuditSettings withMaximumDuration(Duration value) {
    return with(copy -> copy.maximumDuration = Optional.of(value));
  }

  AuditSettings withRunLimit(Duration value) {
    return with(copy -> copy.runLimit = Optional.of(value));
  }

  AuditSettings withThreads(int value) {
    return with(copy -> copy.threads = value);
  }

  AuditSettings withListeners(Listeners value) {
    return with(copy -> copy.listeners = value);
  }

  AuditSettings withCheckpoint(CheckpointPlace value) {
    return with(copy -> copy.checkpoint = Optional.of(value));
  }

  AuditSettings withSignificantBits(int value) {
    return with(copy -> copy.significantBits = value);
  }

  AuditSettings withWholeBudget() {
    return with(copy -> copy.wholeBudget = true);
  }

  AuditSettings withCluster(AuditCluster value) {
    return with(copy -> copy.cluster = Optional.of(value));
  }

  /** A clock in nanoseconds, for limits of time and for the reported time. */
  LongSupplier clock() {
    return clock;
  }

  AuditSettings withClock(LongSupplier value) {
    return with(copy -> copy.clock = value);
  }

  /**
   * The identity of the audit, which a checkpoint must have to be continued. The number of the
   * format must rise with every change after which the same records would lead to other runs or
   * another verdict. Examples are other learners, other bets, another allocation.
   */
  <D> AuditIdentity name(List<AdjacentPair<D>> pairs) {
    StringBuilder name = new StringBuilder("assay audit, format 8\n");
    name.append("claim: ").append(claim.describe()).append('\n');
    name.append("error probability: ").append(errorProbability()).append('\n');
    name.append("seed: ").append(seed()).append('\n');
    name.append(AuditIdentity.BITS).append(significantBits).append('\n');
    checkpoint.ifPresent(
        place -> name.append("mechanism: ").append(place.mechanism()).append('\n'));
    pairs.forEach(pair -> name.append("pair: ").append(pair).append('\n'));
    return new AuditIdentity(name.toString());
  }

  /** The claim, the budget, the seed and the error probability. */
  String describe() {
    return String.format(
        "%s, runs: at most %s, seed %s, error probability %s",
        Brief.of(claim.describe()), maximumRuns(), seed(), errorProbability());
  }

  /**
   * Listeners of an audit in progress.
   *
   * @param progress called after every batch, including those of a checkpoint
   * @param resumption called once, when all batches of a checkpoint have been replayed
   */
  record Listeners(Consumer<Checkpoint> progress, Consumer<Checkpoint> resumption) {
    static final Listeners NOBODY = new Listeners(state -> {}, state -> {});

    Listeners withProgress(Consumer<Checkpoint> listener) {
      return new Listeners(listener, resumption);
    }

    Listeners withResumption(Consumer<Checkpoint> listener) {
      return new Listeners(progress, listener);
    }
  }
}
