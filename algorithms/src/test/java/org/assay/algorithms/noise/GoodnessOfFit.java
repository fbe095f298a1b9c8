package org.assay.algorithms.noise;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongToDoubleFunction;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Pearson's chi-square test against an exact law. */
public final class GoodnessOfFit {
  /** Each test of a correct sampler fails with about this probability; seeds are fixed. */
  static final double FALSE_ALARM = 1e-7;

  /** Cells expected to be rarer than this are merged with their neighbours. */
  private static final double RAREST = 40;

  private GoodnessOfFit() {}

  /** Insists that whole numbers follow a law given up to its normalizer, on [-reach, reach]. */
  public static void requireLaw(long[] sample, LongToDoubleFunction weight, int reach) {
    double total = 0;
    double[] expected = new double[2 * reach + 1];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = weight.applyAsDouble(i - reach);
      total += expected[i];
    }
    double[] observed = new double[expected.length];
    for (long x : sample) {
      assertTrue(Math.abs(x) <= reach, "the sample holds " + x);
      observed[(int) x + reach]++;
    }
    for (int i = 0; i < expected.length; i++) {
      expected[i] *= sample.length / total;
    }
    requireFit(observed, expected);
  }

  /** Insists that real numbers follow a law given by its distribution function, in equal cells. */
  static void requireLaw(double[] sample, DoubleUnaryOperator distribution, int cells) {
    double[] observed = new double[cells];
    double[] expected = new double[cells];
    for (double x : sample) {
      observed[Math.min(cells - 1, (int) (cells * distribution.applyAsDouble(x)))]++;
    }
    Arrays.fill(expected, (double) sample.length / cells);
    requireFit(observed, expected);
  }

  private static void requireFit(double[] observed, double[] expected) {
    List<Double> cells = new ArrayList<>();
    double seen = 0;
    double wanted = 0;
    for (int i = 0; i < observed.length; i++) {
      seen += observed[i];
      wanted += expected[i];
      if (wanted >= RAREST) {
        cells.add((seen - wanted) * (seen - wanted) / wanted);
        seen = 0;
        wanted = 0;
      }
    }
    if (wanted > 0) {
      cells.add((seen - wanted) * (seen - wanted) / Math.max(wanted, 1));
    }
    double statistic = cells.stream().mapToDouble(Double::doubleValue).sum();
    double p = ChiSquaredDistribution.of(cells.size() - 1).survivalProbability(statistic);
    assertTrue(p >= FALSE_ALARM, "chi-square " + statistic + " in " + cells.size() + " cells");
  }
}
