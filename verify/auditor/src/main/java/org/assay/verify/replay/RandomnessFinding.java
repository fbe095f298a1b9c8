package org.assay.verify.replay;

import java.util.Set;

/** A sign of randomness that is missing, with the probability of a false alarm. */
public sealed interface RandomnessFinding {
  /**
   * The largest probability of this finding if its hypothesis is true.
   *
   * @return an upper bound, at most the finding's share of the error probability
   */
  double falseAlarmProbability();

  /**
   * Whether the finding refutes the claim; otherwise only the generator is suspect.
   *
   * @return true if the claim is its hypothesis
   */
  boolean refutesClaim();

  /**
   * Whether the finding refutes the claim on one of some pairs.
   *
   * @param pairs descriptions of pairs
   * @return true if the claim is its hypothesis and the finding is about one of the pairs
   */
  default boolean refutesClaimOn(Set<String> pairs) {
    return false;
  }

  /**
   * The finding in words, with its hypothesis.
   *
   * @return one line
   */
  String describe();

  /**
   * Outcomes that repeat, but on one dataset only. The hypothesis is the claim, which is refuted.
   *
   * @param pair the pair
   * @param view what repeats: whole outcomes, their shape, a coordinate, or a difference of two
   * @param example the clearest value, with its counts
   * @param logWealth what bets on repetition earned, as a natural logarithm, rounded down
   * @param falseAlarmProbability the inverse of that wealth, rounded up
   */
  record SeparatedOutcomes(
      String pair, String view, String example, double logWealth, double falseAlarmProbability)
      implements RandomnessFinding {
    @Override
    public boolean refutesClaim() {
      return true;
    }

    @Override
    public boolean refutesClaimOn(Set<String> pairs) {
      return pairs.contains(pair);
    }

    @Override
    public String describe() {
      return "pair '"
          + pair
          + "': "
          + view
          + " repeats on one dataset only, for example "
          + example
          + "; refutes the claim, wrong with probability at most "
          + falseAlarmProbability;
    }
  }

  /**
   * Values that look continuous and yet repeat. The hypothesis: two runs coincide with probability
   * at most 2<sup>-bits</sup>, apart from values that the pilot runs repeated. An ideal generator
   * with at least that many equally likely values satisfies the hypothesis.
   *
   * @param dataset the dataset
   * @param coordinate the name of a coordinate or of a key
   * @param bits the number in the hypothesis
   * @param runs the number of runs
   * @param repeated how many different values occurred more than once
   * @param estimatedValues pairs of runs over coincidences: the number of equally likely values
   *     that would repeat as often
   * @param falseAlarmProbability upper bound under the hypothesis
   */
  record FewDistinctValues(
      String dataset,
      String coordinate,
      int bits,
      int runs,
      int repeated,
      double estimatedValues,
      double falseAlarmProbability)
      implements RandomnessFinding {
    @Override
    public boolean refutesClaim() {
      return false;
    }

    @Override
    public String describe() {
      return dataset
          + ", "
          + coordinate
          + ": "
          + repeated
          + " values repeat in "
          + runs
          + " runs, as with a generator of about "
          + Math.round(estimatedValues)
          + " values; with at least 2^"
          + bits
          + " that has probability at most "
          + falseAlarmProbability;
    }
  }

  /**
   * Two coordinates that vary and always differ by the same amount, up to rounding. The hypothesis:
   * given one of them, the other lies in no interval as short as rounding errors with probability
   * above one half. Noise of its own for each coordinate satisfies the hypothesis.
   *
   * @param dataset the dataset
   * @param first the name of a coordinate or of a key
   * @param second another
   * @param difference the first minus the second
   * @param runs the number of runs
   * @param falseAlarmProbability upper bound under the hypothesis
   */
  record TiedCoordinates(
      String dataset,
      String first,
      String second,
      double difference,
      int runs,
      double falseAlarmProbability)
      implements RandomnessFinding {
    @Override
    public boolean refutesClaim() {
      return false;
    }

    @Override
    public String describe() {
      return dataset
          + ": "
          + first
          + " and "
          + second
          + " share their noise, their difference was "
          + difference
          + " in all "
          + runs
          + " runs";
    }
  }
}
