package org.assay.accountant.internal.iteration.check;

/**
 * Distances by which two neighbours' runs move apart in a block. A few numbers of sampled steps
 * represent all: each has some part of the probability, or slightly more, and its own mean.
 */
final class PlainShifts {
  /**
   * Probabilities of the representatives. Two in the middle would miss the effect of the tails. Not
   * tuned.
   */
  private static final double[] PARTS = {0.15, 0.35, 0.3, 0.15, 0.045, 0.005};

  /** Probability below which numbers of sampled steps are omitted. Not tuned. */
  private static final double RARE = 1e-12;

  /**
   * Deviation above which the number of sampled steps is represented by its mean ± the deviation.
   * Not tuned.
   */
  private static final double MANY = 100;

  private final double mean;
  private final double[] probabilities;
  private final double[] shifts;

  private PlainShifts(double mean, double[] probabilities, double[] shifts) {
    this.mean = mean;
    this.probabilities = probabilities;
    this.shifts = shifts;
  }

  static PlainShifts certain(double shift) {
    return new PlainShifts(shift, new double[] {1}, new double[] {shift});
  }

  /** The shifts of one step that is known to sample the record or not. */
  static PlainShifts revealed(double shift, double share) {
    return new PlainShifts(0, new double[] {1 - share, share}, new double[] {0, shift});
  }

  /** The shifts of a binomial number of steps, each of which adds the same shift. */
  static PlainShifts sampled(double always, double each, double steps, double share) {
    double mean = always + each * share * steps;
    double deviation = Math.sqrt(share * (1 - share) * steps);
    if (deviation > MANY) {
      double[] shifts = {mean - each * deviation, mean + each * deviation};
      return new PlainShifts(mean, new double[] {0.5, 0.5}, shifts);
    }
    double[] probabilities = new double[PARTS.length];
    double[] sums = new double[PARTS.length];
    double log = steps * Math.log1p(-share);
    int part = 0;
    double most = 3 * share * steps + 100;
    for (double n = 0; n <= Math.min(steps, most); n++) {
      double mass = Math.exp(log);
      while (part < PARTS.length - 1 && probabilities[part] >= PARTS[part]) {
        part++;
      }
      if (mass > RARE || n < share * steps) {
        probabilities[part] += mass;
        sums[part] += mass * n;
      }
      log += Math.log((steps - n) / (n + 1)) + Math.log(share) - Math.log1p(-share);
    }
    double[] shifts = new double[PARTS.length];
    for (int i = 0; i < shifts.length; i++) {
      shifts[i] = probabilities[i] > 0 ? always + each * sums[i] / probabilities[i] : 0;
    }
    return new PlainShifts(mean, probabilities, shifts);
  }

  double mean() {
    return mean;
  }

  int count() {
    return shifts.length;
  }

  double probability(int index) {
    return probabilities[index];
  }

  double shift(int index) {
    return shifts[index];
  }

  /** The excess of the largest shift over the mean. */
  double largestExcess() {
    double largest = mean;
    for (double shift : shifts) {
      largest = Math.max(largest, shift);
    }
    return largest - mean;
  }
}
