package org.assay.verify.inference;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.assay.accountant.privacy.Guarantee;

/**
 * The claims that differ from a given one only in its size: every larger one is implied by every
 * smaller one. An audit that tests all of them at once yields a lower bound in the claim's own
 * currency.
 *
 * <p>Testing the members in a fixed order, smallest first, and stopping at the first that is not
 * refuted needs no correction for their number: the bound is wrong only if the smallest true member
 * is refuted, one event of probability at most alpha.
 */
public final class ClaimFamily {
  /** Members as multiples of the claim; 1 is the claim itself. */
  private static final double[] MULTIPLES = {
    0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10
  };

  /** Members for a claim of 0. */
  private static final double[] VALUES = {0, 0.01, 0.03, 0.1, 0.3, 1, 3};

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
   * @return epsilon at no or the same delta, mu, rho, or the scale of all Rényi bounds
   */
  public static ClaimFamily of(Guarantee claim) {
    if (claim instanceof Guarantee.Pure pure) {
      return new ClaimFamily(
          "epsilon", pure.epsilon(), e -> new Guarantee.Pure(e, pure.adjacency()));
    }
    if (claim instanceof Guarantee.Approximate approximate) {
      double delta = approximate.delta();
      return new ClaimFamily(
          "epsilon at delta " + delta,
          approximate.epsilon(),
          e -> new Guarantee.Approximate(e, delta, approximate.adjacency()));
    }
    if (claim instanceof Guarantee.Gaussian gaussian) {
      return new ClaimFamily(
          "mu", gaussian.mu(), mu -> new Guarantee.Gaussian(mu, gaussian.adjacency()));
    }
    if (claim instanceof Guarantee.ZeroConcentrated concentrated) {
      return new ClaimFamily(
          "rho",
          concentrated.rho(),
          rho -> new Guarantee.ZeroConcentrated(rho, concentrated.adjacency()));
    }
    Guarantee.Renyi renyi = (Guarantee.Renyi) claim;
    return new ClaimFamily("scale of the Rényi bounds", 1, scale -> scaled(renyi, scale));
  }

  /**
   * What the members' values mean.
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
   * The values to test, fixed by the claim alone.
   *
   * @return ascending values that include the claim's own
   */
  public double[] grid() {
    if (claimed == 0) {
      return VALUES.clone();
    }
    double[] grid = MULTIPLES.clone();
    for (int i = 0; i < grid.length; i++) {
      grid[i] *= claimed;
    }
    return grid;
  }

  private static Guarantee scaled(Guarantee.Renyi claim, double scale) {
    NavigableMap<Double, Double> scaled = new TreeMap<>();
    claim.epsilonByOrder().forEach((order, epsilon) -> scaled.put(order, epsilon * scale));
    return new Guarantee.Renyi(scaled, claim.adjacency());
  }
}
