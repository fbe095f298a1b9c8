package org.assay.accountant.internal.iteration.choice;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Rounding;

/**
 * Profiles of many steps along batches of a fixed size, in which one record is replaced. Every step
 * may have a pair of its own: {@code (1−q)N(0) + qN(m)} and {@code (1−q)N(0) + qN(m′)} with 0, m
 * and m′ in some ball of diameter mu. A pair that dominates all of them would give larger bounds.
 * Proof: {@code doc-files/chosen-pairs.md}.
 */
public final class ChosenCompositions {
  /** Points of the lattice per standard deviation of a step's loss. Not tuned. */
  private static final double RESOLUTION = 10;

  /**
   * Least points per standard deviation: with fewer points a composition loses more than it gains.
   * Not tuned.
   */
  private static final double LEAST_RESOLUTION = 2.5;

  /** Approximate largest number of lattice points of one step. Not tuned: bounds the time. */
  private static final int MOST_POINTS = 1200;

  /** Profile value at which the lattice of one step ends. Not tuned. */
  private static final double END = 1e-21;

  /** The smallest spacing: its exponential still has about twenty binary digits besides the 1. */
  private static final double SMALLEST_SPACING = 1e-9;

  /** Fewest steps: a single step has a pair that dominates all, and no smaller bound. */
  private static final long FEWEST = 2;

  /** Largest number of rows of the first level, whose rows take the most time. Not tuned. */
  private static final int FIRST_ROWS = 64;

  /**
   * Largest logarithm of the second moment, a squared mu, for which steps are bounded. Not tuned.
   */
  private static final double LARGEST_MOMENT = 100;

  /** Largest number of rows of a level. Not tuned: bounds the time and the memory. */
  private static final int MOST_ROWS = 256;

  /** A step of one level consists of this many steps of the level below. */
  private static final int STEPS_PER_LEVEL = 4;

  /** Largest number of levels below, from which the steps of a level are composed. */
  private static final int LEVELS_BACK = 3;

  /** Standard deviations up to which a lattice reaches. Not tuned. */
  private static final double DEVIATIONS = 9;

  /**
   * Largest share of the dominating pair's composition for which a bound is worth its time. Not
   * tuned.
   */
  private static final double WORTHWHILE = 0.985;

  /** Largest mu; with a larger one nearly every sampled step reveals the record. Not tuned. */
  private static final double LARGEST_MU = 4;

  /**
   * Number of compositions that are kept, as bounds, certificates and other numbers of steps need
   * them again. Not tuned.
   */
  private static final int KEPT = 4;

  private record Pair(double share, double mu) {}

  private static final Map<Pair, Optional<ChosenCompositions>> KNOWN = new LinkedHashMap<>();

  private final double logSecondMoment;
  private final ChoiceProfile oneStep;
  private final Map<Integer, Level> levels = new ConcurrentHashMap<>();

  private ChosenCompositions(ChoiceProfile oneStep, double chiSquare) {
    this.oneStep = oneStep;
    this.logSecondMoment = Math.log1p(chiSquare) * (1 + 1e-14);
  }

  /**
   * Compositions of a step.
   *
   * @param share q, the probability that a record is drawn
   * @param mu the diameter of a ball that contains the three means, in noises of a step, above 0
   * @return empty where compositions take too long, or are hardly better than those of the
   *     dominating pair
   */
  public static Optional<ChosenCompositions> of(double share, double mu) {
    if (!(share > 0 && share < 1 && mu > 0 && mu < LARGEST_MU)) {
      return Optional.empty();
    }
    return known(new Pair(share, mu));
  }

  private static synchronized Optional<ChosenCompositions> known(Pair pair) {
    Optional<ChosenCompositions> known = KNOWN.remove(pair);
    Optional<ChosenCompositions> found = known == null ? found(pair.share(), pair.mu()) : known;
    KNOWN.put(pair, found);
    if (KNOWN.size() > KEPT) {
      KNOWN.remove(KNOWN.keySet().iterator().next());
    }
    return found;
  }

  private static Optional<ChosenCompositions> found(double share, double mu) {
    double chiSquare = TriangleChiSquare.largest(share, mu);
    double deviation = Math.sqrt(chiSquare);
    double spacing = (float) Math.max(deviation / RESOLUTION, largestLoss(share, mu) / MOST_POINTS);
    if (!(spacing > SMALLEST_SPACING && spacing < deviation / LEAST_RESOLUTION)) {
      return Optional.empty();
    }
    ChoiceProfile oneStep = oneStep(share, mu, spacing);
    return ChoiceStep.of(oneStep, chiSquare).saved() < WORTHWHILE
        ? Optional.of(new ChosenCompositions(oneStep, chiSquare))
        : Optional.empty();
  }

  /** Approximate loss at which the profile of one step ends. */
  private static double largestLoss(double share, double mu) {
    double loss = share * mu;
    while (oneStep(share, mu, loss, 1) > END) {
      loss *= 1.05;
    }
    return loss;
  }

  /**
   * H_s of the mixture and the normal distribution is q H_t of two normal distributions, t = 1 + (s
   * − 1)/q.
   */
  private static double oneStep(double share, double mu, double spacing, int point) {
    double excess = Rounding.divideDown(Rounding.expm1Down(point * spacing), share);
    double loss = Math.max(0, Rounding.log1pDown(excess));
    double log = GaussianMechanism.logDelta(mu, loss).upper();
    return Rounding.multiplyUp(share, Rounding.expUp(log));
  }

  private static ChoiceProfile oneStep(double share, double mu, double spacing) {
    int last = (int) Math.ceil(largestLoss(share, mu) / spacing);
    double[] values = new double[last + 1];
    Arrays.setAll(values, j -> oneStep(share, mu, spacing, j));
    return new ChoiceProfile(spacing, values);
  }

  /**
   * Upper bounds of the logarithm of delta, in both directions.
   *
   * @param count the number of steps
   * @param losses at least 0
   * @return a bound for each loss, or empty if there are too few steps
   */
  public Optional<double[]> logDeltas(long count, double[] losses) {
    return profile(count)
        .map(profile -> Arrays.stream(losses).map(loss -> logDelta(profile, loss)).toArray());
  }

  private static double logDelta(ChoiceProfile profile, double loss) {
    return Math.min(0, Rounding.logUp(profile.at(loss)));
  }

  /**
   * Upper bound of epsilon at a delta, in both directions.
   *
   * @param count the number of steps
   * @param delta strictly between 0 and 1
   * @return the bound, infinite where there are too few steps or delta is too small
   */
  public double epsilon(long count, double delta) {
    return profile(count).map(profile -> profile.lossAt(delta)).orElse(Double.POSITIVE_INFINITY);
  }

  private Optional<ChoiceProfile> profile(long count) {
    if (count < FEWEST || !(logSecondMoment * (double) count < LARGEST_MOMENT)) {
      return Optional.empty();
    }
    int number = 0;
    long rows = count;
    long size = 1;
    while (rows > (number == 0 ? FIRST_ROWS : MOST_ROWS)) {
      number++;
      size *= STEPS_PER_LEVEL;
      rows = (count - 1) / size + 1;
    }
    return Optional.of(level(number).row((int) rows));
  }

  private Level level(int number) {
    Level known = levels.get(number);
    if (known == null) {
      known = newLevel(number);
      Level other = levels.putIfAbsent(number, known);
      known = other == null ? known : other;
    }
    return known;
  }

  private Level newLevel(int number) {
    if (number == 0) {
      return new Level(oneStep, logSecondMoment, FIRST_ROWS);
    }
    int back = Math.min(number, LEVELS_BACK);
    int rows = (int) Math.pow(STEPS_PER_LEVEL, back);
    ChoiceProfile steps = level(number - back).row(rows).coarser(1 << back);
    return new Level(steps, logSecondMoment * Math.pow(STEPS_PER_LEVEL, number), MOST_ROWS);
  }

  /** Steps of one size, and the profiles of 0, 1, 2, … such steps. */
  private static final class Level {
    private final ChoiceStep step;
    private final List<ChoiceProfile> rows = new ArrayList<>();

    /**
     * A level whose lattice fits some number of rows; more rows are bounded by their last value.
     */
    Level(ChoiceProfile profile, double logSecondMoment, int mostRows) {
      this.step = ChoiceStep.of(profile, Math.expm1(logSecondMoment) * (1 + 1e-12));
      double square = mostRows * logSecondMoment;
      double farthest = square / 2 + DEVIATIONS * Math.sqrt(square);
      int last = (int) (step.reach() + farthest / profile.spacing());
      rows.add(ChoiceProfile.ofEqualLaws(profile.spacing(), last));
    }

    synchronized ChoiceProfile row(int number) {
      while (rows.size() <= number) {
        rows.add(step.before(rows.get(rows.size() - 1)));
      }
      return rows.get(number);
    }
  }

  /**
   * The largest χ² divergence of the distributions {@code (1−q)N(0) + qN(m′)} and {@code (1−q)N(0)
   * + qN(m)} of a step, over all triangles 0, m, m′ that some ball of diameter mu contains: by
   * branch and bound over boxes of the squared sides. Proof: {@code doc-files/chosen-pairs.md}.
   */
  static final class TriangleChiSquare {
    /** Relative difference between the bound and a value at which the search ends. Not tuned. */
    private static final double TOLERANCE = 5e-4;

    /**
     * Number of boxes after which the search ends; the bound is valid, if less close. Not tuned.
     */
    private static final int MOST_BOXES = 20_000;

    /**
     * Factor above the relative error of a dozen exponentials, products and sums of positive
     * numbers.
     */
    private static final double RAISED = 1 + 1e-13;

    private final double share;
    private final double square;

    TriangleChiSquare(double share, double mu) {
      this.share = share;
      this.square = mu * mu * RAISED;
    }

    /** The numbers between two ends. */
    record Interval(double low, double high) {
      double middle() {
        return (low + high) / 2;
      }

      double width() {
        return high - low;
      }

      Interval lower() {
        return new Interval(low, middle());
      }

      Interval upper() {
        return new Interval(middle(), high);
      }

      static Interval at(double value) {
        return new Interval(value, value);
      }
    }

    /** Ranges of the squares of |m|, |m′| and |m − m′|, and an upper bound of χ² there. */
    private record Box(Interval first, Interval second, Interval third, double bound) {}

    /**
     * The bound.
     *
     * @param share q, above 0 and below 1
     * @param mu the diameter of the ball, above 0
     * @return an upper bound, which may be infinite
     */
    static double largest(double share, double mu) {
      return new TriangleChiSquare(share, mu).search();
    }

    private double search() {
      PriorityQueue<Box> boxes =
          new PriorityQueue<>(Comparator.comparingDouble(Box::bound).reversed());
      Interval all = new Interval(0, square);
      add(boxes, all, all, all);
      double best = 0;
      for (int count = 0; count < MOST_BOXES; count++) {
        Box top = boxes.remove();
        best = Math.max(best, atFarEnd(top));
        if (!(top.bound() > best * (1 + TOLERANCE))) {
          return top.bound();
        }
        split(top, boxes);
      }
      return boxes.element().bound();
    }

    /** A value in the box, to judge how close bounds are; 0 if no triangle is found. */
    private double atFarEnd(Box box) {
      double second = box.second().high();
      double third = box.third().high();
      return Math.max(at(box.first().high(), second, third), at(box.first().low(), second, third));
    }

    private double at(double a, double b, double s) {
      TriangleSquares sides = TriangleSquares.of(a, b, s);
      return sides.area() >= 0 && sides.fit(square)
          ? bound(Interval.at(a), Interval.at(b), Interval.at(s))
          : 0;
    }

    private void split(Box box, PriorityQueue<Box> boxes) {
      Interval first = box.first();
      Interval second = box.second();
      Interval third = box.third();
      if (first.width() >= second.width() && first.width() >= third.width()) {
        add(boxes, first.lower(), second, third);
        add(boxes, first.upper(), second, third);
      } else if (second.width() >= third.width()) {
        add(boxes, first, second.lower(), third);
        add(boxes, first, second.upper(), third);
      } else {
        add(boxes, first, second, third.lower());
        add(boxes, first, second, third.upper());
      }
    }

    /** Adds a box unless the ball contains no triangle of the box. */
    private void add(PriorityQueue<Box> boxes, Interval first, Interval second, Interval third) {
      if (TriangleSquares.of(first.low(), second.low(), third.low()).fit(square)) {
        boxes.add(new Box(first, second, third, bound(first, second, third)));
      }
    }

    /**
     * Formula (4) of {@code doc-files/chosen-pairs.md}, for the squares a, b and s of |m|, |m′| and
     * |m − m′|.
     */
    double bound(Interval a, Interval b, Interval s) {
      double q = share;
      double rest = q * q / (1 - q);
      double plain = plain(a, b, s);
      double simple = plain / (1 - q) * RAISED;
      double expanded =
          simple + rest * fourth(a, b, s) * RAISED - (q + 2 * rest) * third(a, b, s) * (2 - RAISED);
      return q * q * Math.min(simple, expanded + 1e-15 * simple) * RAISED;
    }

    /** Upper bound of M₀. */
    private static double plain(Interval a, Interval b, Interval s) {
      double product = Math.exp((a.high() + b.high()) / 2);
      double difference = farthest(exp(a, 0.5), exp(b, 0.5));
      return difference * difference + 2 * product * -Math.expm1(-s.high() / 2);
    }

    /** Lower bound of M₁. */
    static double third(Interval a, Interval b, Interval s) {
      double difference = nearest(exp(a, 1), exp(b, 1));
      return Math.exp(a.low() - s.high()) * difference * difference
          + Math.exp(3 * a.low()) * -Math.expm1(-s.low());
    }

    /** Upper bound of M₂. */
    private static double fourth(Interval a, Interval b, Interval s) {
      Interval one =
          new Interval(
              Math.exp(1.5 * (a.low() + b.low()) - s.high()),
              Math.exp(1.5 * (a.high() + b.high()) - s.low()));
      Interval other = exp(a, 3);
      double difference = farthest(one, other);
      return difference * difference + 2 * one.high() * other.high() * -Math.expm1(-s.high() / 2);
    }

    private static Interval exp(Interval exponent, double factor) {
      return new Interval(Math.exp(factor * exponent.low()), Math.exp(factor * exponent.high()));
    }

    /** Smallest difference, lowered by the rounding error of the exponentials. */
    private static double nearest(Interval one, Interval other) {
      double least = Math.max(one.low() - other.high(), other.low() - one.high());
      return Math.max(0, least - 4e-14 * Math.max(one.high(), other.high()));
    }

    /** Largest difference, raised by the rounding error of the exponentials. */
    private static double farthest(Interval one, Interval other) {
      double most = Math.max(one.high() - other.low(), other.high() - one.low());
      return most + 4e-14 * Math.max(one.high(), other.high());
    }

    /**
     * Squares of the sides of a triangle that may not exist, and the smallest ball that contains
     * it: "The ball" of {@code doc-files/chosen-pairs.md}.
     */
    record TriangleSquares(double shortest, double middle, double longest) {
      /**
       * Factor for squared radii within which a triangle outside a ball counts as inside, above
       * rounding errors.
       */
      private static final double OUTSIDE = 1 + 1e-12;

      /** Ratio of squared sides, shortest to longest, above which a triangle's area is accurate. */
      private static final double SHORT = 0x1p-40;

      /** The triangle with these squares, in any order. */
      static TriangleSquares of(double a, double b, double s) {
        double middle = Math.max(Math.min(a, b), Math.min(Math.max(a, b), s));
        return new TriangleSquares(
            Math.min(a, Math.min(b, s)), middle, Math.max(a, Math.max(b, s)));
      }

      /**
       * Difference of the two shorter squares' sum and the longest: above 0 if all angles are
       * acute.
       */
      private double excess() {
        return shortest + middle - longest;
      }

      /** The square of four times the area; below 0 if there is no triangle. */
      double area() {
        return 4 * shortest * middle - excess() * excess();
      }

      /**
       * Whether a ball contains the triangle, or may contain one with larger sides. The smallest
       * ball's diameter is the longest side, or the circumscribed circle's if all angles are acute.
       * The diameter does not fall when a side rises.
       *
       * @param square of the ball's diameter
       */
      boolean fit(double square) {
        boolean acute = excess() > 0 && shortest > SHORT * longest;
        return acute
            ? 4 * longest * shortest * middle <= square * area() * OUTSIDE
            : longest <= square * OUTSIDE;
      }
    }
  }
}
