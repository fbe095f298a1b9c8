package org.assay.verify.internal.distinguish;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assay.verify.internal.inference.DivergenceBet;
import org.assay.verify.internal.inference.DivergenceBound;
import org.assay.verify.internal.inference.DivergenceKelly;

/**
 * Chooses bets against divergences from past counts. Neighbouring bins are merged into cells in
 * several ways. For each way and each bound, the excess over the bound is estimated from the
 * counts. Two amounts are subtracted: the bias from fitting the likelihood ratios to the same
 * counts, and some standard errors. The most promising bound of each direction, in the most
 * promising cells, is then planned exactly.
 */
public final class DivergencePlanner {
  /** Widths of a cell, in neighbouring bins; all four are tried. Not tuned. */
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
   * @param caution number of standard errors to subtract, at least 0
   */
  public DivergencePlanner(double caution) {
    this.caution = caution;
  }

  /**
   * A choice of bounds to bet against, and of cells.
   *
   * @param merged number of bins in a cell
   * @param bounds at most one bound for each direction
   * @param rate growth rate of the bets, estimated to second order, in nats per run, at least 0
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
   * @param prospect the choice of bounds and cells, found by any planner
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
   * @param prospect the choice of bounds and cells
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

  /**
   * Estimates of both output distributions from past counts, in cells of neighbouring bins. The
   * estimates serve to plan a bet; no proof uses them.
   */
  private static final class DivergenceCells {
    /**
     * Pseudo-count added to each dataset in each cell (Krichevsky and Trofimov's), so that no
     * estimated probability is 0.
     */
    private static final double ADDED = 0.5;

    /**
     * A bet is not considered if one run could lose more than this factor. Not tuned: far beyond
     * what counts can estimate.
     */
    private static final double LARGEST_PAYOFF = 1e12;

    private final double[] left;
    private final double[] right;
    private final double[] leftToRight;
    private final double[] rightToLeft;
    private final double leftRuns;
    private final double rightRuns;

    private DivergenceCells(double[] left, double[] right, double leftRuns, double rightRuns) {
      this.left = left;
      this.right = right;
      this.leftToRight = logRatios(left, right);
      this.rightToLeft = logRatios(right, left);
      this.leftRuns = leftRuns;
      this.rightRuns = rightRuns;
    }

    static DivergenceCells of(BinCounts past, int merged) {
      int cells = (past.bins() + merged - 1) / merged;
      double leftRuns = past.left(0, past.bins()) + ADDED * cells;
      double rightRuns = past.right(0, past.bins()) + ADDED * cells;
      double[] left = new double[cells];
      double[] right = new double[cells];
      for (int i = 0; i < cells; i++) {
        int to = Math.min(past.bins(), (i + 1) * merged);
        left[i] = (past.left(i * merged, to) + ADDED) / leftRuns;
        right[i] = (past.right(i * merged, to) + ADDED) / rightRuns;
      }
      return new DivergenceCells(left, right, leftRuns, rightRuns);
    }

    double[] first(DivergenceBound bound) {
      return bound.forward() ? left : right;
    }

    double[] second(DivergenceBound bound) {
      return bound.forward() ? right : left;
    }

    /**
     * Logarithms of the estimated likelihood ratios, first distribution of a bound over its second.
     */
    double[] logRatios(DivergenceBound bound) {
      return bound.forward() ? leftToRight : rightToLeft;
    }

    private static double[] logRatios(double[] first, double[] second) {
      double[] ratios = new double[first.length];
      Arrays.setAll(ratios, i -> Math.log(first[i] / second[i]));
      return ratios;
    }

    /**
     * Estimate of the excess over a bound: the amount by which the bound's inequality is violated.
     *
     * @param excess estimate on the counts that the likelihood ratios were fitted to
     * @param optimism amount by which fitting raises the expected excess
     * @param error standard error of the excess
     * @param variance variance of one run's contribution on the first side, plus the variance on
     *     the second
     * @param worst largest amount that one run subtracts
     */
    record Estimate(double excess, double optimism, double error, double variance, double worst) {
      double margin(double caution) {
        return optimism + caution * error;
      }
    }

    Estimate estimate(DivergenceBound bound, double[] ratios) {
      double[] x = first(bound);
      double[] y = second(bound);
      double firstRuns = bound.forward() ? leftRuns : rightRuns;
      double secondRuns = bound.forward() ? rightRuns : leftRuns;
      double gained = 0;
      double gainedSquares = 0;
      double lost = 0;
      double lostSquares = 0;
      double optimism = 0;
      double worst = 0;
      for (int i = 0; i < x.length; i++) {
        double gain = bound.roughlyOnFirst(ratios[i]);
        double loss = bound.roughlyOnSecond(ratios[i]);
        gained += x[i] * gain;
        gainedSquares += x[i] * gain * gain;
        lost += y[i] * loss;
        lostSquares += y[i] * loss * loss;
        double noise = 1 / (x[i] * firstRuns) + 1 / (y[i] * secondRuns);
        optimism += y[i] * (bound.order() == 1 ? loss : bound.order() * loss) * noise;
        worst = Math.max(worst, Math.max(loss, -gain));
      }
      double variance = gainedSquares - gained * gained;
      double secondVariance = lostSquares - lost * lost;
      double error = Math.sqrt(variance / firstRuns + secondVariance / secondRuns);
      double excess = gained - lost - bound.allowance();
      return new Estimate(excess, optimism, error, variance + secondVariance, worst);
    }

    /** The growth rate to second order at the cautious excess, in nats per run. */
    double rate(DivergenceBound bound, double caution) {
      Estimate estimate = estimate(bound, logRatios(bound));
      double excess = estimate.excess - estimate.margin(caution);
      if (!(excess > 0 && estimate.worst < LARGEST_PAYOFF)) {
        return 0;
      }
      double stake = Math.min(excess / estimate.variance, 0.5 / (1 + estimate.worst));
      return stake * (excess - stake * estimate.variance / 2) / 2;
    }

    /** The factor by which a run multiplies the wealth, minus 1. */
    interface Gain {
      double of(int cell, boolean left);
    }

    double growth(Gain gain) {
      double growth = 0;
      for (int i = 0; i < left.length; i++) {
        double onLeft = gain.of(i, true);
        double onRight = gain.of(i, false);
        if (!(onLeft > -1 && onRight > -1)) {
          return Double.NEGATIVE_INFINITY;
        }
        growth += left[i] * Math.log1p(onLeft) + right[i] * Math.log1p(onRight);
      }
      return growth / 2;
    }
  }
}
