package org.assay.cli.walk;

import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdBuilder;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.BatchSampling;
import org.assay.verify.walk.NoisySgdSettings;

/**
 * Noisy stochastic gradient descent as a user describes it: the same for the accountant and for the
 * walks.
 *
 * @param settings the run; its smoothness is the least possible one where none was given
 * @param smoothnessGiven whether the smoothness was given; otherwise steps are assumed to be so
 *     small that their Lipschitz constant is |1 − step size · strong convexity|
 */
public record Descent(NoisySgd settings, boolean smoothnessGiven) {
  /**
   * Standard deviations of noise between the walls and the walk where nothing bounds the domain.
   */
  private static final double MARGIN = 8;

  /**
   * A run whose smoothness may be left out.
   *
   * @param description all but the curvature
   * @param strongConvexity 0 for convex losses
   * @param smoothness Lipschitz constant of the gradients, if known
   * @return the run
   * @throws org.assay.accountant.privacy.InvalidParameterException if a parameter is out of range
   */
  public static Descent of(
      NoisySgdBuilder description, double strongConvexity, OptionalDouble smoothness) {
    double most = smoothness.orElse(Math.abs(strongConvexity));
    return new Descent(
        description.curvature(strongConvexity, most).build(), smoothness.isPresent());
  }

  /**
   * What the bounds presuppose besides the numbers.
   *
   * @return a sentence
   */
  public String assumption() {
    String losses =
        "only the last iterate is released; gradients are not clipped, and step sizes, noise and the"
            + " starting point do not depend on the data";
    return smoothnessGiven
        ? losses
        : losses
            + "; no smoothness was given, so every step along a batch that can be drawn is assumed"
            + " to have the Lipschitz constant |1 - step size * strong convexity|, as for small"
            + " enough steps";
  }

  /**
   * The same run as the walks see it: of the losses that the settings allow, those that are linear,
   * or quadratic where they must be strongly convex.
   *
   * @return settings of walks all of which are instances of this run
   * @throws UnsupportedEventException if no walk is known to be an instance
   */
  public NoisySgdSettings walks() {
    double contraction = contraction();
    return new NoisySgdSettings(
        settings.lipschitzConstant(),
        settings.diameter() < Double.POSITIVE_INFINITY
            ? settings.diameter()
            : wideDiameter(contraction),
        settings.stepSize(),
        settings.noise(),
        settings.records(),
        settings.batchSize(),
        settings.steps(),
        contraction,
        sampling(),
        settings.adjacency());
  }

  /** Linear losses are convex and as smooth as one likes; strongly convex ones have curvature m. */
  private double contraction() {
    if (settings.strongConvexity() <= 0) {
      return 1;
    }
    double product = Rounding.multiplyUp(settings.stepSize(), settings.strongConvexity());
    double contraction = Rounding.subtractDown(1, product);
    double curvature = Rounding.divideUp(Rounding.subtractUp(1, contraction), settings.stepSize());
    if (!(contraction > 0)) {
      throw unsupported("steps that overshoot the minimum of the losses");
    }
    if (smoothnessGiven && !(curvature <= settings.smoothness())) {
      throw unsupported("losses of one curvature only, which rounding moves");
    }
    return contraction;
  }

  /** Where any domain is allowed, one that the walk hardly feels. */
  private double wideDiameter(double contraction) {
    double memory =
        contraction < 1
            ? Math.min((double) settings.steps(), 1 / (1 - contraction))
            : (double) settings.steps();
    double share = settings.samplingShare().midpoint();
    double reach = share * settings.stepMu().midpoint() * memory + MARGIN * Math.sqrt(memory);
    return 2 * (reach + MARGIN) * settings.stepSize() * settings.noise();
  }

  private UnsupportedEventException unsupported(String what) {
    return new UnsupportedEventException(settings.describe(), "no walk is known for " + what);
  }

  private BatchSampling sampling() {
    return switch (settings.sampling()) {
      case FULL_BATCH -> BatchSampling.FULL_BATCH;
      case FIXED_SIZE -> BatchSampling.FIXED_SIZE;
      case POISSON -> BatchSampling.POISSON;
      case CYCLIC -> BatchSampling.CYCLIC;
    };
  }
}
