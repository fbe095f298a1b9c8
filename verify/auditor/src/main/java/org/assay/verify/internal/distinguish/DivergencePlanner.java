package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.internal.inference.DivergenceBet;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceKelly;

/**
 * Chooses bets against divergences from past counts. Neighbouring bins are merged into cells in
 * several ways. For each way and each bound, the excess over the bound is estimated from the
 * counts. Two amounts are subtracted: what fitting the likelihood ratios to the same counts adds,
 * and some standard errors. The most promising bound of each direction, in the most promising
 * cells, is then planned exactly.
 */
public final class DivergencePlanner {
  /** How many neighbouring bins may make a cell; all four widths are tried. Not tuned. */
  private static final int[] MERGED = {1, 2, 4, 8};

  /**
   * Shares of the two directions' stakes if both bets are placed at once; all pairs are tried. Not
   * tuned.
   */
  private static final double[][] MIXES = {{1, 0}, {0, 1}, {0.5, 0.5}, {0.75, 0.75}, {1, 1}};

  /**
   * Factor of the planned stakes: at least a twentieth of the wealth remains in the worst cell. Not
   * tuned.
   */
  private static final double PRUDENCE = 0.95;

  private final double caution;

  /**
   * A planner.
   *
   * @param caution how many standard errors to subtract, at least 0
   */
  public DivergencePlanner(double caution) {
    this.caution = caution;
  }

  /**
   * What to bet on.
   *
   * @param merged how many bins make a cell
   * @param bounds at most one bound for each direction
   * @param rate estimate to second order of what the bets earn, in nats per run, at least 0
   */
  public record Prospect(int merged, List<DivergenceBound> bounds, double rate) {
    /** No bet. */
    public static final Prospect NONE = new Prospect(1, List.of(), 0);

    /** Copies the bounds. */
    public Prospect {
      bounds = List.copyOf(bounds);
    }

    private Prospect with(Optional<Rated> one) {
      List<DivergenceBound> all = new ArrayList<>(bounds);
      one.ifPresent(rated -> all.add(rated.bound));
      return new Prospect(merged, all, rate + one.map(Rated::rate).orElse(0.0));
    }
  }

  /**
   * Looks for the most promising bets by their growth rate to second order.
   *
   * @param bounds the bounds of the claim
   * @param past counts of past runs
   * @return the best prospect; its rate is 0 if no bound seems to be violated
   */
  public Prospect look(List<DivergenceBound> bounds, BinCounts past) {
    Prospect best = Prospect.NONE;
    for (int merged : MERGED) {
      if (merged == 1 || past.bins() > merged) {
        Prospect prospect = look(bounds, DivergenceCells.of(past, merged), merged);
        best = prospect.rate > best.rate ? prospect : best;
      }
    }
    return best;
  }

  private Prospect look(List<DivergenceBound> bounds, DivergenceCells cells, int merged) {
    return new Prospect(merged, List.of(), 0)
        .with(best(bounds, true, cells))
        .with(best(bounds, false, cells));
  }

  private record Rated(DivergenceBound bound, double rate) {}

  private Optional<Rated> best(
      List<DivergenceBound> bounds, boolean forward, DivergenceCells cells) {
    Optional<Rated> best = Optional.empty();
    double most = 0;
    for (DivergenceBound bound : bounds) {
      double rate = bound.forward() == forward ? cells.rate(bound, caution) : 0;
      if (rate > most) {
        most = rate;
        best = Optional.of(new Rated(bound, rate));
      }
    }
    return best;
  }

  /**
   * Estimates with this planner's caution what the bets of a prospect earn.
   *
   * @param prospect what to bet on, found by any planner
   * @param past counts of past runs
   * @return the growth rate to second order, in nats per run, at least 0
   */
  public double rate(Prospect prospect, BinCounts past) {
    DivergenceCells cells = DivergenceCells.of(past, prospect.merged);
    return prospect.bounds.stream().mapToDouble(bound -> cells.rate(bound, caution)).sum();
  }

  /**
   * Plans bets.
   *
   * @param prospect what to bet on
   * @param past counts of past runs
   * @return the bets, joined to one; empty if none has a positive growth rate
   */
  public Optional<PlannedDivergence> plan(Prospect prospect, BinCounts past) {
    DivergenceCells cells = DivergenceCells.of(past, prospect.merged);
    List<Part> parts = new ArrayList<>();
    for (DivergenceBound bound : prospect.bounds) {
      DivergenceKelly.Plan plan = solve(bound, cells);
      if (plan.growth() > 0) {
        parts.add(new Part(bound, plan));
      }
    }
    return mix(parts, cells, prospect.merged, past.bins());
  }

  /**
   * Solves twice: with the margin of the estimated likelihood ratios, then with the margin of the
   * ratios found.
   */
  private DivergenceKelly.Plan solve(DivergenceBound bound, DivergenceCells cells) {
    DivergenceKelly.Plan rough = solve(bound, cells, cells.logRatios(bound));
    return rough.growth() > 0 ? solve(bound, cells, unboxed(rough.logRatios())) : rough;
  }

  private DivergenceKelly.Plan solve(
      DivergenceBound bound, DivergenceCells cells, double[] ratios) {
    double margin = cells.estimate(bound, ratios).margin(caution);
    return new DivergenceKelly(bound, cells.first(bound), cells.second(bound), margin).solve();
  }

  private static double[] unboxed(List<Double> numbers) {
    return numbers.stream().mapToDouble(number -> number).toArray();
  }

  /** The planned bet against one bound. */
  private record Part(DivergenceBound bound, DivergenceKelly.Plan plan) {
    double gain(int cell, boolean left) {
      return left == bound.forward() ? plan.onFirst().get(cell) : plan.onSecond().get(cell);
    }

    double coin() {
      return bound.forward() ? plan.coin() : -plan.coin();
    }

    DivergenceBet.Term term(double share, int merged, int bins) {
      List<Double> ratios =
          IntStream.range(0, bins).mapToObj(bin -> plan.logRatios().get(bin / merged)).toList();
      return new DivergenceBet.Term(bound, share * plan.stake(), ratios);
    }
  }

  private static Optional<PlannedDivergence> mix(
      List<Part> parts, DivergenceCells cells, int merged, int bins) {
    double best = 0;
    double[] chosen = {0, 0};
    for (double[] shares : MIXES) {
      double growth = cells.growth((cell, left) -> gain(parts, shares, cell, left));
      if (growth > best) {
        best = growth;
        chosen = shares;
      }
    }
    if (!(best > 0)) {
      return Optional.empty();
    }
    List<DivergenceBet.Term> terms = new ArrayList<>();
    double coin = 0;
    for (int i = 0; i < parts.size(); i++) {
      double share = PRUDENCE * chosen[i];
      terms.add(parts.get(i).term(share, merged, bins));
      coin += share * parts.get(i).coin();
    }
    return Optional.of(new PlannedDivergence(new DivergenceBet(terms, coin), best));
  }

  private static double gain(List<Part> parts, double[] shares, int cell, boolean left) {
    double gain = 0;
    for (int i = 0; i < parts.size(); i++) {
      gain += shares[i] * parts.get(i).gain(cell, left);
    }
    return gain;
  }
}
