package org.assay.verify.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.numeric.Rounding;
import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.Tally;
import org.assay.verify.internal.inference.WealthMixture;
import org.assay.verify.internal.inference.WealthProcess;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.TrialBatch;

/**
 * Bets that a value seen on one dataset only will be seen there again. Guesses depend on earlier
 * runs only, and stakes are fixed. The average of the wealths over views, lines and stakes
 * therefore has expectation at most 1 under the claim.
 */
final class RepetitionBets {
  /**
   * Fractions of the largest stake: bold ones for guesses that never fail, careful ones for others.
   * Not tuned.
   */
  private static final double[] FRACTIONS = {1, 0.5, 0.2};

  private final List<SupportingLine> lines;
  private final Map<Object, int[]> seen = new HashMap<>();
  private final long[][] tallies;

  private RepetitionBets(List<SupportingLine> lines) {
    this.lines = lines;
    this.tallies = new long[lines.size()][5];
  }

  /**
   * Settles the bets; returns a finding if the wealth reaches the inverse of the error probability.
   */
  static Optional<RandomnessFinding> settle(
      String pair, TrialBatch batch, List<SupportingLine> lines, double errorProbability) {
    WealthMixture total = new WealthMixture();
    double best = Double.NEGATIVE_INFINITY;
    int view = 0;
    String example = "";
    for (int i = 0; i < OutcomeViews.COUNT; i++) {
      RepetitionBets bets = new RepetitionBets(lines);
      bets.see(batch, i);
      double largest = bets.include(total);
      if (largest > best) {
        best = largest;
        view = i;
        example = bets.example();
      }
    }
    double logWealth = total.logWealth();
    if (!(logWealth >= Rounding.logUp(1 / errorProbability) + 0x1p-40)) {
      return Optional.empty();
    }
    double probability = Rounding.expUp(-logWealth);
    return Optional.of(
        new RandomnessFinding.SeparatedOutcomes(
            pair, OutcomeViews.name(view, batch.outcomes()), example, logWealth, probability));
  }

  private void see(TrialBatch batch, int view) {
    for (int t = 0; t < batch.size(); t++) {
      boolean left = batch.ranOnLeft(t);
      int[] counts =
          seen.computeIfAbsent(OutcomeViews.key(view, batch.outcome(t)), key -> new int[2]);
      for (int i = 0; i < tallies.length; i++) {
        tallies[i][guess(counts, lines.get(i).odds(), left)]++;
      }
      counts[left ? 0 : 1]++;
    }
  }

  /** The field of a {@link Tally} in which a run counts. */
  private static int guess(int[] counts, double odds, boolean left) {
    if (tells(counts[0], counts[1], odds)) {
      return left ? 0 : 1;
    }
    if (tells(counts[1], counts[0], odds)) {
      return left ? 3 : 2;
    }
    return 4;
  }

  /** Whether a value was seen on one dataset only, or far more often than the claim explains. */
  private static boolean tells(int often, int rarely, double odds) {
    return rarely == 0 ? often > 0 : often >= 2 * odds * (rarely + 1);
  }

  /** Adds the wealths to an average; returns the largest, which chooses the words. */
  private double include(WealthMixture total) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < tallies.length; i++) {
      long[] t = tallies[i];
      Tally tally = new Tally(t[0], t[1], t[2], t[3], t[4]);
      for (double fraction : FRACTIONS) {
        double stake = fraction * lines.get(i).largestStake();
        WealthProcess wealth = new WealthProcess();
        wealth.settle(new Bet(lines.get(i), stake, stake), tally);
        total.include(1, wealth.logWealth());
        largest = Math.max(largest, wealth.logWealth());
      }
    }
    return largest;
  }

  /** The value whose counts differ most; of several, the first one in the alphabet. */
  private String example() {
    String example = "";
    int furthest = -1;
    for (Map.Entry<Object, int[]> entry : seen.entrySet()) {
      int[] counts = entry.getValue();
      int gap = Math.abs(counts[0] - counts[1]);
      String text = entry.getKey() + " (left " + counts[0] + " times, right " + counts[1] + ")";
      if (gap > furthest || (gap == furthest && text.compareTo(example) < 0)) {
        furthest = gap;
        example = text;
      }
    }
    return example;
  }
}
