package org.assay.verify.internal.distinguish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.junit.jupiter.api.Test;

class FeatureLayoutTest {
  @Test
  void summariesOfAVector() {
    double[] direction = {0, 3, 4};
    double[] values = {0.5, -2, 0.75};
    assertEquals(3, value("length", direction, values));
    assertEquals(-0.75, value("sum of coordinates", direction, values));
    assertEquals(3.25, value("sum of absolute coordinates", direction, values));
    assertEquals(0.5, value("second largest coordinate", direction, values));
    assertEquals(3, value("position of the largest coordinate", direction, values));
    assertEquals(0.75, value("last coordinate", direction, values));
    assertEquals(2, value("number of positive coordinates", direction, values));
    assertEquals(-0.6, value("projection on the canary direction", direction, values), 1e-15);
    assertEquals(2.5, value("coordinate 1 less coordinate 2", direction, values));
    assertEquals(-2, value("the lowest set bit of every coordinate", direction, values));
    assertEquals(1, value("the lowest set bit of coordinate 2", direction, values));
  }

  @Test
  void whatAVectorContains() {
    assertEquals(1, value("NaN", new double[0], 1, Double.NaN));
    assertEquals(1, value("infinity", new double[0], Double.NEGATIVE_INFINITY, 1));
    assertEquals(1, value("-0.0", new double[0], 1, -0.0));
    assertEquals(0, value("-0.0", new double[0], 1, 0.0));
    assertEquals(1, value("subnormal", new double[0], Double.MIN_VALUE));
    assertEquals(1, value("number of coordinates equal to the one before", new double[0], 2, 7, 7));
  }

  @Test
  void summariesLeaveOutWhatIsNotANumber() {
    assertEquals(4, value("largest coordinate", new double[0], Double.NaN, 4, 1));
    assertEquals(5, value("sum of coordinates", new double[0], Double.NaN, 4, 1));
    assertEquals(Double.NaN, value("sum of coordinates", new double[0], Double.NaN, Double.NaN));
  }

  @Test
  void failuresAndWordsHaveNoNumbers() {
    TrialBatch batch =
        TrialBatch.of(
            new boolean[] {true, true, false},
            List.of(new Outcome.Failure("hang"), Outcome.of("word"), Outcome.of(1.0, 2.0)));
    FeatureLayout layout = FeatureLayout.fitting(batch, new double[0]);
    double[] row = new double[layout.width()];
    layout.extract(batch.outcome(0), row, 0);
    assertEquals(1, row[0]);
    assertEquals(Double.NaN, row[layout.firstCoordinate()]);
    layout.extract(batch.outcome(1), row, 0);
    assertEquals(0, row[0]);
    assertEquals(1, row[1]);
    layout.extract(batch.outcome(2), row, 0);
    assertEquals(2, row[layout.firstCoordinate() + 1]);
  }

  /** The layout that the vector itself fixes. */
  private static double value(String name, double[] direction, double... values) {
    TrialBatch batch = TrialBatch.of(new boolean[] {true}, List.of(Outcome.of(values)));
    FeatureLayout layout = FeatureLayout.fitting(batch, direction);
    double[] row = new double[layout.width()];
    layout.extract(batch.outcome(0), row, 0);
    for (int column = 0; column < row.length; column++) {
      if (layout.name(column).equals(name)) {
        return row[column];
      }
    }
    throw new AssertionError("no column " + name);
  }
}
