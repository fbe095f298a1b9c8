package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.internal.calculus.ConcaveMaximum;
import org.assay.accountant.numeric.Enclosure;

/**
 * The profiles of a pair (P, Q) of output distributions in both orders, and the best test of Q
 * against P.
 *
 * <p>Let {@code D(u) = sup over events A of P(A) - u Q(A)}. The smallest type II error at type I
 * error alpha is {@code f(alpha) = sup over u > 0 of h(u)}, {@code h(u) = 1 - D(u) - u alpha}. From
 * 1 on, D(u) is the profile of (P, Q) at log u. For u below 1 it is {@code 1 - u + u δ(-log u)}, δ
 * being the profile of (Q, P). h is concave, so that points of it bound its supremum from both
 * sides: {@code curve/doc-files/trade-off.md}. For several pairs with larger profiles in both
 * orders only the lower end of f holds for each of them.
 */
final class TwoOrders {
  /** Largest log u of the search; exponentials stay far from overflow. */
  private static final double FARTHEST = 600;

  /** Largest number of steps of the search for the best u. Not tuned: bounds the time. */
  private static final int STEPS = 60;

  /**
   * Width at which the search ends, relative to the approximate size of a loss; no bound depends on
   * it. Not tuned.
   */
  private static final double NEAR = 1e-7;

  /**
   * Distance of the points that show a slope, relative to the approximate size of a loss. Not
   * tuned.
   */
  private static final double APART = 1e-3;

  /**
   * Distances from the best u, in units of {@link #APART}, of points whose chords bound h. Not
   * tuned.
   */
  private static final double[] WIDTHS = {10, 1, 0.03};

  /** Largest share of 1/alpha of a point: at 1/alpha h is at most 0. Not tuned. */
  private static final double BELOW_END = 1 - 1e-9;

  /** The logarithm that represents a type I error of 0. */
  private static final double NONE = -1000;

  private final DoubleFunction<Enclosure> forward;
  private final DoubleFunction<Enclosure> backward;
  private final double scale;

  private TwoOrders(
      DoubleFunction<Enclosure> forward, DoubleFunction<Enclosure> backward, double scale) {
    this.forward = forward;
    this.backward = backward;
    this.scale = scale;
  }

  /**
   * The pair with given profiles.
   *
   * @param forward enclosures of the profile of (P, Q) at any epsilon of at least 0
   * @param backward enclosures of the profile of (Q, P)
   */
  static TwoOrders of(DoubleFunction<Enclosure> forward, DoubleFunction<Enclosure> backward) {
    DoubleFunction<Enclosure> known = remembering(forward);
    return new TwoOrders(known, remembering(backward), sizeOfLoss(known.apply(0).upper()));
  }

  /** The pair with one profile in both orders. */
  static TwoOrders alike(DoubleFunction<Enclosure> profile) {
    return new TwoOrders(profile, profile, sizeOfLoss(profile.apply(0).upper()));
  }

  static DoubleFunction<Enclosure> remembering(DoubleFunction<Enclosure> profile) {
    Map<Double, Enclosure> known = new ConcurrentHashMap<>();
    return epsilon -> known.computeIfAbsent(epsilon, profile::apply);
  }

  /** Estimate of the deviation of the loss, from the total variation of a Gaussian pair. */
  private static double sizeOfLoss(double variation) {
    double left = Math.max(1e-9, 1 - variation);
    return Math.max(1e-9, Math.min(8, variation < 0.5 ? 2.5 * variation : -2 * Math.log(left)));
  }

  /** The pair in the other order. */
  TwoOrders exchanged() {
    return new TwoOrders(/* forward= */ backward, /* backward= */ forward, scale);
  }

  /** The profile in the order of the pair. */
  Enclosure delta(double epsilon) {
    return forward.apply(epsilon);
  }

  /**
   * The probability of a right guess whether the output is from P or from Q, for the best guess:
   * {@code 1 - p + p D((1-p)/p)}. It is at least that of a guess without the output.
   *
   * @param prior probability p that it is from P, strictly between 0 and 1
   */
  Enclosure success(double prior) {
    Enclosure p = Enclosure.exact(prior);
    Enclosure rest = Enclosure.ONE.minus(p);
    boolean rare = prior <= 0.5;
    Enclosure less = rare ? p : rest;
    Enclosure more = rare ? rest : p;
    Enclosure epsilon = more.dividedBy(less).log().max(Enclosure.ZERO);
    DoubleFunction<Enclosure> profile = rare ? forward : backward;
    Enclosure delta =
        epsilon.width() == 0
            ? profile.apply(epsilon.lower())
            : Enclosure.of(
                profile.apply(epsilon.upper()).lower(), profile.apply(epsilon.lower()).upper());
    return more.plus(less.times(delta)).max(more).min(Enclosure.ONE);
  }

  /**
   * The smallest type II error of a test of Q against P.
   *
   * @param alpha its type I error, strictly between 0 and 1
   */
  Enclosure error(double alpha) {
    return error(Enclosure.exact(alpha), Enclosure.ONE.minus(alpha));
  }

  /**
   * The smallest probability under Q of a test that accepts P with a given probability: {@code sup
   * over u of (power - D(u))/u}. It is the type II error in the other order.
   *
   * @param power the probability under P, strictly between 0 and 1
   */
  Enclosure falsePositives(double power) {
    return exchanged().error(Enclosure.ONE.minus(power), Enclosure.exact(power));
  }

  /** The smallest type II error at type I error alpha; {@code trivial} is its complement. */
  private Enclosure error(Enclosure alpha, Enclosure trivial) {
    NavigableMap<Double, Enclosure> looked = new TreeMap<>();
    double best = search(alpha, trivial, looked);
    double lower = 0;
    double upper = trivial.upper();
    for (double width : WIDTHS) {
      double apart = width * APART * scale;
      NavigableMap<Double, Enclosure> points = new TreeMap<>();
      double middle = best;
      for (int i = -2; i <= 2; i++) {
        points.put(middle + i * apart, value(middle + i * apart, alpha, trivial));
      }
      double corner = corner(points);
      if (corner > points.firstKey() && corner < points.lastKey()) {
        Enclosure atCorner = value(corner, alpha, trivial);
        if (atCorner.lower() > lower) {
          lower = atCorner.lower();
          best = corner;
        }
        putIfApart(corner, atCorner, apart / 50, points);
      }
      for (Map.Entry<Double, Enclosure> point : points.entrySet()) {
        if (point.getValue().lower() > lower) {
          lower = point.getValue().lower();
          best = point.getKey();
        }
      }
      looked.forEach((t, seen) -> putIfApart(t, seen, apart, points));
      upper = Math.min(upper, above(points, alpha));
    }
    return Enclosure.of(Math.min(lower, trivial.lower()), Math.max(lower, upper)).min(trivial);
  }

  /** Adds a point unless it is too near another: such slopes have no digits. */
  private static void putIfApart(
      double t, Enclosure seen, double apart, NavigableMap<Double, Enclosure> points) {
    Double before = points.floorKey(t);
    Double after = points.ceilingKey(t);
    boolean alone =
        (before == null || t - before >= apart) && (after == null || after - t >= apart);
    if (alone) {
      points.put(t, seen);
    }
  }

  /**
   * Estimate of the point where the chord of the two first points meets the chord of the two last
   * ones: the best u of a pair with few outcomes.
   */
  private static double corner(NavigableMap<Double, Enclosure> points) {
    double[] u = points.keySet().stream().mapToDouble(Math::exp).toArray();
    double[] h = points.values().stream().mapToDouble(Enclosure::lower).toArray();
    double rise = (h[1] - h[0]) / (u[1] - u[0]);
    double fall = (h[4] - h[3]) / (u[4] - u[3]);
    return Math.log((h[3] - h[1] + rise * u[1] - fall * u[3]) / (rise - fall));
  }

  /** h at u = e^t; {@code trivial} is {@code 1 - alpha} without the loss of digits. */
  private Enclosure value(double t, Enclosure alpha, Enclosure trivial) {
    Enclosure u = Enclosure.exact(t).exp();
    return t >= 0
        ? Enclosure.ONE.minus(forward.apply(t)).minus(u.times(alpha))
        : trivial.minus(backward.apply(-t)).times(u);
  }

  /** An upper bound of h, which is 0 at 0 and at most 0 from 1/alpha on. */
  private static double above(NavigableMap<Double, Enclosure> points, Enclosure alpha) {
    List<Enclosure> x = new ArrayList<>();
    List<Enclosure> values = new ArrayList<>();
    x.add(Enclosure.ZERO);
    values.add(Enclosure.ZERO);
    Enclosure end = Enclosure.ONE.dividedBy(alpha);
    points.forEach(
        (t, value) -> {
          Enclosure u = Enclosure.exact(t).exp();
          double last = x.get(x.size() - 1).upper();
          if (u.upper() < end.lower() * BELOW_END && u.lower() * BELOW_END > last) {
            x.add(u);
            values.add(value);
          }
        });
    x.add(end);
    values.add(Enclosure.of(-1, 0));
    return ConcaveMaximum.aboveAll(x.toArray(new Enclosure[0]), values.toArray(new Enclosure[0]));
  }

  /** An estimate of the best u; no bound depends on its accuracy. */
  private double search(
      Enclosure alpha, Enclosure trivial, NavigableMap<Double, Enclosure> looked) {
    double low = 0;
    double high = 0;
    double atLow = excess(0, alpha, trivial, looked);
    double atHigh = atLow;
    for (double step = scale; atLow < 0 && low > -FARTHEST; step *= 2) {
      high = low;
      atHigh = atLow;
      low = Math.max(-FARTHEST, low - step);
      atLow = excess(low, alpha, trivial, looked);
    }
    for (double step = scale; atHigh > 0 && high < FARTHEST; step *= 2) {
      low = high;
      atLow = atHigh;
      high = Math.min(FARTHEST, high + step);
      atHigh = excess(high, alpha, trivial, looked);
    }
    for (int i = 0; i < STEPS && high - low > NEAR * scale; i++) {
      double share = atLow / (atLow - atHigh);
      boolean bisects = i % 3 == 2 || !(share > 0.001 && share < 0.999);
      double middle = low + (bisects ? 0.5 : share) * (high - low);
      double found = excess(middle, alpha, trivial, looked);
      if (found > 0) {
        low = middle;
        atLow = found;
      } else {
        high = middle;
        atHigh = found;
      }
    }
    return low + (high - low) / 2;
  }

  /**
   * Estimate of the excess, in the logarithm, of the type I error of the test at log u over alpha.
   */
  private double excess(
      double t, Enclosure alpha, Enclosure trivial, NavigableMap<Double, Enclosure> looked) {
    double apart = APART * scale / 2;
    Enclosure before = value(t - apart, alpha, trivial);
    Enclosure after = value(t + apart, alpha, trivial);
    looked.put(t - apart, before);
    looked.put(t + apart, after);
    double slope = (after.lower() - before.lower()) / (Math.exp(t + apart) - Math.exp(t - apart));
    double error = alpha.lower() + slope;
    return error > 0 ? Math.log(error / alpha.lower()) : NONE;
  }
}
