package org.assay.accountant.accounting;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.assay.accountant.internal.selection.Repetitions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Lower bounds for releasing the best of several runs. Some program and some neighbours attain
 * {@code delta(t)} of a single run on a set S of outputs. A ranking may place S first or last, and
 * then S is a test of the released output. The values of the profile at t and on both sides of t
 * bound the probabilities of S ({@code internal/selection/doc-files/repeat-and-select.md}). Every
 * choice of thresholds t gives a valid bound.
 */
final class SelectionTest {
  /** The thresholds t tried first divide their interval into this number of parts. Not tuned. */
  private static final int THRESHOLDS = 16;

  /**
   * Number of times that the search halves the distance to the best threshold's neighbours. Not
   * tuned.
   */
  private static final int REFINEMENTS = 5;

  /**
   * Share of the delta in question at which thresholds end: their interval is doubled until a
   * single run's delta at its end is at most this share. Not tuned.
   */
  private static final double FLAT = 1e-3;

  /** Largest threshold t, an epsilon. Not tuned: bounds the search. */
  private static final double LARGEST = 512;

  /**
   * Number of parts of an interval of probabilities; straight lines bound the probability of
   * release on each. Not tuned.
   */
  private static final int PARTS = 16;

  /**
   * Halvings of the interval that contains epsilon; the last one is 2^-60 times as wide as the
   * first.
   */
  private static final int BISECTIONS = 60;

  private final Repetitions repetitions;
  private final TightestBound once;
  private final Map<Double, Enclosure> profile = new HashMap<>();

  SelectionTest(Repetitions repetitions, TightestBound once) {
    this.repetitions = repetitions;
    this.once = once;
  }

  /** A lower bound of the best run's delta at an epsilon. */
  double delta(double epsilon) {
    return best(set -> set.delta(epsilon), FLAT * single(epsilon).lower());
  }

  /** A lower bound of the best run's epsilon at a delta. */
  double epsilon(double delta) {
    double each = delta / repetitions.expectation().upper();
    return best(set -> set.epsilon(delta), FLAT * each);
  }

  /** A lower bound by the test with a set. */
  private interface Proof {
    double of(AttainedSet set);
  }

  /** The largest lower bound over several thresholds, up to where the profile is negligible. */
  private double best(Proof proof, double negligible) {
    double last = 1.0 / 16;
    while (last < LARGEST && single(last).upper() > negligible) {
      last *= 2;
    }
    double width = last / THRESHOLDS;
    double place = width;
    double largest = 0;
    for (int i = 1; i < THRESHOLDS; i++) {
      double found = proof.of(set(i * width, width));
      place = found > largest ? i * width : place;
      largest = Math.max(largest, found);
    }
    for (int i = 0; i < REFINEMENTS; i++) {
      width /= 2;
      double center = place;
      for (double at : new double[] {center, center - width, center + width}) {
        double found = at > width ? proof.of(set(at, width)) : 0;
        place = found > largest ? at : place;
        largest = Math.max(largest, found);
      }
    }
    return largest;
  }

  /** The profile of a single run. The lower end is 0 unless the value is known to be attained. */
  private Enclosure single(double epsilon) {
    return profile.computeIfAbsent(
        epsilon,
        at -> {
          TightestBound.Bound bound = once.delta(at);
          double upper = bound.value().upper();
          return bound.method().exact() ? bound.value() : Enclosure.of(0, upper);
        });
  }

  /**
   * The set that attains the profile at a threshold. Its probability q without the record is
   * between the profile's slopes on both sides, and its probability with the record is {@code delta
   * + e^threshold q}.
   */
  private AttainedSet set(double threshold, double width) {
    double delta = single(threshold).lower();
    Enclosure here = Enclosure.exact(threshold).exp();
    Enclosure before = Enclosure.exact(threshold - width).exp();
    Enclosure after = Enclosure.exact(threshold + width).exp();
    Enclosure least =
        Enclosure.exact(delta)
            .minus(single(threshold + width).upper())
            .dividedBy(after.minus(here));
    Enclosure most =
        Enclosure.exact(single(threshold - width).upper())
            .minus(delta)
            .dividedBy(here.minus(before));
    double low = Math.max(0, least.lower());
    double high = Math.min(most.upper(), Rounding.divideUp(1, here.lower()));
    return new AttainedSet(delta, here.lower(), low, Math.max(low, high));
  }

  /**
   * A set of outputs with probability P with the record and Q without. Holds lower bounds of {@code
   * P - factor Q} and of {@code factor = e^threshold}, and an interval that contains Q.
   */
  private final class AttainedSet {
    private final double delta;
    private final double factor;
    private final double low;
    private final double high;

    AttainedSet(double delta, double factor, double low, double high) {
      this.delta = delta;
      this.factor = factor;
      this.low = low;
      this.high = high;
    }

    double epsilon(double target) {
      if (!(delta > 0 && delta(0) > target)) {
        return 0;
      }
      double proved = 0;
      double open = 1;
      while (open < LARGEST && delta(open) > target) {
        proved = open;
        open *= 2;
      }
      for (int i = 0; i < BISECTIONS; i++) {
        double middle = (proved + open) / 2;
        boolean above = delta(middle) > target;
        proved = above ? middle : proved;
        open = above ? open : middle;
      }
      return proved;
    }

    /**
     * A lower bound of delta for every Q in its interval. It is the largest of four bounds: S or
     * its complement with the neighbours exchanged, ranked first or last.
     */
    double delta(double epsilon) {
      if (!(delta > 0)) {
        return 0;
      }
      double weight = Rounding.expUp(epsilon);
      double[] least = new double[4];
      Arrays.fill(least, Double.POSITIVE_INFINITY);
      for (int i = 0; i < PARTS; i++) {
        double left = at(i);
        double right = at(i + 1);
        Part inside = new Part(with(left), with(right), left, right);
        Part outside = inside.exchanged();
        least[0] = Math.min(least[0], inside.first(weight));
        least[1] = Math.min(least[1], inside.last(weight));
        least[2] = Math.min(least[2], outside.first(weight));
        least[3] = Math.min(least[3], outside.last(weight));
      }
      return DoubleStream.of(least).reduce(0, Math::max);
    }

    private double at(int i) {
      return i == 0 ? low : i == PARTS ? high : low + (high - low) * i / PARTS;
    }

    /** A lower bound of P if Q is {@code without}. */
    private double with(double without) {
      double sum = Rounding.addDown(delta, Rounding.multiplyDown(factor, without));
      return Math.min(1, sum);
    }
  }

  /**
   * The probabilities of a set with and without the record, at both ends of an interval in which
   * they move linearly. The probability of releasing an output of S is concave in that of S if S
   * comes first, convex if S comes last. So straight lines, chords or tangents, bound both terms of
   * {@code P' - weight Q'}, and their difference is smallest at an end.
   */
  private final class Part {
    private final double withLeft;
    private final double withRight;
    private final double withoutLeft;
    private final double withoutRight;

    Part(double withLeft, double withRight, double withoutLeft, double withoutRight) {
      this.withLeft = withLeft;
      this.withRight = withRight;
      this.withoutLeft = withoutLeft;
      this.withoutRight = withoutRight;
    }

    /** The outputs outside the set, with the neighbours exchanged. */
    Part exchanged() {
      return new Part(
          Math.max(0, Rounding.subtractDown(1, withoutLeft)),
          Math.max(0, Rounding.subtractDown(1, withoutRight)),
          Math.min(1, Rounding.subtractUp(1, withLeft)),
          Math.min(1, Rounding.subtractUp(1, withRight)));
    }

    double first(double weight) {
      Line tangent = tangent(repetitions::some, withoutLeft, withoutRight, false);
      return Math.min(
          less(repetitions.some(withLeft).lower(), weight, tangent.left().upper()),
          less(repetitions.some(withRight).lower(), weight, tangent.right().upper()));
    }

    double last(double weight) {
      Line tangent = tangent(repetitions::every, withLeft, withRight, true);
      return Math.min(
          less(tangent.left().lower(), weight, repetitions.every(withoutLeft).upper()),
          less(tangent.right().lower(), weight, repetitions.every(withoutRight).upper()));
    }

    private double less(double with, double weight, double without) {
      return Rounding.subtractDown(with, Rounding.multiplyUp(weight, without));
    }
  }

  private record Line(Enclosure left, Enclosure right) {}

  private interface Release {
    Enclosure of(double probability);
  }

  /** The values at two probabilities of the tangent in the middle between them. */
  private Line tangent(Release release, double left, double right, boolean last) {
    double middle = left + (right - left) / 2;
    Enclosure value = release.of(middle);
    Enclosure exact = Enclosure.exact(middle);
    Enclosure slope = repetitions.slope(last ? exact : Enclosure.ONE.minus(exact));
    return new Line(
        value.plus(slope.times(Enclosure.exact(left).minus(middle))),
        value.plus(slope.times(Enclosure.exact(right).minus(middle))));
  }
}
