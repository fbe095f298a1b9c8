package org.assay.verify.training;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.ErrorBudget;

/**
 * Guesses about canaries that were each included by a fair coin of its own; {@link OneRunEvidence}
 * states the hypotheses. Several numbers of guesses, fixed before the run, share the error
 * probability equally.
 *
 * <p>Canaries of several independent runs count together like those of one run. A coin affects one
 * run only, and the releases of the other runs do not depend on it. All releases together therefore
 * satisfy the claim for every coin.
 *
 * @param adjacency the relation between data before and after a coin is turned
 * @param errorProbability largest probability that any statement is wrong
 * @param canaries the number of canaries, at least 1
 * @param counts numbers of guesses with the numbers of right and wrong ones, at least one
 */
public record OneRunGuesses(
    AdjacencyRelation adjacency, double errorProbability, int canaries, List<Count> counts)
    implements CanaryEvidence {
  /** Upper end of the search for {@link #canariesNeeded}. */
  private static final int MOST_CANARIES = 1 << 20;

  /**
   * One number of guesses. Equal scores may leave some guesses open, neither right nor wrong.
   *
   * @param guesses number of guesses, at least 1
   * @param correct number of guesses that were right for every order of equal scores
   * @param wrong number of guesses that were wrong for every order of equal scores
   */
  public record Count(int guesses, int correct, int wrong) {
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if they are out of range
     */
    public Count {
      Parameters.requireAtLeastOne("guesses", guesses);
      if (!(correct >= 0 && wrong >= 0 && wrong <= guesses - correct)) {
        throw new IllegalArgumentException(
            String.format(
                "correct was %s and wrong %s of %s guesses: neither may be negative, and together"
                    + " they are at most the guesses",
                correct, wrong, guesses));
      }
    }

    /**
     * A count of guesses without open ones.
     *
     * @param guesses number of guesses, at least 1
     * @param correct number of right guesses
     * @throws IllegalArgumentException if they are out of range
     */
    public Count(int guesses, int correct) {
      this(guesses, correct, guesses - correct);
    }

    static Count of(ScoredCanaries canaries, GuessRule rule) {
      return new Count(
          rule.guesses(), canaries.correct(rule), canaries.reversed().correct(rule.reversed()));
    }

    /** The number of right guesses, or of wrong ones if larger. */
    int alike() {
      return Math.max(correct, wrong);
    }

    private String text(int canaries) {
      String right = correct + " of " + guesses + " guesses about " + canaries + " canaries";
      return right
          + " were right"
          + (wrong > correct ? "; turned round, " + wrong + " of them would be" : "");
    }
  }

  /**
   * Copies the counts.
   *
   * @throws IllegalArgumentException if a number is out of range
   */
  public OneRunGuesses {
    Parameters.requireGiven("adjacency", adjacency);
    Parameters.requireOpenProbability("errorProbability", errorProbability);
    counts = List.copyOf(counts);
    Parameters.requireAtLeastOne("number of guess counts", counts.size());
    for (Count count : counts) {
      OneRunEvidence.requireCounts(canaries, count.guesses());
    }
  }

  /**
   * The evidence of scores.
   *
   * @param adjacency the relation between data before and after a coin is turned
   * @param errorProbability largest probability that any statement is wrong
   * @param canaries the canaries
   * @param rules the rules of guessing, fixed before the scores were known; at least one
   * @return the evidence
   * @throws IllegalArgumentException if a number is out of range
   */
  public static OneRunGuesses of(
      AdjacencyRelation adjacency,
      double errorProbability,
      ScoredCanaries canaries,
      List<GuessRule> rules) {
    List<Count> counts = rules.stream().map(rule -> Count.of(canaries, rule)).toList();
    return new OneRunGuesses(adjacency, errorProbability, canaries.size(), counts);
  }

  @Override
  public boolean refutes(Guarantee claim) {
    adjacency.requireSame(claim.adjacency());
    double share = share();
    return counts.stream()
        .anyMatch(
            count ->
                OneRunEvidence.of(claim, canaries, count.guesses()).refutes(count.alike(), share));
  }

  private double share() {
    return ErrorBudget.of(errorProbability).share(counts.size());
  }

  @Override
  public List<String> describe() {
    return counts.stream().map(count -> count.text(canaries)).toList();
  }

  @Override
  public List<Point> points() {
    return List.of();
  }

  @Override
  public String needed(Guarantee claim) {
    double share = share();
    OptionalInt more =
        LeastCount.of(
            count -> {
              int made = Math.min(count, canaries);
              return OneRunEvidence.of(claim, canaries, made).refutes(made, share);
            },
            canaries);
    if (more.isPresent() && !perfect().refutes(claim)) {
      return ("guess more: it takes at least " + more.getAsInt() + " right guesses about these ")
          + (canaries + " canaries");
    }
    OptionalInt least = canariesNeeded(claim, share);
    return least.isPresent()
        ? "it takes at least " + least.getAsInt() + " canaries, all of them guessed about"
        : "even " + MOST_CANARIES + " canaries would be too few";
  }

  /** Every count, as if the same share of guesses about all canaries had been right. */
  @Override
  public OneRunGuesses asGoodAboutAll() {
    if (counts.stream().anyMatch(count -> count.guesses() == canaries)) {
      return this;
    }
    List<Count> all =
        counts.stream()
            .map(
                count ->
                    new Count(
                        canaries,
                        (int) ((long) count.correct() * canaries / count.guesses()),
                        (int) ((long) count.wrong() * canaries / count.guesses())))
            .toList();
    return new OneRunGuesses(adjacency, errorProbability, canaries, all);
  }

  @Override
  public OneRunGuesses perfect() {
    List<Count> right =
        counts.stream().map(count -> new Count(count.guesses(), count.guesses())).toList();
    return new OneRunGuesses(adjacency, errorProbability, canaries, right);
  }

  /**
   * Number of canaries that are needed to refute a claim if all canaries are guessed in one count,
   * and all guesses are right.
   *
   * @param claim the claim
   * @param errorProbability largest probability of refuting the claim though the claim is true
   * @return the number; empty if even 2^20 are too few
   * @throws IllegalArgumentException if the probability is not strictly between 0 and 1
   */
  public static OptionalInt canariesNeeded(Guarantee claim, double errorProbability) {
    Parameters.requireOpenProbability("errorProbability", errorProbability);
    return LeastCount.of(
        count -> OneRunEvidence.of(claim, count, count).refutes(count, errorProbability),
        MOST_CANARIES);
  }

  /**
   * Canaries with their coins and scores. Immutable.
   *
   * <p>The order of the canaries may depend on their coins, as in a table that lists the included
   * ones first. Equal scores are therefore not told apart by the order. If only some of the
   * canaries with equal scores are guessed about, as many guesses count as wrong as possible. Any
   * other way to break ties, without knowledge of the coins, would make at least as many guesses
   * right.
   */
  public static final class ScoredCanaries {
    private final double[] scores;
    private final boolean[] coins;

    private ScoredCanaries(double[] scores, boolean[] coins) {
      this.scores = scores;
      this.coins = coins;
    }

    /**
     * Scored canaries.
     *
     * @param included for each canary whether it was in
     * @param scores for each canary a score, higher if it looks included; may be infinite
     * @return the canaries
     * @throws IllegalArgumentException if the numbers of both differ, there is none, or a score is
     *     not a number
     */
    public static ScoredCanaries of(boolean[] included, double[] scores) {
      if (!(scores.length == included.length && scores.length >= 1)) {
        throw new IllegalArgumentException(
            String.format(
                "scores were %s for %s canaries: there must be one for each of at least one",
                scores.length, included.length));
      }
      for (int i = 0; i < scores.length; i++) {
        if (Double.isNaN(scores[i])) {
          throw new IllegalArgumentException(
              "score "
                  + i
                  + " was NaN: it must be a number, or the order of the scores says nothing");
        }
      }
      // Adding 0 turns -0 into 0, because sorting would tell the two apart.
      int[] order =
          IntStream.range(0, scores.length)
              .boxed()
              .sorted(Comparator.comparingDouble((Integer i) -> scores[i] + 0.0).reversed())
              .mapToInt(i -> i)
              .toArray();
      boolean[] coins = new boolean[order.length];
      double[] descending = new double[order.length];
      for (int i = 0; i < order.length; i++) {
        coins[i] = included[order[i]];
        descending[i] = scores[order[i]] + 0.0;
      }
      return new ScoredCanaries(descending, coins);
    }

    /**
     * The number of canaries.
     *
     * @return at least 1
     */
    public int size() {
      return coins.length;
    }

    /**
     * The number of right guesses.
     *
     * @param rule the rule of guessing, with at most one guess for each canary
     * @return number of guesses that are right for every order of equal scores
     * @throws IllegalArgumentException if there are more guesses than canaries
     */
    public int correct(GuessRule rule) {
      OneRunEvidence.requireCounts(size(), rule.guesses());
      int correct = 0;
      for (int from = 0; from < size(); ) {
        int to = from + 1;
        while (to < size() && scores[to] == scores[from]) {
          to++;
        }
        int guessedIn = Math.max(0, Math.min(to, rule.in()) - from);
        int guessedOut = Math.max(0, to - Math.max(from, size() - rule.out()));
        correct += fewestRight(from, to, guessedIn, guessedOut);
        from = to;
      }
      return correct;
    }

    /** The canaries with the signs of all scores changed. */
    ScoredCanaries reversed() {
      boolean[] included = new boolean[size()];
      double[] negated = new double[size()];
      for (int i = 0; i < included.length; i++) {
        included[i] = coins[size() - 1 - i];
        negated[i] = -scores[size() - 1 - i] + 0.0;
      }
      return new ScoredCanaries(negated, included);
    }

    /**
     * The smallest number of right guesses about equal scores over all orders: wrong guesses are
     * assumed as long as possible.
     */
    private int fewestRight(int from, int to, int guessedIn, int guessedOut) {
      int in = 0;
      for (boolean coin : Arrays.copyOfRange(coins, from, to)) {
        in += coin ? 1 : 0;
      }
      int out = to - from - in;
      return Math.max(0, guessedIn - out) + Math.max(0, guessedOut - in);
    }

    /** The number of canaries. */
    @Override
    public String toString() {
      return "canaries with scores: " + scores.length;
    }
  }
}
