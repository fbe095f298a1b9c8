package org.assay.accountant.internal.iteration.starts;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Writes the table of {@link TwoStartTable} to the file that is its only argument. */
final class TwoStartTableGenerator {
  private static final int LINES = 240;
  private static final double SMALLEST = 0.01;
  private static final double LARGEST = 200;

  /** Largest loss of the table; larger losses are used by the recursion only. */
  private static final double LARGEST_KEPT = 60;

  /** Spacing of the rows; rows for few steps are closer together. */
  private static final int SPACING = 10;

  private static final int LAST_CLOSE = 500;
  private static final int WIDE_SPACING = 25;
  private static final int STEPS = 1250;
  private static final MathContext UP = new MathContext(3, RoundingMode.CEILING);

  private TwoStartTableGenerator() {}

  /** Zero, and numbers in a geometric progression, rounded to the doubles of four digits. */
  static double[] losses() {
    double[] losses = new double[LINES + 1];
    for (int m = 1; m <= LINES; m++) {
      double part = (m - 1.0) / (LINES - 1);
      double loss = SMALLEST * Math.pow(LARGEST / SMALLEST, part);
      losses[m] = Double.parseDouble(String.format(Locale.ROOT, "%.4e", loss));
    }
    return losses;
  }

  static int kept(double[] losses) {
    int kept = 0;
    while (losses[kept] <= LARGEST_KEPT) {
      kept++;
    }
    return kept;
  }

  /** Writes the table. */
  public static void main(String[] arguments) throws IOException {
    double[] losses = losses();
    int kept = kept(losses);
    StringBuilder text = new StringBuilder("0");
    for (int m = 0; m < kept; m++) {
      text.append(' ').append(new BigDecimal(losses[m]).round(new MathContext(5)).toString());
    }
    TwoStartRecursion recursion = new TwoStartRecursion(losses);
    double[] smallest = new double[kept];
    Arrays.fill(smallest, 1);
    while (recursion.steps() < STEPS) {
      recursion.advance();
      lower(smallest, recursion);
      if (isRow(recursion.steps())) {
        text.append('\n').append(recursion.steps());
        for (double value : smallest) {
          BigDecimal rounded = new BigDecimal(Math.max(1e-13, value)).round(UP);
          text.append(' ').append(String.format(Locale.ROOT, "%.2e", rounded));
        }
      }
    }
    Files.writeString(Path.of(arguments[0]), text.append('\n'), StandardCharsets.US_ASCII);
  }

  private static boolean isRow(int steps) {
    return steps % (steps <= LAST_CLOSE ? SPACING : WIDE_SPACING) == 0;
  }

  /** Bounds hold for more steps and larger losses, so the smallest value so far is a bound. */
  static void lower(double[] smallest, TwoStartRecursion recursion) {
    for (int m = 0; m < smallest.length; m++) {
      double before = m == 0 ? 1 : smallest[m - 1];
      smallest[m] = Math.min(Math.min(smallest[m], before), recursion.atLimit(m));
    }
  }
}
