package org.assay.verify.internal.inference;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The bet against one bound on a divergence that maximizes the expected logarithm of the wealth
 * (Kelly's criterion). The distributions of the first and the second dataset are known. Given a
 * stake s and a side bet v on the coin, the best logarithm l of a ratio in a cell solves {@code l +
 * log X(l) - log Y(l) = log(x/y)}. X and Y are the factors on the two datasets, x and y the cell's
 * probabilities. The growth is then a concave function of s and v, which Newton's method maximizes.
 * The bet is computed in double precision, to plan with; no proof uses it.
 */
public final class DivergenceKelly {
  /** Largest number of Newton steps for stake and side bet. Not tuned. */
  private static final int STEPS = 12;

  /** Largest number of halvings of a Newton step that does not increase the growth. Not tuned. */
  private static final int HALVINGS = 12;

  /** Largest number of Newton steps for the logarithm of a ratio. Not tuned. */
  private static final int ROOT_STEPS = 24;

  /** Change of the logarithm of a ratio at which its search stops. Not tuned. */
  private static final double ROOT_WIDTH = 1e-6;

  /** Relative gain of growth at which the search for stake and side bet stops. Not tuned. */
  private static final double SMALLEST_STEP = 1e-4;

  /** Stake at which the search begins. Not tuned. */
  private static final double FIRST_STAKE = 1e-3;

  /** Largest absolute logarithm of a ratio. Not tuned. */
  private static final double LARGEST_LOG_RATIO = 60;

  private final DivergenceBound bound;
  private final double[] first;
  private final double[] second;
  private final double cost;

  /**
   * Sets the bound and the distributions.
   *
   * @param bound the bound bet against, finite
   * @param first probabilities of the cells on the first dataset of the bound, each above 0
   * @param second probabilities of the cells on the second one, each above 0
   * @param margin amount by which the bound's right side is raised, for caution
   */
  public DivergenceKelly(DivergenceBound bound, double[] first, double[] second, double margin) {
    this.bound = bound;
    this.first = first.clone();
    this.second = second.clone();
    this.cost = (bound.allowance() + margin) / 2;
  }

  /**
   * A bet and its growth.
   *
   * @param stake stake on the bound
   * @param coin side bet on the first dataset
   * @param logRatios one for each cell
   * @param onFirst factor minus 1 in each cell on the first dataset, margin included
   * @param onSecond factor minus 1 in each cell on the second dataset, margin included
   * @param growth expected logarithm of the factor, in nats per run
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
   * @return a bet at the maximum or near it
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

  /** A stake and a side bet, with the best ratios for them and the derivatives of the growth. */
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

    /**
     * The best logarithm of a ratio in a cell; NaN if every ratio would lose everything on one
     * side.
     */
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
      // The best ratio changes with stake and side bet; the second derivatives account for the
      // change.
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

    /**
     * The next point of Newton's method, shortened until the growth increases; this point if no
     * shorter step increases the growth.
     */
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
