package org.assay.verify.internal.inference;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The bet against one bound on a divergence that maximizes the expected logarithm of the factor,
 * for known laws of the first and the second dataset. For a stake s and a side bet v on the coin
 * the best logarithm of a ratio in a cell solves {@code l + log X(l) - log Y(l) = log(x/y)}, where
 * X and Y are the factors of the sides and x and y the cell's probabilities; what is left is a
 * concave function of s and v, climbed by Newton's method. Binary64; used to plan bets, never part
 * of a proof.
 */
public final class DivergenceKelly {
  private static final int STEPS = 12;
  private static final int HALVINGS = 12;
  private static final int ROOT_STEPS = 24;
  private static final double ROOT_WIDTH = 1e-6;
  private static final double SMALLEST_STEP = 1e-4;
  private static final double FIRST_STAKE = 1e-3;
  private static final double LARGEST_LOG_RATIO = 60;

  private final DivergenceBound bound;
  private final double[] first;
  private final double[] second;
  private final double cost;

  /**
   * A situation.
   *
   * @param bound the bound bet against, finite
   * @param first probabilities of the cells on the first dataset of the bound, each above 0
   * @param second probabilities of the cells on the second one, each above 0
   * @param margin how much more than the bound allows the inequality should be taken to allow
   */
  public DivergenceKelly(DivergenceBound bound, double[] first, double[] second, double margin) {
    this.bound = bound;
    this.first = first.clone();
    this.second = second.clone();
    this.cost = (bound.allowance() + margin) / 2;
  }

  /**
   * A bet and what it earns.
   *
   * @param stake of the bound
   * @param coin side bet on the first dataset
   * @param logRatios one for each cell
   * @param onFirst factor less 1 in each cell on the first dataset, margin included
   * @param onSecond the same on the second dataset
   * @param growth expected logarithm of the factor
   */
  public record Plan(
      double stake,
      double coin,
      List<Double> logRatios,
      List<Double> onFirst,
      List<Double> onSecond,
      double growth) {
    /** Copies the lists. */
    public Plan {
      logRatios = List.copyOf(logRatios);
      onFirst = List.copyOf(onFirst);
      onSecond = List.copyOf(onSecond);
    }
  }

  /**
   * The best bet.
   *
   * @return the bet, near the maximum if not on it
   */
  public Plan solve() {
    Point at = new Point(Math.min(FIRST_STAKE, 0.1 / (1 + cost)), 0);
    for (int i = 0; i < STEPS; i++) {
      Point next = at.improved();
      boolean settled = next.growth - at.growth <= SMALLEST_STEP * Math.abs(next.growth);
      at = next;
      if (settled) {
        break;
      }
    }
    return at.plan();
  }

  /** A stake and a side bet with the best ratios for them, and derivatives of the growth. */
  private final class Point {
    private final double stake;
    private final double coin;
    private final double[] ratios = new double[first.length];
    private double growth;
    private double byStake;
    private double byCoin;
    private double stakeStake;
    private double stakeCoin;
    private double coinCoin;

    Point(double stake, double coin) {
      this.stake = stake;
      this.coin = coin;
      for (int i = 0; i < first.length && growth > Double.NEGATIVE_INFINITY; i++) {
        ratios[i] = root(Math.log(first[i] / second[i]));
        include(i);
      }
    }

    private double onFirstSide(double logRatio) {
      return 1 + coin + stake * (bound.roughlyOnFirst(logRatio) - cost);
    }

    private double onSecondSide(double logRatio) {
      return 1 - coin - stake * (bound.roughlyOnSecond(logRatio) + cost);
    }

    /** NaN if no ratio leaves some wealth on both sides. */
    private double root(double target) {
      double low = -LARGEST_LOG_RATIO;
      double high = LARGEST_LOG_RATIO;
      double room = (1 - coin) / stake - cost;
      double order = bound.order();
      if (order == 1) {
        low = Math.max(low, cost - 1 - (1 + coin) / stake);
        high = Math.min(high, Math.log(room));
      } else {
        double rest = order - 1;
        high = Math.min(high, (Math.log(room / rest) + rest * bound.bound()) / order);
      }
      if (!(low < high && onFirstSide(high) > 0)) {
        return Double.NaN;
      }
      double at = target > low && target < high ? target : (low + high) / 2;
      for (int i = 0; i < ROOT_STEPS; i++) {
        double x = onFirstSide(at);
        double y = onSecondSide(at);
        double excess = at + Math.log(x) - Math.log(y) - target;
        high = excess > 0 || !(y > 0) ? at : high;
        low = excess > 0 || !(y > 0) ? low : at;
        double next = at - excess / (1 + stake * (firstSlope(at) / x + bound.curvature(at) / y));
        boolean inside = next > low && next < high;
        next = inside ? next : (low + high) / 2;
        if (Math.abs(next - at) < ROOT_WIDTH) {
          return next;
        }
        at = next;
      }
      return at;
    }

    private double firstSlope(double logRatio) {
      return bound.curvature(logRatio) * Math.exp(-logRatio);
    }

    private void include(int cell) {
      double ratio = ratios[cell];
      double x = onFirstSide(ratio);
      double y = onSecondSide(ratio);
      if (!(x > 0 && y > 0)) {
        growth = Double.NEGATIVE_INFINITY;
        return;
      }
      double p = first[cell] / 2;
      double q = second[cell] / 2;
      growth += p * Math.log(x) + q * Math.log(y);
      double gain = bound.roughlyOnFirst(ratio) - cost;
      double loss = bound.roughlyOnSecond(ratio) + cost;
      double px = p / (x * x);
      double qy = q / (y * y);
      byStake += p * gain / x - q * loss / y;
      byCoin += p / x - q / y;
      double up = firstSlope(ratio);
      double down = bound.curvature(ratio);
      // The ratio answers to stake and side bet, which flattens the concave growth.
      double curvature = -stake * p * up / x - stake * stake * (px * up * up + qy * down * down);
      double stakeRatio = -stake * (px * gain * up + qy * loss * down);
      double coinRatio = -stake * (px * up + qy * down);
      boolean answers = curvature < 0;
      stakeStake -= px * gain * gain + qy * loss * loss;
      stakeCoin -= px * gain + qy * loss;
      coinCoin -= px + qy;
      if (answers) {
        stakeStake -= stakeRatio * stakeRatio / curvature;
        stakeCoin -= stakeRatio * coinRatio / curvature;
        coinCoin -= coinRatio * coinRatio / curvature;
      }
    }

    /** The next point of Newton's method, or one between that is better than this one. */
    Point improved() {
      double determinant = stakeStake * coinCoin - stakeCoin * stakeCoin;
      double forStake = (stakeCoin * byCoin - coinCoin * byStake) / determinant;
      double forCoin = (stakeCoin * byStake - stakeStake * byCoin) / determinant;
      double step = forStake < 0 ? Math.min(1, -0.9 * stake / forStake) : 1;
      for (int i = 0; i < HALVINGS; i++, step /= 2) {
        double newStake = stake + step * forStake;
        double newCoin = coin + step * forCoin;
        if (newStake > 0 && newStake * cost + Math.abs(newCoin) < 1) {
          Point next = new Point(newStake, newCoin);
          if (next.growth > growth) {
            return next;
          }
        }
      }
      return this;
    }

    Plan plan() {
      return new Plan(
          stake,
          coin,
          list(ratio -> ratio),
          list(ratio -> onFirstSide(ratio) - 1),
          list(ratio -> onSecondSide(ratio) - 1),
          growth);
    }

    private List<Double> list(DoubleUnaryOperator of) {
      return Arrays.stream(ratios).map(of).boxed().toList();
    }
  }
}
