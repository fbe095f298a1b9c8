package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;

/**
 * The profile after some more steps by clipped re-coupling. For thresholds {@code ρ₁ < ρ} on the
 * lattice:
 *
 * <pre>
 *   H_γ ≤ E_Q[ min(R, ρ) C(γ / clip(R, ρ₁, ρ)) ] + a Θ(γb/a),
 *   a = E_Q(R − ρ)⁺,  b = E_Q(1 − R/ρ₁)⁺,
 * </pre>
 *
 * where R is the likelihood ratio of a pair that dominates the earlier profile. C bounds two runs
 * from one point, and Θ two runs from any two points. The thresholds are optimized in turn,
 * starting from the thresholds of the previous loss. Profiles and masses are logarithms. Sums are
 * divided by a scale near the result. Proof: {@code doc-files/recoupling.md}.
 */
final class RecouplingStep {
  /** Least result, in units of the scale: far above underflow. */
  private static final double SMALLEST = 1e-250;

  /**
   * Logarithm of a result, in units of the scale, below which the result is computed again with a
   * new scale. Above it, {@link ScaledProducts#LEFT_OUT} relative to the result is far below the
   * slack.
   */
  private static final double LEAST_OF_PRODUCTS = -69;

  /** Argument above which {@code e^x − 1} loses less than two bits to cancellation. */
  private static final double SERIES = 0.5;

  /** Ratios of successive terms of the series of {@code e^x − 1}, without the power of x. */
  private static final double[] RATIOS = {
    1 / 2.0, 1 / 3.0, 1 / 4.0, 1 / 5.0, 1 / 6.0, 1 / 7.0, 1 / 8.0, 1 / 9.0
  };

  /** Least distance between indices that try all thresholds. Not tuned: bounds the time. */
  private static final int ALL_TRIED = 16;

  /**
   * Approximate number of indices that try all thresholds on a long lattice. Not tuned: bounds the
   * time.
   */
  private static final int TRIED = 12;

  /**
   * Points of the lattice around the previous index's thresholds within which thresholds are
   * searched. Not tuned.
   */
  private static final int NEAR = 4;

  private final ProfileLattice lattice;
  private final int points;
  private final double spacing;
  private final double expm1Spacing;

  /** Logarithms of upper bounds, except for excessDown, a lower bound. */
  private final double[] first;

  private final double[] firstUpTo;
  private final double[] keptFrom;
  private final double[] excessUp;
  private final double[] excessDown;

  /** The thresholds found last. */
  private int low;

  private int high;

  RecouplingStep(LatticePair pair) {
    this.lattice = pair.lattice();
    this.points = lattice.points();
    this.spacing = lattice.spacing();
    this.expm1Spacing = Math.expm1(spacing);
    int count = 2 * points + 1;
    this.first = new double[count];
    this.firstUpTo = new double[count];
    this.keptFrom = new double[count];
    this.excessUp = new double[count];
    this.excessDown = new double[count];
    double sum = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      first[i] = pair.firstUp(i - points);
      sum = LogSum.up(sum, first[i]);
      firstUpTo[i] = sum;
      excessUp[i] = pair.excessUp(i - points);
      excessDown[i] = pair.excessDown(i - points);
    }
    sum = Double.NEGATIVE_INFINITY;
    for (int i = count - 1; i >= 0; i--) {
      sum = LogSum.up(sum, pair.secondUp(i - points));
      keptFrom[i] = Rounding.addUp(sum, lattice.loss(i - points));
    }
  }

  /**
   * The profile after more steps.
   *
   * @param same bounds two runs from one point
   * @param any bounds two runs from any two points. Must also fall at losses below 0, as {@link
   *     LatticeProfile#of} ensures, since shifts and their weights are rounded down
   */
  LatticeProfile after(LatticeProfile same, LatticeProfile any) {
    double[] logs = new double[points + 1];
    low = points;
    high = points + 1;
    double[] losses = new double[3 * points + 1];
    Arrays.setAll(losses, i -> same.logAt(2 * points - i));
    ScaledProducts products = new ScaledProducts(first, losses);
    double scale = 0;
    for (int i = 0; i <= points; i++) {
      double log = new Thresholds(i, scale, same, any, products).best();
      while (log < scale + LEAST_OF_PRODUCTS) {
        scale = log;
        log = new Thresholds(i, scale, same, any, products).best();
      }
      scale = log;
      logs[i] = scale;
    }
    return LatticeProfile.of(lattice, i -> logs[i]);
  }

  /**
   * Lower bound of {@code e^x − 1} up to rounding, for x above 0. The library's own function would
   * take a third of the total time. The terms of the series are positive, and the omitted terms are
   * below 1e-8 of the sum.
   */
  private static double growth(double x) {
    if (x > SERIES) {
      return Math.exp(x) - 1;
    }
    double sum = 1;
    for (int k = RATIOS.length - 1; k >= 0; k--) {
      sum = 1 + sum * x * RATIOS[k];
    }
    return sum * x;
  }

  /**
   * Search for the thresholds at an index. Any thresholds give a bound, and the best ones of the
   * previous index are near the best here. So all thresholds are tried at few indices only.
   */
  private final class Thresholds {
    private final int index;
    private final double scale;
    private final LatticeProfile same;
    private final LatticeProfile any;

    /** Products of the first distribution's masses and the profile at their ratios. */
    private final ScaledProducts products;

    /** Largest distance from the previous thresholds of the thresholds that are tried. */
    private final int reach;

    private double best = Double.POSITIVE_INFINITY;
    private double logBest = Double.POSITIVE_INFINITY;

    Thresholds(
        int index, double scale, LatticeProfile same, LatticeProfile any, ScaledProducts products) {
      this.index = index;
      this.scale = scale;
      this.same = same;
      this.any = any;
      this.products = products;
      this.reach = index % Math.max(ALL_TRIED, points / TRIED) == 0 ? first.length : NEAR;
    }

    /** Upper bound of the logarithm of the result. */
    double best() {
      improveHigh();
      improveLow();
      double log = Math.log(Math.max(SMALLEST, best)) + scale + LogSum.SLACK;
      return Math.max(LatticeProfile.LEAST, Math.min(0, log));
    }

    /**
     * Improves the upper threshold. The kept sum grows, so the search ends once that sum alone is
     * above the best.
     */
    private void improveHigh() {
      int before = high;
      int start = Math.max(low + 1, before - reach);
      int last = Math.min(first.length - 1, before + reach);
      double sum = Math.exp(firstUpTo[low] + loss(low)) + sum(low + 1, start);
      for (int j = start; j <= last && sum < best; j++) {
        if (improves(sum, keptFrom[j] + loss(j), low, j)) {
          high = j;
        }
        sum += Math.exp(first[j] + loss(j));
      }
    }

    private void improveLow() {
      int before = low;
      int start = Math.min(high - 1, before + reach);
      int last = Math.max(0, before - reach);
      double sum = Math.exp(keptFrom[high] + loss(high)) + sum(start + 1, high);
      for (int j = start; j >= last && sum < best; j--) {
        if (improves(sum, firstUpTo[j] + loss(j), j, high)) {
          low = j;
        }
        sum += Math.exp(first[j] + loss(j));
      }
    }

    private double sum(int from, int until) {
      return products.sum(from, until, points - index, scale);
    }

    /** Logarithm of the profile from the ratio of an index on, in units of the scale. */
    private double loss(int ratio) {
      return same.logAt(index + points - ratio) - scale;
    }

    private boolean improves(double sum, double logEdge, int from, int to) {
      if (logEdge >= logBest) {
        return false;
      }
      double near = sum + Math.exp(logEdge);
      if (near >= best) {
        return false;
      }
      double total = near + far(from, to);
      if (total < best) {
        best = total;
        logBest = Math.log(best);
        return true;
      }
      return false;
    }

    /**
     * {@code a Θ(γb/a)} in units of the scale, or infinity if this summand alone is no better than
     * the best bound. The shift {@code log(b/a)} is lowered by the slack, which exceeds all
     * rounding errors here. The shift is then rounded down to the lattice, and the rest down to a
     * weight of the next point. Far below the lattice the bound is trivial.
     */
    private double far(int from, int to) {
      double excess = excessUp[to] - scale;
      double surplus = excessDown[2 * points - from];
      if (!(surplus > LatticeProfile.LEAST)) {
        return Math.exp(excess);
      }
      double above = surplus - excessUp[to] - LogSum.SLACK;
      double multiple = Math.min(2.0 * points, Math.floor(above / spacing));
      if (!(multiple > 1 - first.length)) {
        return Math.exp(excess);
      }
      int shift = (int) multiple;
      double next = excess + any.logAt(index + shift + 1);
      if (next >= logBest) {
        return Double.POSITIVE_INFINITY;
      }
      double rest = Math.max(0, above - lattice.loss(shift));
      double weight = Math.min(1, growth(rest) / expm1Spacing / (1 + LogSum.SLACK));
      return (1 - weight) * Math.exp(excess + any.logAt(index + shift)) + weight * Math.exp(next);
    }
  }

  /**
   * Sums of {@code e^(a_i + b_(i+s))} in units of a scale, for two lists of logarithms, as products
   * of numbers from tables. An exponential for each term would take ten times as long. Both lists
   * are divided into blocks, and the tables hold each number in units of its block's largest. A
   * stretch within one block of either list takes one exponential.
   */
  static final class ScaledProducts {
    /**
     * Bound of the omitted part of sums of fewer than 1e5 terms. Omitted are terms of at most
     * {@code e^−110}, and products with a factor below {@link #SMALLEST} in stretches whose largest
     * product is at most {@code e^100}.
     */
    static final double LEFT_OUT = 1e-42;

    /** Least factor that is kept: products of smaller factors might be subnormal, and slow. */
    private static final double SMALLEST = 1e-150;

    /** Logarithm below which a term counts as 0. */
    private static final double NEGLIGIBLE = -110;

    /**
     * Above this logarithm of a block's largest product, exponentials are taken term by term, to
     * avoid overflow.
     */
    private static final double LARGE = 100;

    /** Binary logarithm of the number of terms in a block. Not tuned. */
    private static final int BLOCK = 5;

    /** A logarithm below all logarithms that are summed. */
    private static final double LEAST = -1e9;

    private final double[] logs;
    private final double[] otherLogs;
    private final double[] tops;
    private final double[] otherTops;
    private final double[] parts;
    private final double[] otherParts;

    /** Sums of two lists of logarithms, which are not copied. */
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
     * The sum of the terms at indices of the first list, in units of the scale, up to {@link
     * #LEFT_OUT}.
     *
     * @param from the first index
     * @param until the index after the last
     * @param shift s, the difference of the second list's index and the first list's
     * @param scale logarithm of the scale
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
}
