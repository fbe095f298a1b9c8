package org.assay.accountant.divergence;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.MonotoneInverse;
import org.assay.accountant.privacy.Parameters;

/**
 * The profile of one Gaussian step on a record that takes part at one random step of t, in both
 * orders of the pair. It falls as t grows and as the noise grows, so that fewer steps and less
 * noise bound it from above: {@code doc-files/random-allocation.md}.
 */
public final class AllocatedProfile {
  /** Contours of more steps take minutes. */
  static final long LONGEST_CONTOUR = 1L << 20;

  /** So many steps stand for more of them where only an upper end is wanted. */
  private static final long FEWER = 1L << 10;

  /** Of fewer steps the contour has more digits than the mean, and is as quick. */
  private static final long FEWEST_FOR_MEAN = 100;

  /** Narrower results of the mean are not narrowed by a contour. */
  private static final double NARROW = 1e-6;

  /** Contours of more steps take longer than digits are worth. */
  private static final long SHORT_CONTOUR = 1000;

  private final End most;
  private final End least;

  /**
   * A profile.
   *
   * @param steps t, from 2 to 2^40
   * @param sigma an enclosure of the noise multiplier, above 0 and finite
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public AllocatedProfile(long steps, Enclosure sigma) {
    if (!(steps >= 2 && steps <= 1L << 40)) {
      throw new IllegalArgumentException("steps was " + steps + ": it must be from 2 to 2^40");
    }
    Parameters.requirePositive("sigma", sigma.lower());
    Parameters.requirePositive("sigma", sigma.upper());
    this.most = new End(steps, sigma.lower());
    this.least = sigma.lower() == sigma.upper() ? most : new End(steps, sigma.upper());
  }

  /**
   * Where the record is removed.
   *
   * @param epsilon an enclosure of ε; what is below 0 counts as 0
   * @return an enclosure of delta
   */
  public Enclosure removed(Enclosure epsilon) {
    return delta(true, epsilon);
  }

  /**
   * Where the record is added.
   *
   * @param epsilon an enclosure of ε; what is below 0 counts as 0
   * @return an enclosure of delta
   */
  public Enclosure added(Enclosure epsilon) {
    return delta(false, epsilon);
  }

  private Enclosure delta(boolean removing, Enclosure epsilon) {
    double upper = most.delta(removing, Math.max(0, epsilon.lower())).upper();
    double lower = least.delta(removing, Math.max(0, epsilon.upper())).lower();
    return Enclosure.of(Math.min(lower, upper), upper);
  }

  /** The larger one of both. */
  Enclosure delta(double epsilon) {
    Enclosure exact = Enclosure.exact(epsilon);
    return removed(exact).max(added(exact));
  }

  /** The smallest epsilon of at least 0 at a delta. */
  Enclosure epsilon(double delta) {
    if (most.mean.isPresent()) {
      Enclosure byMean = epsilonByMean(delta).intersect(Enclosure.of(0, most.gaussian(delta)));
      boolean enough = byMean.relativeWidth() <= NARROW || byMean.upper() == 0;
      if (enough || most.steps > SHORT_CONTOUR) {
        return byMean;
      }
      return byMean.intersect(epsilonByContour(delta));
    }
    return epsilonByContour(delta);
  }

  private Enclosure epsilonByMean(double delta) {
    return deltaByMean(0).upper() <= delta
        ? Enclosure.ZERO
        : MonotoneInverse.ofFalling(this::deltaByMean, Enclosure.exact(delta), 0, most.scale());
  }

  private Enclosure deltaByMean(double epsilon) {
    Enclosure upper = most.larger(epsilon);
    Enclosure lower = least == most ? upper : least.larger(epsilon);
    return Enclosure.of(Math.min(lower.lower(), upper.upper()), upper.upper());
  }

  private Enclosure epsilonByContour(double delta) {
    double single = most.gaussian(delta);
    double upper = most.contour().map(run -> run.epsilon(delta).upper()).orElse(single);
    boolean exact = least.fewer == least.steps;
    double lower = exact ? least.contour().map(run -> run.epsilon(delta).lower()).orElse(0.0) : 0;
    double smaller = Math.min(upper, single);
    return Enclosure.of(Math.min(lower, smaller), smaller);
  }

  /**
   * Upper bounds of one order's profile.
   *
   * @param removing whether the record is removed
   * @param epsilons finite, at least 0 and rising
   * @param negligible the first bound below this stands for all after it
   * @return a bound for each
   */
  public double[] bounds(boolean removing, double[] epsilons, double negligible) {
    double[] bounds =
        most.mean.isEmpty()
            ? most.contourBounds(removing, epsilons, negligible)
            : new double[epsilons.length];
    double last = 1;
    for (int i = 0; i < bounds.length; i++) {
      if (most.mean.isPresent() && last >= negligible) {
        bounds[i] = most.byMean(removing, epsilons[i]).upper();
      }
      last = i > 0 && last < negligible ? last : Math.min(last, bounds[i]);
      bounds[i] = last;
    }
    return bounds;
  }

  /**
   * About the size of a loss.
   *
   * @return a number above 0, which steers only
   */
  public double scale() {
    return most.scale();
  }

  /** For noise that is a double. */
  private static final class End {
    private final long steps;
    private final double sigma;

    /** So many steps have a contour; a bound from above if they are fewer. */
    private final long fewer;

    private final Optional<AllocatedMean> mean;

    End(long steps, double sigma) {
      this.steps = steps;
      this.sigma = sigma;
      this.fewer = steps <= LONGEST_CONTOUR ? steps : FEWER;
      this.mean =
          steps >= FEWEST_FOR_MEAN && AllocatedMean.covered(steps, sigma)
              ? Optional.of(new AllocatedMean(steps, sigma))
              : Optional.empty();
    }

    double scale() {
      return Math.min(1, Math.sqrt(Math.expm1(Math.min(50, 1 / (sigma * sigma))) / steps));
    }

    Optional<BothDirections> contour() {
      return GaussianComposition.allocates(Enclosure.exact(sigma))
          ? Optional.of(BothDirections.of(direction(true), direction(false)))
          : Optional.empty();
    }

    private LossComposition direction(boolean removing) {
      return new LossComposition(
          List.of(new AllocatedFactor(new AllocatedLaw(fewer, sigma), removing, 1)));
    }

    Enclosure delta(boolean removing, double epsilon) {
      // A single step costs more.
      double single =
          GaussianMechanism.delta(Enclosure.ONE.dividedBy(sigma).upper(), epsilon).upper();
      Enclosure simple = Enclosure.of(0, single);
      Enclosure known =
          mean.map(some -> ofMean(some, removing, epsilon)).map(simple::intersect).orElse(simple);
      boolean enough =
          mean.isPresent() && (known.relativeWidth() <= NARROW || steps > SHORT_CONTOUR);
      if (enough || !GaussianComposition.allocates(Enclosure.exact(sigma))) {
        return known;
      }
      Enclosure inverted = direction(removing).delta(epsilon);
      return known.intersect(fewer == steps ? inverted : Enclosure.of(0, inverted.upper()));
    }

    private static Enclosure ofMean(AllocatedMean mean, boolean removing, double epsilon) {
      Enclosure exact = Enclosure.exact(epsilon);
      return removing ? mean.removed(exact) : mean.added(exact);
    }

    Enclosure byMean(boolean removing, double epsilon) {
      return ofMean(mean.orElseThrow(), removing, epsilon);
    }

    /** What the mean says of both orders. */
    Enclosure larger(double epsilon) {
      AllocatedMean some = mean.orElseThrow();
      return ofMean(some, true, epsilon).max(ofMean(some, false, epsilon));
    }

    double gaussian(double delta) {
      return GaussianMechanism.epsilon(Enclosure.ONE.dividedBy(sigma).upper(), delta).upper();
    }

    double[] contourBounds(boolean removing, double[] epsilons, double negligible) {
      double mu = Enclosure.ONE.dividedBy(sigma).upper();
      double[] bounds = new double[epsilons.length];
      Arrays.setAll(bounds, i -> GaussianMechanism.delta(mu, epsilons[i]).upper());
      if (GaussianComposition.allocates(Enclosure.exact(sigma))) {
        double[] inverted = direction(removing).deltaBounds(epsilons, negligible);
        Arrays.setAll(bounds, i -> Math.min(bounds[i], inverted[i]));
      }
      return bounds;
    }
  }
}
