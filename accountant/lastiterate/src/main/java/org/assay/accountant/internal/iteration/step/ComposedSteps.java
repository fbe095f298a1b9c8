package org.assay.accountant.internal.iteration.step;

import java.util.Arrays;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.numeric.Enclosure;

/**
 * Profiles of compositions of a run's steps from one point, for any number of steps. They are those
 * of {@link NoisySgdComposition}. Where these are too small to be worth their cost, divergences of
 * the step bound the profile for all numbers of steps at once ({@code
 * recoupling/doc-files/recoupled-divergences.md}, the tail of a composition).
 */
public final class ComposedSteps {
  /** Smallest excess over 1 of the orders. Not tuned. */
  private static final double FIRST_EXCESS = 0.05;

  /** Ratio of the excesses of successive orders. Not tuned. */
  private static final double RATIO = 1.12;

  /** Largest order. Not tuned. */
  private static final double LARGEST_ORDER = 300;

  /**
   * Largest product of an order and mu. Larger ones gain nothing from sampling, and cost much. Not
   * tuned.
   */
  private static final double LARGEST_PRODUCT = 200;

  private final NoisySgdStep step;
  private final double[] orders;

  /** Divergences by order; NaN until computed. */
  private final double[] divergences;

  private final double[] estimates;

  /**
   * Compositions of a step.
   *
   * @param step the step, with all of its noise
   */
  public ComposedSteps(NoisySgdStep step) {
    this.step = step;
    this.orders = orders(step.mu(0).upper());
    this.divergences = new double[orders.length];
    this.estimates = new double[orders.length];
    Arrays.fill(divergences, Double.NaN);
    Arrays.fill(estimates, Double.NaN);
  }

  private static double[] orders(double mu) {
    double largest = Math.min(LARGEST_ORDER, LARGEST_PRODUCT / mu);
    double[] orders = new double[100];
    int count = 0;
    for (double excess = FIRST_EXCESS; 1 + excess <= largest; excess *= RATIO) {
      orders[count++] = 1 + excess;
    }
    return Arrays.copyOf(orders, count);
  }

  /**
   * Upper bounds of the logarithm of delta, in both directions.
   *
   * @param count the number of steps, at least 1
   * @param losses at least 0 and rising
   * @return a bound for each, at most 0
   */
  public double[] logDeltas(long count, double[] losses) {
    return logDeltas(count, losses, NoisySgdComposition.PROFILE_ACCURACY);
  }

  /**
   * Upper bounds for searches, a few percent larger than {@link #logDeltas}, by less accurate
   * convolutions.
   *
   * @param count the number of steps, at least 1
   * @param losses at least 0 and rising
   * @return a bound for each, at most 0
   */
  public double[] roughLogDeltas(long count, double[] losses) {
    return logDeltas(count, losses, NoisySgdComposition.ROUGH_PROFILE_ACCURACY);
  }

  private double[] logDeltas(long count, double[] losses, double accuracy) {
    double[] bounds = new NoisySgdComposition(step, count, 0, 0).logDeltaBounds(losses, accuracy);
    if (step.isGaussian()) {
      return bounds;
    }
    int place = 0;
    for (int i = 0; i < bounds.length; i++) {
      if (bounds[i] <= NoisySgdComposition.LOG_NEGLIGIBLE) {
        place = better(place, count, losses[i]);
        bounds[i] = Math.min(bounds[i], tail(place, count, losses[i]));
      }
    }
    return bounds;
  }

  /**
   * Estimates of the logarithm of delta for searches, which take less time. They are those of the
   * Gaussian mechanism with the same divergence at the order that is best for the loss.
   *
   * @param count the number of steps, at least 1
   * @param losses at least 0 and rising
   * @return an estimate for each loss, not a bound
   */
  public double[] estimates(long count, double[] losses) {
    double[] values = new double[losses.length];
    int place = 0;
    for (int i = 0; i < values.length && orders.length > 0; i++) {
      place = better(place, count, losses[i]);
      double mu = Math.sqrt(2 * count * estimate(place) / orders[place]);
      values[i] = NoisySgdComposition.logGaussian(mu, losses[i]);
    }
    return values;
  }

  /**
   * Index of the order with the smallest estimate, searched upwards from the previous loss's order.
   * Any order is valid.
   */
  private int better(int from, long count, double loss) {
    int place = from;
    while (place + 1 < orders.length
        && roughTail(place + 1, count, loss) < roughTail(place, count, loss)) {
      place++;
    }
    return place;
  }

  private double roughTail(int place, long count, double loss) {
    double excess = orders[place] - 1;
    double constant = excess * Math.log(excess) - orders[place] * Math.log(orders[place]);
    return excess * (count * estimate(place) - loss) + constant;
  }

  private double estimate(int place) {
    if (Double.isNaN(estimates[place])) {
      estimates[place] = step.divergenceEstimate(orders[place], 0);
    }
    return estimates[place];
  }

  /** The bound by one order. */
  private double tail(int place, long count, double loss) {
    if (place >= orders.length) {
      return 0;
    }
    if (Double.isNaN(divergences[place])) {
      divergences[place] = step.divergence(orders[place], 0).upper();
    }
    Enclosure composed = Enclosure.exact(divergences[place]).times((double) count);
    return composed.upper() < Double.POSITIVE_INFINITY
        ? Math.min(0, RenyiConversion.logDelta(orders[place], composed, loss).upper())
        : 0;
  }
}
