package org.assay.verify.audit;

import java.util.List;
import java.util.Optional;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.WealthMixture;

/**
 * All bets against one claim and their average wealth. Weights are fixed in advance: half for the
 * leaders, half for the individual bettors where there are any.
 */
final class ClaimBook {
  private final LeaderBets leaders;
  private final Optional<IndividualBets> individuals;
  private double peak;

  private ClaimBook(LeaderBets leaders, Optional<IndividualBets> individuals) {
    this.leaders = leaders;
    this.individuals = individuals;
  }

  /** A book for the audited claim itself. */
  static ClaimBook full(List<SupportingLine> lines, int pairs) {
    return new ClaimBook(
        new LeaderBets(lines, pairs), Optional.of(new IndividualBets(lines, pairs)));
  }

  /** A lighter book, for the other claims of the family. */
  static ClaimBook light(List<SupportingLine> lines, int pairs) {
    return new ClaimBook(new LeaderBets(lines, pairs), Optional.empty());
  }

  void plan(int pair, List<BinCounts> past) {
    leaders.plan(pair, past);
    individuals.ifPresent(bets -> bets.plan(pair, past));
  }

  /** The growth of the best bet if past counts are taken at face value. */
  double hope(List<BinCounts> past) {
    return leaders.hope(past);
  }

  void settle(int pair, List<BinCounts> fresh) {
    if (!fresh.isEmpty()) {
      leaders.settle(pair, fresh);
      individuals.ifPresent(bets -> bets.settle(pair, fresh));
    }
  }

  /** Current average wealth; remembers the largest. */
  double logWealth() {
    WealthMixture mixture = new WealthMixture();
    leaders.includeIn(mixture, 1);
    individuals.ifPresent(bets -> bets.includeIn(mixture, 1));
    double current = mixture.logWealth();
    peak = Math.max(peak, current);
    return current;
  }

  /** Largest average wealth at any checkpoint so far. */
  double peak() {
    return peak;
  }

  List<LeaderBets.Choice> leaders(int pair) {
    return leaders.choices(pair);
  }
}
