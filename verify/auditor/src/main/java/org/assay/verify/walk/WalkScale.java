package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The quantities of a run that determine its random walks. A run allows many losses; walks use
 * linear losses, or quadratic ones if losses must be strongly convex. Lengths are in units of the
 * standard deviation of one step's noise.
 *
 * @param width the width of the domain, W = D/(ησ), rounded down
 * @param contraction Lipschitz constant of a gradient step without noise, above 0 and at most 1
 * @param slopeLimit the largest shift by one record's linear loss: {@code L/(bσ) − (1 − c) W/(2b)},
 *     rounded down. The second term is the share of the curvature, which the Lipschitz constant
 *     must cover too
 * @param period the number of steps from one use of a record to the next
 */
record WalkScale(double width, double contraction, double slopeLimit, long period) {
  /**
   * Distance of the walls from the walk if nothing bounds the domain, in standard deviations of the
   * walk's noise.
   */
  private static final double MARGIN = 8;

  /**
   * The scale of a run's walks.
   *
   * @throws IllegalArgumentException if cyclic batches do not have one size
   * @throws UnsupportedEventException if no walk is known to be an instance of the run
   */
  static WalkScale of(NoisySgd run) {
    double contraction = contraction(run);
    double diameter = Parameters.requirePositive("diameter", diameter(run, contraction));
    requireEqualBatches(run);
    requireInstance(run, contraction);
    double width = Rounding.divideDown(diameter, Rounding.multiplyUp(run.stepSize(), run.noise()));
    long period = run.sampling() == NoisySgdSampling.CYCLIC ? run.records() / run.batchSize() : 1;
    return new WalkScale(width, contraction, slopeLimit(run, contraction, width), period);
  }

  /** The constant part of the quadratic's step, {@code (1 − c) W/2}. */
  double centre() {
    return (1 - contraction) * width / 2;
  }

  /**
   * The contraction of a step: 1 for linear losses, and less for quadratic losses of curvature m,
   * used under strong convexity.
   */
  private static double contraction(NoisySgd run) {
    if (run.strongConvexity() <= 0) {
      return 1;
    }
    double product = Rounding.multiplyUp(run.stepSize(), run.strongConvexity());
    double contraction = Rounding.subtractDown(1, product);
    double curvature = Rounding.divideUp(Rounding.subtractUp(1, contraction), run.stepSize());
    if (!(contraction > 0)) {
      throw unknown(run, "steps that overshoot the minimum of the losses");
    }
    if (!(curvature <= run.smoothness())) {
      throw unknown(run, "losses of one curvature only, which rounding moves");
    }
    return contraction;
  }

  private static UnsupportedEventException unknown(NoisySgd run, String what) {
    return new UnsupportedEventException(run.describe(), "no walk is known for " + what);
  }

  /**
   * The diameter of the run's domain or, if the domain is unbounded, one whose walls hardly affect
   * the walk.
   */
  private static double diameter(NoisySgd run, double contraction) {
    if (run.diameter() < Double.POSITIVE_INFINITY) {
      return run.diameter();
    }
    double memory =
        contraction < 1
            ? Math.min((double) run.steps(), 1 / (1 - contraction))
            : (double) run.steps();
    double share = run.samplingShare().midpoint();
    double reach = share * run.stepMu().midpoint() * memory + MARGIN * Math.sqrt(memory);
    return 2 * (reach + MARGIN) * run.stepSize() * run.noise();
  }

  private static double slopeLimit(NoisySgd run, double contraction, double width) {
    double slope =
        Rounding.divideDown(
            run.lipschitzConstant(), Rounding.multiplyUp(run.noise(), (double) run.batchSize()));
    double curvature = Rounding.multiplyUp(Rounding.subtractUp(1, contraction), width);
    double limit =
        Rounding.subtractDown(slope, Rounding.divideUp(curvature, 2.0 * run.batchSize()));
    if (!(limit > 0)) {
      throw new UnsupportedEventException(
          "noisy gradient descent with contraction " + contraction,
          "a quadratic loss with this contraction has gradients above the Lipschitz constant "
              + "somewhere on the domain; no such losses exist");
    }
    return limit;
  }

  private static void requireEqualBatches(NoisySgd run) {
    if (run.sampling() == NoisySgdSampling.CYCLIC && run.records() % run.batchSize() != 0) {
      throw new IllegalArgumentException(
          String.format(
              "batchSize was %s of %s records with cyclic batches: it must be all of them for a"
                  + " full batch, a divisor for cyclic ones, and at most all of them otherwise",
              run.batchSize(), run.records()));
    }
  }

  private static void requireInstance(NoisySgd run, double contraction) {
    NoisySgdSampling sampling = run.sampling();
    boolean cyclic = sampling == NoisySgdSampling.CYCLIC;
    boolean resized =
        run.adjacency() == AdjacencyRelation.ADD_OR_REMOVE
            && (sampling == NoisySgdSampling.FIXED_SIZE || cyclic);
    if (resized) {
      throw new UnsupportedEventException(
          "noisy gradient descent with " + (cyclic ? "cyclic" : "fixed size") + " batches",
          "a record more or less changes the law of the other records' batches; use replace-one");
    }
    boolean curved =
        contraction < 1
            && (sampling == NoisySgdSampling.POISSON
                || run.adjacency() != AdjacencyRelation.REPLACE_ONE);
    if (curved) {
      throw new UnsupportedEventException(
          "noisy gradient descent with contraction " + contraction,
          "the curvature of a batch varies with the number of records in it unless batches have a "
              + "fixed size and records are replaced; use contraction 1");
    }
  }
}
