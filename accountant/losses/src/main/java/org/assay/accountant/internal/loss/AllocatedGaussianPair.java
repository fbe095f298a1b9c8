package org.assay.accountant.internal.loss;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.util.FastMath;
import org.assay.accountant.internal.contour.allocation.AllocatedProfile;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * A Gaussian step on a record that takes part at one random step of several. The profile is the
 * exact one; compositions use the loss laws of a dominating pair.
 */
public final class AllocatedGaussianPair implements OrderedPair {
  private final AllocatedGaussian scheme;
  private final boolean added;

  public AllocatedGaussianPair(long steps, double mu) {
    this(new AllocatedGaussian(steps, mu), false);
  }

  private AllocatedGaussianPair(AllocatedGaussian scheme, boolean added) {
    this.scheme = scheme;
    this.added = added;
  }

  private OrderedPair laws() {
    OrderedPair removed = scheme.laws(name());
    return added ? removed.reversed() : removed;
  }

  @Override
  public String name() {
    return "a Gaussian of mu " + scheme.mu() + " at one of " + scheme.steps() + " steps";
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
    Enclosure factor = epsilon.exp().max(Enclosure.ONE);
    return Optional.of(added ? scheme.added(factor) : scheme.removed(factor));
  }

  @Override
  public Optional<Enclosure> reversedProfile(Enclosure epsilon) {
    return reversed().profile(epsilon);
  }

  @Override
  public OrderedPair reversed() {
    return new AllocatedGaussianPair(scheme, !added);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AllocatedGaussianPair pair
        && pair.scheme.steps() == scheme.steps()
        && pair.scheme.mu() == scheme.mu()
        && pair.added == added;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(scheme.mu()) * 31 + Long.hashCode(scheme.steps()) * 2 + (added ? 1 : 0);
  }

  /**
   * The two profiles of a Gaussian step in which a record takes part once, at a uniformly random
   * one of t steps. With W the mean of t independent likelihood ratios they are {@code E (W - γ)_+}
   * when the record is removed and {@code E (1 - γ W)_+} when the record is added. Proof: {@code
   * doc-files/random-allocation.md}.
   */
  static final class AllocatedGaussian {
    /**
     * Largest γ at which the removal's profile is computed; its value there bounds the profile
     * beyond.
     */
    private static final double LARGEST_FACTOR = 0x1p40;

    /** The same limit for the addition's profile, which falls faster and is rounded by more. */
    private static final double LARGEST_ADDED = 0x1p10;

    /** Expected excess of one ratio above the cap at which the cap need not grow. */
    private static final double NEGLIGIBLE = 1e-19;

    /** Number of steps from which on sums on a lattice take seconds and bound nothing. */
    private static final long MOST_SUMMED = 1L << 24;

    /** Cells of a ratio for a single value of the profile. */
    private static final int FINE = 1 << 16;

    /** Cells of a ratio for the many values that make a pair. */
    private static final int COARSE = 1 << 14;

    /** Points of the profile that make a pair. */
    private static final int POINTS = 240;

    /** Width of the range in which these points are nearly equally far apart, in deviations. */
    private static final double DENSE = 4;

    private final long steps;
    private final int cells;
    private final CappedLognormal ratio;

    /** The profile of many steps, whose sums are too long for lattices. */
    private final Optional<AllocatedProfile> many;

    private final Map<Double, AllocatedSum> sums = new ConcurrentHashMap<>();

    /** A pair whose profiles are at least these, through upper bounds at {@link #POINTS} points. */
    private Optional<OrderedPair> laws = Optional.empty();

    AllocatedGaussian(long steps, double mu) {
      this(steps, mu, FINE);
    }

    private AllocatedGaussian(long steps, double mu, int cells) {
      this.steps = steps;
      this.cells = cells;
      this.ratio = new CappedLognormal(mu);
      Enclosure sigma = Enclosure.ONE.dividedBy(mu);
      boolean light = Math.exp(1.5 * mu * mu) <= Math.sqrt((double) steps);
      this.many =
          light && AllocatedProfile.covers(steps, sigma)
              ? Optional.of(new AllocatedProfile(steps, sigma))
              : Optional.empty();
    }

    long steps() {
      return steps;
    }

    double mu() {
      return ratio.mu();
    }

    /** About the standard deviation of the loss. */
    double scale() {
      double square = Math.min(50, ratio.mu() * ratio.mu());
      return Math.min(1, Math.sqrt(Math.expm1(square) / steps));
    }

    /** The profile at {@code γ = e^ε}, at least 1, when the record is removed. */
    Enclosure removed(Enclosure factor) {
      Enclosure all = Enclosure.ofCount(steps);
      if (factor.upper() > LARGEST_FACTOR) {
        Enclosure known = removed(Enclosure.exact(Math.min(factor.lower(), LARGEST_FACTOR)));
        return Enclosure.of(0, known.upper());
      }
      if (many.isPresent()) {
        return many.get().removed(factor.log());
      }
      if (steps > MOST_SUMMED) {
        return Enclosure.of(0, 1);
      }
      Enclosure strike = all.times(factor);
      return sum(strike).call(strike).dividedBy(all).min(Enclosure.ONE);
    }

    /** The profile at {@code γ = e^ε}, at least 1, when the record is added. */
    Enclosure added(Enclosure factor) {
      if (factor.upper() > LARGEST_ADDED) {
        Enclosure known = added(Enclosure.exact(Math.min(factor.lower(), LARGEST_ADDED)));
        return Enclosure.of(0, known.upper());
      }
      if (many.isPresent()) {
        return many.get().added(factor.log());
      }
      if (steps > MOST_SUMMED) {
        return Enclosure.of(0, 1);
      }
      Enclosure strike = Enclosure.ofCount(steps).dividedBy(factor);
      return sum(strike).put(strike).dividedBy(strike).min(Enclosure.ONE);
    }

    /** Upper bound of {@link #removed}. */
    private double removedBound(double factor) {
      Enclosure exact = Enclosure.exact(factor);
      Enclosure all = Enclosure.ofCount(steps);
      Enclosure strike = all.times(exact);
      return many.isPresent() || steps > MOST_SUMMED
          ? removed(exact).upper()
          : Math.min(1, Enclosure.exact(sum(strike).callBound(strike)).dividedBy(all).upper());
    }

    /** Upper bound of {@link #added}. */
    private double addedBound(double factor) {
      Enclosure exact = Enclosure.exact(Math.min(factor, LARGEST_ADDED));
      Enclosure strike = Enclosure.ofCount(steps).dividedBy(exact);
      return many.isPresent() || steps > MOST_SUMMED
          ? added(exact).upper()
          : Math.min(1, Enclosure.exact(sum(strike).putBound(strike)).dividedBy(strike).upper());
    }

    private AllocatedSum sum(Enclosure strike) {
      double cap = 2;
      while (cap < strike.upper() && ratio.call(cap).upper() > NEGLIGIBLE) {
        cap *= 2;
      }
      return sums.computeIfAbsent(cap, at -> new AllocatedSum(ratio, steps, at, cells));
    }

    /** A pair of at least these profiles, from points of them. */
    synchronized OrderedPair laws(String name) {
      if (laws.isEmpty()) {
        laws = Optional.of(new AllocatedGaussian(steps, ratio.mu(), COARSE).dominating(name));
      }
      return laws.get();
    }

    private OrderedPair dominating(String name) {
      double least = Math.min(removedBound(1), addedBound(1));
      double dense = DENSE * scale();
      double last = lastPoint(Math.min(0.25, dense));
      double[] factors = new double[POINTS];
      double[] forward = new double[POINTS];
      double[] backward = new double[POINTS];
      double range = FastMath.asinh(last / dense);
      for (int i = 0; i < POINTS; i++) {
        factors[i] = Math.exp(dense * Math.sinh(range * i / (POINTS - 1)));
        forward[i] = i == 0 ? least : removedBound(factors[i]);
        backward[i] = i == 0 ? least : addedBound(factors[i]);
      }
      return ProfilePair.of(name, factors, forward, backward);
    }

    /** The epsilon from a first one on where the profile is negligible or falls no more. */
    private double lastPoint(double first) {
      double enough = NEGLIGIBLE * 1e5 * scale();
      double last = first;
      double before = Double.POSITIVE_INFINITY;
      double here = removedBound(Math.exp(last));
      while (last < 25 && here > enough && here < before) {
        last *= 1.2;
        before = here;
        here = removedBound(Math.exp(last));
      }
      return last;
    }
  }
}
