package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;

/**
 * Rényi divergence of a pair from a bound of its profile that holds in both directions:
 *
 * <pre>
 *   E_Q[R^a] = 1 + a(a − 1) ∫ (γ^(a − 2) + γ^(−a − 1)) H_γ dγ,  γ from 1 on,
 * </pre>
 *
 * with the chords of a {@link LatticeProfile} for H. Where less, and above the last loss, H is
 * bounded by the divergence of a larger order instead. Exponents are kept apart, so that moments
 * outside the range of doubles have a logarithm. Proof: {@code doc-files/recoupled-divergences.md}.
 */
public final class ProfileMoment {
  /**
   * Largest exponent that is computed; the moment counts as infinite above it, where exponentials
   * overflow.
   */
  private static final double LARGEST_EXPONENT = 600;

  private final ProfileLattice lattice;
  private final double[] logs;
  private final double tailOrder;
  private final double tailDivergence;

  /**
   * Moments of a profile.
   *
   * @param profile bounds the profile of the pair in both directions
   * @param tailOrder an order above those asked for, finite and above 1
   * @param tailDivergence bounds the divergence of that order in both directions; finite and at
   *     least 0
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public ProfileMoment(LatticeProfile profile, double tailOrder, double tailDivergence) {
    this.lattice = profile.lattice();
    this.tailOrder = Parameters.requireOrder(tailOrder);
    this.tailDivergence = Parameters.requireNonNegative("tailDivergence", tailDivergence);
    this.logs = new double[lattice.points() + 1];
    Arrays.setAll(logs, profile::logAt);
  }

  /**
   * Upper bound of the divergence at an order.
   *
   * @param order above 1 and below that of the tail
   * @return the bound, infinite where numbers overflow
   * @throws IllegalArgumentException if the order is out of range
   */
  public double renyi(double order) {
    Parameters.requireOrder(order);
    if (!(order < tailOrder)) {
      throw new IllegalArgumentException(
          "order was " + order + ": it must be below the order of the tail, " + tailOrder);
    }
    if (!(order * lattice.spacing() < LARGEST_EXPONENT)) {
      return Double.POSITIVE_INFINITY;
    }
    double excess = Rounding.subtractUp(order, 1);
    double scale = scale(order, excess);
    if (!(scale < Double.POSITIVE_INFINITY)) {
      return Double.POSITIVE_INFINITY;
    }
    double moment =
        Rounding.addUp(cells(order, excess, scale), tail(order, lattice.points(), scale));
    if (!(moment < Double.POSITIVE_INFINITY)) {
      return Double.POSITIVE_INFINITY;
    }
    double log =
        scale == 0
            ? Rounding.log1pUp(moment)
            : Rounding.addUp(scale, Rounding.logUp(Rounding.addUp(moment, Rounding.expUp(-scale))));
    return Rounding.divideUp(log, Rounding.subtractDown(order, 1));
  }

  /**
   * Approximate logarithm of the largest term, if above 0; any scale that avoids overflow is valid.
   */
  private double scale(double order, double excess) {
    double largest = Math.max(0, logTail(order, lattice.points()));
    for (int i = 0; i < logs.length; i++) {
      largest = Math.max(largest, excess * lattice.loss(i) + logs[i]);
    }
    return largest;
  }

  /** The integral up to the lattice's end, times {@code e^(−scale)}. */
  private double cells(double order, double excess, double scale) {
    Chord forward = Chord.ofPower(Enclosure.exact(order), lattice.spacing());
    Chord mirrored = Chord.ofPower(Enclosure.ONE.minus(order), lattice.spacing());
    double shrink = Rounding.addUp(1, Rounding.multiplyUp(-2, order));
    double decay =
        Rounding.multiplyDown(Rounding.subtractDown(order, tailOrder), lattice.spacing());
    double part = -Rounding.expm1Down(decay);
    double sum = 0;
    for (int i = 0; i < lattice.points(); i++) {
      double small = Rounding.expUp(Rounding.multiplyUp(shrink, lattice.loss(i)));
      double power = Rounding.subtractUp(Rounding.multiplyUp(excess, lattice.loss(i)), scale);
      double term = chord(forward, mirrored, small, i, power);
      double tail = Rounding.multiplyUp(tail(order, i, scale), part);
      sum = Rounding.addUp(sum, Math.min(term, tail));
    }
    return sum;
  }

  /** The integral over a cell by the chord of the profile, times the exponential of a power. */
  private double chord(Chord forward, Chord mirrored, double small, int i, double power) {
    double low = Rounding.addUp(forward.low(), Rounding.multiplyUp(mirrored.low(), small));
    double high = Rounding.addUp(forward.high(), Rounding.multiplyUp(mirrored.high(), small));
    double left = Rounding.expUp(Rounding.addUp(power, logs[i]));
    double right = Rounding.expUp(Rounding.addUp(power, logs[i + 1]));
    return Rounding.addUp(Rounding.multiplyUp(low, left), Rounding.multiplyUp(high, right));
  }

  /**
   * The integral above a point of the lattice, by the divergence of the larger order, times {@code
   * e^(−scale)}.
   */
  private double tail(double order, int index, double scale) {
    return Rounding.expUp(Rounding.subtractUp(logTail(order, index), scale));
  }

  /** Upper bound of the logarithm of the integral above a point of the lattice. */
  private double logTail(double order, int index) {
    Enclosure a = Enclosure.exact(order);
    Enclosure b = Enclosure.exact(tailOrder);
    Enclosure beyond = b.minus(1);
    Enclosure factor = a.times(a.minus(1)).times(2).dividedBy(b.minus(a)).log();
    Enclosure constant = beyond.times(beyond.dividedBy(b).log()).minus(b.log());
    Enclosure power = a.minus(b).times(lattice.loss(index));
    return factor.plus(constant).plus(beyond.times(tailDivergence)).plus(power).upper();
  }

  /**
   * Upper bounds of {@code ∫ f″(γ)(1 − t) dγ} and {@code ∫ f″(γ)t dγ} over γ from 1 to {@code e^s},
   * t = (γ − 1)/(e^s − 1), of {@code f = γ^p} with p above 1 or below 0.
   */
  private record Chord(double low, double high) {
    static Chord ofPower(Enclosure p, double spacing) {
      Enclosure s = Enclosure.exact(spacing);
      Enclosure slope = s.times(p).expm1().dividedBy(s.expm1());
      Enclosure last = s.times(p.minus(1)).exp().times(p);
      return new Chord(Math.max(0, slope.minus(p).upper()), Math.max(0, last.minus(slope).upper()));
    }
  }
}
