package org.assay.verify.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.BinomialBounds;
import org.assay.verify.internal.inference.ErrorBudget;

/**
 * Independent runs on the same two neighbouring datasets, with the canary and without. The canary
 * is guessed to be in if its score reaches a threshold that was fixed before. The counts of false
 * alarms and misses are binomial. Exact upper bounds of both rates ([@ClopperPearson1934]) hold
 * together except with the error probability; each bound has an equal share of this probability. A
 * trade-off curve f of the runs satisfies {@code f(false alarms) ≤ misses}, and f falls. The curve
 * is refuted if {@code f} at the bound of the false alarms is above the bound of the misses: {@code
 * doc-files/repeated-runs.md}.
 *
 * <p>Scores may have the opposite direction, like a loss that falls with the canary; the canary is
 * then guessed to be in below the threshold. An exact test shows the direction, at no cost for the
 * bounds. Without a shown direction no point is shown.
 *
 * <p>Thresholds may also be chosen among the scores ({@link #everyThreshold}): the k-th largest
 * score without the canary is exceeded with a probability whose upper bound depends on k alone.
 *
 * <p>The runs with the canary must be chosen before the runs and independently of them. No coins
 * are needed.
 *
 * @param adjacency the relation between data with the canary and without it
 * @param errorProbability largest probability that any statement is wrong
 * @param thresholds where the thresholds come from
 * @param counts the counts at each threshold, at least one
 */
public record RepeatedRuns(
    AdjacencyRelation adjacency, double errorProbability, Thresholds thresholds, List<Count> counts)
    implements CanaryEvidence {
  /** Upper end of the search for {@link #runsNeeded}, in runs of one kind. */
  private static final int MOST_RUNS = 1 << 28;

  /** Where thresholds come from. */
  public enum Thresholds {
    /** They were fixed before the scores were known; each count is read in both directions. */
    FIXED,
    /** They are scores of given ranks; each count has one direction. */
    RANKED
  }

  /**
   * The counts at one threshold. At a ranked threshold, one of the two kinds of errors is one less
   * than the rank.
   *
   * @param runsOut runs without the canary, at least 1
   * @param falseAlarms number of runs without the canary that were guessed to be with it
   * @param runsIn runs with the canary, at least 1
   * @param misses number of runs with the canary that were guessed to be without it
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

    /** The count with all guesses reversed: in if the score is below the threshold. */
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
    Parameters.requireGiven("thresholds", thresholds);
    counts = List.copyOf(counts);
    Parameters.requireAtLeastOne("number of thresholds", counts.size());
    Count first = counts.get(0);
    int ranked = 2 * (ranks(first.runsOut()).length + ranks(first.runsIn()).length);
    if (thresholds == Thresholds.RANKED && counts.size() != ranked) {
      throw new IllegalArgumentException(
          "counts were " + counts.size() + ": ranked thresholds have " + ranked + " of them");
    }
  }

  /**
   * Evidence at thresholds that were fixed before the scores were known.
   *
   * @param adjacency the relation between data with the canary and without it
   * @param errorProbability largest probability that any statement is wrong
   * @param counts the counts at each threshold, at least one
   * @throws IllegalArgumentException if there is no count or the probability is out of range
   */
  public RepeatedRuns(AdjacencyRelation adjacency, double errorProbability, List<Count> counts) {
    this(adjacency, errorProbability, Thresholds.FIXED, counts);
  }

  /**
   * The evidence of scores.
   *
   * @param adjacency the relation between data with the canary and without it
   * @param errorProbability largest probability that any statement is wrong
   * @param included for each run whether the canary was in
   * @param scores for each run a score, higher if the canary looks included
   * @param thresholds scores from which on the canary is guessed to be in, fixed before the scores
   *     were known
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

  /**
   * The evidence of scores at thresholds among the scores themselves, for experiments in which no
   * threshold is known beforehand. Four kinds of tests share the error probability: "in above the
   * k-th largest score without the canary", "out below the k-th smallest score with the canary",
   * and both with scores of opposite sign. The ranks k are 1, 2, 4, and so on.
   *
   * @param adjacency the relation between data with the canary and without it
   * @param errorProbability largest probability that any statement is wrong
   * @param included for each run whether the canary was in
   * @param scores for each run a score
   * @return the evidence
   * @throws IllegalArgumentException if the numbers of both differ, a score is not a number, or all
   *     runs are of one kind
   */
  public static RepeatedRuns everyThreshold(
      AdjacencyRelation adjacency, double errorProbability, boolean[] included, double[] scores) {
    requireScores(included, scores);
    double[] opposite = Arrays.stream(scores).map(score -> -score).toArray();
    List<Count> counts = new ArrayList<>();
    for (double[] signed : List.of(scores, opposite)) {
      double[] out = ofKind(included, signed, false);
      double[] in = ofKind(included, signed, true);
      for (int rank : ranks(out.length)) {
        double threshold = out[out.length - rank];
        counts.add(new Count(out.length, rank - 1, in.length, atMost(in, threshold)));
      }
      for (int rank : ranks(in.length)) {
        int below = (int) Arrays.stream(out).filter(score -> score < in[rank - 1]).count();
        counts.add(new Count(out.length, out.length - below, in.length, rank - 1));
      }
    }
    return new RepeatedRuns(adjacency, errorProbability, Thresholds.RANKED, counts);
  }

  /** The scores of the runs of one kind in ascending order. */
  private static double[] ofKind(boolean[] included, double[] scores, boolean kind) {
    return IntStream.range(0, scores.length)
        .filter(i -> included[i] == kind)
        .mapToDouble(i -> scores[i])
        .sorted()
        .toArray();
  }

  /** The powers of two up to the number of scores. */
  private static int[] ranks(int scores) {
    return IntStream.iterate(1, rank -> rank <= scores && rank > 0, rank -> 2 * rank).toArray();
  }

  private static int atMost(double[] scores, double threshold) {
    return (int) Arrays.stream(scores).filter(score -> score <= threshold).count();
  }

  private static Count count(boolean[] included, double[] scores, double threshold) {
    requireScores(included, scores);
    if (Double.isNaN(threshold)) {
      throw new IllegalArgumentException("threshold was NaN: it must be a number");
    }
    int in = 0;
    int misses = 0;
    int falseAlarms = 0;
    for (int i = 0; i < scores.length; i++) {
      in += included[i] ? 1 : 0;
      misses += included[i] && scores[i] < threshold ? 1 : 0;
      falseAlarms += !included[i] && scores[i] >= threshold ? 1 : 0;
    }
    return new Count(scores.length - in, falseAlarms, in, misses);
  }

  private static void requireScores(boolean[] included, double[] scores) {
    if (included.length != scores.length) {
      throw new IllegalArgumentException(
          "scores were " + scores.length + " for " + included.length + " runs: give one for each");
    }
    for (int i = 0; i < scores.length; i++) {
      if (Double.isNaN(scores[i])) {
        throw new IllegalArgumentException("score " + i + " was NaN: it must be a number");
      }
    }
  }

  @Override
  public List<String> describe() {
    if (thresholds == Thresholds.RANKED) {
      return List.of(counts.size() + " thresholds among the scores share the error probability");
    }
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
    OptionalInt least =
        thresholds == Thresholds.RANKED
            ? rankedRunsNeeded(claim)
            : runsNeeded(claim, ErrorBudget.of(errorProbability).share(counts.size()));
    return least.isPresent()
        ? "it takes at least " + least.getAsInt() + " runs, half of them with the canary"
        : "even " + 2L * MOST_RUNS + " runs would be too few";
  }

  /**
   * The points that no other point excels, from the fewest false alarms on. A fixed threshold gives
   * a point if the direction of the scores is shown.
   */
  @Override
  public List<Point> points() {
    double share = share();
    Stream<Count> read =
        thresholds == Thresholds.RANKED
            ? counts.stream()
            : counts.stream()
                .flatMap(count -> Stream.of(count, count.reversed()))
                .filter(this::isShown);
    List<Point> all =
        read.map(
                count ->
                    new Point(
                        BinomialBounds.upper(count.falseAlarms(), count.runsOut(), share),
                        BinomialBounds.upper(count.misses(), count.runsIn(), share)))
            .sorted(Comparator.comparing(Point::falseAlarms).thenComparing(Point::misses))
            .toList();
    List<Point> best = new ArrayList<>();
    for (Point point : all) {
      if (best.isEmpty() || point.misses() < best.get(best.size() - 1).misses()) {
        best.add(point);
      }
    }
    return List.copyOf(best);
  }

  /** The error probability of one bound of one rate. */
  private double share() {
    return ErrorBudget.of(errorProbability).share(2 * counts.size());
  }

  /**
   * Whether runs with the canary reach the threshold more often. The test has probability b² of
   * error, where b is the error probability of one bound, at no cost. Two independent bounds that
   * each fail with probability b are right together with probability {@code (1 - b)²}, which leaves
   * b² of the spent 2 b.
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
    if (thresholds == Thresholds.RANKED) {
      Count size = counts.get(0);
      boolean[] included = new boolean[size.runsOut() + size.runsIn()];
      double[] scores = new double[included.length];
      Arrays.fill(included, size.runsOut(), included.length, true);
      Arrays.fill(scores, size.runsOut(), included.length, 1);
      return everyThreshold(adjacency, errorProbability, included, scores);
    }
    List<Count> right =
        counts.stream().map(count -> new Count(count.runsOut(), 0, count.runsIn(), 0)).toList();
    return new RepeatedRuns(adjacency, errorProbability, right);
  }

  /** Number of runs, half of them with the canary, whose ranked thresholds could refute a claim. */
  private OptionalInt rankedRunsNeeded(Guarantee claim) {
    OptionalInt half =
        LeastCount.of(
            runs -> {
              double share = ErrorBudget.of(errorProbability).share(8 * ranks(runs).length);
              double rate = BinomialBounds.upper(0, runs, share);
              return refutes(List.of(new Point(rate, rate)), claim);
            },
            MOST_RUNS);
    return half.isPresent() ? OptionalInt.of(2 * half.getAsInt()) : half;
  }

  /**
   * Number of runs that are needed to refute a claim, half of them with the canary, if the guesses
   * at one threshold are all right.
   *
   * @param claim the claim
   * @param errorProbability largest probability of refuting the claim though the claim is true
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

  /**
   * The exact test of two binomial counts given their sum ([@Fisher1935]): do runs with the canary
   * reach a threshold more often than runs without?
   *
   * <p>Suppose that runs with the canary do not reach the threshold more often. Let h runs with the
   * canary reach the threshold, and s of all N runs. Given s, the p-value of h is at most the upper
   * tail of a hypergeometric distribution. Ratios of its successive probabilities fall, so with q
   * the ratio at h the tail is at most {@code Pr[h] / (1 - q)}. With {@code p = s / N}, the
   * probability at h is a product of two binomial ones, divided by {@code Pr[Bin(N, p) = s] ≥ √(N /
   * (8 s (N - s)))} ([@MacWilliamsSloane1977]).
   */
  static final class ScoreDirection {
    /** Factor that covers the relative error of the library's binomial probabilities. */
    private static final double MARGIN = 1 + 1e-6;

    private ScoreDirection() {}

    /**
     * An upper bound of the p-value.
     *
     * @param count the counts at a threshold
     * @return at most 1; at most alpha with probability at most alpha, if runs with the canary do
     *     not reach the threshold more often
     */
    static double pValue(RepeatedRuns.Count count) {
      int hits = count.runsIn() - count.misses();
      long reached = (long) hits + count.falseAlarms();
      double all = (double) count.runsIn() + count.runsOut();
      if (!(reached > 0 && reached < all)) {
        return 1;
      }
      double ratio =
          (double) count.falseAlarms()
              / (hits + 1.0)
              * count.misses()
              / (count.runsOut() - count.falseAlarms() + 1.0);
      if (!(ratio < 1)) {
        return 1;
      }
      double share = reached / all;
      double log =
          BinomialDistribution.of(count.runsIn(), share).logProbability(hits)
              + BinomialDistribution.of(count.runsOut(), share).logProbability(count.falseAlarms());
      double first = Math.exp(log) * Math.sqrt(8 * reached * (1 - share));
      return Math.min(1, first / (1 - ratio) * MARGIN);
    }
  }
}
