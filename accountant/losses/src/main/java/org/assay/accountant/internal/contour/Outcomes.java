package org.assay.accountant.internal.contour;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.contour.AtomsFactor.Atom;
import org.assay.accountant.numeric.Enclosure;

/**
 * The profile of a composition with few outcomes, {@code δ(ε) = Σ p max(0, 1 - e^(ε-l))}, summed in
 * enclosures. Nothing cancels, even if ε is the loss of an outcome. Proof: {@code
 * doc-files/few-outcomes.md}.
 */
final class Outcomes {
  /**
   * Largest number of outcomes that are summed; the sum is much faster than a contour. Not tuned.
   */
  static final int MOST = 2048;

  /**
   * Largest first distance from the guess, relative to the largest loss. Delta may be flat on one
   * side of the guess and steep on the other. Not tuned.
   */
  private static final double NEAR = 1e-12;

  private final List<Outcome> byLoss;

  /** A loss and its probability under P. */
  private record Outcome(Enclosure mass, Enclosure loss) {
    /** The outcome's contribution to delta. */
    Enclosure beyond(double epsilon) {
      Enclosure share = loss.negate().plus(epsilon).expm1().negate();
      return share.max(Enclosure.ZERO).times(mass);
    }

    /** Estimate of the probability under Q times {@code e^ε}; no bound depends on it. */
    double raised(double epsilon) {
      return mass.midpoint() * Math.exp(epsilon - loss.midpoint());
    }
  }

  private Outcomes(List<Atom> atoms) {
    byLoss =
        atoms.stream()
            .map(atom -> new Outcome(atom.logMass().exp(), atom.loss()))
            .sorted(Comparator.comparingDouble((Outcome one) -> one.loss().upper()).reversed())
            .toList();
  }

  /**
   * The outcomes of steps of several kinds together; empty if they are too many or infinitely many.
   */
  static Optional<Outcomes> of(List<LossFactor> factors) {
    List<List<Atom>> parts = new ArrayList<>();
    int left = MOST;
    for (LossFactor factor : factors) {
      Optional<List<Atom>> part = factor.outcomes(left);
      if (part.isEmpty()) {
        return Optional.empty();
      }
      parts.add(part.get());
      left /= part.get().size();
    }
    return Optional.of(new Outcomes(product(parts)));
  }

  private static List<Atom> product(List<List<Atom>> parts) {
    List<Atom> all = List.of(new Atom(Enclosure.ZERO, Enclosure.ZERO));
    for (List<Atom> part : parts) {
      List<Atom> more = new ArrayList<>();
      for (Atom first : all) {
        for (Atom second : part) {
          more.add(
              new Atom(first.logMass().plus(second.logMass()), first.loss().plus(second.loss())));
        }
      }
      all = more;
    }
    return all;
  }

  Enclosure delta(double epsilon) {
    Enclosure sum = Enclosure.ZERO;
    for (Outcome outcome : byLoss) {
      if (outcome.loss().upper() <= epsilon) {
        break;
      }
      sum = sum.plus(outcome.beyond(epsilon));
    }
    return sum.min(Enclosure.ONE);
  }

  /** An enclosure of the epsilons at close deltas; 0 where (0, delta) is proved. */
  Enclosure epsilon(Enclosure delta) {
    if (delta(0).upper() <= delta.lower()) {
      return Enclosure.ZERO;
    }
    double largest = byLoss.get(0).loss().upper();
    double guess = Math.min(largest, Math.max(0, guess(delta.lower())));
    double spread = Math.min(NEAR * largest, delta(guess).width() / slope(guess));
    return LossComposition.provedEpsilon(this::delta, delta, guess, 2 * spread)
        .intersect(Enclosure.of(0, largest));
  }

  /** Estimate of {@code -δ'(ε)}, at least the smallest double. */
  private double slope(double epsilon) {
    return Math.max(
        Double.MIN_VALUE,
        byLoss.stream()
            .takeWhile(outcome -> outcome.loss().upper() > epsilon)
            .mapToDouble(outcome -> outcome.raised(epsilon))
            .sum());
  }

  /**
   * Estimate of epsilon at a delta. Between neighbouring losses {@code δ(ε) = A - e^(ε-l) B}, where
   * l is the larger one.
   */
  private double guess(double delta) {
    double mass = 0;
    double raised = 0;
    double last = byLoss.get(0).loss().midpoint();
    for (Outcome outcome : byLoss) {
      double loss = Math.max(0, outcome.loss().midpoint());
      double here = raised * Math.exp(loss - last);
      if (mass - here > delta || loss == 0) {
        break;
      }
      mass += outcome.mass().midpoint();
      raised = here + outcome.mass().midpoint();
      last = loss;
    }
    return mass > delta ? last + Math.log((mass - delta) / raised) : 0;
  }
}
