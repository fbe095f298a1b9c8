package org.assay.accountant.internal.loss;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assay.accountant.internal.loss.lattice.LatticeComposition;
import org.assay.accountant.internal.loss.lattice.LatticeLaw;
import org.assay.accountant.internal.loss.lattice.ScoreTest;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Bounds for a step on a record that takes part in one of t steps, whose likelihood ratio is the
 * mean {@code S/t} of t copies of X. Upper bounds are prices of options on sums of a lattice
 * distribution. Options on this distribution cost more than on X, up to a slack computed from exact
 * masses. Lower bounds are tests: lattice points next to X are scores, and a test accepts the
 * outcomes whose total score reaches a threshold. Proof: {@code doc-files/random-allocation.md}.
 */
final class AllocatedSum {
  /** Relative change of masses above their roundoff, so that roundoff needs no slack. */
  private static final double NUDGE = 1e-10;

  /** Factor above the power of 1 + NUDGE by which the masses of all terms may multiply a slack. */
  private static final double NUDGED = 1.2;

  /** Tail mass at which convolutions are truncated. Not tuned. */
  private static final double TAIL = 1e-19;

  /**
   * Largest number of lattice points of a convolution for which a larger tilt is used. Not tuned.
   */
  private static final long LONGEST = 1 << 21;

  /** Ratio of neighbouring tilts. Not tuned. */
  private static final double TILTS = 1.25;

  private final long terms;
  private final RatioLaw.Lattice lattice;
  private final double step;
  private final double deviation;
  private final Enclosure revealed;

  /** The mean excess of a term over the largest lattice point. */
  private final Enclosure beyond;

  private final RatioLaw.Cells law;
  private Optional<Dear> calls = Optional.empty();
  private Optional<Dear> puts = Optional.empty();
  private Optional<Scores> removals = Optional.empty();
  private Optional<Scores> additions = Optional.empty();

  /**
   * The sum.
   *
   * @param deviation estimate of the deviation of the sum; no bound depends on it
   * @param lattice the values of a term
   */
  AllocatedSum(RatioLaw ratio, long terms, double deviation, RatioLaw.Lattice lattice) {
    this.terms = terms;
    this.deviation = deviation;
    this.lattice = lattice;
    this.step = lattice.step();
    this.revealed = ratio.revealed();
    this.beyond = ratio.call(lattice.point(lattice.count()));
    this.law = ratio.cells(lattice);
  }

  /** The excess of a sum over the smallest lattice point. */
  private Enclosure aboveFirst(Enclosure sum) {
    return sum.minus(Enclosure.ofCount(terms).times(lattice.first()));
  }

  /** Upper bound of the profile at a factor of at least 1, of removing the record. */
  synchronized double removedBound(double factor) {
    Dear dear = calls.orElseGet(() -> new Dear(dear(1 + NUDGE), 1));
    calls = Optional.of(dear);
    Enclosure price = dear.price(aboveFirst(Enclosure.ofCount(terms).times(factor)));
    double excess = price.dividedBy(Enclosure.ofCount(terms)).upper();
    double slack = Rounding.multiplyUp(NUDGED, dear.slack);
    return Rounding.addUp(excess, Rounding.addUp(beyond.upper(), slack));
  }

  /** Upper bound of the profile at a factor of at least 1, of adding the record. */
  synchronized double addedBound(double factor) {
    Enclosure strike = Enclosure.ofCount(terms).dividedBy(factor);
    Dear dear = puts.orElseGet(() -> new Dear(dear(1 - NUDGE), -1));
    puts = Optional.of(dear);
    Enclosure slack = Enclosure.ofCount(terms).times(Rounding.multiplyUp(NUDGED, dear.slack));
    return dear.price(aboveFirst(strike).negate()).plus(slack).dividedBy(strike).upper();
  }

  /** Lower bound of the profile at a factor of at least 1, of removing the record. */
  synchronized double removedTest(double factor) {
    Scores tests = removals.orElseGet(() -> new Scores(1));
    removals = Optional.of(tests);
    return tests.test(factor, terms * (factor - lattice.first() - step / 2));
  }

  /** Lower bound of the profile at a factor of at least 1, of adding the record. */
  synchronized double addedTest(double factor) {
    Scores tests = additions.orElseGet(() -> new Scores(-1));
    additions = Optional.of(tests);
    return tests.test(factor, terms * (lattice.first() + step / 2 - 1 / factor));
  }

  private LatticeComposition composition(List<LatticeLaw> laws, long[] counts, double theta) {
    return new LatticeComposition(laws, counts, theta, TAIL);
  }

  private LatticeComposition repeated(LatticeLaw law, double theta) {
    return composition(List.of(law), new long[] {terms}, theta);
  }

  /**
   * Tilts of a distribution, each a power of one number, that move the mean of the sum to a point.
   */
  private final class Tilts {
    private final LatticeLaw tilted;
    private final Map<Integer, Double> means = new HashMap<>();
    private final Map<Integer, Long> lengths = new HashMap<>();

    Tilts(LatticeLaw tilted) {
      this.tilted = tilted;
    }

    /**
     * The power of the largest tilt whose mean is at most a point and whose window is not too long;
     * else the power of the smallest tilt. A tilt also raises rare terms far above the point.
     */
    int power(double point) {
      int least = power(Math.min(0.05 / deviation, 0.1 / (step * lattice.count())), 0);
      int low = least;
      int high = power(1e3 / step, 1);
      while (high - low > 1) {
        int middle = (low + high) >> 1;
        boolean beyondPoint = means.computeIfAbsent(middle, this::mean) > point;
        low = beyondPoint ? low : middle;
        high = beyondPoint ? middle : high;
      }
      while (low > least && lengths.computeIfAbsent(low, this::length) > LONGEST) {
        low -= 2;
      }
      return low;
    }

    private long length(int power) {
      double theta = Math.pow(TILTS, power);
      return LatticeComposition.length(List.of(tilted), new long[] {terms}, theta, TAIL);
    }

    private static int power(double theta, int more) {
      return (int) Math.floor(Math.log(theta) / Math.log(TILTS)) + more;
    }

    private double mean(int power) {
      return terms * tilted.logMoments(Math.pow(TILTS, power))[1];
    }
  }

  /**
   * The masses of a lattice distribution whose options cost at least those on X. Each part of X
   * moves to its two neighbouring lattice points so that the mean stays the same. Larger terms
   * raise calls, smaller terms raise puts.
   */
  private Map<Integer, Double> dear(double nudge) {
    Map<Integer, Double> masses = new TreeMap<>();
    for (RatioLaw.Part part : law.parts) {
      double p = part.p().midpoint();
      double q = part.q().midpoint();
      double width = (part.to() - part.from()) * step;
      double excess = width > 0 ? (p - lattice.point(part.from()) * q) / width : 0;
      double right = Math.max(0, Math.min(q, excess));
      masses.merge(part.from(), q - right, Double::sum);
      masses.merge(part.to(), right, Double::sum);
    }
    masses.replaceAll((index, mass) -> mass * nudge);
    masses.remove(0);
    double sum = masses.values().stream().reduce(0.0, Rounding::addDown);
    masses.put(0, Math.max(0, Rounding.subtractUp(1, sum)));
    return masses;
  }

  /** Upper bound of the excess of calls on min(X, cap) over calls on a lattice distribution. */
  private double callSlack(Map<Integer, Double> masses) {
    double mass = 0;
    double call = 0;
    double slack = 0;
    int from = lattice.count();
    for (int i = law.prices.size() - 1; i >= 0; i--) {
      RatioLaw.Price price = law.prices.get(i);
      call = Rounding.addDown(call, Rounding.multiplyDown((from - price.index()) * step, mass));
      double capped = Rounding.subtractUp(price.call(), beyond.lower());
      slack = Math.max(slack, Rounding.subtractUp(capped, call));
      mass = Rounding.addDown(mass, masses.getOrDefault(price.index(), 0.0));
      from = price.index();
    }
    return slack;
  }

  private double putSlack(Map<Integer, Double> masses) {
    double mass = 0;
    double put = 0;
    double slack = 0;
    int from = 0;
    for (RatioLaw.Price price : law.prices) {
      put = Rounding.addDown(put, Rounding.multiplyDown((price.index() - from) * step, mass));
      slack = Math.max(slack, Rounding.subtractUp(price.put(), put));
      mass = Rounding.addDown(mass, masses.getOrDefault(price.index(), 0.0));
      from = price.index();
    }
    return slack;
  }

  /** Sums of a distribution whose options cost more than on X, or of its negative, with a slack. */
  private final class Dear {
    private final LatticeLaw law;
    private final double slack;
    private final Tilts tilts;
    private final Map<Integer, LatticeComposition> sums = new HashMap<>();

    Dear(Map<Integer, Double> masses, int sign) {
      Map<Long, Double> placed = new HashMap<>();
      masses.forEach((index, mass) -> placed.put((long) sign * index, mass));
      law = new LatticeLaw(step, placed, 0);
      slack = sign > 0 ? callSlack(masses) : putSlack(masses);
      tilts = new Tilts(law);
    }

    /** An upper bound of the mean excess over a strike. */
    Enclosure price(Enclosure strike) {
      return Enclosure.exact(
          sums.computeIfAbsent(
                  tilts.power(strike.midpoint()), power -> repeated(law, Math.pow(TILTS, power)))
              .call(strike.lower())
              .upper());
    }
  }

  /** Tests by scores, which are lattice points near X, or by their negatives. */
  private final class Scores {
    private final Map<Long, Double> p = new TreeMap<>();
    private final Map<Long, Double> q = new TreeMap<>();
    private final Map<Long, Double> mostP = new TreeMap<>();
    private final Map<Long, Double> mostQ = new TreeMap<>();
    private final boolean removal;
    private final Tilts tilts;
    private final Map<Integer, ScoreTest> tests = new HashMap<>();

    Scores(int sign) {
      removal = sign > 0;
      for (RatioLaw.Part part : law.parts) {
        long score = (long) sign * ((part.from() + Math.max(part.from(), part.to() - 1)) / 2);
        if (part.q().lower() > 0) {
          p.merge(score, part.p().lower(), Rounding::addDown);
          q.merge(score, part.q().lower(), Rounding::addDown);
          mostP.merge(score, part.p().upper(), Rounding::addUp);
          mostQ.merge(score, part.q().upper(), Rounding::addUp);
        }
      }
      // A distribution without masses could not be composed.
      mostP.merge(0L, Double.MIN_NORMAL, Rounding::addUp);
      mostQ.merge(0L, Double.MIN_NORMAL, Rounding::addUp);
      tilts = new Tilts(of(mostQ));
    }

    /** Whether both scores may have no mass. */
    private boolean isVoid() {
      return q.isEmpty() || (removal && p.values().stream().allMatch(mass -> mass == 0));
    }

    /** A lower bound of the profile, from a threshold near a place. */
    double test(double factor, double place) {
      if (isVoid()) {
        return removal ? Math.max(0, revealed.lower()) : 0;
      }
      return tests
          .computeIfAbsent(tilts.power(place), power -> tilted(Math.pow(TILTS, power)))
          .delta(Enclosure.exact(factor), place);
    }

    private ScoreTest tilted(double theta) {
      return removal
          ? ScoreTest.of(with(p, q, theta), repeated(of(mostQ), theta), revealed.lower())
          : ScoreTest.of(repeated(of(q), theta), with(mostP, mostQ, theta), 0);
    }

    private LatticeLaw of(Map<Long, Double> masses) {
      return new LatticeLaw(step, masses, 0);
    }

    private LatticeComposition with(Map<Long, Double> one, Map<Long, Double> others, double theta) {
      return composition(List.of(of(one), of(others)), new long[] {1, terms - 1}, theta);
    }
  }
}
