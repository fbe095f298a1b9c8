package org.assay.accountant.curve;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;

/**
 * A pair of discrete distributions.
 *
 * @param name what it is
 * @param atoms its outcomes
 * @param period a number of which the losses are multiples, or 0
 */
record AtomicPair(String name, List<LossAtom> atoms, double period) implements OrderedPair {
  AtomicPair {
    atoms = List.copyOf(atoms);
    requireTotal(
        name, "P", atoms.stream().map(LossAtom::p).reduce(Enclosure.ZERO, Enclosure::plus));
    requireTotal(
        name, "Q", atoms.stream().map(LossAtom::q).reduce(Enclosure.ZERO, Enclosure::plus));
  }

  @Override
  public boolean continuous() {
    return false;
  }

  @Override
  public LossTails tails(Enclosure loss) {
    return new LossTails(Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO, Enclosure.ZERO);
  }

  @Override
  public double scale() {
    double largest = 0;
    for (LossAtom atom : atoms) {
      if (atom.p().lower() > 0 && atom.q().lower() > 0) {
        largest = Math.max(largest, Math.abs(Math.log(atom.p().lower() / atom.q().lower())));
      }
    }
    return largest > 0 ? largest : 1;
  }

  @Override
  public OrderedPair reversed() {
    return new AtomicPair(
        name + ", exchanged", atoms.stream().map(LossAtom::reversed).toList(), period);
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
