package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.privacy.LossAtom;

/**
 * A pair of distributions whose profile bounds a profile that has known upper bounds at some
 * points, in both orders. The pair's profile is linear in {@code γ = e^ε} between the points.
 * Points that do not certainly lie below the line through their neighbours are omitted, which only
 * raises the profile. Proof: {@code curve/doc-files/worst-pair.md}.
 */
public final class ProfilePair {
  /** Largest uncertainty of the sum of the masses; above it the flat pair is used. Not tuned. */
  private static final double LOST = 1e-6;

  /** Least bound that is kept, so that differences have digits; smaller bounds are raised to it. */
  private static final double LEAST = 1e-290;

  private final String name;
  private final Half forward;
  private final Half backward;

  private ProfilePair(String name, double[] factors, double[] forward, double[] backward) {
    this.name = name;
    this.forward = new Half(factors, forward);
    this.backward = new Half(factors, backward);
  }

  /**
   * The pair of some points.
   *
   * @param factors the γ, rising; the first one is 1
   * @param forward upper bounds of the profile at the factors, from 0 to 1
   * @param backward upper bounds of the exchanged pair's profile at the factors; both first bounds
   *     are equal
   */
  public static OrderedPair of(String name, double[] factors, double[] forward, double[] backward) {
    return new ProfilePair(name, factors, forward, backward).pair();
  }

  private OrderedPair pair() {
    double variation = forward.bounds.get(0);
    if (variation == 0) {
      return new AtomicPair(name, List.of(), Enclosure.ONE, LossTails.NONE, 0);
    }
    Enclosure neutral = neutral();
    if (!(neutral.lower() > 0)) {
      neutral = Enclosure.ZERO;
      joinAcrossOne();
    }
    List<LossAtom> atoms = new ArrayList<>();
    boolean sound = forward.addAtoms(atoms, false) && backward.addAtoms(atoms, true);
    return sound && isWhole(atoms, neutral)
        ? new AtomicPair(name, atoms, neutral, LossTails.NONE, 0)
        : flat(variation);
  }

  private static boolean isWhole(List<LossAtom> atoms, Enclosure neutral) {
    Enclosure p = neutral;
    Enclosure q = neutral;
    for (LossAtom atom : atoms) {
      p = p.plus(atom.p());
      q = q.plus(atom.q());
    }
    return p.contains(1) && q.contains(1) && p.width() < LOST && q.width() < LOST;
  }

  /** The pair whose profile is the total variation everywhere, if the points cannot be joined. */
  private AtomicPair flat(double variation) {
    LossAtom revealing = LossAtom.exact(variation, 0);
    return new AtomicPair(
        name,
        List.of(revealing, revealing.reversed()),
        Enclosure.ONE.minus(variation),
        LossTails.NONE,
        0);
  }

  /** The mass without positive or negative loss, if the profile bends at γ = 1. */
  private Enclosure neutral() {
    Enclosure variation = Enclosure.exact(forward.bounds.get(0));
    return Enclosure.ONE.minus(variation).plus(forward.slope(0)).plus(backward.slope(0));
  }

  /** Omits γ = 1, and further points until the line across γ = 1 bends at both ends. */
  private void joinAcrossOne() {
    forward.leaveOut(0);
    backward.leaveOut(0);
    while (forward.size() > 0 && backward.size() > 0) {
      forward.crossing = slope(forward, backward);
      backward.crossing = slope(backward, forward);
      boolean first = forward.bends();
      boolean second = backward.bends();
      if (first && second) {
        return;
      }
      // Both orders in one round, so that orders with equal points stay equal.
      if (!first) {
        forward.leaveOut(0);
      }
      if (!second) {
        backward.leaveOut(0);
      }
    }
    flatten(forward, backward);
    flatten(backward, forward);
  }

  /** Bounds an order without points by the first point of the other order. */
  private static void flatten(Half empty, Half other) {
    while (empty.size() == 0 && other.size() > 0) {
      Enclosure factor = Enclosure.exact(other.factors.get(0));
      Enclosure rest = Enclosure.ONE.minus(other.bounds.get(0)).dividedBy(factor);
      empty.infinite = Enclosure.ONE.minus(rest);
      other.crossing = rest.negate();
      if (other.bends()) {
        return;
      }
      other.leaveOut(0);
    }
  }

  /**
   * The slope of the line between the first points of both orders. This order's point is (γ, u);
   * the other order's point (G, w) is mirrored to 1/G with the profile 1 - 1/G + w/G.
   */
  private static Enclosure slope(Half here, Half there) {
    Enclosure factor = Enclosure.exact(here.factors.get(0));
    Enclosure other = Enclosure.exact(there.factors.get(0));
    Enclosure rise =
        other
            .times(Enclosure.exact(here.bounds.get(0)).minus(1))
            .plus(1)
            .minus(there.bounds.get(0));
    return rise.dividedBy(factor.times(other).minus(1));
  }

  /** One order's points, without those above the line through their neighbours. */
  private static final class Half {
    private final List<Double> factors = new ArrayList<>();
    private final List<Double> bounds = new ArrayList<>();

    /** The slope of the line that ends at the first point, once γ = 1 is omitted. */
    private Enclosure crossing = Enclosure.ZERO;

    /** The mass that the other distribution lacks. */
    private Enclosure infinite;

    Half(double[] factors, double[] bounds) {
      for (int i = 0; i < factors.length; i++) {
        add(factors[i], bounds[i]);
      }
      while (size() > 1 && !(mass(size() - 1).lower() > 0)) {
        leaveOut(size() - 1);
      }
      infinite = Enclosure.exact(this.bounds.get(size() - 1));
    }

    /**
     * Adds a point. A profile falls, so a point that is not below the previous one adds nothing.
     */
    private void add(double factor, double given) {
      double bound = given == 0 ? 0 : Math.max(given, LEAST);
      if (!factors.isEmpty() && bound >= bounds.get(size() - 1)) {
        return;
      }
      factors.add(factor);
      bounds.add(bound);
      int last = size() - 1;
      while (last >= 2 && !(slope(last - 1).minus(slope(last - 2)).lower() > 0)) {
        leaveOut(last - 1);
        last--;
      }
    }

    void leaveOut(int index) {
      factors.remove(index);
      bounds.remove(index);
    }

    int size() {
      return factors.size();
    }

    /** Whether the first point has a mass for certain. */
    boolean bends() {
      return mass(0).lower() > 0;
    }

    /** The slope from a point to the next one; the profile is constant beyond the last one. */
    Enclosure slope(int from) {
      if (from == size() - 1) {
        return Enclosure.ZERO;
      }
      Enclosure rise = Enclosure.exact(bounds.get(from + 1)).minus(bounds.get(from));
      return rise.dividedBy(Enclosure.exact(factors.get(from + 1)).minus(factors.get(from)));
    }

    /** The mass under Q of the loss of a point: the increase of the slope there. */
    Enclosure mass(int index) {
      return slope(index).minus(index == 0 ? crossing : slope(index - 1));
    }

    /** The outcomes of this order's losses and the infinite one; false if a sign is unclear. */
    boolean addAtoms(List<LossAtom> atoms, boolean exchanged) {
      InterruptedComputationException.check();
      for (int i = 0; i < size(); i++) {
        if (factors.get(i) > 1) {
          Enclosure q = mass(i);
          Enclosure p = q.times(factors.get(i));
          if (!(q.lower() > 0 && p.lower() > 0 && p.lower() <= 1)) {
            return false;
          }
          atoms.add(exchanged ? new LossAtom(q, p) : new LossAtom(p, q));
        }
      }
      if (infinite.upper() > 0) {
        if (!(infinite.lower() > 0)) {
          return false;
        }
        LossAtom atom = new LossAtom(infinite, Enclosure.ZERO);
        atoms.add(exchanged ? atom.reversed() : atom);
      }
      return true;
    }
  }
}
