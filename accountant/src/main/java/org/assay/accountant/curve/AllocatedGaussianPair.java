package org.assay.accountant.curve;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.divergence.AllocatedProfile;
import org.assay.accountant.numeric.Enclosure;

/**
 * A Gaussian step on a record that takes part at one random step of several: the profile itself,
 * and for compositions the laws of a pair that dominates it, of straight lines between points of
 * the profile.
 */
final class AllocatedGaussianPair implements OrderedPair {
  private static final int POINTS = 240;

  /** Losses reach from this many deviations on until what is beyond is negligible. */
  private static final double DEVIATIONS = 4;

  private static final double GROWTH = 1.2;
  private static final double LARGEST_LOSS = 25;
  private static final double NEGLIGIBLE = 1e-14;

  private final Scheme scheme;
  private final boolean added;

  private AllocatedGaussianPair(Scheme scheme, boolean added) {
    this.scheme = scheme;
    this.added = added;
  }

  /**
   * A pair.
   *
   * @param steps how many steps, at least 2
   * @param mu the sensitivity over the standard deviation, above 0
   */
  static AllocatedGaussianPair of(long steps, double mu) {
    Enclosure sigma = Enclosure.exact(Enclosure.ONE.dividedBy(mu).lower());
    return new AllocatedGaussianPair(
        new Scheme(steps, mu, new AllocatedProfile(steps, sigma)), false);
  }

  /** What both orders share. */
  private static final class Scheme {
    private final long steps;
    private final double mu;
    private final AllocatedProfile profile;
    private Optional<OrderedPair> laws = Optional.empty();

    Scheme(long steps, double mu, AllocatedProfile profile) {
      this.steps = steps;
      this.mu = mu;
      this.profile = profile;
    }

    /** A pair of at least these profiles, from points of them. */
    synchronized OrderedPair laws(String name) {
      if (laws.isEmpty()) {
        laws = Optional.of(dominating(name));
      }
      return laws.get();
    }

    private OrderedPair dominating(String name) {
      double last = DEVIATIONS * profile.scale();
      while (last < LARGEST_LOSS && profile.removed(Enclosure.exact(last)).upper() > NEGLIGIBLE) {
        last *= GROWTH;
      }
      double[] epsilons = new double[POINTS];
      double[] factors = new double[POINTS];
      for (int i = 0; i < POINTS; i++) {
        double share = i / (POINTS - 1.0);
        factors[i] = Math.exp(last * share * share);
        // The profile falls: a bound at a smaller epsilon holds.
        epsilons[i] = Math.max(0, Enclosure.exact(factors[i]).log().lower());
      }
      double[] forward = profile.bounds(true, epsilons, NEGLIGIBLE);
      double[] backward = profile.bounds(false, epsilons, NEGLIGIBLE);
      forward[0] = Math.min(forward[0], backward[0]);
      backward[0] = forward[0];
      return ProfilePair.of(name, factors, forward, backward);
    }
  }

  private OrderedPair laws() {
    OrderedPair removed = scheme.laws(name());
    return added ? removed.reversed() : removed;
  }

  @Override
  public String name() {
    return "a Gaussian of mu " + scheme.mu + " at one of " + scheme.steps + " steps";
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
    return scheme.profile.scale();
  }

  @Override
  public Optional<Enclosure> profile(Enclosure epsilon) {
    return Optional.of(added ? scheme.profile.added(epsilon) : scheme.profile.removed(epsilon));
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
        && pair.scheme.steps == scheme.steps
        && pair.scheme.mu == scheme.mu
        && pair.added == added;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(scheme.mu) * 31 + Long.hashCode(scheme.steps) * 2 + (added ? 1 : 0);
  }
}
