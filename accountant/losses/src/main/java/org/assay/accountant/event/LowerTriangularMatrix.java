package org.assay.accountant.event;

import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * A matrix given by its rows, of which the i-th has i + 1 entries.
 *
 * @param rows the entries, finite; at most 1000 rows
 */
record LowerTriangularMatrix(List<List<Double>> rows) implements StrategyMatrix {
  /** Largest number of rows. */
  private static final int MOST_ROWS = 1000;

  /**
   * Checks and copies the rows.
   *
   * @throws IllegalArgumentException if there is no row or more than 1000, a row's length is wrong,
   *     or an entry is not finite
   */
  LowerTriangularMatrix {
    requireSize(rows.size());
    rows = rows.stream().map(List::copyOf).toList();
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).size() != i + 1) {
        throw new IllegalArgumentException(
            "row " + (i + 1) + " had " + rows.get(i).size() + " entries: it must have " + (i + 1));
      }
      for (double entry : rows.get(i)) {
        if (!(Math.abs(entry) < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "row " + (i + 1) + " had the entry " + entry + ": it must be finite");
        }
      }
    }
  }

  /**
   * Refuses more rows than a matrix may have, before they are read.
   *
   * @param size the number of rows
   * @return the number of rows
   * @throws IllegalArgumentException if there is none, or there are more than 1000
   */
  static int requireSize(int size) {
    if (!(size >= 1 && size <= MOST_ROWS)) {
      throw new IllegalArgumentException(
          "rows was a list of " + size + ": it must have from 1 to " + MOST_ROWS);
    }
    return size;
  }

  @Override
  public long steps() {
    return rows.size();
  }

  @Override
  public Map<String, Object> terms() {
    return Map.of("matrix", "rows", "rows", rows);
  }

  /**
   * A search finds the worst steps if the products of columns allow it, see {@link
   * WorstParticipation}. The enclosure is wide if no signs make all products of the worst steps
   * positive, or if the search takes too long.
   */
  @Override
  public Enclosure sensitivity(long participations, long separation) {
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    int size = rows.size();
    int times = (int) Math.min(participations, 1 + (size - 1) / separation);
    int apart = times == 1 ? size : (int) Math.min(separation, size);
    Columns columns = new Columns();
    return columns.largest == 0
        ? Enclosure.ZERO
        : WorstParticipation.squaredLength(columns, size, times, apart)
            .sqrt()
            .times(Math.scalb(1.0, columns.exponent));
  }

  /** The columns over the power of two that makes their largest entry 1 to 2. */
  private final class Columns implements WorstParticipation.Products {
    private final double largest;
    private final int exponent;
    private final int bands = (int) bands();
    private final double[][] entries = new double[rows.size()][];
    private final double[] norms = new double[rows.size()];

    Columns() {
      largest = rows.stream().flatMap(List::stream).mapToDouble(Math::abs).max().orElseThrow();
      exponent =
          Math.getExponent(largest) < Double.MIN_EXPONENT
              ? Double.MIN_EXPONENT
              : Math.getExponent(largest);
      for (int j = 0; j < entries.length; j++) {
        entries[j] = new double[Math.min(bands, entries.length - j)];
        for (int t = 0; t < entries[j].length; t++) {
          entries[j][t] = Math.scalb(rows.get(j + t).get(j), -exponent);
        }
        norms[j] = Math.sqrt(of(j, j));
      }
    }

    @Override
    public double of(int i, int j) {
      double[] first = entries[i];
      double[] second = entries[j];
      int ahead = j - i;
      double sum = 0;
      for (int t = 0; t < Math.min(second.length, first.length - ahead); t++) {
        sum += first[t + ahead] * second[t];
      }
      return sum;
    }

    /** Every addition and product errs by one roundoff of its size; underflow adds the constant. */
    @Override
    public double error(int i, int j) {
      return (bands + 16) * 0x1p-52 * norms[i] * norms[j] + 0x1p-900;
    }

    @Override
    public int reach() {
      return bands;
    }
  }

  /** One more than the largest distance of an entry that is not 0 from the diagonal. */
  @Override
  public long bands() {
    int bands = 1;
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j <= i; j++) {
        bands = rows.get(i).get(j) != 0 ? Math.max(bands, i - j + 1) : bands;
      }
    }
    return bands;
  }

  @Override
  public double[] squaredErrors() {
    return RunningSums.ofRows(rows);
  }
}
