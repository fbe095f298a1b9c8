package org.assay.verify.internal.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Guarantee;

/**
 * The claims that differ from a given one only in their size. A smaller claim implies every larger
 * one. An audit that tests all members at once yields a lower bound in the claim's own currency.
 *
 * <p>The members are tested in a fixed order, smallest first, up to the first that is not refuted.
 * No correction for the number of members is needed. The bound is wrong only if the smallest true
 * member is refuted, an event of probability at most alpha.
 *
 * <p>A profile given by points is scaled along epsilon: {@code (s epsilon, delta)}-differential
 * privacy at every point. A point at epsilon 0 is scaled along delta, to {@code (0, min(1, s
 * delta))}. A trade-off curve f is scaled towards or away from blind guessing: {@code max(0, 1 -
 * alpha - s (1 - alpha - f(alpha)))} at every point. For curves, s is the largest advantage over
 * guessing, relative to the claimed one.
 */
public final class ClaimFamily {
  /** Members of the family of a claim of 0. Not tuned. */
  private static final double[] VALUES = {
    0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10
  };

  /** Members up to the claim: multiples of the claimed value divided by this number. Not tuned. */
  private static final int STEPS_BELOW = 20;

  /** Ratio of neighbouring members up to {@link #NEAR_END} times the claim. Not tuned. */
  private static final double NEAR = 1.1;

  /** Ratio of neighbouring members above. Not tuned. */
  private static final double FAR = 1.5;

  /** Multiple of the claim at which the ratio changes. Not tuned. */
  private static final double NEAR_END = 3;

  /** Limit of the largest member, as a multiple of the claim. Not tuned. */
  private static final double FAR_END = 100;

  private final String currency;
  private final double claimed;
  private final DoubleFunction<Guarantee> member;

  private ClaimFamily(String currency, double claimed, DoubleFunction<Guarantee> member) {
    this.currency = currency;
    this.claimed = claimed;
    this.member = member;
  }

  /**
   * The family of a claim.
   *
   * @param claim the claim
   * @return epsilon (with the same delta, if any), mu, rho, or the scale of all Rényi bounds, of
   *     all epsilons of a profile, or of the advantage over guessing
   */
  public static ClaimFamily of(Guarantee claim) {
    return claim.accept(new Families());
  }

  /**
   * The name of the parameter that the members' values are.
   *
   * @return for example {@code epsilon}
   */
  public String currency() {
    return currency;
  }

  /**
   * The claim's own value.
   *
   * @return the value, at least 0
   */
  public double claimed() {
    return claimed;
  }

  /**
   * A member.
   *
   * @param value its value, at least 0
   * @return the claim of that size
   */
  public Guarantee at(double value) {
    return member.apply(value);
  }

  /**
   * The values to test, which depend on the claim alone.
   *
   * @return ascending values that include the claim's own
   */
  public double[] grid() {
    if (claimed == 0) {
      return VALUES.clone();
    }
    List<Double> multiples = new ArrayList<>();
    for (int i = 1; i <= STEPS_BELOW; i++) {
      multiples.add(i / (double) STEPS_BELOW);
    }
    for (double multiple = NEAR; multiple <= FAR_END; ) {
      multiples.add(multiple);
      multiple *= multiple < NEAR_END ? NEAR : FAR;
    }
    return multiples.stream().mapToDouble(multiple -> multiple * claimed).toArray();
  }

  /** The family for each kind of claim. */
  private static final class Families implements Guarantee.Visitor<ClaimFamily> {
    @Override
    public ClaimFamily visitPure(Guarantee.Pure claim) {
      return new ClaimFamily(
          "epsilon", claim.epsilon(), e -> new Guarantee.Pure(e, claim.adjacency()));
    }

    @Override
    public ClaimFamily visitApproximate(Guarantee.Approximate claim) {
      double delta = claim.delta();
      return new ClaimFamily(
          "epsilon at delta " + delta,
          claim.epsilon(),
          e -> new Guarantee.Approximate(e, delta, claim.adjacency()));
    }

    @Override
    public ClaimFamily visitRenyi(Guarantee.Renyi claim) {
      return new ClaimFamily("scale of the Rényi bounds", 1, scale -> scaled(claim, scale));
    }

    @Override
    public ClaimFamily visitZeroConcentrated(Guarantee.ZeroConcentrated claim) {
      return new ClaimFamily(
          "rho", claim.rho(), rho -> new Guarantee.ZeroConcentrated(rho, claim.adjacency()));
    }

    @Override
    public ClaimFamily visitGaussian(Guarantee.Gaussian claim) {
      return new ClaimFamily("mu", claim.mu(), mu -> new Guarantee.Gaussian(mu, claim.adjacency()));
    }

    @Override
    public ClaimFamily visitProfile(Guarantee.Profile claim) {
      return new ClaimFamily("scale of the claimed epsilons", 1, scale -> scaled(claim, scale));
    }

    @Override
    public ClaimFamily visitTradeoff(Guarantee.Tradeoff claim) {
      return new ClaimFamily(
          "scale of the claimed advantage over guessing", 1, scale -> scaled(claim, scale));
    }
  }

  /**
   * A product, rounded up and never -0. A member rounded down could be refuted although the exact
   * member is true.
   */
  private static double times(double value, double scale) {
    return Rounding.multiplyUp(value, scale) + 0.0;
  }

  private static Guarantee scaled(Guarantee.Renyi claim, double scale) {
    NavigableMap<Double, Double> scaled = new TreeMap<>();
    claim.epsilonByOrder().forEach((order, epsilon) -> scaled.put(order, times(epsilon, scale)));
    return new Guarantee.Renyi(scaled, claim.adjacency());
  }

  private static Guarantee scaled(Guarantee.Profile claim, double scale) {
    NavigableMap<Double, Double> scaled = new TreeMap<>();
    claim
        .deltaByEpsilon()
        .forEach(
            (epsilon, delta) -> {
              double larger = epsilon == 0 ? Math.min(1, times(delta, scale)) : delta;
              scaled.merge(times(epsilon, scale), larger, Math::min);
            });
    return new Guarantee.Profile(scaled, claim.adjacency());
  }

  private static Guarantee scaled(Guarantee.Tradeoff claim, double scale) {
    if (scale == 1) {
      return claim;
    }
    NavigableMap<Double, Double> scaled = new TreeMap<>();
    claim
        .typeTwoByTypeOne()
        .forEach(
            (alpha, beta) -> {
              double left = Rounding.subtractUp(1, alpha);
              double advantage = Rounding.multiplyUp(scale, Rounding.subtractUp(left, beta));
              double low = Rounding.subtractDown(Rounding.subtractDown(1, alpha), advantage);
              scaled.put(alpha, Math.min(1 - alpha, Math.max(0, low)));
            });
    return new Guarantee.Tradeoff(scaled, claim.adjacency());
  }

  /** The claimed value. */
  @Override
  public String toString() {
    return "claims like " + currency + " " + claimed;
  }
}
