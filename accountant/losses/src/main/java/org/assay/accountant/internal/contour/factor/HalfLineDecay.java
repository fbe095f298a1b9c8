package org.assay.accountant.internal.contour.factor;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.contour.LineNodes;
import org.assay.accountant.internal.divergence.PairIntegrand;
import org.assay.accountant.internal.divergence.SymmetricIntegrand;
import org.assay.accountant.numeric.Enclosure;

/**
 * Bounds {@code |M(c + iv)|} of the fixed-size pair for all {@code v ≥ t}. Both half-line integrals
 * are moved off the real axis, to opposite sides. The loss's atom at 0 and two vertical pieces that
 * nearly cancel remain. Proof: {@code contour/doc-files/contour-inversion.md}.
 */
final class HalfLineDecay {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /** Ratio of the heights of successive lines. Not tuned. */
  private static final double RATIO = 0.6;

  /** Height of the first line, in units of mu. Not tuned. */
  private static final double LARGEST_HEIGHT = 4;

  /** Height in units of mu below which no line is tried. Not tuned: ends the search. */
  private static final double SMALLEST_HEIGHT = 1e-3;

  private final double q;
  private final double mu;
  private final double c;
  private final double logMoment;
  private final List<double[]> points;
  private final double tail;
  private final double atom;
  private final List<double[]> panels;
  private final double reach;
  private final double relativeError;
  private final List<Candidate> candidates = new ArrayList<>();

  /** One line: the moduli of both integrands at t = 0, and the rate at which they fall with t. */
  private record Candidate(double tau, double growth, double panelError, LineNodes nodes) {}

  /**
   * A bound.
   *
   * @param logMoment upper bound of {@code log M(c)}
   * @param points nodes and logarithms of weight times density
   * @param panels the panels that the nodes belong to
   * @param cut right end of the nodes
   * @param tail bound of the integrand above {@code cut}
   * @param reach largest t of a later bound
   */
  HalfLineDecay(
      FixedSizeFactor factor,
      double c,
      double logMoment,
      List<double[]> points,
      List<double[]> panels,
      double cut,
      double tail,
      double reach) {
    this.q = factor.share().upper();
    this.mu = factor.mu().upper();
    this.c = c;
    this.logMoment = logMoment;
    this.points = points;
    this.tail = tail;
    this.panels = panels;
    this.reach = reach;
    double sizes = (cut + mu) * (cut + mu) + (1 + 2 * c) * (2 + mu * cut);
    this.relativeError = 64 * U * (sizes + 800 + 2 * points.size());
    Enclosure below = NormalTail.upperTail(factor.mu().times(0.5)).times(2);
    this.atom = Enclosure.ONE.minus(below).times(Enclosure.ONE.minus(factor.share())).upper();
    double tau = Math.min(1.2, LARGEST_HEIGHT * mu);
    while (tau >= SMALLEST_HEIGHT * mu && logMoment < 600) {
      candidates.add(candidate(tau));
      tau *= RATIO;
    }
  }

  private Candidate candidate(double tau) {
    LineNodes nodes = new LineNodes();
    double y = tau / mu;
    for (double[] point : points) {
      double shifted = q * Math.exp(mu * point[0]);
      double re = (1 - q) + shifted * Math.cos(tau);
      double im = shifted * Math.sin(tau);
      double log = Math.log(Math.hypot(re, im));
      double argument = Math.atan2(im, re);
      double base = point[1] + 0.5 * y * y;
      nodes.add(base + (1 + c) * log, 0, relativeError, 0, argument, 0);
      nodes.add(base - c * log, 0, relativeError, 0, argument, 0);
    }
    double growth = Math.exp(0.5 * y * y) * Math.pow(Math.cos(tau / 2), -c);
    return new Candidate(tau, growth, panelError(tau), nodes);
  }

  private double panelError(double tau) {
    double error = 0;
    for (double[] panel : panels) {
      error +=
          AnalyticIntegral.panelError(
              (from, to, height) -> supremum(tau, from, to, height), panel[0], panel[1]);
    }
    return error * UP;
  }

  /** Bound of both integrands' moduli on a rectangle around the line at an angle. */
  private double supremum(double tau, double from, double to, double height) {
    double turn = tau + mu * height;
    if (!(turn < 3.1)) {
      return Double.POSITIVE_INFINITY;
    }
    double y = tau / mu;
    double ahead = 0.5 * reach * Math.max(0, mu * height - tau);
    double rising = (1 + c) * PairIntegrand.logMixture(q, mu * to);
    double smallest = PairIntegrand.logMixture(q, mu * from) + Math.log(Math.cos(turn / 2));
    double log =
        SymmetricIntegrand.logNormalSupremum(from + mu / 2, to + mu / 2, height)
            + 0.5 * y * y
            + ahead
            + PairIntegrand.logSum(rising, -c * smallest);
    return log < 600 ? Math.exp(log + 1e-3) : Double.POSITIVE_INFINITY;
  }

  /** Upper bound of {@code log |M(c + iv)|} for every {@code v ≥ t}. */
  double logBound(double t) {
    double best = logMoment;
    for (Candidate candidate : candidates) {
      double bound = bound(candidate, t);
      best = bound > 0 ? Math.min(best, Math.log(bound) + 0x1p-50) : best;
    }
    return best + Math.abs(best) * 0x1p-50;
  }

  private double bound(Candidate candidate, double t) {
    double sum = 0;
    LineNodes nodes = candidate.nodes();
    for (int j = 0; j < nodes.size; j++) {
      sum += Math.exp(nodes.logWeight[j] - t * nodes.decay[j]);
    }
    double moved = sum + nodes.weightErrors + candidate.panelError();
    moved += 2 * tail * candidate.growth();
    return (atom + moved + vertical(candidate.tau(), t)) * UP;
  }

  /** The vertical pieces at {@code x = mu/2}, by their sum or by their difference. */
  private double vertical(double tau, double t) {
    double y = tau / mu;
    double re = (1 - q) + q * Math.cos(tau);
    double im = q * Math.sin(tau);
    double modulus = Math.hypot(re, im);
    double power = Math.pow(modulus, -c);
    double rate = Math.min(q, Math.atan2(im, re) / tau) * mu * (1 - 0x1p-40);
    double apart = (1 + power) * Math.min(y, 1 / (rate * t));
    double linear = mu * Math.min(y * y / 2, 1 / (rate * t * (rate * t)));
    double square = q * (1 - q) * mu * mu / (2 * modulus * modulus);
    // The quadratic term rises with t up to this point and falls beyond it.
    double worst = Math.max(t, Math.cbrt(6) / (rate * y));
    double quadratic =
        2 * worst * square * Math.min(y * y * y / 3, 2 / Math.pow(rate * worst, 3))
            + (1 + 2 * c) * power * square * Math.min(y * y * y / 3, 2 / Math.pow(rate * t, 3));
    double density = Math.exp(0.5 * y * y - mu * mu / 8) * 0.3989422804014327;
    return density * Math.min(apart, linear + quadratic) * UP;
  }
}
