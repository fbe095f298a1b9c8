package org.assay.accountant.internal.iteration.starts;

/** Chords between the lines of one family, evaluated on the lines of another. */
final class TwoStartExchange {
  private static final int CELLS = TwoStartKernels.CELLS;

  private final TwoStartFamily from;
  private final TwoStartFamily to;
  private final int lines;

  /** For line and place of the other family: the line with at most the same loss there. */
  private final short[][] below;

  /** Weight of the next line, rounded down. */
  private final float[][] weights;

  TwoStartExchange(TwoStartFamily from, TwoStartFamily to, int lines) {
    this.from = from;
    this.to = to;
    this.lines = lines;
    this.below = new short[lines][CELLS];
    this.weights = new float[lines][CELLS];
    for (int i = 1; i < CELLS; i++) {
      int line = 0;
      for (int n = 0; n < lines; n++) {
        double loss = to.loss(n, i) * (1 - 1e-12);
        while (line + 1 < lines && from.loss(line + 1, i) <= loss) {
          line++;
        }
        below[n][i] = (short) line;
        weights[n][i] = line + 1 < lines ? weight(loss, line, i) : 0;
      }
    }
  }

  private float weight(double loss, int line, int place) {
    double low = from.loss(line, place);
    double width = Math.expm1(from.loss(line + 1, place) - low);
    double weight = Math.expm1(Math.max(0, loss - low)) / width;
    return (float) Math.max(0, Math.min(1, weight * (1 - 1e-6)));
  }

  /** Improves the other family by chords between lines of this one. */
  void exchange() {
    for (int n = 0; n < lines; n++) {
      for (int i = 1; i < CELLS; i++) {
        int line = below[n][i];
        double low = from.at(line, i);
        double high = Math.min(low, line + 1 < lines ? from.at(line + 1, i) : low);
        to.improve(n, i, (low + weights[n][i] * (high - low)) * (1 + 1e-12));
      }
    }
  }
}
