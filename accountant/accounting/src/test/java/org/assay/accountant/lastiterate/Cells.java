package org.assay.accountant.lastiterate;

/** Cells of equal size in [0, width], and the two ends for themselves. */
final class Cells {
  private static final double SIZE = 0.1;
  private static final int FEWEST = 60;
  private static final int MOST = 1000;

  private final double width;
  private final int count;

  private Cells(double width, int count) {
    this.width = width;
    this.count = count;
  }

  static Cells of(double width, double noise) {
    double count = Math.ceil(width / (SIZE * noise));
    return new Cells(width, (int) Math.max(FEWEST, Math.min(MOST, count)));
  }

  /** The masses after a last step from places with masses, exactly: lower end, cells, upper end. */
  double[] after(StepLaw law, double[] places, double[] masses) {
    double[] result = new double[count + 2];
    for (int i = 0; i < places.length; i++) {
      for (int way = 0; masses[i] > 0 && way < law.ways(); way++) {
        double mean = law.mean(way, places[i]);
        add(result, masses[i] * law.probability(way), mean, law.noise());
      }
    }
    return result;
  }

  private void add(double[] result, double mass, double mean, double noise) {
    result[0] += mass * Normal.upperTail(mean / noise);
    result[count + 1] += mass * Normal.upperTail((width - mean) / noise);
    double size = width / count;
    double reach = Normal.REACH * noise;
    int first = (int) Math.max(0, Math.floor((mean - reach) / size));
    int last = (int) Math.min(count - 1, Math.floor((mean + reach) / size));
    for (int cell = first; cell <= last; cell++) {
      double from = (cell * size - mean) / noise;
      result[cell + 1] += mass * Normal.between(from, ((cell + 1) * size - mean) / noise);
    }
  }
}
