package org.assay.accountant.internal.contour;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.contour.AtomsFactor.Atom;
import org.assay.accountant.numeric.Enclosure;

/**
 * The distribution of the sum of losses over n equal steps of a mechanism with finitely many
 * outcomes. An outcome of all steps is a multiset: the number of times that each outcome of one
 * step occurs. The counts {@code n₁ + … + n_m = n} represent {@code n! / (n₁! ⋯ n_m!)} sequences.
 * These multinomial coefficients are exact; only their logarithms are rounded.
 */
final class Multisets {
  private static final Enclosure LOG_TWO = Enclosure.exact(2).log();

  /** Leading bits of a coefficient from which its logarithm is computed: the bits of a double. */
  private static final int EXACT_BITS = 53;

  private final List<Atom> atoms;
  private final List<Atom> found = new ArrayList<>();

  private Multisets(List<Atom> atoms) {
    this.atoms = atoms;
  }

  /**
   * The outcomes of all the steps.
   *
   * @param atoms all outcomes of one step, at least one
   * @param count number of steps
   * @param most largest number of multisets that may be listed
   * @return losses and log masses, in no order; empty if there are more multisets than {@code most}
   */
  static Optional<List<Atom>> of(List<Atom> atoms, double count, int most) {
    if (!(number(atoms.size(), count, most) <= most)) {
      return Optional.empty();
    }
    if (count == 1) {
      return Optional.of(atoms);
    }
    Multisets all = new Multisets(atoms);
    all.choose(0, Math.round(count), BigInteger.ONE, new Atom(Enclosure.ZERO, Enclosure.ZERO));
    return Optional.of(all.found);
  }

  /**
   * The number of multisets {@code C(n+m-1, m-1)}, or some number above {@code most} if it is
   * larger.
   */
  private static double number(int kinds, double count, int most) {
    double number = 1;
    for (int i = 1; i < kinds && number <= most; i++) {
      number = Math.rint(number * (count + i) / i);
    }
    return number;
  }

  /**
   * Chooses the occurrences of the atoms from {@code index} on among the remaining steps. The
   * recursion is as deep as the number of atoms, which is small.
   */
  private void choose(int index, long left, BigInteger orders, Atom chosen) {
    if (left == 0 || index == atoms.size() - 1) {
      Atom whole = plus(chosen, atoms.get(index), left);
      found.add(new Atom(whole.logMass().plus(log(orders)), whole.loss()));
      return;
    }
    BigInteger more = orders;
    for (long k = 0; k <= left; k++) {
      choose(index + 1, left - k, more, plus(chosen, atoms.get(index), k));
      more = more.multiply(BigInteger.valueOf(left - k)).divide(BigInteger.valueOf(k + 1));
    }
  }

  private static Atom plus(Atom first, Atom other, long times) {
    return new Atom(
        first.logMass().plus(other.logMass().times((double) times)),
        first.loss().plus(other.loss().times((double) times)));
  }

  private static Enclosure log(BigInteger number) {
    int dropped = Math.max(0, number.bitLength() - EXACT_BITS);
    double leading = number.shiftRight(dropped).doubleValue();
    return Enclosure.of(leading, dropped == 0 ? leading : leading + 1)
        .log()
        .plus(LOG_TWO.times((double) dropped));
  }
}
