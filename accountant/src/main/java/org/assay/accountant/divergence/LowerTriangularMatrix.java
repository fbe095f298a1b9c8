package org.assay.accountant.divergence;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * A matrix given by its rows, of which the i-th has i + 1 entries.
 *
 * @param rows the entries, finite; at most 1000 rows
 */
public record LowerTriangularMatrix(List<List<Double>> rows) implements StrategyMatrix {
  private static final int MOST_ROWS = 1000;

  /**
   * Checks and copies the rows.
   *
   * @throws IllegalArgumentException if there is no row or more than 1000, a row's length is wrong,
   *     or an entry is not finite
   */
  public LowerTriangularMatrix {
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
   * @param size how many there are
   * @return the same
   * @throws IllegalArgumentException if there is none, or there are more than 1000
   */
  public static int requireSize(int size) {
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
  public String describe() {
    return "given lower-triangular matrix of " + rows.size() + " steps";
  }

  /**
   * The largest norm of a column for one participation. For more of them the squares of norms add
   * up where no two columns that far apart share a row, and norms add up everywhere.
   */
  @Override
  public Bound sensitivity(long participations, long separation) {
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    int size = rows.size();
    int times = (int) Math.min(participations, 1 + (size - 1) / separation);
    int apart = (int) Math.min(separation, size);
    boolean disjoint = bands() <= apart;
    Enclosure[] weights = new Enclosure[size];
    for (int j = 0; j < size; j++) {
      Enclosure square = squaredNorm(j);
      weights[j] = disjoint || times == 1 ? square : square.sqrt();
    }
    Enclosure most = heaviest(weights, times, apart);
    return disjoint || times == 1 ? new Bound(most.sqrt(), true) : new Bound(most, false);
  }

  private Enclosure squaredNorm(int column) {
    Enclosure sum = Enclosure.ZERO;
    for (int i = column; i < rows.size(); i++) {
      sum = sum.plus(Enclosure.exact(rows.get(i).get(column)).square());
    }
    return sum;
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

  /** The largest sum of so many weights at places that far apart. */
  private static Enclosure heaviest(Enclosure[] weights, int times, int apart) {
    Enclosure[] before = new Enclosure[weights.length + 1];
    Arrays.fill(before, Enclosure.ZERO);
    for (int n = 0; n < times; n++) {
      Enclosure[] now = new Enclosure[weights.length + 1];
      now[0] = Enclosure.ZERO;
      for (int j = 0; j < weights.length; j++) {
        now[j + 1] = now[j].max(weights[j].plus(before[Math.max(0, j + 1 - apart)]));
      }
      before = now;
    }
    return before[weights.length];
  }
}
