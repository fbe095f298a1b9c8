package org.assay.accountant.lastiterate;

/**
 * Lower bounds of what two laws lose, from bounds of their masses in the same cells. Cells are a
 * function of what is released, so they tell apart no more than it does; divergences rise with the
 * masses of the first law and fall with those of the second; and what is left out of a sum of terms
 * that are not negative only lowers it.
 */
final class TrueLoss {
  /**
   * Cells to which the second law gives less are left out, as all that a step law leaves out could
   * matter there.
   */
  private static final double SMALLEST = 1e-40;

  /** Nodes in a panel of the two quadratures. */
  static final int COARSE = 10;

  private static final int FINE = 13;

  /** Of the epsilons: what the smallest cell's mass can be told from. */
  private static final double LARGEST = 100;

  private static final int HALVINGS = 45;

  private final double[] low;
  private final double[] high;

  private TrueLoss(double[] low, double[] high) {
    this.low = low;
    this.high = high;
  }

  /** Of the last iterate on the one data from that on the other, by two quadratures. */
  static TrueLoss of(Model model, Schedule schedule, boolean forward) {
    return of(masses(model, schedule, forward), masses(model, schedule, !forward));
  }

  private static CellMasses masses(Model model, Schedule schedule, boolean first) {
    return new CellMasses(model.law(schedule, first, COARSE), model.law(schedule, first, FINE));
  }

  /** Of the first law from the second one, each as computed twice. */
  static TrueLoss of(CellMasses first, CellMasses second) {
    return new TrueLoss(first.low(), second.high());
  }

  /** Lower bound of H at gamma = e^epsilon: a delta that no smaller one can be. */
  double delta(double epsilon) {
    double gamma = Math.exp(epsilon);
    double sum = 0;
    for (int i = 0; i < low.length; i++) {
      if (high[i] >= SMALLEST) {
        sum += Math.max(0, low[i] - gamma * high[i]);
      }
    }
    return sum;
  }

  /** An epsilon at which the above is at least delta: no smaller one can be proved. */
  double epsilon(double delta) {
    double low = 0;
    double high = LARGEST;
    if (!(delta(low) >= delta)) {
      return 0;
    }
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      boolean exceeded = delta(middle) >= delta;
      low = exceeded ? middle : low;
      high = exceeded ? high : middle;
    }
    return low;
  }

  /** Lower bound of the Rényi divergence. */
  double renyi(double order) {
    double largest = Double.NEGATIVE_INFINITY;
    double[] logs = new double[low.length];
    for (int i = 0; i < low.length; i++) {
      boolean counts = low[i] > 0 && high[i] >= SMALLEST;
      logs[i] =
          counts
              ? order * Math.log(low[i]) + (1 - order) * Math.log(high[i])
              : Double.NEGATIVE_INFINITY;
      largest = Math.max(largest, logs[i]);
    }
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - largest);
    }
    return largest > Double.NEGATIVE_INFINITY
        ? Math.max(0, (largest + Math.log(sum)) / (order - 1))
        : 0;
  }
}
