package org.assay.cli.internal.utility;

import java.util.List;

/**
 * The mean of some measurements.
 *
 * @param value the mean
 * @param error its standard error; not a number for a single measurement
 */
record Mean(double value, double error) {
  /**
   * Averages.
   *
   * @param values at least one
   * @return their mean
   */
  static Mean of(List<Double> values) {
    int runs = values.size();
    double mean = values.stream().mapToDouble(x -> x).average().orElseThrow();
    double squares = values.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum();
    return new Mean(mean, runs > 1 ? Math.sqrt(squares / (runs - 1) / runs) : Double.NaN);
  }
}
