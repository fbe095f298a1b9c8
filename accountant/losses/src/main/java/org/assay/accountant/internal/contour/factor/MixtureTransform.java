package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.ContourNodes;
import org.assay.accountant.internal.contour.LineMoment;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;
import org.assay.accountant.numeric.Enclosure;

/**
 * Equal steps of a {@link MixturePair} along a vertical contour. The trapezoid rule runs off the
 * real axis, where the integrand no longer oscillates, so one set of nodes serves every t. Names
 * and proofs are those of {@code contour/doc-files/contour-inversion.md}.
 */
public final class MixtureTransform implements LossTransform {
  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /**
   * Largest height off the real axis; above it rounding errors grow faster than the mesh width. Not
   * tuned.
   */
  private static final double LARGEST_HEIGHT = 0.7;

  /** Number of heights that are tried. Not tuned. */
  private static final int HEIGHTS = 24;

  private final MixturePair pair;
  private final double count;
  private final double c;
  private final Enclosure logMoment;
  private final ShiftedLine line;
  private final LineMoment moment;
  private final DecayBound decay;

  /**
   * A transform.
   *
   * @param count number of steps
   * @param reach largest t for which values are wanted
   */
  public MixtureTransform(MixturePair pair, double count, double c, double reach) {
    this.pair = pair;
    this.count = count;
    this.c = c;
    this.logMoment = pair.logMoment(c);
    double accuracy = 1e-13 / count;
    double tau = bestAngle(accuracy);
    double step = SampledGaussianMoment.shortened(widestStep(tau, accuracy));
    boolean known = logMoment.upper() < 600 && step > 0;
    this.line = new ShiftedLine(pair, tau, c, known ? step : 0, accuracy * 1e-5);
    double quadratureError = 2 * line.omitted + discretization(tau, step);
    this.moment = new LineMoment(line.nodes, count, logMoment.expm1(), quadratureError);
    this.decay = new DecayBound(pair, c, logMoment.upper(), count, reach);
  }

  private double bestAngle(double accuracy) {
    double best = 0;
    double bestStep = 0;
    for (int i = 1; i <= HEIGHTS; i++) {
      double share = i / (double) HEIGHTS;
      double tau = Math.min(LARGEST_HEIGHT / pair.sigma, 0.49 * Math.PI) * share;
      double step = widestStep(tau, accuracy);
      best = step > bestStep ? tau : best;
      bestStep = Math.max(step, bestStep);
    }
    return best;
  }

  private double widestStep(double tau, double accuracy) {
    return 2 * Math.PI * tau * pair.sigma / (logStrip(tau) - Math.log(accuracy));
  }

  /** Bound of the strip integral, which reaches from the real axis to twice the line's height. */
  private double logStrip(double tau) {
    double y = 2 * tau * pair.sigma;
    double growth = ShiftedLine.logGrowth(pair, 2 * tau, c);
    return Math.log(4) + logMoment.upper() + 0.5 * y * y + growth + 0x1p-30;
  }

  /** Trapezoid error of {@code M(c + it) - M(c)}: both have the same bound. */
  private double discretization(double tau, double step) {
    double exponent = 2 * Math.PI * tau * pair.sigma / step * (1 - 0x1p-45);
    return Math.exp(logStrip(tau) - exponent) / -Math.expm1(-exponent) * UP;
  }

  @Override
  public double cost() {
    return line.omitted < Double.POSITIVE_INFINITY ? line.nodes.size : Double.POSITIVE_INFINITY;
  }

  @Override
  public double logDecayBound(double t) {
    return count * decay.logBound(t);
  }

  @Override
  public void addTo(ContourNodes nodes) {
    moment.addTo(nodes);
  }
}
