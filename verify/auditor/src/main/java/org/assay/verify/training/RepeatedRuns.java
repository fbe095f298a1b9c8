package org.assay.verify.training;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.BinomialBounds;
import org.assay.verify.internal.inference.ErrorBudget;

/**
 * Independent runs on the same two neighbouring datasets, with the canary and without, in which the
 * canary is guessed to be in where its score reaches a threshold that was fixed before. The counts
 * of false alarms and misses are binomial, so exact upper bounds of both rates
 * ([@ClopperPearson1934]) hold together except with the error probability, of which each has an
 * equal share. A trade-off curve f that holds for the runs satisfies {@code f(false alarms) ≤
 * misses}, and falls, so it is refuted where it is above the bound of the misses at the bound of
 * the false alarms: {@code doc-files/repeated-runs.md}.
 *
 * <p>Scores may point the other way, as a loss does that falls with the canary: then the canary is
 * guessed to be in below the threshold. Which way they point is itself shown, by an exact test that
 * takes nothing of what the bounds have; where neither way is shown, neither is any point.
 *
 * <p>Which runs have the canary must be decided before them and not by them; no coins are needed.
 *
 * @param adjacency what taking the canary in or out means
 * @param errorProbability largest probability that anything said is wrong
 * @param counts what each threshold did, at least one
 */
public record RepeatedRuns(AdjacencyRelation adjacency, double errorProbability, List<Count> counts)
    implements CanaryEvidence {
  private static final int MOST_RUNS = 1 << 28;

  /**
   * What one threshold did.
   *
   * @param runsOut runs without the canary, at least 1
   * @param falseAlarms those of them in which it was guessed to be in
   * @param runsIn runs with the canary, at least 1
   * @param misses those of them in which it was guessed to be out
   */
  public record Count(int runsOut, int falseAlarms, int runsIn, int misses) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if they are out of range
     */
    public Count {
      requirePart("false alarms", falseAlarms, "runs without the canary", runsOut);
      requirePart("misses", misses, "runs with the canary", runsIn);
    }

    /** The same guesses turned round: in below the threshold. */
    Count reversed() {
      return new Count(runsOut, runsOut - falseAlarms, runsIn, runsIn - misses);
    }

    private String text() {
      return falseAlarms
          + (" of " + runsOut + " runs without the canary were false alarms, ")
          + (misses + " of " + runsIn + " runs with it were misses");
    }

    private static void requirePart(String name, int part, String all, int count) {
      if (!(count >= 1 && part >= 0 && part <= count)) {
        throw new IllegalArgumentException(
            name + " were " + part + " of " + count + " " + all + ": there must be at least 1 run");
      }
    }
  }

  /**
   * Copies the counts.
   *
   * @throws IllegalArgumentException if there is none or the probability is out of range
   */
  public RepeatedRuns {
    Parameters.requireGiven("adjacency", adjacency);
    Parameters.requireOpenProbability("errorProbability", errorProbability);
    counts = List.copyOf(counts);
    Parameters.requireAtLeastOne("number of thresholds", counts.size());
  }

  /**
   * What scores show.
   *
   * @param adjacency what taking the canary in or out means
   * @param errorProbability largest probability that anything said is wrong
   * @param included for each run whether the canary was in
   * @param scores for each run how much the canary looks included
   * @param thresholds from which on it is guessed to be in, fixed before the scores were known
   * @return the evidence
   * @throws IllegalArgumentException if the numbers of both differ, a score or threshold is not a
   *     number, or all runs are of one kind
   */
  public static RepeatedRuns of(
      AdjacencyRelation adjacency,
      double errorProbability,
      boolean[] included,
      double[] scores,
      List<Double> thresholds) {
    return new RepeatedRuns(
        adjacency,
        errorProbability,
        thresholds.stream().map(threshold -> count(included, scores, threshold)).toList());
  }

  private static Count count(boolean[] included, double[] scores, double threshold) {
    if (!(included.length == scores.length && !Double.isNaN(threshold))) {
      throw new IllegalArgumentException(
          "threshold was "
              + threshold
              + " for "
              + scores.length
              + " scores of "
              + included.length
              + " runs: it must be a number, with one score for each run");
    }
    int in = 0;
    int misses = 0;
    int falseAlarms = 0;
    for (int i = 0; i < scores.length; i++) {
      if (Double.isNaN(scores[i])) {
        throw new IllegalArgumentException("score " + i + " was NaN: it must be a number");
      }
      in += included[i] ? 1 : 0;
      misses += included[i] && scores[i] < threshold ? 1 : 0;
      falseAlarms += !included[i] && scores[i] >= threshold ? 1 : 0;
    }
    return new Count(scores.length - in, falseAlarms, in, misses);
  }

  @Override
  public List<String> describe() {
    return counts.stream()
        .map(
            count ->
                isShown(count.reversed())
                    ? count.text() + "; turned round, " + count.reversed().text()
                    : count.text())
        .toList();
  }

  @Override
  public String needed(Guarantee claim) {
    OptionalInt least = runsNeeded(claim, ErrorBudget.of(errorProbability).share(counts.size()));
    return least.isPresent()
        ? "it takes at least " + least.getAsInt() + " runs, half of them with the canary"
        : "even " + 2L * MOST_RUNS + " runs would be too few";
  }

  /** For each threshold a point, if it is shown which way the scores point. */
  @Override
  public List<Point> points() {
    double share = share();
    return counts.stream()
        .flatMap(count -> Stream.of(count, count.reversed()))
        .filter(this::isShown)
        .map(
            count ->
                new Point(
                    BinomialBounds.upper(count.falseAlarms(), count.runsOut(), share),
                    BinomialBounds.upper(count.misses(), count.runsIn(), share)))
        .toList();
  }

  /** The error probability of one bound of one rate. */
  private double share() {
    return ErrorBudget.of(errorProbability).share(2 * counts.size());
  }

  /**
   * Whether runs with the canary reach the threshold more often. Two independent bounds that fail
   * with probability b each are both right with probability {@code (1 - b)²}: of 2 b, a b² is left
   * for this.
   */
  private boolean isShown(Count count) {
    double share = share();
    return ScoreDirection.pValue(count) <= Rounding.multiplyDown(share, share);
  }

  @Override
  public boolean refutes(Guarantee claim) {
    return refutes(points(), claim);
  }

  @Override
  public double lowerBound(Guarantee claim) {
    List<Point> points = points();
    return LargestRefuted.of(claim, member -> refutes(points, member));
  }

  private boolean refutes(List<Point> points, Guarantee claim) {
    adjacency.requireSame(claim.adjacency());
    TradeoffCurve curve = TradeoffCurve.of(claim);
    return points.stream()
        .anyMatch(point -> curve.at(point.falseAlarms()).lower() > point.misses());
  }

  @Override
  public RepeatedRuns perfect() {
    List<Count> right =
        counts.stream().map(count -> new Count(count.runsOut(), 0, count.runsIn(), 0)).toList();
    return new RepeatedRuns(adjacency, errorProbability, right);
  }

  /**
   * How many runs it takes at least to refute a claim, half of them with the canary: with one
   * threshold that is never wrong.
   *
   * @param claim the claim
   * @param errorProbability largest probability of refuting it though it is true
   * @return the number; empty if even 2^29 are too few
   * @throws IllegalArgumentException if the probability is not strictly between 0 and 1
   */
  public static OptionalInt runsNeeded(Guarantee claim, double errorProbability) {
    OptionalInt half =
        LeastCount.of(
            count ->
                new RepeatedRuns(
                        claim.adjacency(), errorProbability, List.of(new Count(count, 0, count, 0)))
                    .refutes(claim),
            MOST_RUNS);
    return half.isPresent() ? OptionalInt.of(2 * half.getAsInt()) : half;
  }
}
