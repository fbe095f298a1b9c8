package org.assay.verify.audit;

import java.util.List;
import java.util.function.DoublePredicate;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.inference.ClaimFamily;
import org.assay.verify.inference.KellyCriterion;
import org.assay.verify.inference.SupportingLine;

/** What could be refuted with a budget, by the growth rates of bets on known mechanisms. */
final class PowerCheck {
  private static final int BISECTIONS = 24;
  private static final double LARGEST_RATIO = 1e6;
  private static final int LINES = 8;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Thresholds beyond the middle, in standard deviations. */
  private static final double[] DISTANCES = {0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4};

  private final ClaimFamily family;
  private final ReferenceMechanism reference;
  private final List<SupportingLine> lines;

  PowerCheck(Guarantee claim, List<SupportingLine> lines) {
    this.family = ClaimFamily.of(claim);
    this.reference = new ReferenceMechanism(claim);
    this.lines = lines;
  }

  /** An event with its mirror image: how often guesses by it are right and wrong. */
  private record Guess(SupportingLine line, double hits, double misses, double growth) {
    static Guess of(SupportingLine line, double hits, double misses) {
      KellyCriterion kelly = new KellyCriterion(line, line.delta(), hits, misses);
      return new Guess(line, hits, misses, kelly.growth(kelly.stake()));
    }

    Guess orBetter(Guess other) {
      return other.growth > growth ? other : this;
    }
  }

  /**
   * The power of a budget.
   *
   * @param maximumRuns the budget
   * @param needed logarithm of the wealth a single bettor needs
   * @param pairs the number of pairs the budget is spread over
   */
  Power of(long maximumRuns, double needed, int pairs) {
    Guess leak = Guess.of(lines.get(0), 1, 0);
    for (SupportingLine line : lines) {
      leak = leak.orBetter(Guess.of(line, 1, 0));
    }
    double budget = maximumRuns;
    LearningCourse course = new LearningCourse(pairs);
    double learning = course.runs(leak.line, 1, 0, needed, 0x1p63);
    return new Power(
        whole(needed / leak.growth),
        smallest(value -> best(value).growth * budget >= needed),
        whole(learning),
        smallest(value -> isLearned(course, best(value), needed, budget)),
        whole(runs(course, best(Power.FACTOR * family.claimed()), needed, 0x1p63)),
        reference.describe());
  }

  private static boolean isLearned(
      LearningCourse course, Guess guess, double needed, double budget) {
    return runs(course, guess, needed, budget) <= budget;
  }

  private static double runs(LearningCourse course, Guess guess, double needed, double limit) {
    return course.runs(guess.line, guess.hits, guess.misses, needed, limit);
  }

  private static long whole(double runs) {
    return runs < 0x1p63 ? (long) Math.ceil(runs) : Long.MAX_VALUE;
  }

  private double smallest(DoublePredicate isFound) {
    double low = family.claimed();
    double high = Math.max(2 * low, 0.01);
    double limit = Math.max(1, low) * LARGEST_RATIO;
    while (!isFound.test(high)) {
      low = high;
      high *= 2;
      if (!(high <= limit)) {
        return Double.POSITIVE_INFINITY;
      }
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      boolean found = isFound.test(middle);
      high = found ? middle : high;
      low = found ? low : middle;
    }
    return high;
  }

  /** The best guess at the reference mechanism of a member of the family. */
  private Guess best(double value) {
    double[][] events = reference.isDiscrete() ? response(value) : tails(reference.mu(value));
    int stride = Math.max(1, lines.size() / LINES);
    Guess best = Guess.of(lines.get(0), 0.5, 0.5);
    for (int i = 0; i < lines.size(); i += stride) {
      for (double[] event : events) {
        best = best.orBetter(Guess.of(lines.get(i), event[0], event[1]));
      }
    }
    return best;
  }

  private double[][] response(double epsilon) {
    double lies = reference.lies(epsilon);
    return new double[][] {{1 - lies, lies}};
  }

  private static double[][] tails(double mu) {
    double[][] events = new double[DISTANCES.length][];
    for (int i = 0; i < events.length; i++) {
      double threshold = mu / 2 + DISTANCES[i];
      double hits = NORMAL.survivalProbability(threshold - mu);
      events[i] = new double[] {hits, NORMAL.survivalProbability(threshold)};
    }
    return events;
  }
}
