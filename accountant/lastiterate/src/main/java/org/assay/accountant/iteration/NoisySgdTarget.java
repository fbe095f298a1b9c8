package org.assay.accountant.iteration;

import java.util.stream.DoubleStream;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.recoupling.LatticeProfile;
import org.assay.accountant.numeric.Enclosure;

/**
 * The number that is wanted of an (epsilon, delta) statement: epsilon at a delta, or delta at an
 * epsilon.
 */
interface NoisySgdTarget {
  /**
   * Estimate of the wanted number from a Rényi bound {@code loss} at an order and a failure
   * probability.
   */
  double score(double order, double loss, double failure);

  /** Failure probabilities of mixing that are tried. */
  double[] failures();

  /** Whether an argument could be the best, by its estimate and the best argument's estimate. */
  boolean promising(double score, double bestScore);

  /** A loss a little above the epsilon in question, by the best value so far. */
  double largestLoss(double best);

  /** The wanted number as an evaluation proves it. */
  double evaluate(NoisySgdEvaluation evaluation);

  /** The wanted number by a profile. */
  double of(LatticeProfile profile);

  /** The smallest epsilon at a delta. */
  record Epsilon(double delta) implements NoisySgdTarget {
    @Override
    public double score(double order, double loss, double failure) {
      double rest = delta - failure;
      return rest > 0 && loss < Double.MAX_VALUE
          ? RenyiConversion.epsilon(order, Enclosure.exact(loss), rest).upper()
          : Double.MAX_VALUE;
    }

    @Override
    public double[] failures() {
      return DoubleStream.iterate(0.9, part -> part > 2e-3, part -> part * 0.7)
          .map(part -> part * delta)
          .toArray();
    }

    @Override
    public boolean promising(double score, double bestScore) {
      return score <= 1.05 * bestScore;
    }

    @Override
    public double largestLoss(double best) {
      return 1.1 * best;
    }

    @Override
    public double evaluate(NoisySgdEvaluation evaluation) {
      return evaluation.epsilon(delta);
    }

    @Override
    public double of(LatticeProfile profile) {
      return profile.epsilon(delta);
    }
  }

  /** The smallest delta at an epsilon. */
  record Delta(double epsilon) implements NoisySgdTarget {
    @Override
    public double score(double order, double loss, double failure) {
      return loss < Double.MAX_VALUE
          ? RenyiConversion.logDelta(order, Enclosure.exact(loss), epsilon).exp().upper() + failure
          : Double.MAX_VALUE;
    }

    @Override
    public double[] failures() {
      return DoubleStream.iterate(0.5, chance -> chance > 1e-30, chance -> chance * 0.3).toArray();
    }

    @Override
    public boolean promising(double score, double bestScore) {
      return score <= 10 * bestScore;
    }

    @Override
    public double largestLoss(double best) {
      return 1.5 * epsilon;
    }

    @Override
    public double evaluate(NoisySgdEvaluation evaluation) {
      return evaluation.delta(epsilon);
    }

    @Override
    public double of(LatticeProfile profile) {
      return profile.delta(epsilon);
    }
  }
}
