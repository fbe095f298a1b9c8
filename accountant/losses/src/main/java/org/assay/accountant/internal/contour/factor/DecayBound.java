package org.assay.accountant.internal.contour.factor;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.internal.divergence.SampledGaussianMoment;

/**
 * Bounds {@code |M(c + iv)|} for all {@code v ≥ t} by quadrature along lines off the real axis, on
 * which the integrand's modulus falls with t. Proof: {@code
 * contour/doc-files/contour-inversion.md}, truncation.
 */
public final class DecayBound {
  /** Unit roundoff of binary64. */
  private static final double U = MixturePair.U;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /** Height of the first line, in units of 1/σ. Not tuned. */
  private static final double LARGEST_HEIGHT = 6;

  /** Height in units of 1/σ below which no line is tried. Not tuned: ends the search. */
  private static final double SMALLEST_HEIGHT = 1e-3;

  /** Ratio of the heights of successive lines. Not tuned. */
  private static final double RATIO = 0.6;

  /** Length of a line, in standard deviations, that its nodes must cover. Not tuned. */
  private static final double WINDOW = 20;

  /**
   * Target of the discretization error for one step; it is divided by the number of steps. Not
   * tuned.
   */
  private static final double LINE_ACCURACY = 1e-9;

  /**
   * Largest number of nodes of a line that is used; other lines are better for large t. Not tuned.
   */
  private static final double MAXIMUM_NODES = 2000;

  /**
   * Half-heights of the strip of analyticity that are tried, relative to the line's height. Not
   * tuned.
   */
  private static final double[] STRIPS = {1, 1.4, 2, 3, 5, 10, 30, 100};

  private final MixturePair pair;
  private final double c;
  private final double logMoment;
  private final List<Candidate> candidates = new ArrayList<>();

  /** A line and the strip around it. */
  private record Candidate(double tau, double strip, double step, ShiftedLine line) {}

  /**
   * A bound.
   *
   * @param logMoment upper bound of {@code log M(c)}
   * @param count the number of equal steps
   * @param reach largest t of a later bound
   */
  public DecayBound(MixturePair pair, double c, double logMoment, double count, double reach) {
    this.pair = pair;
    this.c = c;
    this.logMoment = logMoment;
    double accuracy = LINE_ACCURACY / count;
    double tau = Math.min(0.93 * Math.PI, LARGEST_HEIGHT / pair.sigma);
    while (tau * pair.sigma >= SMALLEST_HEIGHT && logMoment < 600) {
      addCandidate(tau, accuracy, reach);
      tau *= RATIO;
    }
  }

  private void addCandidate(double tau, double accuracy, double reach) {
    double best = 0;
    double bestStep = 0;
    for (double factor : STRIPS) {
      double strip = Math.min(factor * tau, 0.98 * (Math.PI - tau));
      double step =
          2 * Math.PI * strip * pair.sigma / (logStrip(tau, strip, reach) - Math.log(accuracy));
      best = step > bestStep ? strip : best;
      bestStep = Math.max(step, bestStep);
    }
    if (bestStep * MAXIMUM_NODES > WINDOW) {
      double step = SampledGaussianMoment.shortened(bestStep);
      ShiftedLine line = new ShiftedLine(pair, tau, c, step, accuracy * 1e-3);
      candidates.add(new Candidate(tau, best, step, line));
    }
  }

  /** Logarithm of twice the strip integral around the line at an angle. */
  private double logStrip(double tau, double strip, double t) {
    double sigma = pair.sigma;
    double squares = 0.5 * sigma * sigma * (tau * tau + strip * strip);
    double mixtures = (pair.upper ? 1 : 0) + (pair.lower ? 1 : 0);
    double ahead = mixtures * 0.5 * t * Math.max(0, strip - tau);
    double growth = ShiftedLine.logGrowth(pair, tau + strip, c);
    return Math.log(2) + logMoment + squares + ahead + growth + 0x1p-30;
  }

  private DecayBound(MixturePair pair, double c, double logMoment) {
    this.pair = pair;
    this.c = c;
    this.logMoment = logMoment;
  }

  /** A bound from a single line at an angle. */
  public static DecayBound at(
      double tau, MixturePair pair, double c, double logMoment, double count, double reach) {
    DecayBound bound = new DecayBound(pair, c, logMoment);
    bound.addCandidate(tau, LINE_ACCURACY / count, reach);
    return bound;
  }

  /** The angle of the line with the smallest bound at t; 0 if no line improves on the real axis. */
  public double bestAngle(double t) {
    double best = 0;
    double smallest = Math.exp(logMoment);
    for (Candidate candidate : candidates) {
      double bound = bound(candidate, t);
      best = bound < smallest ? candidate.tau() : best;
      smallest = Math.min(smallest, bound);
    }
    return best;
  }

  /** Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}. */
  public double logBound(double t) {
    double best = logMoment;
    for (Candidate candidate : candidates) {
      double bound = bound(candidate, t);
      best = bound > 0 ? Math.min(best, Math.log(bound) + 0x1p-50) : best;
    }
    return best + Math.abs(best) * 0x1p-50;
  }

  private double bound(Candidate candidate, double t) {
    LineNodes line = candidate.line().nodes;
    double sum = 0;
    for (int j = 0; j < line.size; j++) {
      sum += Math.exp(line.logWeight[j] - t * line.decay[j]);
    }
    double exponent = 2 * Math.PI * candidate.strip() * pair.sigma / candidate.step();
    exponent *= 1 - 0x1p-45;
    double strip = Math.exp(logStrip(candidate.tau(), candidate.strip(), t) - exponent);
    double discretization = strip / -Math.expm1(-exponent);
    // Exponentials of exponents below -750 vanish; other exponents err by a few roundoffs of their
    // size.
    double relative = U * (line.size + 4000);
    double rounding = line.weightErrors + t * line.lossErrors;
    return (sum * (1 + relative) + rounding + discretization + candidate.line().omitted) * UP;
  }
}
