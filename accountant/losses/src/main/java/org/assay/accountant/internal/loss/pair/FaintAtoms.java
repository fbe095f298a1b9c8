package org.assay.accountant.internal.loss.pair;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;

/**
 * Outcomes with their weighted probabilities under both distributions. The enclosure of a
 * probability that underflows contains 0 and positive numbers. Such an outcome is not listed; its
 * probabilities are added to the omitted ones.
 */
final class FaintAtoms {
  private final List<LossAtom> listed = new ArrayList<>();
  private LossTails omitted = LossTails.NONE;

  void add(Enclosure p, Enclosure q) {
    if (hasSign(p) && hasSign(q)) {
      listed.add(new LossAtom(p, q));
    } else {
      omitted = omitted.plus(LossTails.unknown(p.upper(), q.upper()));
    }
  }

  List<LossAtom> listed() {
    return listed;
  }

  LossTails omitted() {
    return omitted;
  }

  private static boolean hasSign(Enclosure mass) {
    return mass.lower() > 0 || mass.upper() == 0;
  }
}
