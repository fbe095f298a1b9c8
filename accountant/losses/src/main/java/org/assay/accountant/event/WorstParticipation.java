package org.assay.accountant.event;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.jspecify.annotations.Nullable;

/**
 * The largest squared length of a sum of columns with unit vectors, over the allowed steps of a
 * record. A record takes part in at most {@code times} steps, which are at least {@code apart}
 * apart. The length is bounded by the largest {@code Σ |⟨c_i, c_j⟩|}. In the bound a product counts
 * at the earlier of its two steps, and later steps contribute at most their largest products. A
 * search over prefixes narrows the bound. Proof: {@code doc-files/matrix-sensitivity.md}.
 */
final class WorstParticipation {
  /** The products of two columns. */
  interface Products {
    /** {@code ⟨c_i, c_j⟩} for i ≤ j, up to {@link #error}. */
    double of(int i, int j);

    /** A bound of the error. */
    double error(int i, int j);

    /** The distance from which on every product is 0. */
    int reach();
  }

  /** Relative distance from an attained sum at which upper bounds are not improved. */
  private static final double CLOSE = 0x1p-40;

  /** Largest work of the search, in additions, well below a second. */
  private static final double MOST_WORK = 2e8;

  /** Cost of one prefix, in additions. */
  private static final double PREFIX = 200;

  private final int steps;
  private final int times;
  private final int apart;
  private final int reach;

  /**
   * Upper bounds of a column's square, and of twice its products with later columns, by distance
   * minus {@code apart}.
   */
  private final double[] squares;

  private final double[][] pairs;

  /** Largest sum of a column's products with r later columns, at index r. */
  private final double[][] later;

  /** The bound for at most {@code left} steps from a step on. */
  private final double[][] bound;

  private double best;
  private int[] bestSteps = new int[0];

  private WorstParticipation(double[] squares, double[][] pairs, int times, int apart, int reach) {
    this.steps = squares.length;
    this.times = times;
    this.apart = apart;
    this.reach = Math.max(reach, apart);
    this.squares = squares;
    this.pairs = pairs;
    this.later = new double[steps][];
    this.bound = new double[times + 1][steps + apart];
    for (int i = 0; i < steps; i++) {
      later[i] = largestSums(pairs[i]);
    }
    for (int left = 1; left <= times; left++) {
      for (int i = steps - 1; i >= 0; i--) {
        bound[left][i] = Math.max(bound[left][i + 1], taken(i, left) + bound[left - 1][i + apart]);
      }
    }
  }

  /**
   * An enclosure of the squared length; wide if the search fails.
   *
   * @param times largest number of steps, at least 1
   * @param apart their least distance, at least 1
   */
  static Enclosure squaredLength(Products products, int steps, int times, int apart) {
    int reach = Math.min(products.reach(), steps);
    double[] squares = new double[steps];
    double[][] pairs = new double[steps][];
    for (int i = 0; i < steps; i++) {
      squares[i] = above(products, i, i);
      pairs[i] = new double[Math.max(0, Math.min(reach, steps - i) - apart)];
      for (int t = 0; t < pairs[i].length; t++) {
        pairs[i][t] = 2 * above(products, i, i + apart + t);
      }
    }
    WorstParticipation forward = new WorstParticipation(squares, pairs, times, apart, reach);
    WorstParticipation backward = forward.reversed();
    boolean turned = backward.bound[times][0] < forward.bound[times][0];
    WorstParticipation closer = turned ? backward : forward;
    // Bounds are sums of non-negative numbers; the slack covers the depth of the additions.
    double slack = (2.0 * times + 2.0 * steps / apart + 16) * 0x1p-52;
    double upper = closer.search() * (1 + slack);
    int[] found = closer.bestSteps;
    int[] pattern = Arrays.stream(found).map(i -> turned ? steps - 1 - i : i).sorted().toArray();
    double lower = length(products, pattern) - slack * upper;
    return Enclosure.of(Math.min(Math.max(0, lower), upper), upper);
  }

  private static double above(Products products, int i, int j) {
    return Math.abs(products.of(i, j)) + products.error(i, j);
  }

  /** The squared length for greedily chosen signs, up to rounding. */
  private static double length(Products products, int[] pattern) {
    double sum = 0;
    int[] signs = new int[pattern.length];
    for (int m = 0; m < pattern.length; m++) {
      double before = 0;
      double error = products.error(pattern[m], pattern[m]);
      for (int l = 0; l < m; l++) {
        if (pattern[m] - pattern[l] < products.reach()) {
          before += signs[l] * products.of(pattern[l], pattern[m]);
          error += 2 * products.error(pattern[l], pattern[m]);
        }
      }
      signs[m] = before < 0 ? -1 : 1;
      sum += products.of(pattern[m], pattern[m]) + 2 * Math.abs(before) - error;
    }
    return sum;
  }

  private WorstParticipation reversed() {
    double[] mirrored = new double[steps];
    double[][] turned = new double[steps][];
    for (int i = 0; i < steps; i++) {
      mirrored[i] = squares[steps - 1 - i];
      turned[i] = new double[Math.max(0, Math.min(reach, steps - i) - apart)];
      for (int t = 0; t < turned[i].length; t++) {
        turned[i][t] = pairs[steps - 1 - i - apart - t][t];
      }
    }
    return new WorstParticipation(mirrored, turned, times, apart, reach);
  }

  /**
   * Sums of the 0, 1, 2, … largest numbers, at most one from every block of {@code apart} numbers.
   */
  private double[] largestSums(double[] numbers) {
    double[] largest = new double[(numbers.length + apart - 1) / apart];
    for (int t = 0; t < numbers.length; t++) {
      largest[t / apart] = Math.max(largest[t / apart], numbers[t]);
    }
    Arrays.sort(largest);
    double[] sums = new double[1 + Math.min(largest.length, times)];
    for (int r = 1; r < sums.length; r++) {
      sums[r] = sums[r - 1] + largest[largest.length - r];
    }
    return sums;
  }

  /** Largest contribution of a step if {@code left} steps remain including it. */
  private double taken(int step, int left) {
    return squares[step] + later[step][Math.min(left - 1, later[step].length - 1)];
  }

  private double pair(int i, int j) {
    int t = j - i - apart;
    return t < pairs[i].length ? pairs[i][t] : 0;
  }

  /** An upper bound of every pattern's sum, up to rounding; the best pattern is kept. */
  private double search() {
    follow();
    double work = 0;
    Map<Prefix, Prefix> layer = new HashMap<>();
    Prefix none = new Prefix(new int[0], null, -apart, 0);
    layer.put(none, none);
    for (int left = times; left > 0 && !layer.isEmpty(); left--) {
      Map<Prefix, Prefix> next = new HashMap<>();
      double ofBound = (double) reach * Math.min(left, steps / apart + 1);
      for (Prefix prefix : layer.values()) {
        work += ofBound;
        if (completed(prefix, left) > best * (1 + CLOSE)) {
          work += PREFIX * (steps - prefix.last - apart);
          extend(prefix, next);
        }
        if (work > MOST_WORK) {
          return bound[times][0];
        }
      }
      layer = next;
    }
    return Math.min(bound[times][0], best * (1 + CLOSE));
  }

  /** Takes the bound's own pattern as a first candidate. */
  private void follow() {
    Prefix prefix = new Prefix(new int[0], null, -apart, 0);
    int left = times;
    for (int i = 0; i < steps && left > 0; i++) {
      if (i >= prefix.last + apart && bound[left][i] > bound[left][i + 1]) {
        prefix = prefix.then(this, i);
        left--;
      }
    }
    improve(prefix);
  }

  private void improve(Prefix prefix) {
    if (prefix.sum > best) {
      best = prefix.sum;
      bestSteps = prefix.all();
    }
  }

  private void extend(Prefix prefix, Map<Prefix, Prefix> next) {
    for (int j = prefix.last + apart; j < steps; j++) {
      Prefix longer = prefix.then(this, j);
      improve(longer);
      next.merge(longer, longer, (one, other) -> one.sum >= other.sum ? one : other);
    }
  }

  /** A bound of all completions of a prefix; products with the prefix's own steps are exact. */
  private double completed(Prefix prefix, int left) {
    int from = prefix.last + apart;
    int to = Math.min(steps, from + reach);
    if (prefix.recent.length == 0 || from >= steps) {
      return prefix.sum + bound[left][Math.min(from, steps)];
    }
    double[] fields = new double[to - from];
    for (int i : prefix.recent) {
      for (int j = from; j < Math.min(to, i + reach); j++) {
        fields[j - from] += pair(i, j);
      }
    }
    double[] fewer = new double[to - from + 1];
    for (int r = 1; r <= left; r++) {
      double[] now = new double[to - from + 1];
      now[to - from] = bound[r][to];
      for (int j = to - 1; j >= from; j--) {
        int after = j + apart;
        double rest = after < to ? fewer[after - from] : bound[r - 1][Math.min(after, steps)];
        now[j - from] = Math.max(now[j + 1 - from], taken(j, r) + fields[j - from] + rest);
      }
      fewer = now;
    }
    return prefix.sum + fewer[0];
  }

  /**
   * The first steps of a pattern. Prefixes are equal if their last steps, which have products with
   * later ones, agree.
   */
  private static final class Prefix {
    private final int[] recent;
    private final @Nullable Prefix before;
    private final int last;
    private final double sum;

    Prefix(int[] recent, @Nullable Prefix before, int last, double sum) {
      this.recent = recent;
      this.before = before;
      this.last = last;
      this.sum = sum;
    }

    Prefix then(WorstParticipation columns, int step) {
      double fields = 0;
      int kept = 0;
      for (int i : recent) {
        fields += columns.pair(i, step);
        kept += step + columns.apart - i < columns.reach ? 1 : 0;
      }
      int[] seen = Arrays.copyOfRange(recent, recent.length - kept, recent.length + 1);
      seen[kept] = step;
      return new Prefix(seen, this, step, sum + (columns.squares[step] + fields));
    }

    int[] all() {
      int length = 0;
      for (Prefix p = this; p.before != null; p = p.before) {
        length++;
      }
      int[] all = new int[length];
      for (Prefix p = this; p.before != null; p = p.before) {
        all[--length] = p.last;
      }
      return all;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Prefix prefix && Arrays.equals(recent, prefix.recent);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(recent);
    }
  }
}
