package org.assay.verify.audit;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.distinguish.DivergencePlanner;
import org.assay.verify.distinguish.PlannedDivergence;
import org.assay.verify.inference.DivergenceBound;

/**
 * Bets against divergences between two normal laws, as an audit plans them: counts in cells are
 * replaced by their expectations, and growth is taken to second order, a standard error taken off.
 */
final class DivergenceLesson implements LearningCourse.Lesson {
  private static final int CELLS = 32;
  private static final double REACH = 3;

  /** So many runs tell the laws. */
  private static final double MANY = 1e12;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final DivergencePlanner FRANK = new DivergencePlanner(0);

  private final double[] left = new double[CELLS];
  private final double[] right = new double[CELLS];
  private final DivergencePlanner.Prospect prospect;

  /** The bets that promise most where laws of variance 1 have means that differ by so much. */
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

  /** What somebody who knows both laws earns per run. */
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
