package org.assay.verify.walk;

/**
 * The law of a step's shift, apart from the Gaussian noise: finitely many values with their
 * probabilities.
 *
 * <p>The exact values lie within {@code shiftError} of the doubles in this class, the exact
 * probabilities within a factor {@code 1 ± weightError}. Values of total probability {@code
 * omitted} were left out.
 */
final class StepLaw {
  /** Unit roundoff of double precision. */
  private static final double ROUNDOFF = 0x1p-53;

  /**
   * Determines where the tails of a binomial law are cut: Bernstein's inequality bounds a cut tail
   * by {@code e^(-NEGLIGIBLE)}. The cut probability is accounted for in {@code omitted}.
   */
  private static final double NEGLIGIBLE = 90;

  /** Number of values that are left of a larger law in the search. */
  private static final int CLUSTERS = 8;

  private final double[] shifts;
  private final double[] weights;
  private final double shiftError;
  private final double weightError;
  private final double omitted;

  private StepLaw(
      double[] shifts, double[] weights, double shiftError, double weightError, double omitted) {
    this.shifts = shifts;
    this.weights = weights;
    this.shiftError = shiftError;
    this.weightError = weightError;
    this.omitted = omitted;
  }

  int size() {
    return shifts.length;
  }

  double shift(int index) {
    return shifts[index];
  }

  double weight(int index) {
    return weights[index];
  }

  double shiftError() {
    return shiftError;
  }

  double weightError() {
    return weightError;
  }

  double omitted() {
    return omitted;
  }

  /** A shift that is always the same, given as a sum of two terms that are known to 4 roundoffs. */
  static StepLaw certain(double shift, double magnitude) {
    return new StepLaw(new double[] {shift}, new double[] {1}, 8 * ROUNDOFF * magnitude, 0, 0);
  }

  /** One shift if the record is in the batch, which has probability {@code hits/records}. */
  static StepLaw twoValued(long hits, long records, double missed, double hit, double magnitude) {
    double[] weights = {(double) (records - hits) / records, (double) hits / records};
    return new StepLaw(
        new double[] {missed, hit}, weights, 8 * ROUNDOFF * magnitude, 4 * ROUNDOFF, 0);
  }

  /** The convolution with the number of others in a Poisson batch, times their slope. */
  StepLaw plusBinomial(long others, long hits, long records, double slope) {
    double rate = (double) hits / records;
    double mean = others * rate;
    double spread = NEGLIGIBLE / 3 + Math.sqrt(2 * NEGLIGIBLE * mean + NEGLIGIBLE * NEGLIGIBLE / 9);
    long low = Math.max(0, (long) Math.floor(mean - spread - 1));
    long high = Math.min(others, (long) Math.ceil(mean + spread + 1));
    double[] counts = binomial(others, hits, records, low, high);
    double[] allShifts = new double[counts.length * shifts.length];
    double[] allWeights = new double[allShifts.length];
    for (int k = 0; k < counts.length; k++) {
      for (int i = 0; i < shifts.length; i++) {
        allShifts[k * shifts.length + i] = shifts[i] + (low + k) * slope;
        allWeights[k * shifts.length + i] = weights[i] * counts[k];
      }
    }
    double error = shiftError + 8 * ROUNDOFF * (Math.abs(slope) * high + largest(shifts));
    double relative = weightError + ROUNDOFF * (8.0 * counts.length + 8);
    return new StepLaw(allShifts, allWeights, error, relative, 2 * Math.exp(1 - NEGLIGIBLE));
  }

  /** Probabilities from the ratio of neighbours, outward from the mode, normalized. */
  private static double[] binomial(long others, long hits, long records, long low, long high) {
    double[] result = new double[Math.toIntExact(high - low + 1)];
    double odds = (double) hits / (records - hits);
    int mode =
        (int) (Math.min(high, Math.max(low, Math.round((double) others * hits / records))) - low);
    result[mode] = 1;
    double total = 1;
    for (int k = mode + 1; k < result.length; k++) {
      result[k] = result[k - 1] * ((double) (others - low - k + 1) / (low + k)) * odds;
      total += result[k];
    }
    for (int k = mode - 1; k >= 0; k--) {
      result[k] = result[k + 1] * ((double) (low + k + 1) / (others - low - k)) / odds;
      total += result[k];
    }
    for (int k = 0; k < result.length; k++) {
      result[k] /= total;
    }
    return result;
  }

  private static double largest(double[] values) {
    double result = 0;
    for (double value : values) {
      result = Math.max(result, Math.abs(value));
    }
    return result;
  }

  double lowest() {
    double result = shifts[0];
    for (double shift : shifts) {
      result = Math.min(result, shift);
    }
    return result;
  }

  double highest() {
    double result = shifts[0];
    for (double shift : shifts) {
      result = Math.max(result, shift);
    }
    return result;
  }

  /** A law with few values that resembles this one, for the search; carries no guarantee. */
  StepLaw condensed() {
    double low = lowest();
    double range = highest() - low;
    if (size() <= CLUSTERS || !(range > 0)) {
      return this;
    }
    double[] sums = new double[CLUSTERS];
    double[] totals = new double[CLUSTERS];
    for (int i = 0; i < size(); i++) {
      int cluster = (int) Math.min(CLUSTERS - 1.0, (shifts[i] - low) / range * CLUSTERS);
      sums[cluster] += weights[i] * shifts[i];
      totals[cluster] += weights[i];
    }
    for (int cluster = 0; cluster < CLUSTERS; cluster++) {
      double middle = low + (cluster + 0.5) * range / CLUSTERS;
      sums[cluster] = totals[cluster] > 0 ? sums[cluster] / totals[cluster] : middle;
    }
    return new StepLaw(sums, totals, 0, 0, 0);
  }

  /** The mean of the shift, for display and search; carries no guarantee. */
  double mean() {
    double result = 0;
    for (int i = 0; i < shifts.length; i++) {
      result += weights[i] * shifts[i];
    }
    return result;
  }

  /** The variance of the shift, for display and search; carries no guarantee. */
  double variance() {
    double mean = mean();
    double result = 0;
    for (int i = 0; i < shifts.length; i++) {
      result += weights[i] * (shifts[i] - mean) * (shifts[i] - mean);
    }
    return result;
  }
}
