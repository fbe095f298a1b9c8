package org.assay.algorithms.internal.optimize.perturbation;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;

/**
 * The Moreau envelope {@code f_beta(w) = min_v f(v) + (beta/2) |w - v|²} of a linear prediction's
 * loss, record by record, over all v: convex, beta-smooth, L-Lipschitz and at most L²/(2 beta)
 * below f. Its gradient {@code beta (w - prox(w))} is a multiple u x of the features; u solves one
 * equation in one unknown ({@link LinearPredictionLoss#proximalSlope}).
 *
 * <p>The sensitivity does not contain the solver's error: every returned slope lies within the
 * range of the loss's slopes. No gradient is therefore longer than L but for one rounding, which
 * the declared constant includes. ([@BassilyFeldmanTalwarThakurta2019] add the error to L, for
 * solvers of which only the error is known.)
 *
 * @param loss the loss f, with kinks or without
 * @param beta smoothness of the envelope, finite and above 0
 */
public record MoreauEnvelope(LinearPredictionLoss loss, double beta) implements Loss {
  /** Factor that covers two roundings of a product of slope and features. */
  private static final double ROUNDINGS = 1 + 0x1p-50;

  /**
   * Checks the parameter.
   *
   * @throws IllegalArgumentException if beta is out of range
   */
  public MoreauEnvelope {
    Parameters.requirePositive("beta", beta);
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    double slope = loss.proximalSlope(parameter, dataset, i, beta);
    double[] point = parameter.clone();
    dataset.addRowTo(i, -slope / beta, point);
    double length = slope * dataset.rowNorm(i);
    return loss.value(point, dataset, i) + length * length / (2 * beta);
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    dataset.addRowTo(i, weight * loss.proximalSlope(parameter, dataset, i, beta), accumulator);
  }

  @Override
  public double lipschitzConstant() {
    return Rounding.multiplyUp(loss.lipschitzConstant(), ROUNDINGS);
  }

  @Override
  public double smoothness() {
    return beta;
  }

  @Override
  public void requireSupported(Dataset dataset) {
    loss.requireSupported(dataset);
  }

  /**
   * Largest distance of the envelope below the loss.
   *
   * @return L²/(2 beta)
   */
  public double gap() {
    return loss.lipschitzConstant() * loss.lipschitzConstant() / (2 * beta);
  }
}
