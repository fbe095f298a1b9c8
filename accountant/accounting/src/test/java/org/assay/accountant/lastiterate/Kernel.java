package org.assay.accountant.lastiterate;

/** A matrix of transition masses: entry (i, j) is the mass that goes from i to j. */
final class Kernel {
  private final double[][] rows;

  /** The entries of a row that are not 0. */
  private final int[] from;

  private final int[] to;

  Kernel(double[][] rows) {
    this.rows = rows;
    this.from = new int[rows.length];
    this.to = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      int low = 0;
      int high = rows[i].length;
      while (low < high && rows[i][low] == 0) {
        low++;
      }
      while (high > low && rows[i][high - 1] == 0) {
        high--;
      }
      from[i] = low;
      to[i] = high;
    }
  }

  double[] apply(double[] masses) {
    double[] result = new double[rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      double mass = masses[i];
      double[] row = rows[i];
      int end = mass == 0 ? 0 : to[i];
      for (int j = from[i]; j < end; j++) {
        result[j] += mass * row[j];
      }
    }
    return result;
  }

  /** First this step, then another one. */
  Kernel then(Kernel next) {
    double[][] product = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      product[i] = next.apply(rows[i]);
    }
    return new Kernel(product);
  }

  /** This step so many times, at least once. */
  Kernel power(long times) {
    Kernel half = times > 1 ? power(times / 2) : this;
    Kernel even = times > 1 ? half.then(half) : this;
    return times > 1 && times % 2 == 1 ? even.then(this) : even;
  }

  /** So many times, by squaring where that takes less work. */
  double[] apply(double[] masses, long times) {
    double[] result = masses;
    Kernel power = this;
    long left = times;
    while (left > 0) {
      if (!power.squaringPays(left)) {
        return power.repeat(result, left);
      }
      if ((left & 1) == 1) {
        result = power.apply(result);
      }
      power = power.then(power);
      left >>= 1;
    }
    return result;
  }

  private double[] repeat(double[] masses, long times) {
    double[] result = masses;
    for (long i = 0; i < times; i++) {
      result = apply(result);
    }
    return result;
  }

  /** A square costs one application for each row, and spares half of those that are left. */
  private boolean squaringPays(long left) {
    return left > 3L * rows.length;
  }
}
