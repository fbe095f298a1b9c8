package org.assay.verify.audit;

import java.util.List;
import java.util.Optional;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.inference.DivergenceBound;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.WealthMixture;

/**
 * All bets against one member of a claim's family: those against its lines and, half of the wealth
 * where it bounds divergences, those against these.
 */
final class MemberBets {
  private final FamilyMemberBets lines;
  private final DivergenceBets divergences;

  /** What was chosen to bet on. */
  record Choice(
      Optional<FamilyMemberBets.Choice> line, Optional<DivergenceBets.Choice> divergence) {
    /** Nothing, which leaves a neighbour free to look everywhere. */
    static final Choice NONE = new Choice(Optional.empty(), Optional.empty());

    boolean isPromising() {
      return line.isPresent() || divergence.isPresent();
    }
  }

  MemberBets(List<SupportingLine> lines, List<DivergenceBound> bounds, int pairs) {
    this.lines = new FamilyMemberBets(lines, pairs);
    this.divergences = new DivergenceBets(bounds, pairs);
  }

  /**
   * Plans the next bets on a pair.
   *
   * @param guide the choice of a neighbouring member, near which alone to look
   * @return the choice; where nothing looks promising nothing is staked
   */
  Choice plan(int pair, List<BinCounts> past, Choice guide) {
    return new Choice(
        lines.plan(pair, past, guide.line), divergences.plan(pair, past, guide.divergence));
  }

  /** Stakes nothing on a pair until the next plan. */
  void rest(int pair) {
    lines.rest(pair);
    divergences.rest(pair);
  }

  void settle(int pair, List<BinCounts> fresh) {
    lines.settle(pair, fresh);
    divergences.settle(pair, fresh);
  }

  void includeIn(WealthMixture mixture, double weight) {
    double share = divergences.isOpen() ? weight / 2 : weight;
    lines.includeIn(mixture, share);
    if (divergences.isOpen()) {
      divergences.includeIn(mixture, share);
    }
  }
}
