package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.internal.inference.Bet;
import org.assay.verify.internal.inference.CheckSettings;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.internal.inference.Tally;
import org.assay.verify.internal.inference.WealthMixture;
import org.assay.verify.internal.inference.WealthProcess;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialRunner;

/**
 * Looks for missing randomness: outcomes that never change, generators with few values, noise
 * shared by two coordinates, supports that do not overlap. A few thousand runs suffice, because
 * such faults repeat. Immutable; setters return a new check.
 *
 * <pre>{@code
 * RandomnessReport report = RandomnessCheck.of(claim).seed(7).check(mechanism, pairs);
 * }</pre>
 *
 * <p>Half of the error probability is for bets against the claim, the other half for statements
 * about the generator. {@link RandomnessFinding} states the hypothesis of each error probability.
 * The derivations are in <code>doc-files/degenerate-randomness.md</code>.
 */
public final class RandomnessCheck {
  /** Default number of runs for each pair. Not tuned. */
  private static final int DEFAULT_RUNS = 4000;

  /** Number of lines of a curved claim that are bet against. Not tuned. */
  private static final int TANGENTS = 4;

  private final Guarantee claim;
  private final CheckSettings settings;
  private final int runs;

  private RandomnessCheck(Guarantee claim, CheckSettings settings, int runs) {
    this.claim = claim;
    this.settings = settings;
    this.runs = runs;
  }

  /**
   * A check with error probability 0.001, seed 0, and 4000 runs for each pair.
   *
   * @param claim the claim
   * @return the check
   */
  public static RandomnessCheck of(Guarantee claim) {
    return new RandomnessCheck(claim, CheckSettings.DEFAULT, DEFAULT_RUNS);
  }

  /**
   * Sets the error probability of all findings together.
   *
   * @param probability strictly between 0 and 1
   * @return the changed check
   */
  public RandomnessCheck errorProbability(double probability) {
    return new RandomnessCheck(claim, settings.withErrorProbability(probability), runs);
  }

  /**
   * Sets the root seed of coins and of the generators handed to the mechanism.
   *
   * @param newSeed any number
   * @return the changed check
   */
  public RandomnessCheck seed(long newSeed) {
    return new RandomnessCheck(claim, settings.withSeed(newSeed), runs);
  }

  /**
   * Sets the number of runs for each pair, fixed in advance; about half fall on each dataset.
   *
   * @param count at least 1
   * @return the changed check
   */
  public RandomnessCheck runs(int count) {
    Parameters.requireAtLeastOne("runs", count);
    return new RandomnessCheck(claim, settings, count);
  }

  /**
   * Runs the mechanism and checks its outcomes.
   *
   * @param mechanism the mechanism; its runs must be independent
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the findings
   * @throws IllegalArgumentException if there is no pair, or a pair has another relation
   * @throws InterruptedException if a run was interrupted
   */
  public <D> RandomnessReport check(Mechanism<D> mechanism, List<AdjacentPair<D>> pairs)
      throws InterruptedException {
    try (TrialRunner<D> runner = new TrialRunner<>(mechanism, settings.seed(), 1, Long.MAX_VALUE)) {
      return check(runner, pairs);
    }
  }

  /**
   * Checks the outcomes of a runner with a deadline or limits for runs. The runner's seed is used,
   * not that of this check.
   *
   * @param runner runs the mechanism; pairs that its deadline cuts off are not checked
   * @param pairs at least one pair, all adjacent under the relation of the claim
   * @param <D> the type of datasets
   * @return the findings
   * @throws IllegalArgumentException if there is no pair, or a pair has another relation
   * @throws InterruptedException if a run was interrupted
   */
  public <D> RandomnessReport check(TrialRunner<D> runner, List<AdjacentPair<D>> pairs)
      throws InterruptedException {
    Parameters.requireAtLeastOne("number of pairs", pairs.size());
    pairs.forEach(pair -> claim.adjacency().requireSame(pair.adjacency()));
    List<SupportingLine> lines = SupportingLines.ifAny(claim, TANGENTS);
    List<RandomnessFinding> findings = new ArrayList<>();
    long first = 0;
    int looked = 0;
    for (AdjacentPair<D> pair : pairs) {
      Optional<TrialBatch> batch = runner.run(pair, first, runs);
      if (batch.isEmpty()) {
        break;
      }
      first += runs;
      looked++;
      look(pair.description(), batch.get(), lines, pairs.size(), findings);
    }
    return new RandomnessReport(claim, settings.errorProbability(), looked, first, findings);
  }

  private void look(
      String pair,
      TrialBatch batch,
      List<SupportingLine> lines,
      int pairs,
      List<RandomnessFinding> findings) {
    double share = Rounding.divideDown(settings.errorProbability() / 2, pairs);
    if (!lines.isEmpty()) {
      RepetitionBets.settle(pair, batch, lines, share).ifPresent(findings::add);
    }
    // The factor 4 counts two datasets and two kinds of findings.
    double each = share / 4;
    for (boolean left : new boolean[] {true, false}) {
      List<Outcome> outcomes = outcomes(batch, left);
      String dataset = (left ? "left" : "right") + " of '" + pair + "'";
      findings.addAll(FewValues.of(dataset, outcomes, each));
      findings.addAll(TiedNoise.of(dataset, outcomes, each));
    }
  }

  private static List<Outcome> outcomes(TrialBatch batch, boolean left) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (batch.ranOnLeft(i) == left) {
        outcomes.add(batch.outcome(i));
      }
    }
    return outcomes;
  }

  /** The claim and the number of runs. */
  @Override
  public String toString() {
    return String.format(
        "look at the randomness of %s, runs: %s, error probability %s",
        Brief.of(claim.describe()), runs, settings.errorProbability());
  }

  /**
   * Looks for coordinates that vary and yet always differ by the same amount, up to rounding.
   * Derivation: <code>doc-files/degenerate-randomness.md</code>.
   */
  static final class TiedNoise {
    /**
     * Rounding error of a comparison, in units in the last place: three half units in each of two
     * runs, and one unit to spare.
     */
    private static final double ROUNDINGS = 4;

    /** Unit in the last place of a double near 1. */
    private static final double UNIT = 0x1p-52;

    /** Unit in the last place of a float near 1, for numbers that are all floats. */
    private static final double SINGLE_UNIT = 0x1p-23;

    private TiedNoise() {}

    static List<RandomnessFinding> of(
        String dataset, List<Outcome> outcomes, double errorProbability) {
      List<RandomnessFinding> findings = new ArrayList<>();
      int pairs = OutcomeViews.COORDINATES * (OutcomeViews.COORDINATES - 1) / 2;
      double falseAlarm = Math.scalb(1.0, 1 - outcomes.size());
      if (!(falseAlarm <= errorProbability / pairs)) {
        return findings;
      }
      List<Outcome.Vector> vectors =
          outcomes.stream().flatMap(outcome -> outcome.vector().stream()).toList();
      if (vectors.isEmpty() || vectors.size() < outcomes.size()) {
        return findings;
      }
      int shortest = vectors.stream().mapToInt(Outcome.Vector::length).min().orElseThrow();
      for (int second = 1; second < Math.min(shortest, OutcomeViews.COORDINATES); second++) {
        for (int first = 0; first < second; first++) {
          OptionalDouble difference =
              constantDifference(column(vectors, first), column(vectors, second));
          if (difference.isPresent()) {
            findings.add(
                new RandomnessFinding.TiedCoordinates(
                    dataset,
                    OutcomeViews.place(first, outcomes),
                    OutcomeViews.place(second, outcomes),
                    difference.getAsDouble(),
                    outcomes.size(),
                    falseAlarm));
          }
        }
      }
      return findings;
    }

    private static double[] column(List<Outcome.Vector> vectors, int coordinate) {
      return vectors.stream().mapToDouble(vector -> vector.at(coordinate)).toArray();
    }

    private static OptionalDouble constantDifference(double[] first, double[] second) {
      double unit = isSingle(first) && isSingle(second) ? SINGLE_UNIT : UNIT;
      double start = Math.abs(first[0]) + Math.abs(second[0]);
      double constant = first[0] - second[0];
      double largest = 0;
      for (int i = 0; i < first.length; i++) {
        double tolerance = ROUNDINGS * unit * (Math.abs(first[i]) + start);
        if (!(Math.abs(first[i] - second[i] - constant) <= tolerance)) {
          return OptionalDouble.empty();
        }
        largest = Math.max(largest, tolerance);
      }
      return spreads(first, largest) && spreads(second, largest)
          ? OptionalDouble.of(constant)
          : OptionalDouble.empty();
    }

    private static boolean isSingle(double[] values) {
      return Arrays.stream(values).allMatch(value -> (double) (float) value == value);
    }

    /**
     * Whether no interval of twice the tolerance holds more than half of the values. If some
     * interval did, the tolerance, not the noise, would make differences equal.
     */
    private static boolean spreads(double[] values, double tolerance) {
      double[] sorted = values.clone();
      Arrays.sort(sorted);
      int half = sorted.length / 2;
      for (int i = 0; i + half < sorted.length; i++) {
        if (!(sorted[i + half] - sorted[i] > 2 * tolerance)) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Bets that a value seen on one dataset only will be seen on the same dataset again. Guesses
   * depend on earlier runs only, and stakes are fixed. The average of the wealths over views, lines
   * and stakes therefore has expectation at most 1 under the claim.
   */
  private static final class RepetitionBets {
    /**
     * Fractions of the largest stake: bold ones for guesses that never fail, careful ones for
     * others. Not tuned.
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
     * Settles the bets; returns a finding if the wealth reaches the inverse of the error
     * probability.
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

    /**
     * Adds the wealths to an average; returns the largest, which determines the words of the
     * finding.
     */
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
}
