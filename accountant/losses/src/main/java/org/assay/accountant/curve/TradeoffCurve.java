package org.assay.accountant.curve;

import java.util.function.DoubleFunction;
import org.assay.accountant.internal.calculus.ConcaveMaximum;
import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * The trade-off curve between neighbours: {@code f(alpha)} is the smallest type II error of a test
 * whose type I error is alpha ([@DongRothSu2022], Definition 2.1). A larger curve is more private,
 * so a guarantee is a <em>lower</em> end of f and a refutation an upper one.
 *
 * <p>Every curve is convex, continuous, falls, and lies between 0 and {@code 1 - alpha}. These
 * properties are preconditions of {@link #of(AdjacencyRelation, DoubleFunction)}.
 */
public final class TradeoffCurve {
  /** Largest exponent whose exponential is a double. */
  private static final double LARGEST_EXPONENT = 700;

  /**
   * Exponent of the smallest type I error of the search for delta, {@code e^-(epsilon + 45)}. Not
   * tuned.
   */
  private static final double NEGLIGIBLE_EXPONENT = 45;

  /** Largest number of bisection steps, enough for the range of doubles. */
  private static final int BISECTIONS = 1100;

  private final AdjacencyRelation adjacency;
  private final DoubleFunction<Enclosure> forward;
  private final DoubleFunction<Enclosure> backward;

  private TradeoffCurve(
      AdjacencyRelation adjacency,
      DoubleFunction<Enclosure> forward,
      DoubleFunction<Enclosure> backward) {
    this.adjacency = adjacency;
    this.forward = forward;
    this.backward = backward;
  }

  /** How one curve compares with another at given points. */
  public enum Comparison {
    /** At least as large at every point. */
    AT_LEAST_AS_PRIVATE,

    /** Smaller at some point. */
    LESS_PRIVATE_SOMEWHERE,

    /**
     * Neither is proved: enclosures overlap at some point, and at no point is the curve proved
     * smaller.
     */
    UNDECIDED
  }

  /**
   * A curve given by its values.
   *
   * @param adjacency the relation of the curve
   * @param errors the enclosure of the type II error at each type I error in [0, 1] of a convex
   *     trade-off function; must be a pure function, safe to call from any thread
   * @return the curve
   */
  public static TradeoffCurve of(AdjacencyRelation adjacency, DoubleFunction<Enclosure> errors) {
    return new TradeoffCurve(adjacency, errors, alpha -> inverted(errors, alpha));
  }

  /**
   * The curve of N(0, 1) against N(mu, 1), {@code Φ(Φ⁻¹(1 - alpha) - mu)} ([@DongRothSu2022],
   * Section 2.2).
   *
   * @param mu an enclosure of the distance, finite and at least 0
   * @param adjacency the relation
   * @return the curve
   * @throws IllegalArgumentException if mu is out of range
   */
  public static TradeoffCurve gaussian(Enclosure mu, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("mu", mu.lower());
    Parameters.requireNonNegative("mu", mu.upper());
    return symmetric(adjacency, alpha -> gaussianError(mu, alpha));
  }

  /**
   * The curve that approximate (or, with delta 0, pure) differential privacy implies, {@code max(0,
   * 1 - delta - e^epsilon alpha, e^-epsilon (1 - delta - alpha))} ([@DongRothSu2022], Section 2.1).
   *
   * @param epsilon at least 0, possibly infinite
   * @param delta in [0, 1]
   * @param adjacency the relation
   * @return the curve
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static TradeoffCurve approximate(
      double epsilon, double delta, AdjacencyRelation adjacency) {
    Guarantee.Approximate claim = new Guarantee.Approximate(epsilon, delta, adjacency);
    return symmetric(adjacency, alpha -> approximateError(claim, alpha));
  }

  /**
   * The curve that a guarantee implies: in closed form if there is one, else through the
   * guarantee's profile.
   *
   * @param guarantee any guarantee
   * @return its curve
   */
  public static TradeoffCurve of(Guarantee guarantee) {
    return guarantee.accept(new ImpliedTradeoff());
  }

  /**
   * The curve of a profile, {@code sup over epsilon of max(0, 1 - delta - e^epsilon alpha,
   * e^-epsilon (1 - delta - alpha))} ([@DongRothSu2022], Proposition 2.11). Any epsilon gives a
   * lower end. The upper end is certified because the supremum is that of a concave function:
   * {@code doc-files/trade-off.md}.
   *
   * @param profile a profile, which holds for both orders of the neighbours
   * @return the curve
   */
  public static TradeoffCurve of(PrivacyProfile profile) {
    return symmetric(profile.adjacency(), alpha -> errorFromProfile(profile, alpha));
  }

  /**
   * The relation of the curve.
   *
   * @return the adjacency relation
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * The smallest type II error at a type I error.
   *
   * @param alpha in [0, 1]
   * @return an enclosure within {@code [0, 1 - alpha]}; its lower end is what the curve guarantees
   * @throws IllegalArgumentException if alpha is not in [0, 1]
   */
  public Enclosure at(double alpha) {
    Parameters.requireProbability("alpha", alpha);
    return forward.apply(alpha).max(Enclosure.ZERO).min(Enclosure.ONE.minus(alpha));
  }

  /**
   * The profile that the curve implies for the first neighbour against the second; a symmetric
   * curve has one profile. The profile is the convex conjugate {@code 1 + f*(-e^epsilon) = sup over
   * alpha of 1 - e^epsilon alpha - f(alpha)} ([@DongRothSu2022], Proposition 2.12).
   *
   * @param epsilon finite and at least 0
   * @return an enclosure within [0, 1], to about 1e-13 in absolute terms; its upper end is a
   *     guarantee
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    if (epsilon > LARGEST_EXPONENT) {
      return Enclosure.of(0, delta(LARGEST_EXPONENT).upper());
    }
    Enclosure weight = Enclosure.exact(epsilon).exp();
    double first = -epsilon - NEGLIGIBLE_EXPONENT;
    Enclosure supremum =
        ConcaveMaximum.of(
            alpha -> Enclosure.ONE.minus(weight.times(alpha)).minus(at(alpha)),
            t -> t == first ? 0 : Math.exp(t),
            first,
            Math.min(0, 1 - epsilon));
    return supremum.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  /**
   * The curve with the neighbours swapped, {@code f⁻¹(alpha)}, the smallest t with {@code f(t) ≤
   * alpha} ([@DongRothSu2022], Lemma A.2).
   *
   * @return the inverse; its inverse is this curve
   */
  public TradeoffCurve inverse() {
    return new TradeoffCurve(adjacency, backward, forward);
  }

  /**
   * The larger of the curve and its inverse, which holds if this curve holds for both orders of the
   * neighbours ([@DongRothSu2022], Proposition 2.4).
   *
   * @return the symmetric curve
   */
  public TradeoffCurve symmetrized() {
    return symmetric(adjacency, alpha -> at(alpha).max(inverse().at(alpha)));
  }

  /**
   * Compares with another curve at given points.
   *
   * @param other a curve under the same relation
   * @param alphas at least one type I error
   * @return what the enclosures prove about these points, and about no others
   * @throws IllegalArgumentException if the relations differ, no point is given or one is not in
   *     [0, 1]
   */
  public Comparison compare(TradeoffCurve other, double... alphas) {
    adjacency.requireSame(other.adjacency);
    Parameters.requireAtLeastOne("number of points", alphas.length);
    Comparison result = Comparison.AT_LEAST_AS_PRIVATE;
    for (double alpha : alphas) {
      Enclosure mine = at(alpha);
      Enclosure theirs = other.at(alpha);
      if (mine.upper() < theirs.lower()) {
        return Comparison.LESS_PRIVATE_SOMEWHERE;
      }
      result = mine.lower() >= theirs.upper() ? result : Comparison.UNDECIDED;
    }
    return result;
  }

  /** A curve that is its own inverse. */
  static TradeoffCurve symmetric(AdjacencyRelation adjacency, DoubleFunction<Enclosure> errors) {
    return new TradeoffCurve(adjacency, errors, errors);
  }

  private static Enclosure gaussianError(Enclosure mu, double alpha) {
    if (alpha == 0 || alpha == 1) {
      return Enclosure.ONE.minus(alpha);
    }
    boolean inUpperHalf = alpha > 0.5;
    Enclosure tail = inUpperHalf ? Enclosure.ONE.minus(alpha) : Enclosure.exact(alpha);
    Enclosure quantile =
        MonotoneInverse.ofFalling(
            t -> NormalTail.logUpperTail(Enclosure.exact(t)), tail.log(), 0, 1);
    Enclosure threshold = inUpperHalf ? quantile.negate() : quantile;
    return NormalTail.upperTail(mu.minus(threshold));
  }

  private static Enclosure approximateError(Guarantee.Approximate claim, double alpha) {
    if (claim.epsilon() == Double.POSITIVE_INFINITY) {
      return Enclosure.ZERO;
    }
    Enclosure rest = Enclosure.ONE.minus(claim.delta());
    if (alpha == 0) {
      return rest;
    }
    Enclosure steep = rest.minus(Enclosure.exact(claim.epsilon()).exp().times(alpha));
    Enclosure flat = Enclosure.exact(-claim.epsilon()).exp().times(rest.minus(alpha));
    return steep.max(flat).max(Enclosure.ZERO);
  }

  private static Enclosure errorFromProfile(PrivacyProfile profile, double alpha) {
    if (alpha == 1) {
      return Enclosure.ZERO;
    }
    double last = Math.min(LARGEST_EXPONENT, 1 - Math.log(alpha));
    Enclosure found =
        ConcaveMaximum.of(u -> value(profile, alpha, u), Math::exp, -LARGEST_EXPONENT - 50, last);
    // If the range of ratios is truncated, the supremum may lie outside it.
    return last < LARGEST_EXPONENT ? found : Enclosure.of(found.lower(), 1);
  }

  /** {@code 1 - delta - u alpha} at {@code u = e^epsilon}, or its mirror image below 1. */
  private static Enclosure value(PrivacyProfile profile, double alpha, double u) {
    if (u == 0) {
      return Enclosure.ZERO;
    }
    Enclosure ratio = Enclosure.exact(u);
    Enclosure one = Enclosure.ONE;
    return u >= 1
        ? one.minus(delta(profile, ratio.log())).minus(ratio.times(alpha))
        : one.minus(delta(profile, ratio.log().negate())).minus(alpha).times(ratio);
  }

  /** Delta at an enclosed epsilon; it falls with epsilon. */
  private static Enclosure delta(PrivacyProfile profile, Enclosure epsilon) {
    Enclosure high = profile.delta(Math.max(0, epsilon.lower()));
    return epsilon.width() == 0
        ? high
        : Enclosure.of(profile.delta(epsilon.upper()).lower(), high.upper());
  }

  /** Bisection for a lower and an upper end; every comparison is proved. */
  private static Enclosure inverted(DoubleFunction<Enclosure> errors, double alpha) {
    if (errors.apply(0).upper() <= alpha) {
      return Enclosure.ZERO;
    }
    double above = 0;
    double below = Math.nextUp(1 - alpha);
    double undecided = below;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = between(above, undecided);
      if (!(middle > above && middle < undecided)) {
        break;
      }
      if (errors.apply(middle).lower() > alpha) {
        above = middle;
      } else {
        undecided = middle;
      }
    }
    double proved = below;
    undecided = above;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = between(undecided, proved);
      if (!(middle > undecided && middle < proved)) {
        break;
      }
      if (errors.apply(middle).upper() <= alpha) {
        proved = middle;
      } else {
        undecided = middle;
      }
    }
    return Enclosure.of(above, Math.min(1, proved));
  }

  /** The geometric middle if the bracket spans magnitudes, else the arithmetic one. */
  private static double between(double low, double high) {
    if (low == 0 && high > Double.MIN_NORMAL) {
      return high * 0x1p-8;
    }
    return high > 4 * low && low > 0 ? Math.sqrt(low) * Math.sqrt(high) : low + (high - low) / 2;
  }

  /** The relation; no value of the curve is computed. */
  @Override
  public String toString() {
    return "trade-off curve under " + adjacency;
  }

  /**
   * The trade-off curve of a guarantee: in closed form if there is one, else by the guarantee's
   * profile.
   */
  static final class ImpliedTradeoff extends DefaultGuaranteeVisitor<TradeoffCurve> {
    @Override
    public TradeoffCurve visitGaussian(Guarantee.Gaussian guarantee) {
      return TradeoffCurve.gaussian(Enclosure.exact(guarantee.mu()), guarantee.adjacency());
    }

    @Override
    public TradeoffCurve visitPure(Guarantee.Pure guarantee) {
      return TradeoffCurve.approximate(guarantee.epsilon(), 0, guarantee.adjacency());
    }

    @Override
    public TradeoffCurve visitApproximate(Guarantee.Approximate guarantee) {
      return TradeoffCurve.approximate(
          guarantee.epsilon(), guarantee.delta(), guarantee.adjacency());
    }

    @Override
    public TradeoffCurve visitTradeoff(Guarantee.Tradeoff guarantee) {
      ClaimedErrors errors = new ClaimedErrors(guarantee);
      return TradeoffCurve.symmetric(guarantee.adjacency(), errors::error);
    }

    @Override
    protected TradeoffCurve visitOther(Guarantee guarantee) {
      return TradeoffCurve.of(PrivacyProfile.of(guarantee));
    }
  }
}
