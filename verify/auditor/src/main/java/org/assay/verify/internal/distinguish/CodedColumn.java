package org.assay.verify.internal.distinguish;

/**
 * A column cut into few bins. Code 0 is NaN; the split after code {@code c} asks for more than the
 * cut number {@code c - 1}. Coarse bins, each some of these, are for looking at two columns
 * together.
 */
final class CodedColumn {
  /** More bins than {@link Quantiles} makes, a power of two. */
  static final int CODES = 64;

  /** The number of coarse bins. */
  static final int COARSE = 8;

  private final int index;
  private final double[] cuts;
  private final byte[] codes;
  private final byte[] coarse;
  private final int[] coarseEnds;

  /**
   * Codes the values of a column.
   *
   * @param index the column's number
   * @param values its values, of which some differ
   */
  CodedColumn(int index, double[] values) {
    this.index = index;
    this.cuts = Quantiles.cuts(values.clone(), values.length);
    this.codes = new byte[values.length];
    int[] masses = new int[CODES];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) Quantiles.bin(cuts, values[i]);
      masses[codes[i]]++;
    }
    this.coarseEnds = coarseEnds(masses, values.length);
    this.coarse = new byte[values.length];
    for (int i = 0; i < coarse.length; i++) {
      while (codes[i] > coarseEnds[coarse[i]]) {
        coarse[i]++;
      }
    }
  }

  int index() {
    return index;
  }

  /** The number of codes in use. */
  int size() {
    return cuts.length + 2;
  }

  int code(int row) {
    return codes[row];
  }

  int coarse(int row) {
    return coarse[row];
  }

  /** The last code of a coarse bin. */
  int coarseEnd(int bin) {
    return coarseEnds[bin];
  }

  /** What a value exceeds after a code; after code 0 that is every number but -infinity. */
  double threshold(int code) {
    return code == 0 ? Double.NEGATIVE_INFINITY : cuts[Math.min(code, cuts.length) - 1];
  }

  /** The bins hold about equally many rows. */
  private static int[] coarseEnds(int[] masses, int rows) {
    int[] ends = new int[COARSE];
    int code = -1;
    long sum = 0;
    for (int bin = 0; bin < COARSE; bin++) {
      long wanted = (long) rows * (bin + 1) / COARSE;
      while (code < CODES - 1 && (sum < wanted || bin == COARSE - 1)) {
        sum += masses[++code];
      }
      ends[bin] = code;
    }
    return ends;
  }
}
