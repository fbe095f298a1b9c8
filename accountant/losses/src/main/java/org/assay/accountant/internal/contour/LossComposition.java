package org.assay.accountant.internal.contour;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import org.apache.commons.math3.analysis.UnivariateFunction;
import org.apache.commons.math3.optim.MaxEval;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;
import org.apache.commons.math3.optim.univariate.BrentOptimizer;
import org.apache.commons.math3.optim.univariate.SearchInterval;
import org.apache.commons.math3.optim.univariate.UnivariateObjectiveFunction;
import org.assay.accountant.numeric.Enclosure;

/**
 * One direction of a composition. The class chooses where the contour crosses the real axis, and
 * inverts delta for epsilon with rounding to the safe side. Any crossing gives a valid bound; the
 * saddle point needs few nodes.
 */
public final class LossComposition {
  /** Relative width of delta at which no further contour is tried. Not tuned. */
  private static final double GOOD_WIDTH = 1e-10;

  /** Largest number of contours for one answer. Not tuned. */
  private static final int MAXIMUM_PLANS = 5;

  /** Largest work, in evaluations of integrands, for a contour of rising epsilons. Not tuned. */
  private static final double SHARED_WORK = 1e7;

  /** Largest work for a contour of a whole search, for dozens of epsilons. Not tuned. */
  private static final double PROFILE_WORK = 1e8;

  /** Number of steps from the finest to the coarsest contour of a search. Not tuned. */
  private static final int COARSER = 3;

  /**
   * With many kinds of steps a node is expensive. The contour moves to 75% of the saddle point,
   * which needs fewer nodes and gives a slightly wider result. UnlikeStepsBenchmark times this
   * case.
   */
  private static final double LEAN = 0.75;

  /** Relative width of an answer that is accurate enough to choose a contour. Not tuned. */
  private static final double LOCATED = 0.05;

  /** Rises of the scanned function after which its minimum has been passed. Not tuned. */
  private static final int ENOUGH_RISES = 2;

  /** Approximate number of passes over a contour that find and prove an epsilon. Not tuned. */
  private static final double CERTIFYING = 50;

  private final LossProduct product;
  private final double mostWork;

  /** Variance of a Gaussian loss that is added, and whose effect is bounded, or 0. */
  private final double smoothing;

  /** All outcomes if they are few; no contour is needed then. */
  private final Optional<Outcomes> outcomes;

  public LossComposition(List<LossFactor> factors) {
    this(factors, ContourInversion.MAXIMUM_WORK);
  }

  /**
   * A composition.
   *
   * @param mostWork largest work for a contour, in evaluations of integrands
   */
  public LossComposition(List<LossFactor> factors, double mostWork) {
    this(new LossProduct(factors), mostWork, 0, Outcomes.of(factors));
  }

  private LossComposition(
      LossProduct product, double mostWork, double smoothing, Optional<Outcomes> outcomes) {
    this.product = product;
    this.mostWork = mostWork;
    this.smoothing = smoothing;
    this.outcomes = outcomes;
  }

  /**
   * The composition after a Gaussian step whose loss has a small variance; answers bound the effect
   * of that step.
   */
  LossComposition smoothedBy(double variance) {
    return new LossComposition(product, Smoothing.MOST_WORK, variance, Optional.empty());
  }

  /**
   * An enclosure and the approximate number of evaluations for its last contour; 0 if no contour
   * was affordable.
   */
  record Inverted(Enclosure value, double work) {}

  public Enclosure delta(double epsilon) {
    return delta(epsilon, never -> false);
  }

  /**
   * An enclosure of delta, perhaps only as narrow as needed to decide a question.
   *
   * @param decided whether an enclosure of delta is narrow enough
   */
  public Enclosure delta(double epsilon, Predicate<Enclosure> decided) {
    if (beyondSupport(epsilon)) {
      return Enclosure.ZERO;
    }
    return outcomes
        .map(few -> few.delta(epsilon))
        .orElseGet(
            () ->
                new Smoothing(this, () -> saddle(epsilon))
                    .narrowed((run, known) -> run.invertedDelta(epsilon, known, decided), decided));
  }

  /**
   * The profile for many epsilons. A contour is used for as long as its enclosures are narrow.
   *
   * @param narrow decides whether an enclosure is narrow enough
   * @return enclosures of delta, usable by any thread; they are wider where no single contour is
   *     narrow
   */
  public DoubleFunction<Enclosure> profile(Narrow narrow) {
    return new Profile(narrow);
  }

  private final class Profile implements DoubleFunction<Enclosure> {
    private final Narrow narrow;
    private volatile Optional<ContourInversion> shared = Optional.empty();

    Profile(Narrow narrow) {
      this.narrow = narrow;
    }

    @Override
    public Enclosure apply(double epsilon) {
      if (outcomes.isPresent() || beyondSupport(epsilon)) {
        return delta(epsilon);
      }
      Enclosure known = shared.map(line -> line.delta(epsilon)).orElse(Enclosure.of(0, 1));
      return narrow.test(known) ? known : known.intersect(anew(epsilon));
    }

    /** Smooths losses with atoms until a contour is narrow, which other epsilons use, too. */
    private Enclosure anew(double epsilon) {
      double c = saddle(epsilon);
      double logDelta = estimate(c, epsilon);
      return new Smoothing(LossComposition.this, () -> c)
          .narrowed((run, known) -> inverted(run, c, epsilon, logDelta), narrow)
          .intersect(Enclosure.of(0, deltaBound(epsilon)));
    }

    /** Tries finer contours than the width needs first, as more distant epsilons can use them. */
    private Inverted inverted(LossComposition run, double c, double epsilon, double logDelta) {
      double work = Math.min(run.mostWork, PROFILE_WORK);
      double coarser = Math.log(narrow.width() / GOOD_WIDTH) / COARSER;
      ContourInversion line = run.prepare(c, epsilon, logDelta, work);
      for (int i = 1; i <= COARSER && line.size() == 0; i++) {
        line = run.prepare(c, epsilon, logDelta + i * coarser, work);
      }
      shared = line.size() > 0 ? Optional.of(line) : shared;
      return new Inverted(line.delta(epsilon), line.work());
    }
  }

  /** Whether an answer is accurate enough to choose the contour by it. */
  private static boolean isLocated(Enclosure known) {
    return known.relativeWidth() <= LOCATED && known.lower() > 0;
  }

  private Inverted invertedDelta(double epsilon, Enclosure known, Predicate<Enclosure> decided) {
    boolean located = isLocated(known);
    double c = saddle(epsilon);
    double logDelta = located ? Math.log(known.lower()) : estimate(c, epsilon);
    double simple = located ? known.upper() : Math.min(1, chernoff(c, epsilon));
    Enclosure best = Enclosure.of(0, Math.min(simple, supportBound(epsilon)));
    double work = 0;
    for (int i = 0; i < (located ? 1 : MAXIMUM_PLANS); i++) {
      ContourInversion line = prepare(c, epsilon, logDelta, mostWork);
      double before = best.width();
      best = best.intersect(line.delta(epsilon));
      boolean stalled = i > 0 && best.width() > 0.5 * before;
      work = line.work();
      boolean good = best.relativeWidth() < GOOD_WIDTH || decided.test(best);
      if (line.size() == 0 || good || stalled) {
        break;
      }
      logDelta = Math.min(logDelta - 5, Math.log(best.upper()) - 5);
    }
    return new Inverted(best, work);
  }

  /**
   * Upper bounds of delta at epsilons in rising order. A contour is used for as long as its
   * enclosures are narrow. If no contour is affordable, Chernoff bounds are given. The first bound
   * below {@code negligible} is used for all later epsilons.
   */
  public double[] deltaBounds(double[] epsilons, double negligible) {
    double[] bounds = new double[epsilons.length];
    Optional<ContourInversion> line = Optional.empty();
    double last = 1;
    for (int i = 0; i < bounds.length; i++) {
      double epsilon = epsilons[i];
      if (last >= negligible && !beyondSupport(epsilon)) {
        if (line.isEmpty() || line.get().isWideAt(epsilon)) {
          line = Optional.of(sharedLine(epsilon));
        }
        boolean none = line.get().size() == 0;
        last = Math.min(last, none ? deltaBound(epsilon) : line.get().delta(epsilon).upper());
      }
      bounds[i] = beyondSupport(epsilon) ? 0 : last;
    }
    return bounds;
  }

  private ContourInversion sharedLine(double epsilon) {
    double c = saddle(epsilon);
    double work = Math.min(mostWork, SHARED_WORK);
    double logDelta = estimate(c, epsilon);
    ContourInversion line = prepare(c, epsilon, logDelta, work);
    return line.size() > 0
        ? line
        : new Smoothing(this, () -> c).sharedLine(run -> run.prepare(c, epsilon, logDelta, work));
  }

  /** Left of the saddle point terms cancel a little more, but aliases are much smaller. */
  private ContourInversion prepare(double c, double epsilon, double logDelta, double work) {
    boolean many = product.kinds >= LossProduct.MANY_KINDS;
    return ContourInversion.prepareSmoothed(
        product, smoothing, many ? LEAN * c : c, epsilon, logDelta, work);
  }

  /** An upper bound of delta by Chernoff's inequality, without a contour. */
  public double deltaBound(double epsilon) {
    return beyondSupport(epsilon) ? 0 : Math.min(1, chernoff(saddle(epsilon), epsilon));
  }

  /** Whether delta at an epsilon is proved to be at most a number. */
  public boolean isBelow(double epsilon, double delta) {
    return deltaBound(epsilon) <= delta
        || delta(epsilon, found -> found.upper() <= delta || found.lower() > delta).upper()
            <= delta;
  }

  /**
   * Whether epsilon is at least the largest loss, for example -log(1-q) for adding a sampled
   * record.
   */
  private boolean beyondSupport(double epsilon) {
    return epsilon >= largestLoss();
  }

  private double largestLoss() {
    Enclosure largest = Enclosure.ZERO;
    for (LossFactor factor : product.factors) {
      largest = largest.plus(Enclosure.of(0, factor.largestLoss()));
    }
    return largest.upper();
  }

  /** Upper bound of delta: every outcome's loss is at most the largest loss. */
  private double supportBound(double epsilon) {
    double largest = largestLoss();
    return largest < Double.POSITIVE_INFINITY
        ? Enclosure.exact(epsilon).minus(largest).expm1().negate().upper()
        : 1;
  }

  /** An enclosure of epsilon at a delta; the lower end is 0 if no larger one was proved. */
  public Enclosure epsilon(double delta) {
    return epsilon(Enclosure.exact(delta), never -> false);
  }

  /**
   * An enclosure of the epsilons at all deltas of an interval, perhaps only as narrow as needed to
   * decide a question. One contour is used for both ends. An interval wider than rounding errors
   * gives a lower end that may be some percent too small.
   *
   * @param decided whether an enclosure of epsilon is narrow enough
   */
  public Enclosure epsilon(Enclosure delta, Predicate<Enclosure> decided) {
    return outcomes
        .map(few -> few.epsilon(delta))
        .orElseGet(
            () ->
                new Smoothing(this, () -> chernoffPoint(Math.log(delta.lower())))
                    .narrowed((run, known) -> run.invertedEpsilon(delta, known, decided), decided));
  }

  private Inverted invertedEpsilon(Enclosure delta, Enclosure known, Predicate<Enclosure> decided) {
    boolean located = isLocated(known);
    double logDelta = Math.log(delta.lower());
    double c = located ? saddle(known.midpoint()) : chernoffPoint(logDelta);
    double epsilon = located ? known.midpoint() : chernoffEpsilon(c, logDelta);
    double simple = located ? known.upper() : chernoffEpsilonBound(c, delta.lower());
    Enclosure best = Enclosure.of(0, Math.min(largestLoss(), simple));
    double work = 0;
    for (int i = 0; i < (located ? 1 : MAXIMUM_PLANS); i++) {
      double near = i == 0 && !located ? Math.max(0, epsilon - 2 / c) : epsilon;
      ContourInversion line = prepare(c, near, logDelta - 4, mostWork);
      work = line.work() + CERTIFYING * line.size();
      if (line.size() == 0) {
        break;
      }
      epsilon = solve(line, logDelta, epsilon, c);
      double before = best.width();
      best = best.intersect(certify(line, delta, epsilon, c));
      boolean narrow = best.relativeWidth() < 10 * GOOD_WIDTH || best.upper() == 0;
      boolean good = narrow || decided.test(best);
      boolean stalled = i > 0 && best.width() > 0.5 * before;
      if (good || stalled) {
        break;
      }
      c = saddle(epsilon);
    }
    return new Inverted(best, work);
  }

  /** Secant steps on the logarithm of delta, which falls in epsilon with slope near -c. */
  private double solve(ContourInversion line, double logDelta, double start, double c) {
    double most = largestLoss();
    double epsilon = start;
    double slope = -c;
    double previous = Double.NaN;
    double previousLog = Double.NaN;
    for (int i = 0; i < 30; i++) {
      double log = Math.log(Math.max(line.delta(epsilon).upper(), 1e-320));
      if (!Double.isNaN(previous) && epsilon != previous) {
        double secant = (log - previousLog) / (epsilon - previous);
        slope = secant < -1e-3 * c && secant > -1e3 * c ? secant : slope;
      }
      previous = epsilon;
      previousLog = log;
      double move = (logDelta - log) / slope;
      epsilon = within(most, epsilon, Math.max(-3 / c - 1, Math.min(3 / c + 1, move)));
      if (Math.abs(move) <= 1e-14 * Math.abs(epsilon)) {
        break;
      }
    }
    return epsilon;
  }

  /**
   * The moved point, or the middle between start and largest loss if the move would pass the
   * largest loss.
   */
  private static double within(double most, double from, double move) {
    return from + move > most ? 0.5 * (Math.min(from, most) + most) : from + move;
  }

  /** Moves away from a guess until a comparison proves the side, then back by bisection. */
  public static double provedEnd(double guess, double margin, DoublePredicate proves) {
    for (int i = 0; i < 60; i++) {
      double distance = Math.scalb(margin, i);
      double candidate = Math.max(0, guess + distance);
      if (margin < 0 && candidate == 0) {
        return 0;
      }
      if (proves.test(candidate)) {
        return nearest(guess, i == 0 ? 0 : 0.5, distance, proves);
      }
    }
    return margin * Double.POSITIVE_INFINITY;
  }

  /**
   * A proved argument between a share of the distance and the whole distance, whose end is proved
   * already.
   */
  private static double nearest(
      double guess, double share, double distance, DoublePredicate proves) {
    double best = Math.max(0, guess + distance);
    double low = share;
    double high = 1;
    for (int i = 0; i < 4; i++) {
      double middle = 0.5 * (low + high);
      double candidate = Math.max(0, guess + middle * distance);
      boolean better = proves.test(candidate);
      best = better ? candidate : best;
      high = better ? middle : high;
      low = better ? low : middle;
    }
    return best;
  }

  private Enclosure certify(ContourInversion line, Enclosure delta, double epsilon, double c) {
    Enclosure here = line.delta(Math.max(0, epsilon));
    double spread = here.lower() > 0 ? here.relativeWidth() : 1;
    return provedEpsilon(line::delta, delta, epsilon, 2 * spread / c);
  }

  /**
   * Encloses the epsilons at deltas by a profile, from a guess and the guess's approximate error.
   */
  static Enclosure provedEpsilon(
      DoubleFunction<Enclosure> profile, Enclosure delta, double guess, double spread) {
    double margin = Math.max(spread, 4e-16 * Math.abs(guess)) + 1e-300;
    double upper = provedEnd(guess, margin, x -> profile.apply(x).upper() <= delta.lower());
    double lower = provedEnd(guess, -margin, x -> profile.apply(x).lower() >= delta.upper());
    // The intersection throws if the two proofs contradict each other.
    return Enclosure.of(0, upper)
        .intersect(Enclosure.of(Math.max(0, lower), Double.POSITIVE_INFINITY));
  }

  private double logMoment(double c) {
    return product.roughLogMoment(c);
  }

  /** Upper bound of delta from the moment at c. */
  private double chernoff(double c, double epsilon) {
    double beyond = (1 + c) - 1;
    return product
        .logMoment(beyond)
        .minus(Enclosure.exact(beyond).times(epsilon))
        .plus(ContourInversion.logKappa(beyond))
        .exp()
        .upper();
  }

  /** Upper bound of epsilon from the moment at c: the Chernoff bound solved for epsilon. */
  private double chernoffEpsilonBound(double c, double delta) {
    double beyond = (1 + c) - 1;
    double epsilon =
        product
            .logMoment(beyond)
            .plus(ContourInversion.logKappa(beyond))
            .minus(Enclosure.exact(delta).log())
            .dividedBy(beyond)
            .upper();
    return Math.max(0, epsilon);
  }

  private double saddle(double epsilon) {
    return minimize(c -> logMoment(c) - c * epsilon - Math.log(c) - Math.log1p(c));
  }

  private double chernoffPoint(double logDelta) {
    return minimize(c -> chernoffEpsilon(c, logDelta));
  }

  private double chernoffEpsilon(double c, double logDelta) {
    return (logMoment(c) - logDelta - Math.log1p(c)) / c + Math.log(c) - Math.log1p(c);
  }

  double estimate(double c, double epsilon) {
    double d = 1e-3 * c;
    double curvature =
        (logMoment(c + d) - 2 * logMoment(c) + logMoment(c - d)) / (d * d)
            + 1 / (c * c)
            + 1 / ((1 + c) * (1 + c));
    return logMoment(c)
        - c * epsilon
        - Math.log(c)
        - Math.log1p(c)
        - 0.5 * Math.log(2 * Math.PI * Math.max(curvature, 1e-300))
        - 3;
  }

  /** Minimum over c of a function with a single minimum, searched on a logarithmic scale. */
  static double minimize(UnivariateFunction f) {
    return minimize(f, 12);
  }

  /** Minimum over c up to a given logarithm of c. */
  public static double minimize(UnivariateFunction f, double largest) {
    double best = 0;
    double lowest = Double.POSITIVE_INFINITY;
    int rises = 0;
    for (double logC = -6; logC <= largest && rises < ENOUGH_RISES; logC += 1.5) {
      double value = f.value(Math.exp(logC));
      rises = value < lowest ? 0 : rises + 1;
      if (value < lowest) {
        lowest = value;
        best = logC;
      }
    }
    double point =
        new BrentOptimizer(1e-3, 1e-3)
            .optimize(
                new MaxEval(60),
                new UnivariateObjectiveFunction(x -> f.value(Math.exp(x))),
                GoalType.MINIMIZE,
                new SearchInterval(best - 1.5, best + 1.5, best))
            .getPoint();
    return Math.exp(point);
  }
}
