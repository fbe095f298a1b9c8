package org.assay.accountant.internal.iteration.starts;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.assay.accountant.numeric.Rounding;

/**
 * Upper bounds of H_γ between two runs on the same data from any two points of a set, for steps
 * that are not expansive. The table does not depend on the run ({@code doc-files/two-starts.md}).
 * Its rows are numbers of steps in a set of diameter 25 in units of the noise of a step; its
 * columns are losses {@code log γ}. Tests compute every row anew.
 */
public final class TwoStartTable {
  private static final String FILE = "two-starts.txt";
  private static final double DIAMETER = 25;

  /** Relative excess of a diameter for which the table still holds, above rounding errors. */
  private static final double SLACK = 0x1p-40;

  private static final TwoStartTable SHIPPED = read();

  private final double[] losses;
  private final int[] steps;
  private final double[][] values;

  private TwoStartTable(List<String> lines) {
    this.losses = numbers(lines.get(0));
    this.steps = new int[lines.size() - 1];
    this.values = new double[steps.length][];
    for (int row = 0; row < steps.length; row++) {
      String line = lines.get(row + 1);
      steps[row] = Integer.parseInt(line.substring(0, line.indexOf(' ')));
      values[row] = numbers(line);
    }
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(" ")).skip(1).mapToDouble(Double::parseDouble).toArray();
  }

  private static TwoStartTable read() {
    try (InputStream in = TwoStartTable.class.getResourceAsStream(FILE)) {
      byte[] bytes = Objects.requireNonNull(in, FILE + " is missing").readAllBytes();
      return new TwoStartTable(new String(bytes, StandardCharsets.US_ASCII).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The table of this release.
   *
   * @return the table
   */
  public static TwoStartTable shipped() {
    return SHIPPED;
  }

  /**
   * The losses of the columns.
   *
   * @return the losses, rising from 0
   */
  public double[] losses() {
    return losses.clone();
  }

  /**
   * The number of rows.
   *
   * @return the number of rows, one for each tabulated number of steps
   */
  public int rows() {
    return steps.length;
  }

  /**
   * The number of steps of a row.
   *
   * @param row from 0 to below {@link #rows}
   * @return the steps; they rise with the row
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public int steps(int row) {
    return steps[row];
  }

  /**
   * An entry.
   *
   * @param row from 0 to below {@link #rows}
   * @param column the place of a loss in {@link #losses}
   * @return an upper bound of H
   * @throws IndexOutOfBoundsException if there is no such row or column
   */
  public double value(int row, int column) {
    return values[row][column];
  }

  /**
   * Number of steps that count as one step of the table; a smaller set counts as one of the table's
   * diameter.
   */
  private static double together(double diameter) {
    double ratio = Rounding.divideUp(diameter, DIAMETER);
    double squared = Rounding.multiplyUp(ratio, ratio) * (1 - SLACK);
    return Math.max(1, Math.ceil(squared));
  }

  /**
   * The fewest steps with the same row as the given steps; the given steps if there is no row.
   *
   * @param diameter of the set, in noises of a step, above 0
   * @param horizon a number of steps, at least 1
   * @return at most the horizon
   */
  public long fewest(double diameter, long horizon) {
    int row = row(diameter, horizon);
    return row < 0 ? horizon : (long) (together(diameter) * steps[row]);
  }

  /**
   * The last row whose number of steps is covered for a set of a diameter, or −1.
   *
   * @param diameter of the set, in noises of a step, above 0
   * @param horizon the number of steps, at least 1
   * @return the row, or −1 if the steps are too few for any
   */
  public int row(double diameter, long horizon) {
    double whole = Math.floor(Rounding.divideDown((double) horizon, together(diameter)));
    int row = steps.length - 1;
    while (row >= 0 && !(steps[row] <= whole)) {
      row--;
    }
    return row;
  }

  /**
   * Upper bound of H at a loss: the chord of the neighbouring columns.
   *
   * @param row a row, or −1 for none
   * @param loss at least 0
   * @return the bound, which is 1 without a row
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public double bound(int row, double loss) {
    if (row < 0) {
      return 1;
    }
    int found = Arrays.binarySearch(losses, loss);
    int column = found >= 0 ? found : -found - 2;
    double low = values[row][column];
    if (found >= 0 || column == losses.length - 1) {
      return low;
    }
    double before = Rounding.subtractDown(loss, losses[column]);
    double width = Rounding.subtractUp(losses[column + 1], losses[column]);
    double weight = Rounding.divideDown(Rounding.expm1Down(before), Rounding.expm1Up(width));
    double drop = Rounding.multiplyDown(weight, low - values[row][column + 1]);
    return Math.min(low, Rounding.subtractUp(low, Math.max(0, drop * (1 - 0x1p-50))));
  }
}
