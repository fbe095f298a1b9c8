package org.assay.verify.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Brief;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.replay.RandomnessFinding;
import org.assay.verify.replay.RandomnessReport;

/**
 * Everything an audit found. Two audits with the same claim, mechanism, pairs, seed and budget in
 * runs have equal reports {@linkplain #withoutTiming() but for the time they took}, whatever the
 * number of threads.
 *
 * @param claim the audited claim
 * @param verdict the conclusion
 * @param reason the conclusion's ground, one sentence
 * @param errorProbability the largest probability of refuting a true claim
 * @param betErrorProbability the part of it that bets may spend: wealth of one over it refutes
 * @param seed the root seed
 * @param maximumRuns the budget
 * @param runs how many runs were used
 * @param trajectory wealth over runs, in the order of the audit
 * @param lowerBound what the same runs show about the true parameter
 * @param telling whether the runs would have refuted a mechanism that names its dataset, and were
 *     not withdrawn: otherwise a claim that stood says nothing
 * @param unseen what of the outputs was not looked at, if the claim was not refuted
 * @param witness the most telling event on runs made after it was fixed, if there was one
 * @param tradeoff observed trade-off between the two errors, on runs made after the score was fixed
 * @param pairs how the budget was spread
 * @param power what the budget could have found
 * @param elapsed the time used, absent in a report meant to be compared
 */
public record AuditReport(
    Guarantee claim,
    Verdict verdict,
    String reason,
    double errorProbability,
    double betErrorProbability,
    long seed,
    long maximumRuns,
    long runs,
    List<Checkpoint> trajectory,
    LowerBound lowerBound,
    boolean telling,
    List<String> unseen,
    Optional<Witness> witness,
    List<TradeoffPoint> tradeoff,
    List<PairRuns> pairs,
    Power power,
    Optional<Duration> elapsed) {
  /** Copies the lists. */
  public AuditReport {
    trajectory = List.copyOf(trajectory);
    unseen = List.copyOf(unseen);
    tradeoff = List.copyOf(tradeoff);
    pairs = List.copyOf(pairs);
  }

  /**
   * The final wealth.
   *
   * @return natural logarithm; 0 if nothing was run
   */
  public double logWealth() {
    return trajectory.isEmpty() ? 0 : trajectory.get(trajectory.size() - 1).logWealth();
  }

  /**
   * Where a violation must show to be found: all {@link #power} is about mechanisms that differ so
   * much on a pair that was tried, and says nothing of other pairs. Runs are shared by the pairs.
   *
   * @return "on the one pair tried", or how many there were of which one must tell
   */
  public String whereTried() {
    return onOneOf(pairs.size());
  }

  static String onOneOf(int pairs) {
    return pairs == 1 ? "on the one pair tried" : "on one of the " + pairs + " pairs tried";
  }

  /**
   * What the runs could have shown of a claim that stood, on a pair that was tried, and how many it
   * takes to show {@link Power#FACTOR} times the claimed value.
   *
   * @return half a sentence to follow "20000 runs did not refute it"; empty if the claim did not
   *     stand
   */
  public Optional<String> caveat() {
    return verdict == Verdict.NOT_REFUTED
        ? Optional.of(caveat(Decimals.BY_SIZE::up, Long::toString))
        : Optional.empty();
  }

  /**
   * The words of {@link #caveat} whatever the verdict, with numbers as a page has them.
   *
   * @param number writes a value, rounded up
   * @param count writes a number of runs
   * @return half a sentence
   */
  public String caveat(DoubleFunction<String> number, LongFunction<String> count) {
    String inReach =
        Double.isInfinite(power.learningViolation())
            ? "they could have shown a mechanism that names its dataset and nothing less"
            : "they could have shown "
                + lowerBound.currency()
                + (lowerBound.currency().contains(" ") ? " = " : " ")
                + number.apply(power.learningViolation());
    String shown = inReach + " " + whereTried();
    if (power.runsForFactor() <= maximumRuns) {
      return shown;
    }
    String more = number.apply(Power.FACTOR * lowerBound.claimed());
    return power.runsForFactor() == Long.MAX_VALUE
        ? shown + "; no number of runs shows " + more
        : shown + "; showing " + more + " takes about " + count.apply(power.runsForFactor());
  }

  /** The same with the verdict of an earlier look at the randomness, and its share of error. */
  AuditReport after(RandomnessReport randomness) {
    double total = Rounding.addUp(errorProbability, randomness.errorProbability());
    Optional<RandomnessFinding> found =
        randomness.findings().stream().filter(RandomnessFinding::refutesClaim).findFirst();
    return found.isEmpty() || verdict == Verdict.REFUTED
        ? with(verdict, reason, total, elapsed)
        : with(Verdict.REFUTED, found.get().describe(), total, elapsed);
  }

  /**
   * This report without its verdict, where the audit's own doing may be what told datasets apart.
   * The runs stay as they were; what they would show of the true parameter is taken back as well.
   *
   * @param doubt the reason, one sentence
   * @return an inconclusive report
   */
  public AuditReport withdrawn(String doubt) {
    LowerBound nothing =
        new LowerBound(
            lowerBound.currency(),
            0,
            lowerBound.claimed(),
            lowerBound.errorProbability(),
            List.of());
    return with(Verdict.INCONCLUSIVE, doubt, errorProbability, nothing, false, elapsed);
  }

  /**
   * This report without the time it took.
   *
   * @return a report that depends on seed and budget only
   */
  public AuditReport withoutTiming() {
    return with(verdict, reason, errorProbability, Optional.empty());
  }

  private AuditReport with(
      Verdict newVerdict, String newReason, double totalError, Optional<Duration> newElapsed) {
    return with(newVerdict, newReason, totalError, lowerBound, telling, newElapsed);
  }

  private AuditReport with(
      Verdict newVerdict,
      String newReason,
      double totalError,
      LowerBound newBound,
      boolean newTelling,
      Optional<Duration> newElapsed) {
    return new AuditReport(
        claim,
        newVerdict,
        newReason,
        totalError,
        betErrorProbability,
        seed,
        maximumRuns,
        runs,
        trajectory,
        newBound,
        newTelling,
        newVerdict == Verdict.REFUTED ? List.of() : unseen,
        witness,
        tradeoff,
        pairs,
        power,
        newElapsed);
  }

  /** Claim, verdict, runs, lower bound and witness; the trajectory is asked for by itself. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(verdict + ": " + Brief.of(claim.describe()));
    text.append("\nbecause ").append(Brief.of(reason));
    text.append("\nruns: ").append(runs).append(" of ").append(maximumRuns);
    text.append(", pairs: ").append(pairs.size()).append(", seed ").append(seed);
    text.append(", error probability ").append(errorProbability);
    text.append('\n').append(lowerBound);
    witness.ifPresent(seen -> text.append("\nwitness: ").append(Brief.of(seen.describe())));
    return text.toString();
  }
}
