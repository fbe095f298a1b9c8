package org.assay.verify.replay;

import java.util.List;
import java.util.Set;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.privacy.Guarantee;

/**
 * The findings of a check for missing randomness.
 *
 * @param claim the claim
 * @param errorProbability error probability of all findings together, each under its own hypothesis
 * @param pairs number of checked pairs, from the first: all unless time ran out
 * @param runs number of runs of the mechanism
 * @param findings the findings
 */
public record RandomnessReport(
    Guarantee claim,
    double errorProbability,
    int pairs,
    long runs,
    List<RandomnessFinding> findings) {
  /** Copies the list. */
  public RandomnessReport {
    findings = List.copyOf(findings);
  }

  /**
   * Whether there is no finding.
   *
   * @return true if there is no finding
   */
  public boolean passed() {
    return findings.isEmpty();
  }

  /**
   * Whether the claim is refuted; otherwise only the generator may be suspect.
   *
   * @return true if a finding contradicts the claim itself
   */
  public boolean refutesClaim() {
    return findings.stream().anyMatch(RandomnessFinding::refutesClaim);
  }

  /**
   * The report in words.
   *
   * @return a few lines, each ended by a line feed
   */
  public String describe() {
    StringBuilder text = new StringBuilder(64);
    text.append("claim ").append(claim.describe()).append(", ").append(runs).append(" runs: ");
    text.append(passed() ? "no finding" : findings.size() + " findings").append('\n');
    for (RandomnessFinding finding : findings) {
      text.append("- ").append(finding.describe()).append('\n');
    }
    return text.toString();
  }

  /** The claim, the runs and the findings. */
  @Override
  public String toString() {
    return String.format(
        "randomness of runs of %s, runs: %s, error probability %s, %s",
        Brief.of(claim.describe()),
        runs,
        errorProbability,
        Brief.of("findings", findings.stream().map(RandomnessFinding::describe).toList()));
  }

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
     * @param view the repeated part: whole outcomes, their shape, a coordinate, or a difference of
     *     two
     * @param example the clearest value, with its counts
     * @param logWealth natural logarithm of the wealth of bets on repetition, rounded down
     * @param falseAlarmProbability the inverse of this wealth, rounded up
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
        return String.format(
            "pair '%s': %s repeats on one dataset only, for example %s; refutes the claim, wrong"
                + " with probability at most %s",
            pair, view, example, falseAlarmProbability);
      }
    }

    /**
     * Values that look continuous and yet repeat. The hypothesis: two runs coincide with
     * probability at most 2<sup>-bits</sup>, apart from values that the pilot runs repeated. An
     * ideal generator with at least that many equally likely values satisfies the hypothesis.
     *
     * @param dataset the dataset
     * @param coordinate the name of a coordinate or of a key
     * @param bits the number in the hypothesis
     * @param runs the number of runs
     * @param repeated number of different values that occurred more than once
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
        return String.format(
            "%s, %s: %s values repeat in %s runs, as with a generator of about %s values; with at"
                + " least 2^%s that has probability at most %s",
            dataset,
            coordinate,
            repeated,
            runs,
            Math.round(estimatedValues),
            bits,
            falseAlarmProbability);
      }
    }

    /**
     * Two coordinates that vary and always differ by the same amount, up to rounding. The
     * hypothesis: given one of them, the other lies in no interval as short as rounding errors with
     * probability above one half. Noise of its own for each coordinate satisfies the hypothesis.
     *
     * @param dataset the dataset
     * @param first the name of a coordinate or of a key
     * @param second the name of another coordinate or key
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
        return String.format(
            "%s: %s and %s share their noise, their difference was %s in all %s runs",
            dataset, first, second, difference, runs);
      }
    }
  }
}
