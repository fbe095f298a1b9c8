package org.assay.accountant.divergence;

import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * The square root of the matrix of prefix sums, a Toeplitz matrix whose coefficients are {@code f_0
 * = 1, f_k = f_{k-1}(1 - 1/(2k))} ([@FichtenbergerHenzingerUpadhyay2023]), of which the first ones
 * only may be kept.
 *
 * @param steps how many steps, from 1 to 2^20
 * @param bands how many coefficients are kept, from 1 to steps
 */
public record SquareRootMatrix(long steps, long bands) implements StrategyMatrix {
  private static final long LARGEST = 1L << 20;
  private static final double MOST_TERMS = 3e7;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public SquareRootMatrix {
    Parameters.requireAtLeastOne("steps", steps);
    Parameters.requireAtLeastOne("bands", bands);
    if (steps > LARGEST) {
      throw new IllegalArgumentException("steps was " + steps + ": it must be at most 2^20");
    }
    if (bands > steps) {
      throw new IllegalArgumentException(
          "bands was " + bands + ": it must be at most the number of steps, " + steps);
    }
  }

  @Override
  public String describe() {
    String bandsKept = bands == steps ? "" : " of " + bands + " bands";
    return "square root of prefix sums" + bandsKept + ", " + steps + " steps";
  }

  /** Steps 0, b, 2b, ... are the worst ones, as no coefficient is above the one before. */
  @Override
  public Bound sensitivity(long participations, long separation) {
    Parameters.requireAtLeastOne("participations", participations);
    Parameters.requireAtLeastOne("separation", separation);
    long times = Math.min(participations, 1 + (steps - 1) / separation);
    Enclosure[] column = coefficients(Math.toIntExact(bands));
    double termsOfRow = Math.min(times, 1 + (bands - 1) / separation);
    if (steps * termsOfRow > MOST_TERMS) {
      // Norms of columns add up.
      Enclosure norm = norm(column, 1, 1);
      return new Bound(norm.times(Enclosure.ofCount(times)), false);
    }
    return new Bound(norm(column, times, Math.min(separation, steps)), true);
  }

  /** The norm of the sum of the columns 0, b, 2b, ... */
  private Enclosure norm(Enclosure[] column, long times, long separation) {
    Enclosure squares = Enclosure.ZERO;
    long rows = Math.min(steps, (times - 1) * separation + bands);
    for (long row = 0; row < rows; row++) {
      Enclosure sum = Enclosure.ZERO;
      // The columns whose bands reach down to this row.
      long first = Math.max(0, (row - bands + separation) / separation);
      for (long i = first; i < times && i * separation <= row; i++) {
        sum = sum.plus(column[(int) (row - i * separation)]);
      }
      squares = squares.plus(sum.square());
    }
    return squares.sqrt();
  }

  private static Enclosure[] coefficients(int size) {
    Enclosure[] column = new Enclosure[size];
    column[0] = Enclosure.ONE;
    for (int k = 1; k < size; k++) {
      column[k] = column[k - 1].times(2.0 * k - 1).dividedBy(2.0 * k);
    }
    return column;
  }
}
