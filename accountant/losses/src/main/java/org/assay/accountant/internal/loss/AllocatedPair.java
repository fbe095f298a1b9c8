package org.assay.accountant.internal.loss;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoublePredicate;
import org.apache.commons.math3.util.FastMath;
import org.assay.accountant.internal.contour.allocation.AllocatedProfile;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.LossAtom;

/**
 * The pair of a mechanism with random allocation: each record takes part in one random step of
 * several. The profile encloses the exact one. Compositions use the loss distributions of a
 * dominating pair.
 */
public final class AllocatedPair implements OrderedPair {
  private final Scheme scheme;
  private final boolean added;

  /**
   * The pair.
   *
   * @param steps number of steps, at least 2
   * @param base the pair of the step, first with the record, then without
   */
  public AllocatedPair(long steps, OrderedPair base) {
    this(new Scheme(steps, base), false);
    if (!(steps >= 2)) {
      throw new IllegalArgumentException("steps was " + steps + ": it must be at least 2");
    }
  }

  private AllocatedPair(Scheme scheme, boolean added) {
    this.scheme = scheme;
    this.added = added;
  }

  private OrderedPair laws() {
    OrderedPair removed = scheme.laws(name());
    return added ? removed.reversed() : removed;
  }

  @Override
  public String name() {
    return scheme.base.name() + " at one of " + scheme.steps + " steps";
  }

  @Override
  public List<LossAtom> atoms() {
    return laws().atoms();
  }

  @Override
  public Enclosure neutral() {
    return laws().neutral();
  }

  @Override
  public boolean hasOwnLaws() {
    return false;
  }

  @Override
  public LossTails omitted() {
    return laws().omitted();
  }

  @Override
  public boolean continuous() {
    return laws().continuous();
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return laws().tails(loss);
  }

  @Override
  public double scale() {
    return scheme.scale();
  }

  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    Enclosure positive = epsilon.max(Enclosure.ZERO);
    return Optional.of(scheme.profile(positive, added));
  }

  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return reversed().profile(epsilon);
  }

  @Override
  public OrderedPair reversed() {
    return new AllocatedPair(scheme, !added);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AllocatedPair pair
        && pair.scheme.steps == scheme.steps
        && pair.scheme.base.equals(scheme.base)
        && pair.added == added;
  }

  @Override
  public int hashCode() {
    return scheme.base.hashCode() * 31 + Long.hashCode(scheme.steps) * 2 + (added ? 1 : 0);
  }

  /**
   * The two profiles of a step in which a record takes part once, at a uniformly random one of t
   * steps. With W the mean of t independent likelihood ratios they are {@code E (W - γ)_+} when the
   * record is removed and {@code E (1 - γ W)_+} when the record is added. Proof: {@code
   * doc-files/random-allocation.md}.
   */
  private static final class Scheme {
    /**
     * Largest ε at which a profile is computed; its value there is used for larger ε. Strikes and
     * lattice points then have logarithms below 600.
     */
    private static final double LARGEST_EPSILON = 300;

    /**
     * Largest ε of a removed record at which the transform of many Gaussian steps has digits. Not
     * tuned.
     */
    private static final double LARGEST_REMOVED = 27;

    /**
     * Largest ε of an added record at which the transform of many Gaussian steps has digits. Not
     * tuned.
     */
    private static final double LARGEST_ADDED = 7;

    /** Largest expected excess of a likelihood ratio above its cap. Not tuned. */
    private static final double NEGLIGIBLE = 1e-19;

    /**
     * Number of steps from which a lattice has no accurate digits. The bound for this number is
     * used for more steps, as more steps never cost more. Not tuned.
     */
    private static final long MOST_SUMMED = 1L << 30;

    /**
     * Approximate number of points of a ratio's lattice for a single value of the profile. Not
     * tuned.
     */
    private static final double FINE = 1 << 14;

    /**
     * Approximate number of points of a ratio's lattice for the many values that make a pair. Not
     * tuned.
     */
    private static final double COARSE = 1 << 12;

    /** Largest number of points of the lattice of one ratio. Not tuned: bounds the memory. */
    private static final double MOST_POINTS = 1 << 21;

    /**
     * Ratio of the lattice points of a sum to those of a ratio, for convolutions of a few
     * milliseconds.
     */
    private static final double QUICK = 16;

    /** Lattice points of a sum that fit into the longest convolution. */
    private static final double LONGEST = 3 << 19;

    /** Ratio of a cell's length to the deviation of a ratio that gives five digits. Not tuned. */
    private static final double RESOLVED = 1.0 / 64;

    /** Largest sums that matter for a strike below the cap, in units of the cap. Not tuned. */
    private static final double NEAR_CAP = 24;

    /** Number of bits of a step, so few that all its multiples are doubles. */
    private static final int BITS = 30;

    /** Number of points of the profile that a pair is made from. Not tuned. */
    private static final int POINTS = 240;

    /**
     * Width, in deviations, of the range in which these points are nearly equally spaced. Not
     * tuned.
     */
    private static final double DENSE = 4;

    private final long steps;
    private final OrderedPair base;
    private final double parts;
    private final RatioLaw ratio;

    /** Ends of an interval of ratios that contains nearly all of the probability. */
    private final double nearest;

    private final double farthest;

    /** The profile of many Gaussian steps, whose sums are too long for lattices. */
    private final Optional<AllocatedProfile> many;

    private final Map<Double, AllocatedSum> sums = new ConcurrentHashMap<>();

    /**
     * A pair whose profiles are at least the scheme's, by upper bounds at {@link #POINTS} points.
     */
    private Optional<OrderedPair> laws = Optional.empty();

    Scheme(long steps, OrderedPair base) {
      this(steps, base, FINE);
    }

    private Scheme(long steps, OrderedPair base, double parts) {
      this.steps = steps;
      this.base = base;
      this.parts = parts;
      this.ratio = new RatioLaw(base);
      this.nearest = nearest();
      this.farthest = farthest();
      this.many = manyGaussians();
    }

    private Optional<AllocatedProfile> manyGaussians() {
      double mu = base.gaussianMu().upper();
      if (!(mu > 0 && Math.exp(1.5 * mu * mu) <= Math.sqrt((double) steps))) {
        return Optional.empty();
      }
      Enclosure sigma = Enclosure.ONE.dividedBy(base.gaussianMu());
      return AllocatedProfile.covers(steps, sigma)
          ? Optional.of(new AllocatedProfile(steps, sigma))
          : Optional.empty();
    }

    /** Estimate of the smallest ratio at which the excess is as small as at all larger ones. */
    private double farthest() {
      double most = 2 * LARGEST_EPSILON - 60;
      double rest = ratio.callBound(Math.exp(most)) * (1 + 1e-9) + NEGLIGIBLE;
      return Math.exp(first(0, most, log -> ratio.callBound(Math.exp(log)) <= rest));
    }

    /**
     * Estimate of the largest ratio below which the probability is negligible; 0 if there is none.
     */
    private double nearest() {
      double most = 2 * LARGEST_EPSILON - 60;
      double log = first(0, most, x -> ratio.putBound(Math.exp(-x)) <= NEGLIGIBLE * Math.exp(-x));
      return log < most / 2 ? Math.exp(-log) : 0;
    }

    /** The end of a bisection for the first number at which a statement is true. */
    private static double first(double from, double to, DoublePredicate statement) {
      double low = from;
      double high = to;
      for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        boolean enough = statement.test(middle);
        low = enough ? low : middle;
        high = enough ? middle : high;
      }
      return high;
    }

    /** Estimate of the deviation of a ratio up to a cap: half its square's mean is an integral. */
    private double deviation(double cap) {
      int nodes = 400;
      double beyond = ratio.callBound(cap);
      double square = 0;
      double before = 0;
      double price = 1;
      for (int i = 0; i <= nodes && price > 1e-9; i++) {
        double k = cap * Math.exp(40.0 * i / nodes - 40);
        double next = Math.max(0, ratio.callBound(k) - beyond);
        square += (price + next) * (k - before);
        before = k;
        price = next;
      }
      double mean = 1 - Math.min(1, beyond);
      return Math.sqrt(Math.max(square - mean * mean, 1e-12 * square));
    }

    /** Estimate of the standard deviation of the loss. */
    double scale() {
      double ofMean = deviation(farthest) / Math.sqrt((double) steps);
      return Math.min(base.scale(), Math.min(1, ofMean));
    }

    /** The profile at an ε of at least 0. */
    Enclosure profile(Enclosure epsilon, boolean added) {
      double largest = many.isEmpty() ? LARGEST_EPSILON : added ? LARGEST_ADDED : LARGEST_REMOVED;
      if (epsilon.upper() > largest) {
        return Enclosure.of(0, bound(Math.min(epsilon.lower(), largest), added));
      }
      if (many.isPresent()) {
        return added ? many.get().added(epsilon) : many.get().removed(epsilon);
      }
      double most = bound(epsilon.lower(), added);
      return base.hasOwnLaws() && steps <= MOST_SUMMED
          ? Enclosure.of(test(epsilon.upper(), added), most)
          : Enclosure.of(0, most);
    }

    private double bound(double epsilon, boolean added) {
      if (many.isPresent()) {
        return profile(Enclosure.exact(epsilon), added).upper();
      }
      double factor = Math.max(1, Rounding.expDown(epsilon));
      double bound = added ? sum(1 / factor).addedBound(factor) : sum(factor).removedBound(factor);
      return Math.min(1, bound);
    }

    private double test(double epsilon, boolean added) {
      double factor = Rounding.expUp(epsilon);
      return added ? sum(1 / factor).addedTest(factor) : sum(factor).removedTest(factor);
    }

    /** The sum on a lattice for strikes near a multiple of the mean. */
    private AllocatedSum sum(double multiple) {
      double strike = steps * multiple;
      double cap = Math.min(farthest, Math.scalb(1.0, Math.getExponent(strike) + 1));
      return sums.computeIfAbsent(cap, this::sumBelow);
    }

    private AllocatedSum sumBelow(double cap) {
      long terms = Math.min(steps, MOST_SUMMED);
      double deviation = deviation(cap);
      double ofSum = deviation * Math.sqrt((double) terms);
      double span = Math.min(terms * cap, 20 * ofSum + 2 * cap);
      span = cap < farthest ? Math.min(span, NEAR_CAP * cap) : span;
      double resolved = deviation * RESOLVED;
      double wanted = Math.max(Math.min(cap / parts, resolved), span / (QUICK * parts));
      wanted = wanted > resolved ? Math.max(resolved, span / LONGEST) : wanted;
      int count = (int) Math.ceil(Math.min(cap / wanted, MOST_POINTS));
      double unit = Math.scalb(1.0, Math.getExponent(cap / count) + 1 - BITS);
      double least = nearest < cap / 2 ? Math.floor(nearest / unit) * unit : 0;
      double step = Math.ceil((cap - least) / count / unit) * unit;
      return new AllocatedSum(
          ratio, terms, ofSum, new RatioLaw.Lattice(least, step, count, (int) parts / 4));
    }

    /** A pair of at least these profiles, by bounds at {@link #POINTS} points. */
    synchronized OrderedPair laws(String name) {
      if (laws.isEmpty()) {
        laws = Optional.of(new Scheme(steps, base, COARSE).dominating(name));
      }
      return laws.get();
    }

    private OrderedPair dominating(String name) {
      double dense = DENSE * scale();
      double last = lastPoint(Math.min(0.25, dense));
      double[] factors = new double[POINTS];
      double[] forward = new double[POINTS];
      double[] backward = new double[POINTS];
      double range = FastMath.asinh(last / dense);
      for (int i = 0; i < POINTS; i++) {
        double epsilon = dense * Math.sinh(range * i / (POINTS - 1));
        factors[i] = Rounding.expUp(epsilon);
        forward[i] = bound(epsilon, false);
        backward[i] = bound(epsilon, true);
      }
      factors[0] = 1;
      forward[0] = Math.min(forward[0], backward[0]);
      backward[0] = forward[0];
      return ProfilePair.of(name, factors, forward, backward);
    }

    /**
     * The least epsilon, from a first one on, where the profile is negligible or no longer falls.
     */
    private double lastPoint(double first) {
      double enough = NEGLIGIBLE * 1e5 * scale();
      double last = first;
      double before = Double.POSITIVE_INFINITY;
      double here = larger(last);
      while (last < LARGEST_EPSILON / 2 && here > enough && here < before) {
        last *= 1.2;
        before = here;
        here = larger(last);
      }
      return last;
    }

    private double larger(double epsilon) {
      return Math.max(bound(epsilon, false), bound(epsilon, true));
    }
  }
}
