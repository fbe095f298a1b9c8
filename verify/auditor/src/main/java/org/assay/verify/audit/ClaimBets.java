package org.assay.verify.audit;

import java.util.List;
import java.util.Optional;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * All bets against one claim and their average wealth. Weights are fixed in advance: half for the
 * leaders, half for the individual bettors; where a claim bounds divergences, a third each for
 * these and for the bettors against divergences.
 */
final class ClaimBets {
  private final List<SupportingLine> lines;
  private final LeaderBets leaders;
  private final IndividualBets individuals;
  private final DivergenceBets divergences;
  private double peak;

  ClaimBets(List<SupportingLine> lines, List<DivergenceBound> bounds, int pairs) {
    this.lines = lines;
    this.leaders = new LeaderBets(lines, pairs);
    this.individuals = new IndividualBets(lines, pairs);
    this.divergences = new DivergenceBets(bounds, pairs);
  }

  /** Logarithm of what a leading bettor's share of the average costs it. */
  double logShare() {
    return Math.log((divergences.isOpen() ? 3 : 2) * leaders.processes());
  }

  void plan(int pair, List<BinCounts> past) {
    leaders.plan(pair, past);
    individuals.plan(pair, past);
    divergences.plan(pair, past, Optional.empty());
  }

  /** What a pair promises, by what was known when it was planned for. */
  GrowthEstimates estimates(int pair, List<BinCounts> past) {
    return GrowthEstimates.of(lines, past).or(divergences.estimates(pair, past));
  }

  /** Cautiously estimated growth per run of the best bet on a pair. */
  double promise(int pair, List<BinCounts> past) {
    double onDivergences = divergences.estimates(pair, past).cautious();
    return Math.max(leaders(pair).get(0).bet().growth(), onDivergences);
  }

  void settle(int pair, List<BinCounts> fresh) {
    if (!fresh.isEmpty()) {
      leaders.settle(pair, fresh);
      individuals.settle(pair, fresh);
      divergences.settle(pair, fresh);
    }
  }

  /** Current average wealth; remembers the largest. */
  double logWealth() {
    WealthMixture mixture = new WealthMixture();
    leaders.includeIn(mixture, 1);
    individuals.includeIn(mixture, 1);
    if (divergences.isOpen()) {
      divergences.includeIn(mixture, 1);
    }
    double current = mixture.logWealth();
    peak = Math.max(peak, current);
    return current;
  }

  /** Largest average wealth at any checkpoint so far. */
  double peak() {
    return peak;
  }

  /**
   * Bets that promise not much less than the first of {@link #leaders}. If that one abstains but
   * bets against divergences do not, one on the most telling event for these.
   */
  List<LeaderBets.Choice> sufficient(int pair, List<BinCounts> past) {
    return leaders(pair).get(0).bet().isActive()
        ? leaders.sufficient(pair, past)
        : divergences.event(pair, past).stream().toList();
  }

  List<LeaderBets.Choice> leaders(int pair) {
    return leaders.choices(pair);
  }
}
