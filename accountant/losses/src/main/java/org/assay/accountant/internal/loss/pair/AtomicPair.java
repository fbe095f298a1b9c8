package org.assay.accountant.internal.loss.pair;

import java.util.Comparator;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * A pair of discrete distributions.
 *
 * @param name a description
 * @param atoms its outcomes, in any order
 * @param neutral the mass of further outcomes that are equally likely under P and Q
 * @param omitted upper bounds of omitted masses; {@code below} counts losses of at most 0
 * @param period a number whose multiples the losses are, or 0
 */
public record AtomicPair(
    String name, List<LossAtom> atoms, Enclosure neutral, LossTails omitted, double period)
    implements OrderedPair {
  private static final Comparator<LossAtom> BY_PROBABILITY =
      Comparator.<LossAtom>comparingDouble(atom -> atom.p().lower())
          .thenComparingDouble(atom -> atom.q().lower())
          .thenComparingDouble(atom -> atom.p().upper())
          .thenComparingDouble(atom -> atom.q().upper());

  /** Nothing is released. */
  public static final AtomicPair NOTHING =
      new AtomicPair("nothing", List.of(), Enclosure.ONE, LossTails.NONE, 0);

  /** A mechanism that reveals everything: the two distributions have no outcome in common. */
  public static final AtomicPair EVERYTHING =
      of("everything", List.of(LossAtom.exact(1, 0), LossAtom.exact(0, 1)), 0);

  public AtomicPair {
    // All pairs sort their atoms, so that a pair that equals its exchange is also equal to it as a
    // value.
    atoms = atoms.stream().sorted(BY_PROBABILITY).toList();
    Enclosure p = neutral.plus(omitted.pBelow()).plus(omitted.pAbove());
    Enclosure q = neutral.plus(omitted.qBelow()).plus(omitted.qAbove());
    requireTotal(name, "P", atoms.stream().map(LossAtom::p).reduce(p, Enclosure::plus));
    requireTotal(name, "Q", atoms.stream().map(LossAtom::q).reduce(q, Enclosure::plus));
  }

  /** A pair whose outcomes are all listed. */
  public static AtomicPair of(String name, List<LossAtom> atoms, double period) {
    List<LossAtom> unequal = atoms.stream().filter(atom -> !atom.certainlyNeutral()).toList();
    Enclosure neutral =
        atoms.stream()
            .filter(LossAtom::certainlyNeutral)
            .map(LossAtom::p)
            .reduce(Enclosure.ZERO, Enclosure::plus);
    return new AtomicPair(name, unequal, neutral, LossTails.NONE, period);
  }

  @Override
  public boolean continuous() {
    return false;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return LossTails.NONE;
  }

  /** Estimate of the standard deviation of the finite losses under an even mixture of P and Q. */
  @Override
  public double scale() {
    double square = 0;
    for (LossAtom atom : atoms) {
      if (atom.p().lower() > 0 && atom.q().lower() > 0) {
        double loss = Math.log(atom.p().lower() / atom.q().lower());
        square += (atom.p().lower() + atom.q().lower()) / 2 * loss * loss;
      }
    }
    return square > 0 && square < Double.POSITIVE_INFINITY ? Math.sqrt(square) : 1;
  }

  @Override
  public Enclosure allOrNothing() {
    boolean listed = neutral.lower() > 0 && omitted.equals(LossTails.NONE);
    boolean certain = atoms.stream().allMatch(one -> one.p().upper() == 0 || one.q().upper() == 0);
    return listed && certain && reversed().equals(this)
        ? atoms.stream().map(LossAtom::p).reduce(Enclosure.ZERO, Enclosure::plus)
        : Enclosure.ZERO;
  }

  @Override
  public OrderedPair reversed() {
    List<LossAtom> exchanged = atoms.stream().map(LossAtom::reversed).toList();
    return new AtomicPair(name, exchanged, neutral, omitted.reversed(), period);
  }

  private static void requireTotal(String name, String side, Enclosure total) {
    if (!(total.lower() <= 1 + 0x1p-40 && total.upper() >= 1 - 0x1p-40)) {
      throw new IllegalArgumentException(
          "probabilities of "
              + name
              + " under "
              + side
              + " summed to "
              + total
              + ": they must sum to 1");
    }
  }
}
