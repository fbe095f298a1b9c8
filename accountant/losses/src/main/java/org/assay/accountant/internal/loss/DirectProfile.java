package org.assay.accountant.internal.loss;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.loss.lattice.Crossing;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Results from the distributions of single losses, without a lattice: the exact profile of one
 * pair, and the probability that a loss exceeds a number.
 */
public final class DirectProfile {
  /** Relative accuracy of epsilon, also for rougher requests: the search needs no convolution. */
  private static final double FINEST = 1e-11;

  private final OrderedPair pair;

  /** Values of the pair, computed once, and only if no closed form answers. */
  private Optional<Laws> laws = Optional.empty();

  /** The outcomes of a pair, and the mass under P that they leave out. */
  private record Laws(List<LossAtom> atoms, Enclosure omitted) {}

  public DirectProfile(OrderedPair pair) {
    this.pair = pair;
  }

  private Laws laws() {
    Laws read = laws.orElseGet(() -> new Laws(pair.atoms(), pair.omitted().pAbove()));
    laws = Optional.of(read);
    return read;
  }

  /**
   * {@code P[L > ε] - e^ε Q[L > ε]}: {@code Σ (p - e^ε q)₊} over atoms, and the continuous part.
   */
  public Enclosure delta(double epsilon) {
    return pair.profile(Enclosure.exact(epsilon))
        .orElseGet(() -> deltaOfLaws(epsilon))
        .min(Enclosure.ONE);
  }

  /**
   * An upper bound of the profile; the loss distributions of a dominating pair are faster than a
   * profile.
   */
  public double bound(double epsilon) {
    return (pair.hasOwnLaws() ? delta(epsilon) : deltaOfLaws(epsilon)).upper();
  }

  private Enclosure deltaOfLaws(double epsilon) {
    Enclosure factor = Enclosure.exact(epsilon).exp();
    Enclosure sum = Enclosure.of(0, laws().omitted().upper());
    for (LossAtom atom : laws().atoms()) {
      if (atom.p().upper() > 0) {
        sum = sum.plus(excess(atom.p(), atom.q(), factor));
      }
    }
    if (pair.continuous()) {
      LossTails tails = pair.tails(Enclosure.exact(epsilon));
      sum = sum.plus(excess(tails.pAbove(), tails.qAbove(), factor));
    }
    return sum.min(Enclosure.ONE);
  }

  private static Enclosure excess(Enclosure p, Enclosure q, Enclosure factor) {
    return q.upper() == 0 ? p : p.minus(q.times(factor)).max(Enclosure.ZERO);
  }

  /** An enclosure of the smallest epsilon, at least 0, at which the profile is at most delta. */
  public Enclosure epsilon(double delta, double accuracy) {
    double guess = pair.scale();
    double tolerance = Math.min(accuracy / 4, FINEST);
    double[] high = Crossing.of(x -> delta(x).upper(), delta, guess, tolerance);
    double start = high[1] < Double.POSITIVE_INFINITY ? high[1] : guess;
    double[] low = Crossing.of(x -> delta(x).lower(), delta, start, tolerance);
    return Enclosure.of(Math.min(low[0], high[1]), high[1]);
  }

  /** Upper bound of the mass under P of losses above a non-negative number. */
  public double above(double loss) {
    Enclosure factor = Enclosure.exact(loss).exp();
    Enclosure sum = laws().omitted();
    for (LossAtom atom : laws().atoms()) {
      boolean larger = atom.p().upper() > 0 && !(atom.p().upper() <= bound(atom.q(), factor));
      sum = larger ? sum.plus(atom.p()) : sum;
    }
    if (pair.continuous()) {
      sum = sum.plus(pair.tails(Enclosure.exact(loss)).pAbove());
    }
    return Math.min(1, sum.upper());
  }

  private static double bound(Enclosure q, Enclosure factor) {
    return q.upper() == 0 ? 0 : q.times(factor).lower();
  }
}
