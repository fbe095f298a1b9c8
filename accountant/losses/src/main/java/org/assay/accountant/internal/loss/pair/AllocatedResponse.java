package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.calculus.BinomialWindow;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Randomized response of ε on a record that takes part once, at a uniformly random one of t steps.
 * If j of the t answers favour the record, the mean of the likelihood ratios is {@code (j e^ε + (t
 * - j) e^-ε)/t}. If the record takes no part, j is binomial with probability {@code 1/(1 + e^ε)}.
 * Proof: {@code loss/doc-files/random-allocation.md}.
 */
public final class AllocatedResponse {
  /** Probabilities of j below this are omitted and bounded. */
  private static final double NEGLIGIBLE = 1e-250;

  private AllocatedResponse() {}

  /** The pair of the law with the record against the law without. */
  public static OrderedPair pair(long steps, Enclosure epsilon) {
    Enclosure likely = epsilon.exp();
    Enclosure unlikely = epsilon.negate().exp();
    Enclosure count = Enclosure.ofCount(steps);
    Enclosure favour = Enclosure.ONE.dividedBy(likely.plus(1));
    BinomialWindow answers = BinomialWindow.of(steps, favour, NEGLIGIBLE);
    List<LossAtom> atoms = new ArrayList<>();
    for (long j = answers.first(); j <= answers.last(); j++) {
      Enclosure q = answers.mass(j);
      Enclosure sum =
          likely.times(Enclosure.ofCount(j)).plus(unlikely.times(Enclosure.ofCount(steps - j)));
      atoms.add(new LossAtom(q.times(sum.dividedBy(count)).min(Enclosure.ONE), q));
    }
    double left = answers.rest();
    return new AtomicPair(
        "randomized response of epsilon " + epsilon + " at one of " + steps + " steps",
        atoms,
        Enclosure.ZERO,
        LossTails.unknown(likely.times(left).upper(), left),
        0);
  }
}
