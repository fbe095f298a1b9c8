package org.assay.algorithms.internal.optimize;

import java.util.function.IntUnaryOperator;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/**
 * A loss that does not do what it declares, for broken twins.
 *
 * @param declared what the constants are taken from
 * @param real where values and gradients come from, whatever the records
 * @param index the record that is really read for an index
 */
public record FaultyLoss(Loss declared, Loss real, IntUnaryOperator index) implements Loss {
  /** Gradients of another loss, longer than declared: clipping was forgotten. */
  public static Loss unclipped(Loss declared, Loss real) {
    return new FaultyLoss(declared, real, i -> i);
  }

  /** Reads other records than it was asked for. */
  public static Loss redirected(Loss loss, IntUnaryOperator index) {
    return new FaultyLoss(loss, loss, index);
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    return real.value(parameter, dataset, index.applyAsInt(i));
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    real.addGradient(parameter, dataset, index.applyAsInt(i), weight, accumulator);
  }

  @Override
  public double lipschitzConstant() {
    return declared.lipschitzConstant();
  }

  @Override
  public double gradientSensitivity() {
    return declared.gradientSensitivity();
  }

  @Override
  public double smoothness() {
    return declared.smoothness();
  }

  @Override
  public void requireSupported(Dataset dataset) {}
}
