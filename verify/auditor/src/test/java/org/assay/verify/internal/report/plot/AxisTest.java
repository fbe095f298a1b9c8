package org.assay.verify.internal.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
  private static List<String> labels(Axis axis) {
    return axis.ticks().stream().map(Tick::label).toList();
  }

  @Test
  void linearAxesStepByRoundNumbers() {
    assertEquals(List.of("0", "0.2", "0.4", "0.6", "0.8", "1"), labels(Axis.linear("", 0, 1)));
    assertEquals(List.of("0", "0.5", "1"), labels(Axis.linear("", 0, 1.15, 4)));
    assertEquals(List.of("−1", "0", "1"), labels(Axis.linear("", -1.5, 1.5, 4)));
    assertEquals("10.0005", labels(Axis.linear("", 10, 10.001, 2)).get(1));
  }

  @Test
  void countsAreWhole() {
    assertEquals(List.of("0", "1", "2", "3"), labels(Axis.counts("runs", 3)));
    assertEquals(List.of("0", "1,000", "2,000", "3,000"), labels(Axis.counts("runs", 3000)));
  }

  @Test
  void logarithmicAxesHaveAsManyLabelsAsHaveRoom() {
    assertEquals(
        List.of("1", "2", "5", "10", "20", "50", "100"), labels(Axis.logarithmic("", 1, 100)));
    assertEquals(
        List.of("1", "10", "100", "1,000", "10,000", "10⁵"), labels(Axis.decades("", 1.5, 1e5)));
    assertEquals(List.of("0.8", "0.9", "1"), labels(Axis.logarithmic("", 0.72, 1.01)));
    assertEquals(8, labels(Axis.decades("", 1e-35, 0.5)).size());
  }

  @Test
  void exponentsMayBeLargerThanThoseOfDoubles() {
    List<String> powers = labels(Axis.exponents("", 0, 400));
    assertEquals(9, powers.size());
    assertEquals("10⁴⁰⁰", powers.get(8));
  }

  @Test
  void valuesOutsideLieAtTheEnds() {
    Axis axis = Axis.logarithmic("", 1, 100);
    assertEquals(0.5, axis.share(10), 1e-12);
    assertEquals(0, axis.share(0.1));
    assertEquals(1, axis.share(Double.POSITIVE_INFINITY));
  }

  /** A report does not fail for its picture. */
  @Test
  void axesReachAsFarAsDoubles() {
    assertEquals(Double.MAX_VALUE, Axis.decades("", 1, 1.5e308).to());
    assertEquals(Double.MAX_VALUE, Axis.above(1.7e308, 1.15));
    for (double least : new double[] {Double.MIN_VALUE, 1e-310, 1e-300}) {
      assertTrue(labels(Axis.decades("", least, 1e308)).size() > 2);
      assertFalse(labels(Axis.linear("", 0, Axis.above(least, 1.15), 4)).isEmpty());
      assertTrue(labels(Axis.logarithmic("", least, 1)).size() > 2);
    }
    for (double most : new double[] {1e300, 1.6e308, Double.MAX_VALUE}) {
      assertFalse(labels(Axis.linear("", 0, Axis.above(most, 1.15), 4)).isEmpty());
      assertFalse(labels(Axis.logarithmic("", 1e-3, Axis.above(most, 1.15))).isEmpty());
    }
  }

  @Test
  void refusesEndsThatDoNotRise() {
    assertThrows(IllegalArgumentException.class, () -> Axis.linear("", 1, 1));
    assertThrows(IllegalArgumentException.class, () -> Axis.linear("", 0, Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> Axis.linear("", 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> Axis.counts("", 0));
    assertThrows(IllegalArgumentException.class, () -> Axis.logarithmic("", 0, 1));
    var refused = assertThrows(IllegalArgumentException.class, () -> Axis.decades("", 0, 1));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("from was 0.0"), message);
  }
}
