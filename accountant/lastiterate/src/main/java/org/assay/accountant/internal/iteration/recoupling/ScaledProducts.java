package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;

/**
 * Sums of {@code e^(a_i + b_(i+s))} over a scale, for two lists of logarithms, as products of
 * numbers from tables: an exponential for each term would take ten times as long. Both lists are in
 * blocks, of whose largest number the tables hold the others' parts; a stretch with one block of
 * either takes one exponential.
 */
final class ScaledProducts {
  /**
   * Sums of fewer than 1e5 terms miss less than this: terms of at most {@code e^−110}, and products
   * with a part below {@link #SMALLEST} in stretches whose largest one is at most {@code e^100}.
   */
  static final double LEFT_OUT = 1e-42;

  /** Products of smaller parts might leave the range of normal numbers, where they are slow. */
  private static final double SMALLEST = 1e-150;

  private static final double NEGLIGIBLE = -110;
  private static final double LARGE = 100;

  /** Logarithm of the size of a block. */
  private static final int BLOCK = 5;

  /** Below every logarithm that counts. */
  private static final double LEAST = -1e9;

  private final double[] logs;
  private final double[] otherLogs;
  private final double[] tops;
  private final double[] otherTops;
  private final double[] parts;
  private final double[] otherParts;

  /** Lists of logarithms, which are not copied. */
  ScaledProducts(double[] logs, double[] otherLogs) {
    this.logs = logs;
    this.otherLogs = otherLogs;
    this.tops = tops(logs);
    this.otherTops = tops(otherLogs);
    this.parts = parts(logs, tops);
    this.otherParts = parts(otherLogs, otherTops);
  }

  private static double[] tops(double[] logs) {
    double[] tops = new double[(logs.length >> BLOCK) + 1];
    Arrays.fill(tops, LEAST);
    for (int i = 0; i < logs.length; i++) {
      tops[i >> BLOCK] = Math.max(tops[i >> BLOCK], logs[i]);
    }
    return tops;
  }

  private static double[] parts(double[] logs, double[] tops) {
    double[] parts = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      double part = Math.exp(logs[i] - tops[i >> BLOCK]);
      parts[i] = part < SMALLEST ? 0 : part;
    }
    return parts;
  }

  /**
   * The sum of the terms at indices of the first list, over the scale, but for {@link #LEFT_OUT}.
   *
   * @param from the first index
   * @param until the one after the last
   * @param shift s, from an index of the first list to that of the second
   * @param scale its logarithm
   */
  double sum(int from, int until, int shift, double scale) {
    double sum = 0;
    int end;
    for (int i = from; i < until; i = end) {
      int block = i >> BLOCK;
      int other = (i + shift) >> BLOCK;
      int first = Math.min((block + 1) << BLOCK, ((other + 1) << BLOCK) - shift);
      end = Math.min(until, first);
      double top = tops[block] + otherTops[other] - scale;
      if (top > LARGE) {
        sum += exponentials(i, end, shift, scale);
      } else if (top > NEGLIGIBLE) {
        sum += products(i, end, shift) * Math.exp(top);
      }
    }
    return sum;
  }

  private double exponentials(int from, int until, int shift, double scale) {
    double sum = 0;
    for (int i = from; i < until; i++) {
      double log = logs[i] + (otherLogs[i + shift] - scale);
      sum += log > NEGLIGIBLE ? Math.exp(log) : 0;
    }
    return sum;
  }

  private double products(int from, int until, int shift) {
    double even = 0;
    double odd = 0;
    int i = from;
    for (; i + 2 <= until; i += 2) {
      even += parts[i] * otherParts[i + shift];
      odd += parts[i + 1] * otherParts[i + 1 + shift];
    }
    return i < until ? even + odd + parts[i] * otherParts[i + shift] : even + odd;
  }
}
