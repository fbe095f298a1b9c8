package org.assay.verify.audit;

import java.util.List;
import org.assay.verify.distinguish.BinCounts;
import org.assay.verify.inference.SupportingLine;
import org.assay.verify.inference.WealthMixture;

/**
 * All bets against one claim and their average wealth. Weights are fixed in advance: half for the
 * leaders, half for the individual bettors.
 */
final class ClaimBets {
  private final List<SupportingLine> lines;
  private final LeaderBets leaders;
  private final IndividualBets individuals;
  private double peak;

  ClaimBets(List<SupportingLine> lines, int pairs) {
    this.lines = lines;
    this.leaders = new LeaderBets(lines, pairs);
    this.individuals = new IndividualBets(lines, pairs);
  }

  /** Logarithm of what a leading bettor's share of the average costs it. */
  static double logShare(int pairs) {
    return Math.log(2 * LeaderBets.processes(pairs));
  }

  void plan(int pair, List<BinCounts> past) {
    leaders.plan(pair, past);
    individuals.plan(pair, past);
  }

  GrowthEstimates estimates(List<BinCounts> past) {
    return GrowthEstimates.of(lines, past);
  }

  void settle(int pair, List<BinCounts> fresh) {
    if (!fresh.isEmpty()) {
      leaders.settle(pair, fresh);
      individuals.settle(pair, fresh);
    }
  }

  /** Current average wealth; remembers the largest. */
  double logWealth() {
    WealthMixture mixture = new WealthMixture();
    leaders.includeIn(mixture, 1);
    individuals.includeIn(mixture, 1);
    double current = mixture.logWealth();
    peak = Math.max(peak, current);
    return current;
  }

  /** Largest average wealth at any checkpoint so far. */
  double peak() {
    return peak;
  }

  /** Bets that promise not much less than the first of {@link #leaders}. */
  List<LeaderBets.Choice> sufficient(int pair, List<BinCounts> past) {
    return leaders.sufficient(pair, past);
  }

  List<LeaderBets.Choice> leaders(int pair) {
    return leaders.choices(pair);
  }
}
