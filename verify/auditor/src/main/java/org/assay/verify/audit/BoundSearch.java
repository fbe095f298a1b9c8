package org.assay.verify.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.distinguish.BinCounts;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceBounds;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.internal.inference.WealthMixture;

/**
 * A lower confidence sequence in the currency of a claim. Every member of the claim's family has a
 * wealth of its own on the same runs; the bound is the largest member up to which all have been
 * refuted. It exceeds the truth only if the wealth of the smallest true member reached the
 * threshold: one event, however many members there are.
 *
 * <p>The wealth of a member below the claim is the average of that of its own book and of the
 * claim's: who doubts the smaller claim may bet against the larger one. The claim's own member is
 * the audit's main book. Members above the claim have their own books only, as what is implausible
 * under the claim need not be so under a larger one.
 *
 * <p>Members are planned for from the smallest one not refuted upward, until one promises nothing;
 * those beyond it promise less still and stake nothing. Hence the cost is that of the members
 * between the bound and the estimate.
 */
final class BoundSearch {
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
   * Looks at every member's wealth.
   *
   * @param runs how many runs there were so far
   * @param claimLogWealth logarithm of the wealth of the audit's main book
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

  /** The bound at this moment; it never falls. */
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

  /** Made when first needed; the largest members may allow too much for any bet. */
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
   * All bets against one member of a claim's family: those against its lines and, half of the
   * wealth where it bounds divergences, those against these.
   */
  private static final class MemberBets {
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
}
