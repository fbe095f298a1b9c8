package org.assay.accountant.event;

import java.util.Arrays;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Parameters;

/**
 * The square root of the matrix of prefix sums, a Toeplitz matrix with coefficients {@code f_0 = 1,
 * f_k = f_{k-1}(1 - 1/(2k))} ([@FichtenbergerHenzingerUpadhyay2023]). Only the first {@code bands}
 * coefficients are kept.
 *
 * @param steps how many steps, from 1 to 2^20
 * @param bands how many coefficients are kept, from 1 to steps
 */
record SquareRootMatrix(long steps, long bands) implements StrategyMatrix {
  /** Largest number of steps. */
  private static final long LARGEST = 1L << 20;

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter is out of range
   */
  SquareRootMatrix {
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
  public Map<String, Object> terms() {
    Map<String, Object> all = Map.of("matrix", "square-root", "steps", steps);
    return bands == steps ? all : Map.of("matrix", "square-root", "steps", steps, "bands", bands);
  }

  /** Steps 0, b, 2b, ... are the worst ones because the coefficients do not increase. */
  @Override
  public Enclosure sensitivity(long participations, long separation) {
    return ToeplitzMatrix.ofEquallySpaced(
        coefficients(Math.toIntExact(bands)), steps, participations, separation);
  }

  private static Enclosure[] coefficients(int size) {
    Enclosure[] column = new Enclosure[size];
    column[0] = Enclosure.ONE;
    for (int k = 1; k < size; k++) {
      column[k] = column[k - 1].times(2.0 * k - 1).dividedBy(2.0 * k);
    }
    return column;
  }

  /** All coefficients are those of {@code A C⁻¹}, too. */
  @Override
  public double[] squaredErrors() {
    double[] column =
        Arrays.stream(coefficients(Math.toIntExact(bands)))
            .mapToDouble(Enclosure::midpoint)
            .toArray();
    return bands == steps
        ? RunningSums.ofSums(column)
        : RunningSums.ofToeplitz(Math.toIntExact(steps), column);
  }
}
