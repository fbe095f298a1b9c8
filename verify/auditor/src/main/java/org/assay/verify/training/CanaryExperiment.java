package org.assay.verify.training;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.audit.LowerBound;
import org.assay.verify.audit.Verdict;
import org.assay.verify.internal.inference.CheckSettings;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.training.OneRunGuesses.ScoredCanaries;
import org.assay.verify.training.OneRunReport.GuessResult;

/**
 * An audit by one training run with canaries, each included by a fair coin of its own; {@link
 * OneRunEvidence} states the hypotheses. Half of the guesses are "in", about the canaries with the
 * highest scores; the others are "out", about the lowest scores. Equal scores are ordered by index,
 * and NaN counts as the highest score. Immutable.
 *
 * <pre>{@code
 * OneRunReport report =
 *     CanaryExperiment.of(training, 1000, AdjacencyRelation.ADD_OR_REMOVE)
 *         .guesses(100, 400).seed(7).audit(claim);
 * }</pre>
 */
public final class CanaryExperiment {
  private final CanaryTraining training;
  private final int canaries;
  private final AdjacencyRelation adjacency;
  private final int[] guesses;
  private final CheckSettings settings;

  private CanaryExperiment(
      CanaryTraining training,
      int canaries,
      AdjacencyRelation adjacency,
      int[] guesses,
      CheckSettings settings) {
    this.training = training;
    this.canaries = canaries;
    this.adjacency = adjacency;
    this.guesses = guesses;
    this.settings = settings;
  }

  /**
   * An experiment with a guess for every fourth canary, error probability 0.001 and seed 0.
   *
   * @param training the algorithm and the scores of its result
   * @param canaries the number of canaries, at least 1
   * @param adjacency the effect of the other side of a coin on the canary: add-remove if it is then
   *     absent, zero-out if it then contributes nothing, replace-one if another record takes its
   *     place
   * @return the experiment
   * @throws IllegalArgumentException if there is no canary
   */
  public static CanaryExperiment of(
      CanaryTraining training, int canaries, AdjacencyRelation adjacency) {
    Parameters.requireAtLeastOne("canaries", canaries);
    int[] quarter = {Math.max(1, canaries / 4)};
    return new CanaryExperiment(training, canaries, adjacency, quarter, CheckSettings.DEFAULT);
  }

  /**
   * Sets the number of guesses, before the run. Several numbers share the error probability
   * equally.
   *
   * @param counts at least one number, each from 1 to the number of canaries
   * @return the changed experiment
   * @throws IllegalArgumentException if a number is out of range or none is given
   */
  public CanaryExperiment guesses(int... counts) {
    Parameters.requireAtLeastOne("number of guess counts", counts.length);
    for (int count : counts) {
      OneRunEvidence.requireCounts(canaries, count);
    }
    return new CanaryExperiment(training, canaries, adjacency, counts.clone(), settings);
  }

  /**
   * Sets the largest probability of refuting a true claim.
   *
   * @param probability strictly between 0 and 1
   * @return the changed experiment
   */
  public CanaryExperiment errorProbability(double probability) {
    return new CanaryExperiment(
        training, canaries, adjacency, guesses, settings.withErrorProbability(probability));
  }

  /**
   * Sets the root seed of the coins and of the generator handed to the training.
   *
   * @param newSeed any number
   * @return the changed experiment
   */
  public CanaryExperiment seed(long newSeed) {
    return new CanaryExperiment(training, canaries, adjacency, guesses, settings.withSeed(newSeed));
  }

  /**
   * Trains once and tests a claim. A training that fails ends without a verdict.
   *
   * @param claim the claim
   * @return the report
   * @throws IllegalArgumentException if the claim's relation is not that of the canaries
   * @throws IllegalStateException if the training does not return one score for each canary
   */
  public OneRunReport audit(Guarantee claim) {
    adjacency.requireSame(claim.adjacency());
    OneRunGuesses allRight = guesses(count -> new OneRunGuesses.Count(count, count));
    if (!allRight.refutes(claim)) {
      return inconclusive(
          claim,
          "even right guesses only could not refute the claim, so nothing was run; "
              + allRight.needed(claim));
    }
    SplittableRandom root = new SplittableRandom(settings.seed());
    boolean[] coins = toss(root.split());
    try {
      return judge(claim, coins, checked(training.scores(coins.clone(), root.split())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return inconclusive(claim, "the training was interrupted");
    } catch (WrongScoresException e) {
      throw e;
    } catch (Exception e) {
      return inconclusive(claim, "the training failed: " + e);
    }
  }

  private boolean[] toss(SplittableRandom random) {
    boolean[] coins = new boolean[canaries];
    for (int i = 0; i < canaries; i++) {
      coins[i] = random.nextBoolean();
    }
    return coins;
  }

  private double[] checked(double[] scores) {
    if (scores.length != canaries) {
      throw new WrongScoresException(
          "scores were " + scores.length + " for " + canaries + " canaries: return one for each");
    }
    return scores;
  }

  /** The evidence, given a count for each number of guesses. */
  private OneRunGuesses guesses(IntFunction<OneRunGuesses.Count> counted) {
    return new OneRunGuesses(
        adjacency,
        settings.errorProbability(),
        canaries,
        Arrays.stream(guesses).mapToObj(counted).toList());
  }

  private OneRunReport judge(Guarantee claim, boolean[] coins, double[] scores) {
    ScoredCanaries ranked = ScoredCanaries.of(coins, CanaryRanking.ranks(scores));
    OneRunGuesses evidence =
        guesses(count -> OneRunGuesses.Count.of(ranked, GuessRule.halves(count)));
    List<GuessResult> results = new ArrayList<>();
    for (OneRunGuesses.Count count : evidence.counts()) {
      double p = OneRunEvidence.of(claim, canaries, count.guesses()).pValue(count.alike());
      results.add(new GuessResult(count.guesses(), count.correct(), p));
    }
    boolean refuted = evidence.refutes(claim);
    double smallest = results.stream().mapToDouble(GuessResult::pValue).min().orElseThrow();
    return report(
        claim,
        refuted ? Verdict.REFUTED : Verdict.NOT_REFUTED,
        refuted
            ? "more guesses were right, or more wrong, than a true claim allows"
            : "a true claim allows as many right or wrong guesses",
        Math.min(1, smallest * guesses.length * (1 + 0x1p-50)),
        results,
        evidence.lowerBound(claim));
  }

  private OneRunReport inconclusive(Guarantee claim, String reason) {
    return report(claim, Verdict.INCONCLUSIVE, reason, 1, List.of(), 0);
  }

  private OneRunReport report(
      Guarantee claim,
      Verdict verdict,
      String reason,
      double pValue,
      List<GuessResult> results,
      double bound) {
    ClaimFamily family = ClaimFamily.of(claim);
    LowerBound lowerBound =
        new LowerBound(
            family.currency(), bound, family.claimed(), settings.errorProbability(), List.of());
    return new OneRunReport(
        claim,
        verdict,
        reason,
        pValue,
        settings.errorProbability(),
        settings.seed(),
        canaries,
        results,
        lowerBound);
  }

  private static final class WrongScoresException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    WrongScoresException(String message) {
      super(message);
    }
  }

  /** The numbers of canaries and of guesses. */
  @Override
  public String toString() {
    return "experiment with canaries: "
        + canaries
        + " under "
        + adjacency
        + ", guesses: "
        + Brief.of(java.util.Arrays.toString(guesses))
        + ", error probability "
        + settings.errorProbability();
  }

  /** Breaks ties between scores by the index of the canary, which is independent of the coins. */
  private static final class CanaryRanking {
    private CanaryRanking() {}

    /**
     * A distinct number for each canary, in the order of the scores. NaN counts as the highest
     * score, and 0 and -0 are equal.
     */
    static double[] ranks(double[] scores) {
      int[] highestFirst =
          IntStream.range(0, scores.length)
              .boxed()
              .sorted(Comparator.comparingDouble((Integer i) -> scores[i] + 0.0).reversed())
              .mapToInt(i -> i)
              .toArray();
      double[] ranks = new double[scores.length];
      for (int place = 0; place < ranks.length; place++) {
        ranks[highestFirst[place]] = -place;
      }
      return ranks;
    }
  }

  /**
   * Runs a private algorithm once on data with canaries, and scores each canary: higher if it looks
   * included.
   */
  @FunctionalInterface
  public interface CanaryTraining {
    /**
     * Trains and scores.
     *
     * @param included for each canary whether it is in the data; a copy. Under zero-out: whether it
     *     contributes. Under replace-one: whether it is there and not its fixed substitute
     * @param random a source for the algorithm's noise, independent of the coins
     * @return a score for each canary, higher if it looks included. Scores must be computed from
     *     the release of the algorithm, never from the flags; {@link #of} keeps the two apart
     * @throws Exception a failure, which ends the audit without a verdict
     */
    double[] scores(boolean[] included, RandomGenerator random) throws Exception;

    /**
     * Trains, then scores the model without access to the flags.
     *
     * @param trainer trains on the data with the included canaries
     * @param scorer scores a canary, by index, on the model
     * @param canaries the number of canaries
     * @param <M> the type of models
     * @return the training
     */
    static <M> CanaryTraining of(Trainer<M> trainer, Scorer<M> scorer, int canaries) {
      return (included, random) -> {
        M model = trainer.train(included, random);
        double[] scores = new double[canaries];
        for (int i = 0; i < canaries; i++) {
          scores[i] = scorer.score(model, i);
        }
        return scores;
      };
    }

    /**
     * Trains a model.
     *
     * @param <M> the type of models
     */
    @FunctionalInterface
    interface Trainer<M> {
      /**
       * Trains.
       *
       * @param included for each canary whether it is in
       * @param random a source for the algorithm's noise
       * @return the whole release
       * @throws Exception a failure
       */
      M train(boolean[] included, RandomGenerator random) throws Exception;
    }

    /**
     * Scores canaries, for example by the negative loss.
     *
     * @param <M> the type of models
     */
    @FunctionalInterface
    interface Scorer<M> {
      /**
       * Scores.
       *
       * @param model the release
       * @param canary index of the canary
       * @return higher where the canary looks included
       * @throws Exception a failure
       */
      double score(M model, int canary) throws Exception;
    }
  }
}
