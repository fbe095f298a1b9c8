package org.assay.verify.audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.replay.RandomnessCheck;
import org.assay.verify.replay.RandomnessReport;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.OutputPrecision;
import org.assay.verify.trial.RoundedOutputs;
import org.assay.verify.trial.TrialCluster;
import org.assay.verify.trial.TrialPlan;
import org.assay.verify.trial.TrialRecipe;
import org.assay.verify.trial.TrialRunner;
import org.assay.verify.trial.TrialSession;
import org.assay.verify.trial.TrialSubject;

/**
 * Tries to refute a privacy claim by running a mechanism on adjacent datasets and betting on which
 * of the two an output came from. Immutable; every setter returns a new auditor.
 *
 * <pre>{@code
 * Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
 * AuditReport report =
 *     Auditor.of(claim).errorProbability(1e-3).seed(7).audit(mechanism, pairs);
 * }</pre>
 *
 * <p>A true claim is refuted with probability at most the error probability, for every number of
 * runs and every way of learning: the wealth of the bettor is a nonnegative supermartingale under
 * the claim, so it reaches {@code 1/alpha} with probability at most alpha ([@Ville1939]). The
 * statement holds for a mechanism whose runs are independent of each other.
 */
public final class Auditor {
  private static final long DEFAULT_RUNS = 20_000;
  private static final long MOST_PAIRS = 64;

  /** Enough to see whether a pair is worth more. */
  private static final long RUNS_PER_PAIR = 500;

  private final AuditSettings settings;

  Auditor(AuditSettings settings) {
    this.settings = settings;
  }

  /**
   * An auditor with error probability 0.001, seed 0, at most 20,000 runs, no limit of time, one
   * thread.
   *
   * @param claim the claim to try
   * @return the auditor
   * @throws IllegalArgumentException if the claim allows every mechanism
   */
  public static Auditor of(Guarantee claim) {
    int fewest = 2;
    SupportingLines.of(claim, fewest);
    return new Auditor(AuditSettings.of(claim, DEFAULT_RUNS));
  }

  /**
   * Sets the largest probability of refuting a true claim.
   *
   * @param probability strictly between 0 and 1
   * @return the changed auditor
   */
  public Auditor errorProbability(double probability) {
    return new Auditor(settings.withErrorProbability(probability));
  }

  /**
   * Sets the root seed of all coins and of the generators handed to the mechanism.
   *
   * @param seed any number
   * @return the changed auditor
   */
  public Auditor seed(long seed) {
    return new Auditor(settings.withSeed(seed));
  }

  /**
   * Sets the budget in runs, all pairs together.
   *
   * @param count at least 1
   * @return the changed auditor
   */
  public Auditor maximumRuns(long count) {
    Parameters.requireAtLeastOne("maximumRuns", count);
    return new Auditor(settings.withMaximumRuns(count));
  }

  /**
   * Sets a limit of time; an audit that meets it is inconclusive. The batch under way is discarded.
   *
   * @param duration above zero
   * @return the changed auditor
   */
  public Auditor maximumDuration(Duration duration) {
    if (!(duration.compareTo(Duration.ZERO) > 0)) {
      throw new IllegalArgumentException(
          "maximumDuration was " + duration + ": it must be above zero");
    }
    return new Auditor(settings.withMaximumDuration(duration));
  }

  /**
   * Sets a limit of time for a single run. A run that takes longer is interrupted, and timing out
   * is its outcome. A run that ignores interruption is waited for; run such a mechanism as an
   * outside program, which can be killed.
   *
   * @param limit above zero; far above what a run takes, or reports differ from machine to machine
   * @return the changed auditor
   */
  public Auditor runTimeout(Duration limit) {
    if (!(limit.compareTo(Duration.ZERO) > 0)) {
      throw new IllegalArgumentException("runTimeout was " + limit + ": it must be above zero");
    }
    return new Auditor(settings.withRunLimit(limit));
  }

  /**
   * Sets how many runs may be under way at once; results do not depend on it.
   *
   * @param count at least 1; above 1 the mechanism is called concurrently
   * @return the changed auditor
   */
  public Auditor threads(int count) {
    Parameters.requireAtLeastOne("threads", count);
    return new Auditor(settings.withThreads(count));
  }

  /**
   * Sets who hears about progress.
   *
   * @param listener called after every batch, on the thread that audits
   * @return the changed auditor
   */
  public Auditor progress(Consumer<Checkpoint> listener) {
    return new Auditor(settings.withListeners(settings.listeners().withProgress(listener)));
  }

  /**
   * Sets who hears that an audit goes on from its checkpoint.
   *
   * @param listener called once, on the thread that audits, with the state that the checkpoint
   *     held, before the first new run if there is one; never called if it held no runs
   * @return the changed auditor
   */
  public Auditor resumed(Consumer<Checkpoint> listener) {
    return new Auditor(settings.withListeners(settings.listeners().withResumption(listener)));
  }

  /**
   * Keeps what the audit observes in a file, so that an audit that was killed goes on where it
   * stood: give the same file again. The verdict has the same guarantee, and if the mechanism uses
   * only the generators it is handed, an interrupted audit ends with the same report as one that
   * was not interrupted. A finished audit goes on if it is given a larger budget.
   *
   * @param file written and forced to the device after every batch; it must not exist or be the
   *     checkpoint of an audit with the same claim, pairs, seed and error probability. Beside it
   *     stands a file {@code NAME.lock}
   * @return the changed auditor
   */
  public Auditor checkpoint(Path file) {
    return checkpoint(file, "");
  }

  /**
   * The same, with a word on what is run: runs of one mechanism are never taken for runs of
   * another.
   *
   * @param file as in {@link #checkpoint(Path)}
   * @param mechanism the mechanism and its parameters in words; a checkpoint with other words is
   *     refused
   * @return the changed auditor
   */
  public Auditor checkpoint(Path file, String mechanism) {
    return new Auditor(
        settings.withCheckpoint(new CheckpointPlace(Storage.ofSystem(), file, mechanism)));
  }

  /**
   * Rounds every coordinate of an output to so many significant bits before anything looks at it.
   * Noise that is added in floating-point arithmetic betrays the data through its lowest bits
   * ([@Mironov2012]), which refutes most claims about programs that do so. Of doubles 24 bits hide
   * that and little else: the audit is then one of the algorithm rather than of its arithmetic.
   * Numbers in single precision have 24 bits, which hide nothing; 10 do. {@link #bitsAboveLowest}
   * tells which it is.
   *
   * @param bits from 2 to 53; 53, which is the default, changes nothing
   * @return the changed auditor
   */
  public Auditor significantBits(int bits) {
    if (!(bits >= 2 && bits <= AuditSettings.ALL_BITS)) {
      throw new IllegalArgumentException(
          "significantBits were " + bits + ": they must be from 2 to " + AuditSettings.ALL_BITS);
    }
    return new Auditor(settings.withSignificantBits(bits));
  }

  /**
   * Uses the whole budget even if the claim is refuted early, which raises the lower bound.
   *
   * @return the changed auditor
   */
  public Auditor untilBudgetEnds() {
    return new Auditor(settings.withWholeBudget());
  }

  /**
   * Runs the trials on a cluster. The report is the same as without it if the mechanism is
   * repeatable; the guarantee is the same in any case ({@code
   * org.assay.verify.trial/doc-files/trials-elsewhere.md}). What is run next, learned and concluded
   * is decided here.
   *
   * @param cluster the cluster; the auditor does not close it
   * @param recipe how to make the audited mechanism and pairs there
   * @return the changed auditor
   */
  public Auditor elsewhere(TrialCluster cluster, TrialRecipe<?> recipe) {
    return new Auditor(settings.withCluster(new AuditCluster(cluster, recipe)));
  }

  /**
   * Audits a mechanism. If the calling thread is interrupted the audit ends as inconclusive with
   * what it has, and the thread's interrupt status is set again.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the report
   * @throws IllegalArgumentException if there is no pair, or a pair's relation is not the claim's
   * @throws CheckpointException if the checkpoint is damaged, in use or of another audit, or cannot
   *     be read or written
   * @throws org.assay.verify.trial.TrialClusterException if the cluster fails
   */
  public <D> AuditReport audit(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    if (pairs.isEmpty()) {
      throw new IllegalArgumentException("pairs were empty: an audit needs an adjacent pair");
    }
    for (AdjacentPair<D> pair : pairs) {
      settings.claim().adjacency().requireSame(pair.adjacency());
    }
    long started = settings.clock().getAsLong();
    long deadline =
        settings.maximumDuration().map(limit -> deadline(started, limit)).orElse(Long.MAX_VALUE);
    AuditSession<D> session = new AuditSession<>(settings, List.copyOf(pairs));
    TrialSubject<D> subject = new TrialSubject<>(mechanism, pairs);
    if (settings.cluster().isEmpty()) {
      try (TrialRunner<D> runner = here(mechanism, deadline)) {
        return audit(session, runner, pairs, started);
      }
    }
    AuditCluster place = settings.cluster().get();
    TrialPlan plan = place.plan(settings, subject);
    try (TrialSession there = place.cluster().open(plan);
        TrialRunner<D> runner =
            TrialRunner.elsewhere(subject, plan, there, settings.threads(), deadline)) {
      return audit(session, runner, pairs, started);
    }
  }

  private <D> TrialRunner<D> here(Mechanism<D> mechanism, long deadline) {
    return new TrialRunner<>(
        seen(mechanism),
        settings.seed(),
        settings.threads(),
        deadline,
        settings.runLimit(),
        settings.clock());
  }

  private <D> AuditReport audit(
      AuditSession<D> session, TrialRunner<D> runner, List<AdjacentPair<D>> pairs, long started) {
    if (settings.checkpoint().isEmpty()) {
      return session.run(runner, Optional.empty(), started);
    }
    try (CheckpointFile file =
        CheckpointFile.open(settings.checkpoint().get(), settings.name(pairs))) {
      return session.run(runner, Optional.of(file), started);
    }
  }

  /**
   * Audits a mechanism on the pairs of a family, the revealing ones first: as many as the budget
   * lets the audit tell apart, from 1 to 64. All of them keep being tried while most runs go to the
   * pair that promises most.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param family pairs adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the report
   * @throws IllegalArgumentException if the family's relation is not the claim's
   * @throws CheckpointException if the checkpoint is damaged, in use or of another audit, or cannot
   *     be read or written
   */
  public <D> AuditReport audit(Mechanism<D> mechanism, PairFamily<D> family) {
    settings.claim().adjacency().requireSame(family.adjacency());
    long affordable = Math.min(MOST_PAIRS, settings.maximumRuns() / RUNS_PER_PAIR);
    return audit(mechanism, family.pairs(settings.seed(), (int) Math.max(1, affordable)));
  }

  /** The same by another clock. */
  Auditor withClock(LongSupplier clock) {
    return new Auditor(settings.withClock(clock));
  }

  AuditSettings settings() {
    return settings;
  }

  /** Looks at the randomness of a mechanism for a share of the time, if that is limited. */
  <D> RandomnessReport look(
      RandomnessCheck check, Mechanism<D> mechanism, List<AdjacentPair<D>> pairs, double share)
      throws InterruptedException {
    long limit =
        withShareOfTime(share)
            .settings
            .maximumDuration()
            .map(time -> deadline(settings.clock().getAsLong(), time))
            .orElse(Long.MAX_VALUE);
    try (TrialRunner<D> runner = here(mechanism, limit)) {
      return check.check(runner, pairs);
    }
  }

  /**
   * Looks how finely a mechanism writes its numbers, which says what rounding hides. The runs are
   * its own: no audit shares them, so that the number of {@link #significantBits} of an audit may
   * be chosen by what they show. Nothing is rounded here.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair; the first four are looked at, with 16 runs each
   * @param <D> the type of datasets
   * @return what was seen; empty if there was no number but 0, or the thread was interrupted, whose
   *     interrupt status is then set again
   */
  public <D> Optional<OutputPrecision> precision(
      Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    try (TrialRunner<D> runner =
        new TrialRunner<>(
            mechanism,
            settings.seed(),
            settings.threads(),
            Long.MAX_VALUE,
            settings.runLimit(),
            settings.clock())) {
      return OutputPrecision.look(runner, pairs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /**
   * How many significant bits leave out what floating-point arithmetic betrays, and not the noise:
   * the fewest of {@link OutputPrecision#roundings}, as {@link #precision} sees them. Mostly 24 of
   * doubles and 10 of single precision.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair; the first four are looked at, with 16 runs each
   * @param <D> the type of datasets
   * @return for {@link #significantBits}; 53, which hides nothing, where nothing may be hidden
   */
  public <D> int bitsAboveLowest(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    return precision(mechanism, pairs).stream()
        .flatMap(precision -> precision.roundings().stream())
        .findFirst()
        .orElse(AuditSettings.ALL_BITS);
  }

  /**
   * Whether a mechanism gives other outputs when it is run again with the same seeds. An audit of
   * one that does is as sound, but cannot be repeated exactly.
   *
   * @param mechanism the mechanism
   * @param pairs at least one pair; the first four are looked at, with 16 runs each, twice
   * @param <D> the type of datasets
   * @return whether it does; false may be chance where there are few different outputs
   */
  public <D> boolean drawsOwnRandomness(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    return OwnRandomness.isIn(mechanism, pairs, settings.seed(), settings.runLimit());
  }

  /**
   * How many significant bits count in the audit that a checkpoint is of: what was chosen for it by
   * runs must be kept when it goes on.
   *
   * @param file a checkpoint, or where there may be one
   * @return the number; empty if there is no file, or none that {@link #checkpoint} would continue
   * @throws CheckpointException if the file cannot be read
   */
  public static OptionalInt significantBitsOf(Path file) {
    return CheckpointFile.identity(file)
        .map(AuditIdentity::significantBits)
        .orElseGet(OptionalInt::empty);
  }

  /** The same with a part of its time, if that is limited. */
  Auditor withShareOfTime(double share) {
    return settings
        .maximumDuration()
        .map(time -> maximumDuration(Duration.ofNanos((long) (share * nanos(time)))))
        .orElse(this);
  }

  private static double nanos(Duration time) {
    return time.toSeconds() * 1e9 + time.toNanosPart();
  }

  /** The mechanism as the audit sees it. */
  <D> Mechanism<D> seen(Mechanism<D> mechanism) {
    return RoundedOutputs.of(mechanism, settings.significantBits());
  }

  /** Limits beyond a century are no limit. */
  private static long deadline(long started, Duration limit) {
    return limit.toDays() > 36_500 ? Long.MAX_VALUE : started + limit.toNanos();
  }

  /** The claim, the budget, the seed and the error probability. */
  @Override
  public String toString() {
    return "audit of " + settings.describe();
  }
}
