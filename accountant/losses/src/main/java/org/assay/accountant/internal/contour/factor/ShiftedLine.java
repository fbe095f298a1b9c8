package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.LineNodes;

/**
 * Trapezoid nodes on the line {@code Im z = τσ} for the moment generating function of a {@link
 * MixturePair}, with {@code λ_j = log(r₊/r₋)}. The discretization error is bounded by the users of
 * this class.
 */
final class ShiftedLine {
  /** Unit roundoff of binary64. */
  private static final double U = MixturePair.U;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /** Largest number of nodes before negligible ones are dropped. Not tuned: bounds the time. */
  private static final int MAXIMUM_NODES = 1_000_000;

  private final MixturePair pair;
  private final double tau;
  private final double c;
  private final double step;

  /**
   * Logarithm of the modulus below which weights are omitted; {@link #omitted} bounds their sum.
   */
  private final double logNegligible;

  final LineNodes nodes = new LineNodes();

  /** Upper bound of the sum of the omitted weights' moduli. */
  double omitted;

  /**
   * Evaluates the nodes.
   *
   * @param step mesh width, a number of few bits
   * @param negligible weights below this are not kept; their sum is bounded
   */
  ShiftedLine(MixturePair pair, double tau, double c, double step, double negligible) {
    this.pair = pair;
    this.tau = tau;
    this.c = c;
    this.step = step;
    this.logNegligible = Math.log(negligible);
    double left = Math.floor(leftEnd() / step) - 1;
    double right = Math.ceil(rightEnd() / step) + 1;
    if (right - left < MAXIMUM_NODES) {
      for (double k = left; k <= right; k++) {
        add(k * step);
      }
    } else {
      omitted = Double.POSITIVE_INFINITY;
    }
  }

  /** Logarithm of the factor by which bounds of weights grow off the real axis. */
  static double logGrowth(MixturePair pair, double tau, double c) {
    return pair.lower ? -c * Math.log(Math.cos(tau / 2)) * (1 + 0x1p-40) : 0;
  }

  /**
   * Left truncation: the density rises up to there, and the weights left of it have a negligible
   * sum.
   */
  private double leftEnd() {
    double z = -6;
    double v = z - pair.position(0);
    while (!negligibleTail(v, -pair.position(v)) && z > -1e6) {
      z -= z > -40 ? 0.5 : -z;
      v = z - pair.position(0);
    }
    omitted += tail(v, -pair.position(v));
    return v;
  }

  private double rightEnd() {
    double start = pair.rightStart(c);
    double offset = 1;
    while (!negligibleTail(start + offset, pair.rightFall(start + offset, c)) && offset < 1e6) {
      offset += offset < 40 ? 0.5 : offset;
    }
    omitted += tail(start + offset, pair.rightFall(start + offset, c));
    return start + offset;
  }

  private boolean negligibleTail(double v, double fall) {
    return tail(v, fall) <= Math.exp(logNegligible);
  }

  /** Bound of the weights' moduli from a node outward, where they fall at least at a given rate. */
  private double tail(double v, double fall) {
    if (!(fall > 0.5)) {
      return Double.POSITIVE_INFINITY;
    }
    pair.evaluate(v, Double.MIN_NORMAL, c);
    double y = tau * pair.sigma;
    double log = pair.logWeight + pair.weightError + 0.5 * y * y + logGrowth(pair, tau, c);
    return Math.exp(log) * (step + 1 / fall) * UP;
  }

  private void add(double v) {
    pair.evaluate(v, tau, c);
    double log = pair.logWeight + Math.log(step);
    double error = pair.weightError + 4 * U * (Math.abs(Math.log(step)) + 1);
    double relative = error < 0.5 ? error + error * error : Double.POSITIVE_INFINITY;
    if (log < logNegligible && relative < 1) {
      omitted += LineNodes.upperWeight(log, relative) * UP;
      return;
    }
    nodes.add(log, pair.turn, relative, pair.loss, pair.decay, pair.lossError);
  }
}
