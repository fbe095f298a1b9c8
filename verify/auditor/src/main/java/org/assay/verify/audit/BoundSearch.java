package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.LowerBound.BoundPoint;
import org.assay.verify.internal.distinguish.BetPlanner;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.distinguish.PlannedBet;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceBounds;
import org.assay.verify.internal.inference.FractionalBettor;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * A lower confidence sequence for the parameter of a claim. Every member of the claim's family has
 * a wealth of its own on the same runs. The bound is the largest member such that all members up to
 * it have been refuted. The bound exceeds the truth only if the wealth of the smallest true member
 * reached the threshold. This event is a single one, however many members there are.
 *
 * <p>A member below the claim is refuted by the average of two wealths: the wealth of its own bets
 * and the wealth of the claim's bets. (A bet against the claim is a bet against every smaller
 * claim.) The member of the claim itself is refuted by the audit's main bets. A member above the
 * claim has only bets of its own.
 *
 * <p>Bets are planned from the smallest member that is not refuted upward, until a member has no
 * promising bet. Larger members promise still less and stake nothing. The cost therefore comes from
 * the members between the bound and the estimate.
 */
final class BoundSearch {
  /**
   * Number of lines of a curved claim that are bet against for each member. Not tuned: time grows
   * with this number.
   */
  private static final int LINES = 6;

  private final ClaimFamily family;
  private final double threshold;
  private final int pairs;
  private final double[] values;
  private final boolean[] refuted;
  private final List<MemberBets> books = new ArrayList<>();
  private final List<BoundPoint> trajectory = new ArrayList<>();
  private boolean exhausted;
  private int bound;

  BoundSearch(ClaimFamily family, double threshold, int pairs) {
    this.family = family;
    this.threshold = threshold;
    this.pairs = pairs;
    this.values = family.grid();
    this.refuted = new boolean[values.length];
  }

  void plan(int pair, List<BinCounts> past) {
    MemberBets.Choice guide = MemberBets.Choice.NONE;
    boolean promising = true;
    for (int i = 0; i < values.length && (promising || i < books.size()); i++) {
      if (isOpen(i)) {
        Optional<MemberBets> book = promising ? book(i) : Optional.of(books.get(i));
        if (book.isEmpty()) {
          return;
        }
        if (promising) {
          guide = book.get().plan(pair, past, guide);
          promising = guide.isPromising();
        } else {
          book.get().rest(pair);
        }
      }
    }
  }

  void settle(int pair, List<BinCounts> fresh) {
    for (int i = 0; i < books.size(); i++) {
      if (isOpen(i)) {
        books.get(i).settle(pair, fresh);
      }
    }
  }

  /**
   * Compares every member's wealth with the threshold.
   *
   * @param runs number of runs so far
   * @param claimLogWealth logarithm of the wealth of the audit's main bets
   */
  void checkpoint(long runs, double claimLogWealth) {
    for (int i = bound; i < values.length; i++) {
      refuted[i] = refuted[i] || logWealth(i, claimLogWealth) >= threshold;
    }
    int before = bound;
    while (bound < values.length && refuted[bound]) {
      bound++;
    }
    if (bound > before) {
      trajectory.add(new BoundPoint(runs, value()));
    }
  }

  /** The current bound, which never falls. */
  double value() {
    return bound == 0 ? 0 : values[bound - 1];
  }

  /** Every rise of the bound. */
  List<BoundPoint> trajectory() {
    return List.copyOf(trajectory);
  }

  private double logWealth(int member, double claimLogWealth) {
    if (values[member] == family.claimed()) {
      return claimLogWealth;
    }
    boolean below = values[member] < family.claimed();
    if (member >= books.size() && !below) {
      return 0;
    }
    WealthMixture mixture = new WealthMixture();
    if (member < books.size()) {
      books.get(member).includeIn(mixture, 1);
    } else {
      mixture.include(1, 0);
    }
    if (below) {
      mixture.include(1, claimLogWealth);
    }
    return mixture.logWealth();
  }

  private boolean isOpen(int member) {
    return !refuted[member] && values[member] != family.claimed();
  }

  /**
   * The bets against a member, made when first needed; empty for a member so large that no line
   * with finite odds is left.
   */
  private Optional<MemberBets> book(int member) {
    while (books.size() <= member && !exhausted) {
      int next = books.size();
      Guarantee claim = family.at(values[next]);
      List<SupportingLine> lines = SupportingLines.ifAny(claim, LINES);
      exhausted = lines.isEmpty();
      if (!exhausted) {
        books.add(new MemberBets(lines, DivergenceBounds.of(claim), pairs));
      }
    }
    return member < books.size() ? Optional.of(books.get(member)) : Optional.empty();
  }

  /**
   * All bets against one member of a claim's family: against its lines, and with half of the wealth
   * against the divergences it bounds, if any.
   */
  private static final class MemberBets {
    private final FamilyMemberBets lines;
    private final DivergenceBets divergences;

    /** The events to bet on. */
    record Choice(
        Optional<FamilyMemberBets.LineChoice> line, Optional<DivergenceBets.Choice> divergence) {
      /** No bet; a neighbouring member then considers all bets. */
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
     * @param guide the choice of a neighbouring member; only bets near it are considered
     * @return the choice; nothing is staked if nothing promises growth
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

  /**
   * Bets against one member of a claim's family. On every pair, the most promising bet is placed in
   * a bold and a cautious version, each in several fractions of the stake. The wealths are
   * averaged.
   */
  private static final class FamilyMemberBets {
    /** Planner of the bold bets: subtracts one standard error. */
    private static final BetPlanner BOLD = new BetPlanner(1);

    /** Planner of the cautious bets: subtracts two standard errors. */
    private static final BetPlanner CAUTIOUS = new BetPlanner(2);

    private final List<SupportingLine> lines;
    private final FractionalBettor bold = new FractionalBettor();
    private final FractionalBettor cautious = new FractionalBettor();
    private final List<Optional<LineChoice>> choices;

    /** The numbers of a learner and a line, with the bold and the cautious bet on them. */
    record LineChoice(int learner, int line, PlannedBet bold, PlannedBet cautious) {}

    FamilyMemberBets(List<SupportingLine> lines, int pairs) {
      this.lines = lines;
      this.choices = new ArrayList<>(Collections.nCopies(pairs, Optional.empty()));
    }

    /**
     * Plans the next bet on a pair.
     *
     * @param guide the choice of a neighbouring member; only bets near it are considered
     * @return the choice; empty if nothing promises growth, and nothing is then staked
     */
    Optional<LineChoice> plan(int pair, List<BinCounts> past, Optional<LineChoice> guide) {
      Optional<LineChoice> best = best(past, guide);
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
                settle(bold, choice.bold, fresh.get(choice.learner));
                settle(cautious, choice.cautious, fresh.get(choice.learner));
              });
    }

    void includeIn(WealthMixture mixture, double weight) {
      bold.includeIn(mixture, weight / 2);
      cautious.includeIn(mixture, weight / 2);
    }

    private static void settle(FractionalBettor bettor, PlannedBet bet, BinCounts fresh) {
      if (bet.isActive()) {
        bettor.settle(bet.bet(), bet.tally(fresh));
      }
    }

    private Optional<LineChoice> best(List<BinCounts> past, Optional<LineChoice> guide) {
      int firstLearner = guide.map(LineChoice::learner).orElse(0);
      int lastLearner = guide.map(LineChoice::learner).orElse(past.size() - 1);
      int firstLine = guide.map(choice -> Math.max(0, choice.line - 1)).orElse(0);
      int lastLine = guide.map(choice -> choice.line + 1).orElse(lines.size() - 1);
      Optional<LineChoice> best = Optional.empty();
      double growth = 0;
      for (int learner = firstLearner; learner <= lastLearner; learner++) {
        for (int line = firstLine; line <= Math.min(lastLine, lines.size() - 1); line++) {
          PlannedBet bet = BOLD.plan(lines.get(line), past.get(learner));
          if (bet.growth() > growth) {
            growth = bet.growth();
            PlannedBet cautious = CAUTIOUS.plan(lines.get(line), past.get(learner));
            best = Optional.of(new LineChoice(learner, line, bet, cautious));
          }
        }
      }
      return best;
    }
  }
}
