package org.assay.verify.training;

import java.util.random.RandomGenerator;

/**
 * Runs a private algorithm once on data with canaries, and scores how likely each canary was
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
   * @return a score for each canary, higher if it looks included. Scores must be computed from what
   *     the algorithm releases, never from the flags; {@link #of} keeps the two apart
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
     * @return everything that is released
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
     * @param model what was released
     * @param canary index of the canary
     * @return higher where the canary looks included
     * @throws Exception a failure
     */
    double score(M model, int canary) throws Exception;
  }
}
