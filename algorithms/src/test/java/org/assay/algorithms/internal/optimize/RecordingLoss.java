package org.assay.algorithms.internal.optimize;

import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.Loss;

/** A linear loss that writes down which records were used, with which weight. */
public final class RecordingLoss implements Loss {
  private final Loss loss = new LinearLoss();
  private final StringBuilder uses = new StringBuilder();

  /**
   * What was used so far.
   *
   * @return records and weights in their order
   */
  public String uses() {
    return uses.toString();
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    return loss.value(parameter, dataset, i);
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    uses.append(i).append('@').append(weight).append(' ');
    loss.addGradient(parameter, dataset, i, weight, accumulator);
  }

  @Override
  public double lipschitzConstant() {
    return loss.lipschitzConstant();
  }

  @Override
  public double smoothness() {
    return loss.smoothness();
  }

  @Override
  public void requireSupported(Dataset dataset) {
    loss.requireSupported(dataset);
  }
}
