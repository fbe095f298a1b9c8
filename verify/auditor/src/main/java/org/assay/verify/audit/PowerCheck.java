package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport.Power;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.DivergencePlanner;
import org.assay.verify.internal.distinguish.PlannedDivergence;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceBounds;
import org.assay.verify.internal.inference.KellyCriterion;
import org.assay.verify.internal.inference.SupportingLine;

/**
 * Computes the violations that a budget can refute, from growth rates of bets on known mechanisms.
 * Bets on events and, if the claim bounds divergences, bets on divergences are tried; the kind that
 * needs fewer runs counts.
 */
final class PowerCheck {
  /** Bisections for the smallest violation: a relative precision of about 1e-7. */
  private static final int BISECTIONS = 24;

  /**
   * Violations above this multiple of the claimed value (or of 1, if larger) count as not found.
   */
  private static final double LARGEST_RATIO = 1e6;

  /** Lines of a curved claim for each violation. Not tuned: bounds time. */
  private static final int LINES = 8;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * Thresholds of the tried events, in standard deviations beyond the midpoint of the two means.
   * Not tuned.
   */
  private static final double[] DISTANCES = {0, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 4};

  private final ClaimFamily family;
  private final ReferenceMechanism reference;
  private final List<SupportingLine> lines;
  private final List<DivergenceBound> bounds;

  PowerCheck(Guarantee claim, List<SupportingLine> lines) {
    this(claim, lines, DivergenceBounds.of(claim));
  }

  /**
   * Limits the bets on divergences.
   *
   * @param bounds the divergences that are bet on; empty for bets on events only
   */
  PowerCheck(Guarantee claim, List<SupportingLine> lines, List<DivergenceBound> bounds) {
    this.family = ClaimFamily.of(claim);
    this.reference = new ReferenceMechanism(claim);
    this.lines = lines;
    this.bounds = bounds;
  }

  /**
   * The power of a budget.
   *
   * @param maximumRuns the budget
   * @param needed logarithm of the wealth a single bettor needs
   * @param pairs the number of pairs the budget is spread over
   */
  Power of(long maximumRuns, double needed, int pairs) {
    EventLesson leak = new EventLesson(lines.get(0), 1, 0);
    for (SupportingLine line : lines) {
      leak = better(leak, new EventLesson(line, 1, 0));
    }
    double budget = maximumRuns;
    LearningCourse course = new LearningCourse(pairs);
    return new Power(
        whole(needed / leak.growth()),
        smallest(value -> growth(value) * budget >= needed),
        whole(runsForLeak(course, needed)),
        learningViolation(course, budget, needed),
        whole(runs(course, Power.FACTOR * family.claimed(), needed, 0x1p63)),
        reference.describe());
  }

  /** The smallest violation that an audit of one pair finds while it learns, in words. */
  String smallestFound(long runs, double needed) {
    double value = learningViolation(new LearningCourse(1), (double) runs, needed);
    return Power.found(reference.describe(), family.currency(), value);
  }

  private double learningViolation(LearningCourse course, double budget, double needed) {
    return smallest(value -> runs(course, value, needed, budget) <= budget);
  }

  /**
   * The smallest number of runs over all lines: the line that is learned soonest need not have the
   * largest growth.
   */
  private double runsForLeak(LearningCourse course, double needed) {
    double fewest = Double.POSITIVE_INFINITY;
    for (SupportingLine line : lines) {
      double limit = Math.min(fewest, 0x1p63);
      fewest = Math.min(fewest, course.runs(new EventLesson(line, 1, 0), needed, limit));
    }
    return fewest;
  }

  private static EventLesson better(EventLesson one, EventLesson other) {
    return other.growth() > one.growth() ? other : one;
  }

  /** Growth per run of an oracle that knows the reference mechanism. */
  private double growth(double value) {
    double onEvents = best(value).growth();
    return bounds.isEmpty() ? onEvents : Math.max(onEvents, divergences(value).growth());
  }

  private double runs(LearningCourse course, double value, double needed, double limit) {
    double onEvents = course.runs(best(value), needed, limit);
    return bounds.isEmpty()
        ? onEvents
        : Math.min(onEvents, course.runs(divergences(value), needed, limit));
  }

  /**
   * The most promising bets for normal distributions of variance 1 whose means differ by {@code
   * mu}.
   */
  private DivergenceLesson divergences(double value) {
    return new DivergenceLesson(bounds, reference.mu(value));
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

  /** The best event of the reference mechanism for one member of the family. */
  private EventLesson best(double value) {
    double[][] events = reference.isDiscrete() ? response(value) : tails(reference.mu(value));
    int stride = Math.max(1, lines.size() / LINES);
    EventLesson best = new EventLesson(lines.get(0), 0.5, 0.5);
    for (int i = 0; i < lines.size(); i += stride) {
      for (double[] event : events) {
        best = better(best, new EventLesson(lines.get(i), event[0], event[1]));
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

  /**
   * Bets on divergences between two normal distributions, planned as in an audit. Counts in cells
   * are replaced by their expectations. Growth is taken to second order, with one standard error
   * subtracted.
   */
  private static final class DivergenceLesson implements LearningCourse.Lesson {
    /** Cells of the outcomes. Not tuned. */
    private static final int CELLS = 32;

    /**
     * Distance from the means at which the outer cells begin, in standard deviations. Not tuned.
     */
    private static final double REACH = 3;

    /** A number of runs so large that expected counts determine the distributions. */
    private static final double MANY = 1e12;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Planner that subtracts no standard error. */
    private static final DivergencePlanner FRANK = new DivergencePlanner(0);

    private final double[] left = new double[CELLS];
    private final double[] right = new double[CELLS];
    private final DivergencePlanner.Prospect prospect;

    /**
     * Finds the most promising bets for normal distributions of variance 1 whose means differ by
     * {@code mu}.
     */
    DivergenceLesson(List<DivergenceBound> bounds, double mu) {
      double width = (2 * REACH + mu) / (CELLS - 2);
      for (int i = 0; i < CELLS; i++) {
        double from = i == 0 ? Double.NEGATIVE_INFINITY : -REACH + (i - 1) * width;
        double to = i == CELLS - 1 ? Double.POSITIVE_INFINITY : -REACH + i * width;
        left[i] = NORMAL.probability(from, to);
        right[i] = NORMAL.probability(from - mu, to - mu);
      }
      prospect = FRANK.look(bounds, expected(MANY));
    }

    /** Growth per run of an oracle that knows both distributions. */
    double growth() {
      return FRANK.plan(prospect, expected(MANY)).map(PlannedDivergence::growth).orElse(0.0);
    }

    @Override
    public double gain(double past) {
      return GrowthEstimates.of(prospect, expected(past)).optimistic();
    }

    @Override
    public double evidence(double past) {
      return GrowthEstimates.of(prospect, expected(past)).evidence();
    }

    @Override
    public boolean isProven(double past) {
      return GrowthEstimates.of(prospect, expected(past)).convincing() > 0;
    }

    private BinCounts expected(double runs) {
      return BinCounts.of(counts(left, runs), counts(right, runs));
    }

    private static long[] counts(double[] law, double runs) {
      return Arrays.stream(law).mapToLong(mass -> Math.round(mass * runs / 2)).toArray();
    }
  }

  /**
   * Bets on one event and its mirror image. An audit estimates the frequencies of right and wrong
   * guesses.
   *
   * @param line the line bet against
   * @param hits probability of a right guess
   * @param misses probability of a wrong guess
   */
  private record EventLesson(SupportingLine line, double hits, double misses)
      implements LearningCourse.Lesson {
    /** Standard errors that are subtracted, as by the bolder of the leading bettors. */
    private static final double CAUTION = 2;

    /** Growth per run of an oracle that knows the probabilities. */
    double growth() {
      KellyCriterion kelly = truth();
      return kelly.growth(kelly.stake());
    }

    private KellyCriterion truth() {
      return new KellyCriterion(line, line.delta(), hits, misses);
    }

    @Override
    public double gain(double past) {
      return Math.max(0, truth().growth(stake(past)));
    }

    @Override
    public boolean isProven(double past) {
      return stake(past) > 0;
    }

    /** The evidence of both guesses, each of which is made on half of the event. */
    @Override
    public double evidence(double past) {
      double odds = line.odds();
      double mean = past * Math.max(0, (hits - odds * misses - line.delta()) / 2);
      return mean * mean / squares(past);
    }

    private double squares(double past) {
      double odds = line.odds();
      return hits / 2 * past + odds * odds * (misses / 2 * past + 1);
    }

    /** The stake on one guess after {@code past} runs, with the misses overestimated. */
    private double stake(double past) {
      double one = hits / 2;
      double cautious = misses / 2 + CAUTION * Math.sqrt(squares(past)) / line.odds() / past;
      KellyCriterion kelly =
          new KellyCriterion(line, line.delta() / 2, one, Math.min(1 - one, cautious));
      double stake = kelly.stake();
      return kelly.growth(stake) > 0 ? stake : 0;
    }
  }

  /**
   * The expected course of an audit in which exactly one of several pairs leaks. Sizes of batches,
   * shares of the pairs and cautious estimates are those of a real audit. Counts are replaced by
   * their expectations.
   */
  static final class LearningCourse {
    private final int pairs;

    LearningCourse(int pairs) {
      this.pairs = pairs;
    }

    /** Evidence and growth of bets on the leaking pair, as functions of its number of past runs. */
    interface Lesson {
      /**
       * Expected growth per run, in nats, of bets that were planned from {@code past} runs; at
       * least 0.
       */
      double gain(double past);

      /** The evidence after {@code past} runs, in nats. */
      double evidence(double past);

      /** Whether a cautious bet is placed after {@code past} runs. */
      boolean isProven(double past);
    }

    /**
     * The expected number of runs, on all pairs together, until the wealth suffices.
     *
     * @param lesson evidence and growth on the leaking pair
     * @param needed logarithm of the wealth that suffices
     * @param limit number of runs at which to give up
     * @return the number of runs; infinite beyond the limit
     */
    double runs(Lesson lesson, double needed, double limit) {
      double total = Allocation.smallestBatch(0, pairs);
      double past = total / pairs;
      double logWealth = 0;
      while (total < limit) {
        double batch = Math.max(Allocation.SMALLEST_BATCH, Allocation.growing(total));
        double share = batch * share(lesson.evidence(past), lesson.isProven(past));
        double gain = share * lesson.gain(past);
        if (logWealth + gain >= needed) {
          double runs = total + batch * (needed - logWealth) / gain;
          return runs <= limit ? runs : Double.POSITIVE_INFINITY;
        }
        logWealth += gain;
        total += batch;
        past += share;
      }
      return Double.POSITIVE_INFINITY;
    }

    /**
     * The part of a batch for the leaking pair, which is the last one, if no other pair has
     * evidence.
     */
    private double share(double evidence, boolean proven) {
      double even = 1.0 / pairs;
      double prior = Allocation.prior(pairs)[pairs - 1];
      double belief = prior * Allocation.trust(evidence);
      double believed = belief / (belief + 1 - prior);
      return Allocation.share(evidence, even, believed, proven ? 1 : even);
    }
  }
}
