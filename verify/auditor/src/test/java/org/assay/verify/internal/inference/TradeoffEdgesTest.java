package org.assay.verify.internal.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;

/** Slopes of the convex hull of the points and (1, 0). */
class TradeoffEdgesTest {
  @Test
  void edgesAreThoseOfTheHull() {
    // Slopes 2, 3/5 and 1/3; (0.4, 0.3) is above the second edge.
    double middle = Math.log(5.0 / 3);
    isSloped(List.of(middle, Math.log(2), Math.log(3)), 0, 0.8, 0.2, 0.4, 0.4, 0.3, 0.7, 0.1);
  }

  @Test
  void theLastEdgeEndsAtOne() {
    // Slope 3 from the first to the second point, 1/4 from there to (1, 0).
    isSloped(List.of(Math.log(3), Math.log(4)), 0, 0.8, 0.2, 0.2);
    isSloped(List.of(Math.log(2)), 0, 0.5);
  }

  @Test
  void aPointAtOneIsTheEndItself() {
    isSloped(List.of(Math.log(2)), 0, 0.5, 1, 0);
  }

  @Test
  void pointsAboveOrOnAnEdgeAreNoCorners() {
    // (0.25, 0.5) is above the segment from (0, 0.75) to (0.5, 0.125), slopes 5/4 and 1/4.
    isSloped(List.of(Math.log(1.25), Math.log(4)), 0, 0.75, 0.25, 0.5, 0.5, 0.125);
    // (0.25, 0.5) and (0.5, 0.25) lie on the segment of blind guessing from (0, 0.75).
    isSloped(List.of(0.0), 0, 0.75, 0.25, 0.5, 0.5, 0.25, 0.75, 0);
    // The last point hides two earlier ones at once.
    isSloped(List.of(Math.log(3), Math.log(6)), 0, 0.875, 0.0625, 0.8, 0.125, 0.7, 0.25, 0.125);
  }

  @Test
  void flatAndVerticalEdgesGiveNoLine() {
    isSloped(List.of(Math.log(2)), 0, 0.5, 0.25, 0, 0.5, 0);
    // Everything may be distinguished: the hull is the axis.
    isSloped(List.of(0.0), 0, 0);
  }

  @Test
  void blindGuessingIsSlopeOne() {
    isSloped(List.of(0.0), 0, 1);
  }

  private static void isSloped(List<Double> expected, double... points) {
    NavigableMap<Double, Double> errors = new TreeMap<>();
    for (int i = 0; i < points.length; i += 2) {
      errors.put(points[i], points[i + 1]);
    }
    var claim = new Guarantee.Tradeoff(errors, AdjacencyRelation.REPLACE_ONE);
    List<Double> slopes = new ArrayList<>(TradeoffEdges.slopes(claim));
    assertEquals(expected.size(), slopes.size(), slopes::toString);
    for (int i = 0; i < expected.size(); i++) {
      assertEquals(expected.get(i), slopes.get(i), 1e-12, slopes::toString);
      assertTrue(slopes.get(i) >= 0);
    }
  }
}
