package org.assay.cli.internal.audit;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.assay.verify.audit.Checkpoint;

/**
 * The progress of the audit of one claim, in words. The remaining time is estimated from the runs
 * since the audit began or was resumed; replayed runs are not counted.
 */
final class AuditProgress {
  private static final double NANOS_PER_SECOND = 1e9;

  private final String claim;
  private final long maximumRuns;
  private final double neededWealth;
  private final Optional<Duration> limit;
  private final LongSupplier clock;
  private final long started;
  private long firstRun;
  private long firstTime;

  /**
   * The progress of an audit that begins now.
   *
   * @param claim the name of the claim
   * @param maximumRuns its budget in runs
   * @param errorProbability its error probability
   * @param limit its budget in time
   * @param clock nanoseconds, {@link System#nanoTime} outside tests
   */
  AuditProgress(
      String claim,
      long maximumRuns,
      double errorProbability,
      Optional<Duration> limit,
      LongSupplier clock) {
    this.claim = claim;
    this.maximumRuns = maximumRuns;
    this.neededWealth = 1 / errorProbability;
    this.limit = limit;
    this.clock = clock;
    this.started = clock.getAsLong();
    this.firstTime = started;
  }

  /** Notes that the runs so far were replayed. */
  void resumed(Checkpoint checkpoint) {
    firstRun = checkpoint.runs();
    firstTime = clock.getAsLong();
  }

  /** The progress in one line. */
  String describe(Checkpoint checkpoint) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d runs (%d%%), wealth %s of %.0f%s",
        claim,
        checkpoint.runs(),
        maximumRuns,
        (long) (100.0 * checkpoint.runs() / maximumRuns),
        wealth(checkpoint),
        neededWealth,
        expectedEnd(checkpoint));
  }

  private static String wealth(Checkpoint checkpoint) {
    return Double.isInfinite(checkpoint.wealth())
        ? String.format(Locale.ROOT, "e^%.0f", checkpoint.logWealth())
        : String.format(Locale.ROOT, "%.3g", checkpoint.wealth());
  }

  private String expectedEnd(Checkpoint checkpoint) {
    long now = clock.getAsLong();
    long done = checkpoint.runs() - firstRun;
    if (done <= 0 || now == firstTime) {
      return "";
    }
    double left = (double) (now - firstTime) / done * (maximumRuns - checkpoint.runs());
    double allowed =
        limit.map(time -> (double) time.toNanos() - (now - started)).orElse(Double.MAX_VALUE);
    double seconds = Math.max(0, Math.min(left, allowed)) / NANOS_PER_SECOND;
    return ", at most " + duration((long) Math.ceil(seconds)) + " more";
  }

  /** A duration in its two largest units. */
  private static String duration(long seconds) {
    if (seconds < 60) {
      return seconds + " s";
    }
    return seconds < 3600
        ? seconds / 60 + " min " + seconds % 60 + " s"
        : seconds / 3600 + " h " + seconds / 60 % 60 + " min";
  }
}
