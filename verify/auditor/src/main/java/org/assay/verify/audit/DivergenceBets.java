package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.DivergencePlanner;
import org.assay.verify.internal.distinguish.PlannedDivergence;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * Two bettors, a bold and a cautious one, against the divergences that a claim bounds. On every
 * pair they bet in the bins of the learner that promises most. Claims without such bounds have no
 * bettors.
 */
final class DivergenceBets {
  /** Planner of the bold bets: subtracts no standard error. */
  private static final DivergencePlanner BOLD = new DivergencePlanner(0);

  /** Planner of the cautious bets: subtracts one standard error. */
  private static final DivergencePlanner CAUTIOUS = new DivergencePlanner(1);

  /** Chooses the event that is shown for a bet on divergences. */
  private static final BetPlanner EVENTS = new BetPlanner(1);

  /** The line {@code P(S) - Q(S) ≤ 0}, which holds for two equal distributions. */
  private static final SupportingLine NO_LOSS = new SupportingLine(0, 1, 0);

  /** Number of plans: the bold one and the cautious one. */
  private static final int PLANS = 2;

  private final List<DivergenceBound> bounds;
  private final List<FractionalBettor> bettors =
      Stream.generate(FractionalBettor::new).limit(PLANS).toList();
  private final List<Optional<Choice>> choices;

  /** A learner, by number, with the bold bet and the cautious one, if there is any, in its bins. */
  record Choice(
      int learner,
      DivergencePlanner.Prospect prospect,
      PlannedDivergence bold,
      Optional<PlannedDivergence> cautious) {}

  DivergenceBets(List<DivergenceBound> bounds, int pairs) {
    this.bounds = bounds;
    this.choices = new ArrayList<>(Collections.nCopies(pairs, Optional.empty()));
  }

  /** Whether the claim bounds divergences. */
  boolean isOpen() {
    return !bounds.isEmpty();
  }

  /**
   * Plans the next bet on a pair.
   *
   * @param guide the choice of a neighbouring claim; only its learner is considered
   * @return the choice; empty if nothing promises growth, and nothing is then staked
   */
  Optional<Choice> plan(int pair, List<BinCounts> past, Optional<Choice> guide) {
    Optional<Choice> best = isOpen() ? best(past, guide) : Optional.empty();
    choices.set(pair, best);
    return best;
  }

  /** Stakes nothing on a pair until the next plan. */
  void rest(int pair) {
    choices.set(pair, Optional.empty());
  }

  void settle(int pair, List<BinCounts> fresh) {
    choices
        .get(pair)
        .ifPresent(
            choice -> {
              BinCounts counts = fresh.get(choice.learner);
              choice.bold.settle(bettors.get(0), counts);
              choice.cautious.ifPresent(plan -> plan.settle(bettors.get(1), counts));
            });
  }

  void includeIn(WealthMixture mixture, double weight) {
    bettors.forEach(bettor -> bettor.includeIn(mixture, weight / PLANS));
  }

  /** Growth estimates of the choice for a pair. */
  GrowthEstimates estimates(int pair, List<BinCounts> past) {
    return choices
        .get(pair)
        .map(choice -> GrowthEstimates.of(choice.prospect, past.get(choice.learner)))
        .orElse(GrowthEstimates.NONE);
  }

  /**
   * The event that tells the datasets apart best, in the bins of the learner chosen for a pair. A
   * bet on divergences does not rest on one event. The event is that of a bet against {@link
   * #NO_LOSS}.
   */
  Optional<LeaderBets.Choice> event(int pair, List<BinCounts> past) {
    return choices
        .get(pair)
        .map(Choice::learner)
        .map(learner -> new LeaderBets.Choice(learner, EVENTS.plan(NO_LOSS, past.get(learner))))
        .filter(choice -> choice.bet().isActive());
  }

  private Optional<Choice> best(List<BinCounts> past, Optional<Choice> guide) {
    int first = guide.map(Choice::learner).orElse(0);
    int last = guide.map(Choice::learner).orElse(past.size() - 1);
    int best = -1;
    DivergencePlanner.Prospect most = DivergencePlanner.Prospect.NONE;
    for (int learner = first; learner <= last; learner++) {
      DivergencePlanner.Prospect prospect = BOLD.look(bounds, past.get(learner));
      if (prospect.rate() > most.rate()) {
        most = prospect;
        best = learner;
      }
    }
    return best < 0 ? Optional.empty() : choice(best, most, past.get(best));
  }

  private static Optional<Choice> choice(
      int learner, DivergencePlanner.Prospect prospect, BinCounts past) {
    return BOLD.plan(prospect, past)
        .map(bold -> new Choice(learner, prospect, bold, CAUTIOUS.plan(prospect, past)));
  }
}
