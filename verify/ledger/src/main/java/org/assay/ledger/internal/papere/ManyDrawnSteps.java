package org.assay.ledger.internal.papere;

/**
 * An upper bound on the delta of noisy descent, divided by the claimed delta: {@code
 * doc-files/drawn-steps.md}. The noise has {@code sigma² = 8 κ T L² ln(1/delta)/(n epsilon)²}, and
 * each step draws {@code m = n √(epsilon/(4T))} records with replacement. The bound holds for every
 * norm and for every number of records from the given one on. It also holds for more points, if the
 * number of records grows as fast as √T.
 *
 * <p>Logarithms are computed in double precision, with a slack far above their rounding errors.
 *
 * @param points T
 * @param records lower bound of n
 * @param lowEpsilon lower bound of epsilon
 * @param highEpsilon upper bound of epsilon
 * @param lowLog lower bound of ln(1/delta)
 * @param highLog upper bound of ln(1/delta)
 * @param factor factor of the variance
 */
public record ManyDrawnSteps(
    double points,
    double records,
    double lowEpsilon,
    double highEpsilon,
    double lowLog,
    double highLog,
    double factor) {
  /**
   * Largest tried number of draws of one record in a step that enter the moments; more draws count
   * as a failure, see {@link #rare}.
   */
  private static final int MOST_DRAWN = 5;

  /** Smallest tried number of such draws. */
  private static final int FEWEST_DRAWN = 2;

  /** Tried Rényi orders, about. */
  private static final int ORDERS = 60;

  /** Relative slack that covers rounding errors. */
  private static final double SLACK = 1e-9;

  /**
   * Square of the shift, times j - 1, above which the shifted moment is not tried: it then exceeds
   * 2, the other bound.
   */
  private static final double FAR = 2;

  /**
   * The bound for one epsilon and one delta.
   *
   * @param points T
   * @param records lower bound of n
   * @param epsilon above 0
   * @param delta strictly between 0 and 1
   * @param factor factor of the variance
   * @return the bound
   */
  public static ManyDrawnSteps at(
      double points, double records, double epsilon, double delta, double factor) {
    double log = -Math.log(delta);
    return new ManyDrawnSteps(points, records, epsilon, epsilon, log, log, factor);
  }

  /**
   * {@code √(32 T ln(1/delta))/epsilon}, the number of records that Theorem 10 needs for T points.
   */
  static double records(double points, double epsilon, double log) {
    return Math.sqrt(32 * points * log) / epsilon * (1 - SLACK);
  }

  /** t/s: the shift of one entry of the list, as if the batch size need not be a whole number. */
  private double shift() {
    return Math.sqrt(2 * highEpsilon / (factor * lowLog)) * (1 + SLACK);
  }

  /** An upper bound of s: the batch size is rounded down, from at least n √(ε/4T). */
  private double rounding() {
    double least = Math.floor(records * Math.sqrt(lowEpsilon / (4 * points)) * (1 - SLACK));
    return least >= 1 ? 1 + 1 / least : Double.POSITIVE_INFINITY;
  }

  /** √(ε/4T), an upper bound of m/n. */
  private double share() {
    return Math.sqrt(highEpsilon / (4 * points)) * (1 + SLACK);
  }

  /** λ₁. */
  private double odds() {
    return share() * records / (records - 1);
  }

  /**
   * The bound divided by delta.
   *
   * @return an upper bound of the delta at epsilon, divided by delta; infinite if nothing is proved
   */
  public double ratio() {
    if (rounding() == Double.POSITIVE_INFINITY) {
      return Double.POSITIVE_INFINITY;
    }
    int last = 3 + (int) Math.ceil(2.5 * highLog / lowEpsilon);
    double[] logFactorials = logFactorials(last);
    double[] sums = new double[last + 1];
    java.util.Arrays.fill(sums, Double.NEGATIVE_INFINITY);
    double best = Double.POSITIVE_INFINITY;
    for (int drawn = 1; drawn <= MOST_DRAWN; drawn++) {
      for (int j = 2; j <= last; j++) {
        double weight = drawn * Math.log(odds()) - logFactorials[drawn];
        sums[j] = logSum(sums[j], weight + logRoot(j, drawn));
      }
      if (drawn >= FEWEST_DRAWN) {
        best = Math.min(best, rare(drawn) + least(sums, logFactorials));
      }
    }
    return best * (1 + 1e-6);
  }

  /** {@code T (ε/4T)^{(k₀+1)/2}/(k₀+1)!} divided by delta. */
  private double rare(int drawn) {
    double log = (drawn + 1) * Math.log(share()) + Math.log(points) + highLog;
    for (int k = 2; k <= drawn + 1; k++) {
      log -= Math.log(k);
    }
    return Math.exp(log);
  }

  private double least(double[] sums, double[] logFactorials) {
    int last = sums.length - 1;
    double best = Double.POSITIVE_INFINITY;
    for (int order = 2; order <= last; order += Math.max(1, last / ORDERS)) {
      double moment = points * Math.exp(logMoment(order, sums, logFactorials));
      double conversion = (order - 1) * Math.log1p(-1.0 / order) - Math.log(order);
      double exponent = moment - (order - 1) * lowEpsilon + conversion + highLog;
      best = Math.min(best, exponent + SLACK * (1 + highLog + order));
    }
    return Math.exp(best);
  }

  /** {@code log Σ C(a, j) S_j^j}, from {@code log S_j}. */
  private static double logMoment(int order, double[] sums, double[] logFactorials) {
    double log = Double.NEGATIVE_INFINITY;
    for (int j = 2; j <= order; j++) {
      double choices = logFactorials[order] - logFactorials[j] - logFactorials[order - j];
      log = logSum(log, choices + j * sums[j]);
    }
    return log + SLACK * (1 + Math.abs(log));
  }

  /** {@code log C_j^{1/j}}, with t/s in place of the document's t. */
  private double logRoot(int j, int drawn) {
    double single = drawn * shift();
    double shift = single * rounding();
    double root = Math.log(2) / j;
    if ((j - 1) * shift * shift < FAR) {
      double moment = logMoment(j, (j - 1) * shift);
      double parity = j % 2 == 0 ? 0 : Math.log(Math.PI / 2) / 2;
      root = Math.min(root, Math.log(single) + (moment + parity) / j);
    }
    return (j - 1) * shift * shift / 2 + root;
  }

  /**
   * An upper bound of {@code log E|Z + x|^j}, x above 0; for odd j, from the moments below and
   * above.
   */
  private static double logMoment(int j, double x) {
    double before = 0;
    double log = Math.log(x);
    double logX = log;
    for (int i = 2; i <= j; i++) {
      double next = logSum(logX + log, Math.log(i - 1) + before);
      before = log;
      log = next;
    }
    return j % 2 == 0 ? log : (before + logSum(logX + log, Math.log(j) + before)) / 2;
  }

  private static double[] logFactorials(int last) {
    double[] logs = new double[last + 1];
    for (int i = 2; i <= last; i++) {
      logs[i] = logs[i - 1] + Math.log(i);
    }
    return logs;
  }

  private static double logSum(double a, double b) {
    double most = Math.max(a, b);
    return most == Double.NEGATIVE_INFINITY
        ? most
        : most + Math.log1p(Math.exp(Math.min(a, b) - most));
  }
}
