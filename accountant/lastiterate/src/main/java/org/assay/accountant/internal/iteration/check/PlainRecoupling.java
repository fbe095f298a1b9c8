package org.assay.accountant.internal.iteration.check;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.starts.TwoStartTable;

/**
 * Theorem C of {@code recoupling/doc-files/recoupling.md} in plain doubles, through all stages.
 * Profiles are at the losses {@code i · spacing}, as logarithms, without error bounds.
 */
final class PlainRecoupling {
  private static final double LEAST = -1e6;

  /**
   * Expected number of samples of the record below which contour inversion is too rough. Not tuned.
   */
  private static final double FEW_SAMPLED = 15;

  private static final long MOST_CONVOLVED = 1_000_000;
  private static final double ACCURACY = 1e-3;
  private static final double NEGLIGIBLE = 1e-14;

  private final PlainRun run;
  private final NoisySgdArgument.Recoupled argument;
  private final double spacing;
  private final int points;
  private final PlainTail tail;
  private final Optional<PlainTwoData> twoData;
  private final Map<Long, double[]> same = new HashMap<>();
  private final Map<Long, double[]> any = new HashMap<>();

  PlainRecoupling(PlainRun run, NoisySgdArgument.Recoupled argument) {
    this.run = run;
    this.argument = argument;
    this.spacing = argument.spacing();
    this.points = argument.points();
    this.tail = new PlainTail(run);
    this.twoData = PlainTwoData.of(run, this::composition);
  }

  /** Logarithms of delta at the indices from 0 to the points. */
  double[] profile() {
    double[] profile = new double[points + 1];
    if (argument.composed() > 0) {
      profile = Arrays.copyOf(same(argument.composed()), points + 1);
    }
    for (long horizon : argument.starts()) {
      profile = smaller(profile, any(horizon));
    }
    for (List<Long> stage : argument.stages()) {
      double[] next = argument.composed() > 0 ? new double[points + 1] : profile;
      for (long horizon : stage) {
        next = smaller(next, after(profile, same(horizon), any(horizon)));
      }
      profile = hull(next);
    }
    return profile;
  }

  /**
   * The lower hull, as divergences are convex in gamma. It is built from the right, where slopes
   * are flat.
   */
  private double[] hull(double[] logs) {
    int[] corners = new int[logs.length];
    int count = 0;
    for (int i = logs.length - 1; i >= 0; i--) {
      while (count >= 2
          && steepness(logs, i, corners[count - 1])
              <= steepness(logs, corners[count - 1], corners[count - 2])) {
        count--;
      }
      corners[count++] = i;
    }
    double[] result = logs.clone();
    for (int c = 1; c < count; c++) {
      int from = corners[c];
      int to = corners[c - 1];
      for (int i = from + 1; i < to; i++) {
        double part = logGap(i - from) - logGap(to - from) + (i - to) * spacing;
        result[i] = sum(Math.log1p(-Math.exp(part)) + logs[from], part + logs[to]);
      }
    }
    return result;
  }

  /** {@code log(1 − e^(−x))} for x a number of spacings. */
  private double logGap(int count) {
    return Math.log(-Math.expm1(-count * spacing));
  }

  /** Logarithm of the decrease of the divergence with gamma between two indices. */
  private double steepness(double[] logs, int from, int to) {
    double width = to * spacing + logGap(to - from);
    return difference(logs[from], logs[to]) - width;
  }

  private static double[] smaller(double[] one, double[] other) {
    double[] result = new double[one.length];
    Arrays.setAll(result, i -> Math.min(one[i], other[i]));
    return result;
  }

  /** Logarithms of delta for two datasets and one start, up to twice the points. */
  private double[] same(long horizon) {
    return same.computeIfAbsent(
        horizon,
        steps -> {
          double[] losses = new double[2 * points + 1];
          Arrays.setAll(losses, i -> i * spacing);
          double[] logs = composition(steps, losses);
          twoData.ifPresent(
              data ->
                  Arrays.setAll(
                      logs,
                      i -> Math.min(logs[i], Math.log(data.together((double) steps, losses[i])))));
          return logs;
        });
  }

  private double[] composition(long steps, double[] losses) {
    if (run.isWhole()) {
      double mu = run.growth() * Math.sqrt((double) steps);
      return Arrays.stream(losses).map(loss -> gaussian(mu, loss)).toArray();
    }
    double[] logs = Arrays.stream(deltas(steps, losses)).map(Math::log).toArray();
    for (int i = 0; i < logs.length; i++) {
      // The first negligible value is used for all later ones.
      if (logs[i] <= Math.log(NEGLIGIBLE)) {
        logs[i] = Math.min(logs[i], tail.logDelta(steps, losses[i]));
      }
    }
    return logs;
  }

  private double[] deltas(long steps, double[] losses) {
    boolean few = run.share() * steps <= FEW_SAMPLED && steps <= MOST_CONVOLVED;
    Optional<double[]> convolved =
        few
            ? ifKnown(
                () ->
                    PlainComposition.convolved(run, steps)
                        .deltaBounds(losses, ACCURACY, NEGLIGIBLE))
            : Optional.empty();
    return convolved.orElseGet(
        () -> PlainComposition.inverted(run, 0, 0, steps).deltaBounds(losses, NEGLIGIBLE));
  }

  static double gaussian(double mu, double loss) {
    return mu == 0 ? LEAST : Math.max(LEAST, GaussianMechanism.logDelta(mu, loss).upper());
  }

  /**
   * Logarithms of delta for two datasets and any two starts: the triangle, and tilted reflection.
   */
  private double[] any(long horizon) {
    return any.computeIfAbsent(horizon, this::anywhere);
  }

  private double[] anywhere(long horizon) {
    double[] one = same(horizon);
    double[] two = moved(horizon);
    double[] result = new double[points + 1];
    for (int i = 0; i <= points; i++) {
      double best = 0;
      for (int j = -points; j <= 2 * points; j++) {
        double shift = j * spacing;
        best = Math.min(best, sum(at(one, j), shift + at(two, i - j)));
        best = Math.min(best, sum(at(two, j), shift + at(one, i - j)));
      }
      double loss = i * spacing;
      double reflected = twoData.map(data -> data.bound((double) horizon, loss)).orElse(1.0);
      result[i] = Math.max(LEAST, Math.min(best, Math.log(reflected)));
    }
    return hull(result);
  }

  /** Logarithms of delta for one dataset and two starts. */
  private double[] moved(long horizon) {
    double mu = Math.sqrt(run.hidden(run.width(), (double) horizon));
    double apart = Math.log(PlainSurvival.of(run, run.width(), (double) horizon));
    TwoStartTable table = TwoStartTable.shipped();
    int row = run.contraction() <= 1 ? table.row(run.width(), horizon) : -1;
    double[] result = new double[2 * points + 1];
    for (int i = 0; i < result.length; i++) {
      double loss = i * spacing;
      double listed = Math.min(apart, Math.log(table.bound(row, loss)));
      result[i] = Math.max(LEAST, Math.min(listed, mu < 1e150 ? gaussian(mu, loss) : 0));
    }
    return hull(result);
  }

  /** The value at any index: below 0 by exchange of the datasets, above the end the last value. */
  private double at(double[] logs, int index) {
    double value = logs[Math.min(Math.abs(index), logs.length - 1)];
    double loss = index * spacing;
    return index >= 0 ? value : Math.min(0, sum(Math.log(-Math.expm1(loss)), loss + value));
  }

  static double sum(double one, double other) {
    double high = Math.max(one, other);
    return high == Double.NEGATIVE_INFINITY
        ? high
        : high + Math.log1p(Math.exp(Math.min(one, other) - high));
  }

  private static double difference(double one, double other) {
    return one > other ? one + Math.log(-Math.expm1(other - one)) : Double.NEGATIVE_INFINITY;
  }

  /**
   * Formula (3) of {@code recoupling/doc-files/recoupling.md}, for a pair with the earlier profile,
   * from index 0 on.
   */
  private double[] after(double[] before, double[] kept, double[] anew) {
    double[] pair = new double[2 * points + 1];
    double room = 1 - Math.exp(before[points]);
    double steepAfter = Double.NEGATIVE_INFINITY;
    for (int i = points; i >= 1; i--) {
      double width = i * spacing + Math.log(-Math.expm1(-spacing));
      double steep = Math.max(steepAfter, difference(before[i - 1], before[i]) - width);
      pair[points - i] = difference(steep, steepAfter);
      pair[points + i] = pair[points - i] + i * spacing;
      room -= Math.exp(pair[points - i]) + Math.exp(pair[points + i]);
      steepAfter = steep;
    }
    pair[points] = Math.log(Math.max(0, room));
    PlainThresholds thresholds =
        new PlainThresholds(spacing, pair, everywhere(before), everywhere(kept), everywhere(anew));
    double[] result = new double[points + 1];
    double last = 0;
    for (int i = 0; i <= points; i++) {
      last = Math.max(LEAST, Math.min(last, thresholds.best(i, last)));
      result[i] = last;
    }
    return result;
  }

  /** The values at the indices from minus three times the points to three times the points. */
  private double[] everywhere(double[] logs) {
    double[] all = new double[6 * points + 1];
    Arrays.setAll(all, k -> at(logs, k - 3 * points));
    return all;
  }

  /**
   * Smallest epsilon at a delta; above the lattice, the profile continues with its slope near the
   * end.
   */
  double epsilon(double[] profile, double delta) {
    double log = Math.log(delta);
    int i = 0;
    while (i <= points && profile[i] > log) {
      i++;
    }
    if (i == 0) {
      return 0;
    }
    if (i > points) {
      int before = 4 * points / 5;
      double slope = (profile[before] - profile[points]) / (points - before);
      return (points + (profile[points] - log) / slope) * spacing;
    }
    double part = (profile[i - 1] - log) / (profile[i - 1] - profile[i]);
    return (i - 1 + part) * spacing;
  }

  double delta(double[] profile, double epsilon) {
    double index = Math.min(points, epsilon / spacing);
    int low = (int) Math.min(points - 1.0, index);
    return Math.exp(profile[low] + (index - low) * (profile[low + 1] - profile[low]));
  }

  /** {@code log(1 + a(a − 1) ∫ (γ^(a−2) + γ^(−a−1)) H dγ)/(a − 1)}, by the losses. */
  double renyi(double[] profile, double order, double tailOrder, double tail) {
    double b = tailOrder;
    double beyond = (b - 1) * tail + (b - 1) * Math.log((b - 1) / b) - Math.log(b);
    double sum = Double.NEGATIVE_INFINITY;
    double factor = Math.log(order) + Math.log(order - 1);
    for (int i = 0; i < points; i++) {
      for (int part = 0; part < 8; part++) {
        double index = i + (part + 0.5) / 8;
        double loss = index * spacing;
        double log = profile[i] + (index - i) * (profile[i + 1] - profile[i]);
        double h = Math.min(log, beyond - (b - 1) * loss);
        double power = sum((order - 1) * loss, -order * loss);
        sum = sum(sum, factor + power + h + Math.log(spacing / 8));
      }
    }
    double last = points * spacing;
    double rest = factor + Math.log(2 / (b - order)) + beyond + (order - b) * last;
    return sum(0, sum(sum, rest)) / (order - 1);
  }

  /**
   * Delta of composed steps far in the tail, in plain doubles. For every x, {@code (x − γ)⁺} is at
   * most {@code x^b γ^(1−b) (b−1)^(b−1)/b^b}. The mean of {@code x^b} over k steps is the k-th
   * power of the mean over one. Orders b are tried upwards until the bound no longer falls.
   */
  static final class PlainTail {
    private static final double LARGEST = 250;
    private static final double STEEPEST = 150;

    private final PlainStep step;
    private final double largest;
    private final Map<Integer, Double> moments = new HashMap<>();

    PlainTail(PlainRun run) {
      this.step = new PlainStep(run);
      this.largest = Math.min(LARGEST, STEEPEST / run.pairMu());
    }

    /** The logarithm of delta after a number of steps. */
    double logDelta(long steps, double loss) {
      double best = 0;
      for (int i = 0; order(i) <= largest; i++) {
        double b = order(i);
        double peak = (b - 1) * Math.log(b - 1) - b * Math.log(b);
        double log = peak + steps * logMoment(i) - (b - 1) * loss;
        if (log > best && best < 0) {
          return best;
        }
        best = Math.min(best, log);
      }
      return best;
    }

    private static double order(int i) {
      return 1 + 0.06 * Math.pow(1.2, i);
    }

    private double logMoment(int i) {
      return moments.computeIfAbsent(i, key -> (order(key) - 1) * step.pair(order(key), 0));
    }
  }
}
