package org.assay.verify.internal.distinguish;

/**
 * A column cut into at most 64 bins ("codes") and, more roughly, into 8 coarse bins. Code 0 is NaN.
 * A split after code {@code c} separates values above cut number {@code c - 1} from the others.
 * Coarse bins join neighbouring codes, for tests of two columns together.
 */
final class CodedColumn {
  /** Upper limit of the number of codes: a power of two, and more than {@link Quantiles} makes. */
  static final int CODES = 64;

  /** The number of coarse bins. Not tuned: a pair of columns has 64 coarse cells. */
  static final int COARSE = 8;

  private final int index;
  private final double[] cuts;
  private final byte[] codes;
  private final byte[] coarse;
  private final int[] coarseEnds;

  /**
   * Codes the values of a column.
   *
   * @param index the column's number in the layout
   * @param values its values, which are not all equal
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

  /**
   * The threshold of a split: a number that exactly the values above the split exceed. After code 0
   * the threshold is -infinity: every number but -infinity exceeds it.
   */
  double threshold(int code) {
    return code == 0 ? Double.NEGATIVE_INFINITY : cuts[Math.min(code, cuts.length) - 1];
  }

  /** Ends of coarse bins that hold about equally many rows. */
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
