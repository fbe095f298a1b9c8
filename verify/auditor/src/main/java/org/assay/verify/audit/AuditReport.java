package org.assay.verify.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.LongFunction;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.LowerBound.TradeoffPoint;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.replay.RandomnessReport;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;

/**
 * Everything that an audit found. Two audits with the same claim, mechanism, pairs, seed and number
 * of runs have equal reports for every number of threads, {@linkplain #withoutTiming() except for
 * the time}.
 *
 * @param claim the audited claim
 * @param verdict the conclusion
 * @param reason the ground of the conclusion, one sentence
 * @param errorProbability the largest probability of refuting a true claim
 * @param betErrorProbability the part of the error probability for bets: the claim is refuted if
 *     the wealth reaches the inverse of this number
 * @param seed the root seed
 * @param maximumRuns the budget in runs
 * @param runs the number of runs used
 * @param trajectory wealth by number of runs, in the order of the audit
 * @param lowerBound lower bound of the true parameter by the same runs
 * @param telling whether the runs would have refuted a mechanism that names its dataset, and were
 *     not withdrawn; if false, a claim that stood means nothing
 * @param unseen the parts of the outputs that learners did not see, if the claim was not refuted
 * @param witness the clearest event, counted on runs made after the event was fixed; empty if there
 *     was none
 * @param tradeoff observed trade-off between the two errors, on runs made after the score was fixed
 * @param pairs the numbers of runs on each pair
 * @param power the violations that the budget could have found
 * @param elapsed the time used; empty in a report that is to be compared
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
   * The pairs on which a violation must show to be found, in words. The figures of {@link #power}
   * are for violations on a pair that was tried; they say nothing of other pairs. The pairs share
   * the runs.
   *
   * @return "on the one pair tried", or the number of tried pairs, one of which must show the
   *     violation
   */
  public String whereTried() {
    return onOneOf(pairs.size());
  }

  static String onOneOf(int pairs) {
    return pairs == 1 ? "on the one pair tried" : "on one of the " + pairs + " pairs tried";
  }

  /**
   * The smallest violation of a claim that stood that the runs could have shown, on a tried pair.
   * The words also give the number of runs that show {@link Power#FACTOR} times the claimed value.
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
   * The words of {@link #caveat} for any verdict, with numbers as a page writes them.
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

  /** Adds an earlier check of the randomness: its verdict and its part of the error probability. */
  AuditReport after(RandomnessReport randomness) {
    double total = Rounding.addUp(errorProbability, randomness.errorProbability());
    Optional<RandomnessFinding> found =
        randomness.findings().stream().filter(RandomnessFinding::refutesClaim).findFirst();
    return found.isEmpty() || verdict == Verdict.REFUTED
        ? with(verdict, reason, total, elapsed)
        : with(Verdict.REFUTED, found.get().describe(), total, elapsed);
  }

  /**
   * Takes the verdict back, for an audit whose own actions may have told the datasets apart. The
   * runs are still reported. The lower bound of the true parameter is withdrawn too.
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

  /** Claim, verdict, runs, lower bound and witness. The trajectory is left out. */
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

  /**
   * Numbers of runs of an audit on each dataset of a pair.
   *
   * @param pair the difference of the datasets, in words
   * @param left runs on the left dataset
   * @param right runs on the right dataset
   * @param failed failed runs on either dataset
   */
  public record PairRuns(String pair, long left, long right, long failed) {
    /** Smallest share of failed runs at which a pair counts as showing failures only. Not tuned. */
    private static final double NEARLY_ALL = 0.95;

    /**
     * Whether nearly all runs failed, so that hardly any output was seen.
     *
     * @return true if at least 95% of the runs failed, and there were runs
     */
    public boolean showedOnlyFailures() {
      return left + right > 0 && failed >= NEARLY_ALL * (left + right);
    }
  }

  /**
   * The violations that an audit with this claim, budget and number of pairs can find; the figures
   * need no run. The figures hold for a mechanism whose outputs, on one of the tried pairs, differ
   * as much as those of the reference. They say nothing of other pairs: a larger violation that no
   * tried pair shows is not found, whatever the budget.
   *
   * <p>The oracle's figures assume that the best event and its probabilities are known. No audit
   * with these bets does better on average. The other figures are the expected course of an audit
   * that knows the event and estimates its probabilities. Its runs are spread over all pairs, one
   * of which leaks. Finding the event among many costs more.
   *
   * <p>Rényi and zero-concentrated claims are also tried by bets on divergences, which often need
   * far fewer runs. The figures take the better kind of bet. Divergences are computed in 32 cells
   * of the outcomes and, for audits that learn, to second order. A mechanism that names its dataset
   * has two outcomes; there the best line does as well as any divergence.
   *
   * @param runsForLeak runs after which an oracle refutes a mechanism whose output names the
   *     dataset
   * @param smallestViolation smallest true value, in the currency of the lower bound, that an
   *     oracle refutes with the whole budget; infinite if none was found
   * @param learningRunsForLeak runs after which an audit that learns refutes the same leak; {@link
   *     Long#MAX_VALUE} if out of reach
   * @param learningViolation smallest true value that an audit that learns refutes with the whole
   *     budget; infinite if none was found
   * @param runsForFactor runs after which an audit that learns refutes {@link #FACTOR} times the
   *     claimed value; {@link Long#MAX_VALUE} if out of reach
   * @param reference the family of mechanisms that the values refer to
   */
  public record Power(
      long runsForLeak,
      double smallestViolation,
      long learningRunsForLeak,
      double learningViolation,
      long runsForFactor,
      String reference) {
    /**
     * The factor of a violation for which every audit reports the number of runs that refute it.
     * Not tuned.
     */
    public static final double FACTOR = 1.2;

    /**
     * The smallest violation, in words, that bets on events find in a training, without bets on
     * divergences. The canary shows the violation in each of its steps.
     *
     * @param claim the claim
     * @param lines the lines of the claim that are bet against, at least one
     * @param steps the number of steps
     * @param needed logarithm of the wealth that a single bettor needs, above 0
     * @return a verb and its object, to follow "a step that"
     */
    public static String smallestFoundBySteps(
        Guarantee claim, List<SupportingLine> lines, long steps, double needed) {
      return new PowerCheck(claim, lines, List.of()).smallestFound(steps, needed);
    }

    /**
     * The smallest violation that is found, in words.
     *
     * @param currency the name of the parameter
     * @return a verb and its object, to follow "a mechanism that"
     */
    public String smallestFound(String currency) {
      return found(reference, currency, learningViolation);
    }

    static String found(String reference, String currency, double value) {
      return Double.isInfinite(value)
          ? "names its dataset"
          : "differs as much as a "
              + (reference + " of " + currency + " ")
              + Decimals.BY_SIZE.up(value);
    }
  }
}
