package org.assay.testing.contract;

import java.util.List;
import java.util.Random;
import org.assay.testing.assertion.Domain;
import org.assay.verify.pairs.DatasetEquality;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/** Runs a mechanism twice with the same randomness. */
final class Repetition {
  /** Pairs that are run. */
  private static final int PAIRS = 16;

  /** Seeds for each pair. */
  private static final int SEEDS = 2;

  private Repetition() {}

  /** The neighbours that contracts use. */
  static <D> List<AdjacentPair<D>> pairs(Domain<D> domain) {
    return domain.family().pairs(1, PAIRS);
  }

  static <D> void requireSameOutcomes(Mechanism<D> mechanism, Domain<D> domain) {
    for (AdjacentPair<D> pair : pairs(domain)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        requireSameOutcome(mechanism, pair, pair.left(), seed);
        requireSameOutcome(mechanism, pair, pair.right(), seed);
      }
    }
  }

  private static <D> void requireSameOutcome(
      Mechanism<D> mechanism, AdjacentPair<D> pair, D dataset, int seed) {
    long before = DatasetEquality.fingerprint(dataset);
    Outcome first = outcome(mechanism, dataset, seed);
    if (DatasetEquality.fingerprint(dataset) != before) {
      throw new AssertionError(
          "a run changed its dataset, " + pair.description() + ": runs must not depend on another");
    }
    Outcome second = outcome(mechanism, dataset, seed);
    if (!first.equals(second)) {
      throw new AssertionError(
          String.format(
              "two runs with one generator gave %s and %s on a dataset of '%s': the mechanism draws"
                  + " randomness of its own, or remembers earlier runs",
              first, second, pair.description()));
    }
  }

  /** The outcome of a run; a failure is an outcome, as in an audit. */
  static <D> Outcome outcome(Mechanism<D> mechanism, D dataset, int seed) {
    try {
      return mechanism.run(dataset, new Random(seed));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a run was interrupted", e);
    } catch (Exception | AssertionError | StackOverflowError e) {
      return new Outcome.Failure(e.getClass().getName());
    }
  }
}
