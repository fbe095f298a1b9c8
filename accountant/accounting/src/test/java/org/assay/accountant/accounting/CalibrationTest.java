package org.assay.accountant.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.assay.accountant.accounting.Calibration.Evaluation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Limits of the values that a calibration accepts. */
class CalibrationTest {
  private static final Evaluation MEETING = new Evaluation(3, 1);

  @Test
  void anAnswerMayMeetItsTargetExactly() {
    Evaluation above = new Evaluation(2, Math.nextUp(1.0));
    Calibration calibration = new Calibration(MEETING, 1, Optional.of(above), 4);
    assertEquals(3, calibration.value());
    refuses(
        "bound of the answer was " + above.bound() + ": it must be at most 1.0",
        () -> new Calibration(above, 1, Optional.empty(), 4));
    refuses(
        "bound of the neighbour was 1.0: it must be above 1.0",
        () -> new Calibration(MEETING, 1, Optional.of(MEETING), 4));
  }

  @Test
  void evaluationsMayBeInfiniteButNotNan() {
    assertEquals(Double.POSITIVE_INFINITY, new Evaluation(1, Double.POSITIVE_INFINITY).bound());
    assertEquals(
        Double.NEGATIVE_INFINITY,
        new Evaluation(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY).bound());
    refuses("bound at 1.0 was NaN: neither may be NaN", () -> new Evaluation(1, Double.NaN));
    refuses("bound at NaN was 1.0: neither may be NaN", () -> new Evaluation(Double.NaN, 1));
  }

  @Test
  void rangesMayBeSinglePointsButNotFall() {
    assertEquals(2, new SearchRange("x", 2, 2, 2).start());
    refuses(
        "from, start and to were 2.0, 1.0, 3.0: they must be in this order, the smallest first",
        () -> new SearchRange("x", 2, 3, 1));
    refuses(
        "from, start and to were 2.0, 4.0, 3.0: they must be in this order, the smallest first",
        () -> new SearchRange("x", 2, 3, 4));
    refuses("from was 0.0: it must be finite and above 0", () -> new SearchRange("x", 0, 1, 1));
    refuses(
        "to was Infinity: it must be finite and above 0",
        () -> new SearchRange("x", 1, Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void tolerancesAreFromATrillionthToOne() {
    Calibrator calibrator = Calibrator.of(event -> 0, 1);
    SearchRange range = new SearchRange("x", 1, 8, 1);
    assertTrue(calibrator.tolerance(1).largest(x -> x / 3, range).value() >= 1.5);
    double fine = calibrator.tolerance(1e-12).largest(x -> x / 3, range).value();
    assertEquals(3, fine, 6e-12);
    for (double bad : new double[] {Math.nextDown(1e-12), Math.nextUp(1.0)}) {
      refuses(
          "tolerance was " + bad + ": it must be from 1e-12 to 1", () -> calibrator.tolerance(bad));
    }
  }

  private static void refuses(String message, Executable executable) {
    var thrown = assertThrows(IllegalArgumentException.class, executable);
    assertEquals(message, thrown.getMessage());
  }
}
