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
 * Tries to refute a privacy claim. The auditor runs a mechanism on two adjacent datasets and bets
 * on the dataset of each output. Immutable; every setter returns a new auditor.
 *
 * <pre>{@code
 * Guarantee claim = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);
 * AuditReport report =
 *     Auditor.of(claim).errorProbability(1e-3).seed(7).audit(mechanism, pairs);
 * }</pre>
 *
 * <p>A true claim is refuted with probability at most the error probability, for every number of
 * runs and every way of learning. The reason: under a true claim the bettor's wealth is a
 * nonnegative supermartingale. Such a process reaches {@code 1/alpha} with probability at most
 * alpha ([@Ville1939]). The statement holds for a mechanism whose runs are independent of each
 * other.
 */
public final class Auditor {
  /** Default number of runs of an audit. Not tuned. */
  private static final long DEFAULT_RUNS = 20_000;

  /** Pairs that are taken from a family, at most. Not tuned. */
  private static final long MOST_PAIRS = 64;

  /**
   * Runs of the budget for each pair taken from a family; limits the number of pairs. Not tuned:
   * enough to show whether the pair deserves more runs.
   */
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
   * Sets a limit of time. An audit that reaches the limit is inconclusive. Its unfinished batch is
   * discarded.
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
   * @param limit above zero; far above the time of a run, or reports differ from machine to machine
   * @return the changed auditor
   */
  public Auditor runTimeout(Duration limit) {
    if (!(limit.compareTo(Duration.ZERO) > 0)) {
      throw new IllegalArgumentException("runTimeout was " + limit + ": it must be above zero");
    }
    return new Auditor(settings.withRunLimit(limit));
  }

  /**
   * Sets the largest number of runs in progress at once. Results do not depend on the number.
   *
   * @param count at least 1; above 1 the mechanism is called concurrently
   * @return the changed auditor
   */
  public Auditor threads(int count) {
    Parameters.requireAtLeastOne("threads", count);
    return new Auditor(settings.withThreads(count));
  }

  /**
   * Sets a listener for progress.
   *
   * @param listener called after every batch, on the thread that audits
   * @return the changed auditor
   */
  public Auditor progress(Consumer<Checkpoint> listener) {
    return new Auditor(settings.withListeners(settings.listeners().withProgress(listener)));
  }

  /**
   * Sets a listener for the continuation of a checkpoint.
   *
   * @param listener called at most once, on the thread that audits, before the first new run. It
   *     gets the state that the checkpoint held, and is never called for a checkpoint without runs
   * @return the changed auditor
   */
  public Auditor resumed(Consumer<Checkpoint> listener) {
    return new Auditor(settings.withListeners(settings.listeners().withResumption(listener)));
  }

  /**
   * Keeps the observations of the audit in a file. An audit that was killed continues if the same
   * file is given again, with the same guarantee. If the mechanism uses only the generators it is
   * handed, the report is the same as without the interruption. A finished audit continues if it is
   * given a larger budget.
   *
   * @param file written and forced to the device after every batch. It must not exist, or be the
   *     checkpoint of an audit with the same claim, pairs, seed and error probability. Beside it
   *     stands a file {@code NAME.lock}
   * @return the changed auditor
   */
  public Auditor checkpoint(Path file) {
    return checkpoint(file, "");
  }

  /**
   * Keeps the observations of the audit in a file that also names the mechanism. Runs of one
   * mechanism are then never taken for runs of another.
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
   * Rounds every coordinate of an output to some significant bits before the audit sees it. Noise
   * added in floating-point arithmetic reveals the data through its lowest bits ([@Mironov2012]).
   * These bits refute most claims about programs that add noise this way. For doubles, 24 bits hide
   * the leak and little else: the audit then judges the algorithm, not its arithmetic. Numbers in
   * single precision have 24 bits, so 10 bits are needed. {@link #bitsAboveLowest} finds the right
   * number.
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
   * Uses the whole budget even if the claim is refuted early. More runs raise the lower bound.
   *
   * @return the changed auditor
   */
  public Auditor untilBudgetEnds() {
    return new Auditor(settings.withWholeBudget());
  }

  /**
   * Runs the trials on a cluster. The guarantee is the same ({@code
   * org.assay.verify.trial/doc-files/trials-elsewhere.md}); so is the report if the mechanism is
   * repeatable. The allocation of runs, the learning and the verdict stay in this process.
   *
   * @param cluster the cluster; the auditor does not close it
   * @param recipe makes the audited mechanism and pairs on a worker
   * @return the changed auditor
   */
  public Auditor elsewhere(TrialCluster cluster, TrialRecipe<?> recipe) {
    return new Auditor(settings.withCluster(new AuditCluster(cluster, recipe)));
  }

  /**
   * Audits a mechanism. If the calling thread is interrupted, the audit ends as inconclusive and
   * reports the runs so far. The thread's interrupt status is then set again.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the report
   * @throws IllegalArgumentException if there is no pair, or a pair's relation is not the claim's
   * @throws Checkpoint.CheckpointException if the checkpoint is damaged, in use or of another
   *     audit, or cannot be read or written
   * @throws org.assay.verify.trial.TrialCluster.TrialClusterException if the cluster fails
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
   * Audits a mechanism on the first, most revealing pairs of a family. Their number is the budget
   * over 500 runs, from 1 to 64. All of them are tried to the end, while most runs go to the most
   * promising pair.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param family pairs adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the report
   * @throws IllegalArgumentException if the family's relation is not the claim's
   * @throws Checkpoint.CheckpointException if the checkpoint is damaged, in use or of another
   *     audit, or cannot be read or written
   */
  public <D> AuditReport audit(Mechanism<D> mechanism, PairFamily<D> family) {
    settings.claim().adjacency().requireSame(family.adjacency());
    long affordable = Math.min(MOST_PAIRS, settings.maximumRuns() / RUNS_PER_PAIR);
    return audit(mechanism, family.pairs(settings.seed(), (int) Math.max(1, affordable)));
  }

  /** This auditor with another clock. */
  Auditor withClock(LongSupplier clock) {
    return new Auditor(settings.withClock(clock));
  }

  AuditSettings settings() {
    return settings;
  }

  /** Checks the randomness of a mechanism, within a share of the time if the time is limited. */
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
   * Finds the precision of a mechanism's numbers, hence the effect of rounding them. The runs are
   * not part of any audit. They may therefore be used to choose an audit's number of {@link
   * #significantBits}. Nothing is rounded here.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair; the first four are tried, with 16 runs each
   * @param <D> the type of datasets
   * @return the precision; empty if no number but 0 was seen, or the thread was interrupted (its
   *     interrupt status is then set again)
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
   * The number of significant bits that hides the traces of floating-point arithmetic but not the
   * noise: the smallest of {@link OutputPrecision#roundings}, as {@link #precision} finds them.
   * Usually 24 for doubles and 10 for single precision.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair; the first four are tried, with 16 runs each
   * @param <D> the type of datasets
   * @return a number for {@link #significantBits}; 53, which hides nothing, if nothing may be
   *     hidden
   */
  public <D> int bitsAboveLowest(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    return precision(mechanism, pairs).stream()
        .flatMap(precision -> precision.roundings().stream())
        .findFirst()
        .orElse(AuditSettings.ALL_BITS);
  }

  /**
   * Whether a mechanism gives other outputs when it is run again with the same seeds. Its audits
   * are as sound, but cannot be repeated exactly.
   *
   * @param mechanism the mechanism
   * @param pairs at least one pair; the first four are tried, with 16 runs each, twice
   * @param <D> the type of datasets
   * @return whether the outputs differ; false may be chance for mechanisms with few possible
   *     outputs
   */
  public <D> boolean drawsOwnRandomness(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs) {
    return OwnRandomness.isIn(mechanism, pairs, settings.seed(), settings.runLimit());
  }

  /**
   * The number of significant bits in the audit of a checkpoint. A number that was chosen by runs
   * must stay the same when the audit continues.
   *
   * @param file a checkpoint, or a path without a file
   * @return the number; empty if there is no file, or none that {@link #checkpoint} would continue
   * @throws Checkpoint.CheckpointException if the file cannot be read
   */
  public static OptionalInt significantBitsOf(Path file) {
    return CheckpointFile.identity(file)
        .map(AuditIdentity::significantBits)
        .orElseGet(OptionalInt::empty);
  }

  /** This auditor with a part of its time, if the time is limited. */
  Auditor withShareOfTime(double share) {
    return settings
        .maximumDuration()
        .map(time -> maximumDuration(Duration.ofNanos((long) (share * nanos(time)))))
        .orElse(this);
  }

  private static double nanos(Duration time) {
    return time.toSeconds() * 1e9 + time.toNanosPart();
  }

  /** The mechanism with the rounding that the audit applies. */
  <D> Mechanism<D> seen(Mechanism<D> mechanism) {
    return RoundedOutputs.of(mechanism, settings.significantBits());
  }

  /** The end of an audit on the clock; limits beyond a century count as no limit. */
  private static long deadline(long started, Duration limit) {
    return limit.toDays() > 36_500 ? Long.MAX_VALUE : started + limit.toNanos();
  }

  /** The claim, the budget, the seed and the error probability. */
  @Override
  public String toString() {
    return "audit of " + settings.describe();
  }
}
