package org.assay.accountant.event;

import java.util.List;
import java.util.Optional;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * A mechanism that a pair of laws (P, Q) on finitely many outcomes dominates ([@ZhuDongWang2022],
 * Definition 7): {@code H_γ(M(D), M(D')) <= H_γ(P, Q)} at every γ above 0, wherever D has the
 * record that D' lacks. Then {@code (Q, P)} dominates in the other order, since {@code H_γ(Q, P) =
 * 1 - γ + γ H_1/γ(P, Q)}. Under replace-one, whose neighbours have no order, the pair has to
 * dominate them in both.
 *
 * @param left the probabilities under P, from 1 to 1000 numbers that sum to 1
 * @param right as many probabilities under Q, of the same outcomes
 * @param name what the mechanism is called, if anything
 * @param citation where the pair is proved to dominate, if that is said
 * @param adjacency the relation
 */
public record PairEvent(
    List<Rational> left,
    List<Rational> right,
    Optional<String> name,
    Optional<String> citation,
    AdjacencyRelation adjacency)
    implements KnownCurveEvent {
  private static final int MOST_OUTCOMES = 1000;

  /** Smaller probabilities have no digits as doubles. */
  private static final Rational LEAST = Rational.of(1e-300);

  /**
   * Checks and copies the parameters.
   *
   * @throws IllegalArgumentException if a law has too many outcomes or another number than the
   *     other, if a probability is below 0, or if a law does not sum to exactly 1
   */
  public PairEvent {
    Parameters.requireGiven("adjacency", adjacency);
    left = List.copyOf(left);
    right = List.copyOf(right);
    if (!(left.size() == right.size() && !left.isEmpty() && left.size() <= MOST_OUTCOMES)) {
      throw new IllegalArgumentException(
          "left had "
              + left.size()
              + " probabilities and right "
              + right.size()
              + ": both must be equally many, from 1 to "
              + MOST_OUTCOMES);
    }
    requireLaw("left", left);
    requireLaw("right", right);
  }

  /**
   * A pair without a name.
   *
   * @param left the probabilities under P
   * @param right the probabilities under Q
   * @param adjacency the relation
   * @return the event
   */
  public static PairEvent of(
      List<Rational> left, List<Rational> right, AdjacencyRelation adjacency) {
    return new PairEvent(left, right, Optional.empty(), Optional.empty(), adjacency);
  }

  /** A sum that is too long to be exact is rounded up; both roundings have to be 1. */
  private static void requireLaw(String name, List<Rational> law) {
    Rational up = Rational.ZERO;
    Rational down = Rational.ZERO;
    for (Rational probability : law) {
      if (!(probability.signum() == 0 || probability.compareTo(LEAST) >= 0)) {
        throw new IllegalArgumentException(
            name + " had " + shown(probability) + ": a probability is 0 or at least 1e-300");
      }
      up = up.plusUp(probability);
      down = down.plusUp(probability.negate());
    }
    if (!(up.equals(Rational.ONE) && down.negate().equals(Rational.ONE))) {
      throw new IllegalArgumentException(
          name
              + " summed to "
              + shown(up)
              + ": it must sum to exactly 1; fractions such as 1/3 are not rounded");
    }
  }

  private static String shown(Rational sum) {
    String text = sum.toString();
    return text.length() <= 40 ? text : sum.lowerDecimal() + "…";
  }

  @Override
  public <R> R curve(Curves<R> curves) {
    return curves.pair(this);
  }
}
