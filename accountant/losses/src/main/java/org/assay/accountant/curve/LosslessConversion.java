package org.assay.accountant.curve;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;

/**
 * The smallest epsilon that a Rényi or Kullback-Leibler divergence of one order implies at a delta
 * ([@AsoodehEtAl2021]).
 *
 * <p>Epsilon holds if no two coins with heads p and {@code q = (p - δ) e^-ε} are within the
 * divergence. Equivalently {@code F(p) = p^a q^(1-a) + (1-p)^a (1-q)^(1-a)} (at order 1, {@code p
 * log(p/q) + (1-p) log((1-p)/(1-q))}) stays above the limit. F is convex in p, so one bracket whose
 * ends have slopes of opposite sign bounds F everywhere: {@code doc-files/lossless-conversion.md}.
 */
final class LosslessConversion {
  /** Largest number of bisection steps. Not tuned: bounds the time. */
  private static final int BISECTIONS = 60;

  private final double order;
  private final Enclosure logLimit;
  private final double delta;

  /**
   * A conversion.
   *
   * @param order Rényi order, at least 1 (1 is Kullback-Leibler)
   * @param divergence an enclosure of the divergence at that order
   * @param delta strictly between 0 and 1
   */
  LosslessConversion(double order, Enclosure divergence, double delta) {
    this.order = order;
    this.logLimit = order == 1 ? divergence : divergence.times(order - 1);
    this.delta = delta;
  }

  /** The result of testing an epsilon. */
  private enum Verdict {
    /** The epsilon follows from the divergence. */
    HOLDS,

    /** Two coins within the divergence reach the epsilon. */
    REACHED,

    /** Neither comparison of enclosures is decided. */
    OPEN
  }

  /**
   * The smallest epsilon that follows from the divergence.
   *
   * @param known an epsilon that holds, at least 0
   * @return an enclosure: the upper end holds, and two coins within the divergence reach the lower
   */
  Enclosure epsilon(double known) {
    if (verdict(0) == Verdict.HOLDS) {
      return Enclosure.ZERO;
    }
    double holding = known;
    double failing = 0;
    double reached = 0;
    // The known epsilon may be far too large to start from.
    for (double candidate = 0x1p-10; candidate < known; candidate *= 2) {
      Verdict verdict = verdict(candidate);
      if (verdict == Verdict.HOLDS) {
        holding = candidate;
        break;
      }
      reached = verdict == Verdict.REACHED ? candidate : reached;
      failing = candidate;
    }
    for (int i = 0; i < BISECTIONS && holding - failing > 1e-13 * holding; i++) {
      InterruptedComputationException.check();
      double middle = failing + (holding - failing) / 2;
      Verdict verdict = verdict(middle);
      if (verdict == Verdict.HOLDS) {
        holding = middle;
      } else {
        failing = middle;
        reached = verdict == Verdict.REACHED ? middle : reached;
      }
    }
    return Enclosure.of(furthestReached(Math.min(reached, holding), holding), holding);
  }

  /** Raises the lower end if the search for the upper end has left a gap. */
  private double furthestReached(double known, double holding) {
    double reached = known;
    double open = holding;
    for (int i = 0; i < BISECTIONS && open - reached > 1e-10 * holding; i++) {
      InterruptedComputationException.check();
      double middle = reached + (open - reached) / 2;
      if (isReached(middle, minimizer(middle))) {
        reached = middle;
      } else {
        open = middle;
      }
    }
    return reached;
  }

  private Verdict verdict(double epsilon) {
    double logExcess = minimizer(epsilon);
    if (holds(epsilon, logExcess)) {
      return Verdict.HOLDS;
    }
    return isReached(epsilon, logExcess) ? Verdict.REACHED : Verdict.OPEN;
  }

  /** Whether the coins at a point near the minimum of F are certainly within the divergence. */
  private boolean isReached(double epsilon, double logExcess) {
    double p = Math.min(1, delta + Math.exp(logExcess));
    if (!(p > delta && (p < 1 || order > 1))) {
      return false;
    }
    double limit =
        order == 1
            ? logLimit.lower()
            : Rounding.expDown(Rounding.subtractDown(logLimit.lower(), logLimit.upper()));
    return value(p, epsilon).upper() <= limit;
  }

  /** Whether epsilon certainly holds: the minimum of F over p in (δ, 1] is at least the limit. */
  private boolean holds(double epsilon, double logExcess) {
    double width = 1e-6;
    for (int attempt = 0; attempt < 4; attempt++, width *= 0.05) {
      double left = delta + Math.exp(logExcess - width);
      double right = delta + Math.exp(logExcess + width);
      if (!(left > delta && right > left && right < 1)) {
        return false;
      }
      Enclosure falling = slope(left, epsilon);
      Enclosure rising = slope(right, epsilon);
      if (!(falling.upper() < 0 && rising.lower() > 0)) {
        return false;
      }
      // Convexity: between the ends F is at least its value at the left end plus the slope there.
      double reach = Rounding.subtractUp(right, left);
      double lowest =
          Rounding.addDown(
              value(left, epsilon).lower(), Rounding.multiplyDown(falling.lower(), reach));
      if (lowest >= (order == 1 ? logLimit.upper() : 1)) {
        return true;
      }
    }
    return false;
  }

  /** Estimate of {@code log(p - δ)} at the minimum of F; no bound depends on it. */
  private double minimizer(double epsilon) {
    double low = Math.log(delta) - 60;
    double high = Math.log1p(-delta);
    for (int i = 0; i < BISECTIONS; i++) {
      InterruptedComputationException.check();
      double middle = low + (high - low) / 2;
      double p = delta + Math.exp(middle);
      if (p >= 1 || roughSlope(p, middle - epsilon, epsilon) > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return low + (high - low) / 2;
  }

  /** The sign of the slope in plain binary64. */
  private double roughSlope(double p, double logHeads, double epsilon) {
    double heads = Math.exp(logHeads);
    double ratio = Math.log(p) - logHeads;
    double other = Math.log1p(-p) - Math.log1p(-heads);
    if (order == 1) {
      return ratio - other + (Math.exp(-epsilon) - Math.exp(ratio - epsilon)) / (1 - heads);
    }
    double b = order - 1;
    double up = order - b * Math.exp(ratio - epsilon);
    return up - (order - b * Math.exp(other - epsilon)) * Math.exp(b * (other - ratio));
  }

  private Enclosure q(double p, double epsilon) {
    return Enclosure.exact(p).minus(delta).times(Enclosure.exact(-epsilon).exp());
  }

  /** log q, also if q underflows. */
  private Enclosure logQ(double p, double epsilon) {
    return Enclosure.exact(p).minus(delta).log().minus(epsilon);
  }

  /** F over the limit; at order 1, F. */
  private Enclosure value(double p, double epsilon) {
    if (p == 1) {
      return scaled(Enclosure.ZERO, logQ(p, epsilon).negate());
    }
    Enclosure heads = q(p, epsilon);
    Enclosure tails = heads.negate().log1p();
    Enclosure ratio = Enclosure.exact(p).log().minus(logQ(p, epsilon));
    Enclosure other = Enclosure.exact(-p).log1p().minus(tails);
    if (order == 1) {
      return ratio.times(p).plus(other.times(Enclosure.ONE.minus(p)));
    }
    return scaled(Enclosure.exact(p).log(), ratio).plus(scaled(Enclosure.exact(-p).log1p(), other));
  }

  /** Derivative of {@link #value} in p. */
  private Enclosure slope(double p, double epsilon) {
    Enclosure heads = q(p, epsilon);
    Enclosure tails = heads.negate().log1p();
    Enclosure ratio = Enclosure.exact(p).log().minus(logQ(p, epsilon));
    Enclosure other = Enclosure.exact(-p).log1p().minus(tails);
    Enclosure rate = Enclosure.exact(-epsilon).exp();
    Enclosure grown = ratio.minus(epsilon).exp();
    if (order == 1) {
      // dKL = log(p/q) - log((1-p)/(1-q)) + q' (1 - p/q)/(1-q), q' = e^-ε.
      Enclosure change = rate.minus(grown).dividedBy(Enclosure.ONE.minus(heads));
      return ratio.minus(other).plus(change);
    }
    double b = order - 1;
    // a (p/q)^b - b q' (p/q)^a - a ((1-p)/(1-q))^b + b q' ((1-p)/(1-q))^a.
    Enclosure first = scaled(Enclosure.ZERO, ratio);
    Enclosure second = scaled(Enclosure.ZERO, other);
    Enclosure up = Enclosure.exact(order).minus(grown.times(b)).times(first);
    Enclosure down = Enclosure.exact(order).minus(other.exp().times(rate).times(b)).times(second);
    return up.minus(down);
  }

  /** {@code e^(logMass + b ratio)} over the limit. */
  private Enclosure scaled(Enclosure logMass, Enclosure ratio) {
    return logMass.plus(ratio.times(order - 1)).minus(logLimit.upper()).exp();
  }
}
