package org.assay.accountant.accounting;

import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;

/**
 * The Gaussian pair of least mu whose profile is above a profile from epsilon 0 to an end, and the
 * regret of this replacement: {@code doc-files/attacker-risk.md}. Both numbers are found by
 * dividing the cell with the largest bound.
 */
final class GaussianAbove {
  /** Number of cells of the first division of the range. Not tuned. */
  private static final int FIRST_CELLS = 16;

  /** Largest number of points at which the profile is evaluated. Not tuned: bounds the time. */
  private static final int MOST_POINTS = 48;

  /** Relative difference of both ends of mu at which the search ends. Not tuned. */
  private static final double NARROW = 1e-6;

  /** Difference of both ends of the regret, a probability, at which the search ends. Not tuned. */
  private static final double NARROW_REGRET = 1e-6;

  /** Largest epsilon of the search. Not tuned: ends the search. */
  private static final double MOST_EPSILON = 500;

  /**
   * Smallest share of the range of a cell that is divided: chords of narrower cells have no digits.
   * Not tuned.
   */
  private static final double SMALLEST_CELL = 1e-6;

  /**
   * Number of bisections for the end of the range, which must not be much larger than needed. Not
   * tuned.
   */
  private static final int END_STEPS = 14;

  /** Probability below which no quantile is computed, and mu is infinite. */
  private static final double SMALLEST_SHARE = 1e-300;

  private final NavigableMap<Double, Enclosure> points = new TreeMap<>();
  private final DoubleFunction<Enclosure> profile;

  private GaussianAbove(DoubleFunction<Enclosure> profile) {
    this.profile = profile;
  }

  /**
   * Finds mu and the regret.
   *
   * @param profile enclosures of the profile at any epsilon of at least 0
   * @param least the delta that the profile falls to at the end of the range, above 0
   * @param known a mu that is known to suffice for all epsilons, or infinity
   * @return empty if the profile does not fall so far, or nothing finite is found
   */
  static Optional<AttackerRisk.GaussianFit> of(
      DoubleFunction<Enclosure> profile, double least, double known) {
    GaussianAbove search = new GaussianAbove(profile);
    if (!search.startsTo(least)) {
      return Optional.empty();
    }
    Enclosure mu = search.mu(known);
    return mu.upper() < Double.POSITIVE_INFINITY
        ? Optional.of(new AttackerRisk.GaussianFit(mu, search.regret(mu.upper()), least))
        : Optional.empty();
  }

  private boolean startsTo(double least) {
    double end = 1e-3;
    while (profile.apply(end).upper() > least) {
      end *= 2;
      if (end > MOST_EPSILON) {
        return false;
      }
    }
    double below = end / 2;
    for (int i = 0; i < END_STEPS; i++) {
      double middle = below + (end - below) / 2;
      if (profile.apply(middle).upper() > least) {
        below = middle;
      } else {
        end = middle;
      }
    }
    for (int i = 0; i <= FIRST_CELLS; i++) {
      add(i == FIRST_CELLS ? end : end * i / FIRST_CELLS);
    }
    return true;
  }

  private void add(double epsilon) {
    InterruptedComputationException.check();
    points.put(epsilon, profile.apply(epsilon));
  }

  private Enclosure mu(double known) {
    double lower = 0;
    double upper = known;
    while (true) {
      for (var point : points.entrySet()) {
        double attained = point.getValue().lower();
        if (attained > 0 && attained < 1) {
          lower = Math.max(lower, GaussianMechanism.mu(point.getKey(), attained).lower());
        }
      }
      Worst worst = worst(this::muOfCell);
      upper = Math.min(known, worst.bound());
      if (upper <= lower * (1 + NARROW) || points.size() >= MOST_POINTS || !divided(worst)) {
        return Enclosure.of(Math.min(lower, upper), upper);
      }
    }
  }

  private boolean divided(Worst worst) {
    double middle = worst.from() + (worst.to() - worst.from()) / 2;
    if (!(worst.to() - worst.from() > SMALLEST_CELL * points.lastKey())) {
      return false;
    }
    add(middle);
    return true;
  }

  /** The cell of the largest bound. */
  private record Worst(double from, double to, double bound) {}

  private Worst worst(ToDoubleFunction<Cell> bound) {
    Worst worst = new Worst(0, 0, 0);
    for (double from = points.firstKey(); from < points.lastKey(); from = points.higherKey(from)) {
      Cell cell = new Cell(from, points.higherKey(from));
      double here = bound.applyAsDouble(cell);
      worst = here > worst.bound() ? new Worst(cell.from(), cell.to(), here) : worst;
    }
    return worst;
  }

  private record Cell(double from, double to) {}

  private double upper(double epsilon) {
    return known(epsilon).upper();
  }

  /** The profile at a point that was evaluated before. */
  private Enclosure known(double epsilon) {
    return Objects.requireNonNull(points.get(epsilon));
  }

  /**
   * A mu that suffices in a cell. The line {@code 1 - beta - u alpha} through both upper ends, or
   * above them, is above the convex profile. It is below that of the Gaussian if the Gaussian's
   * errors at alpha are at most beta, {@code mu ≥ z(alpha) + z(beta)} for upper quantiles z.
   */
  private double muOfCell(Cell cell) {
    double left = upper(cell.from());
    double right = upper(cell.to());
    if (left == 0) {
      return 0;
    }
    Enclosure start = Enclosure.exact(cell.from()).exp();
    Enclosure end = Enclosure.exact(cell.to()).exp();
    double alpha = Math.max(SMALLEST_SHARE, (left - right) / (end.midpoint() - start.midpoint()));
    if (!(alpha < 1)) {
      alpha = Math.nextDown(1.0);
    }
    double atStart = Enclosure.ONE.minus(left).minus(start.times(alpha)).lower();
    double atEnd = Enclosure.ONE.minus(right).minus(end.times(alpha)).lower();
    double beta = Math.min(atStart, atEnd);
    return beta > SMALLEST_SHARE
        ? Math.max(0, quantile(alpha).plus(quantile(beta)).upper())
        : Double.POSITIVE_INFINITY;
  }

  /** The point above which a standard normal number lies with a probability in (0, 1). */
  private static Enclosure quantile(double share) {
    boolean high = share > 0.5;
    Enclosure tail = high ? Enclosure.ONE.minus(share) : Enclosure.exact(share);
    Enclosure point =
        MonotoneInverse.ofFalling(
            t -> NormalTail.logUpperTail(Enclosure.exact(t)), tail.log(), 0, 1);
    return high ? point.negate() : point;
  }

  /**
   * The largest increase of the probability of a right guess, over all priors, from the profile to
   * the Gaussian: {@code sup over epsilon of (δ_mu - δ)/(1 + e^epsilon)}.
   */
  private Enclosure regret(double mu) {
    if (mu == 0) {
      return Enclosure.ZERO;
    }
    int most = points.size() + MOST_POINTS;
    while (true) {
      double lower = 0;
      for (var point : points.entrySet()) {
        double excess =
            Rounding.subtractDown(
                GaussianMechanism.delta(mu, point.getKey()).lower(), point.getValue().upper());
        lower = Math.max(lower, prior(point.getKey()).times(Math.max(0, excess)).lower());
      }
      Worst worst = worst(cell -> regretOfCell(mu, cell));
      double beyond =
          prior(points.lastKey())
              .times(GaussianMechanism.delta(mu, points.lastKey()).upper())
              .upper();
      double upper = Math.max(lower, Math.max(beyond, worst.bound()));
      boolean done = upper - lower <= NARROW_REGRET || worst.bound() <= beyond;
      if (done || points.size() >= most || !divided(worst)) {
        return Enclosure.of(lower, upper);
      }
    }
  }

  /** The smaller prior whose log odds are epsilon, {@code 1/(1 + e^epsilon)}. */
  private static Enclosure prior(double epsilon) {
    return Enclosure.ONE.dividedBy(Enclosure.exact(epsilon).exp().plus(1));
  }

  /**
   * A bound in a cell. Over u, the Gaussian's profile is below its chord, and the other profile is
   * above both neighbouring chords, extended into the cell. The difference of two such lines is
   * largest at an end. An extension may fall below 0: cut off there it would be no line.
   */
  private double regretOfCell(double mu, Cell cell) {
    double start = gap(mu, cell.from(), known(cell.from()).lower());
    double end = gap(mu, cell.to(), known(cell.to()).lower());
    double fromLeft = Double.POSITIVE_INFINITY;
    Double before = points.lowerKey(cell.from());
    if (before != null) {
      fromLeft = Math.max(start, gap(mu, cell.to(), extended(before, cell.from(), cell.to())));
    }
    double fromRight = Double.POSITIVE_INFINITY;
    Double after = points.higherKey(cell.to());
    if (after != null) {
      fromRight = Math.max(end, gap(mu, cell.from(), extended(after, cell.to(), cell.from())));
    }
    double flat = gap(mu, cell.from(), Math.max(0, known(cell.to()).lower()));
    double most = Math.max(0, Math.min(flat, Math.min(fromLeft, fromRight)));
    return prior(cell.from()).times(most).upper();
  }

  /** Upper bound of the Gaussian's delta at an epsilon minus a lower bound of the other profile. */
  private static double gap(double mu, double epsilon, double other) {
    return Rounding.subtractUp(GaussianMechanism.delta(mu, epsilon).upper(), other);
  }

  /** A lower bound at {@code to} from the chord of two points on one side of it. */
  private double extended(double far, double near, double to) {
    Enclosure x = Enclosure.exact(near).exp();
    Enclosure run = x.minus(Enclosure.exact(far).exp());
    Enclosure rise = Enclosure.exact(known(near).lower()).minus(upper(far));
    return Enclosure.exact(known(near).lower())
        .plus(rise.dividedBy(run).times(Enclosure.exact(to).exp().minus(x)))
        .lower();
  }
}
