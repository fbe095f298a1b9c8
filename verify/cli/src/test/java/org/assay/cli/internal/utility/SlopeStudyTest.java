package org.assay.cli.internal.utility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.cli.internal.utility.SlopeStudy.Point;
import org.assay.cli.internal.utility.SlopeStudy.Slope;
import org.junit.jupiter.api.Test;

class SlopeStudyTest {
  /** Heights 8/x with relative errors of a tenth: weights of logarithms 0, 1, 2 are ∓1/2 and 0. */
  @Test
  void fitsAPowerAndItsError() {
    double e = Math.log(2);
    List<Point> points =
        List.of(new Point(1, 8, 0.8, 3), new Point(2, 4, 0.4, 12), new Point(4, 2, 0.2, 48));
    Slope slope = SlopeStudy.measured(points);
    assertEquals(-1, slope.value(), 1e-12);
    assertEquals(0.1 * Math.sqrt(0.5) / e, slope.error(), 1e-12);
    assertEquals(2, SlopeStudy.promised(points), 1e-12);
  }

  @Test
  void aMeanBelowZeroHasNoSlope() {
    List<Point> points = List.of(new Point(1, 1, 0.1, 1), new Point(2, -1, 0.1, 1));
    assertTrue(Double.isNaN(SlopeStudy.measured(points).value()));
  }

  @Test
  void promisesAreAboutAlgorithmsOfTheRegistry() {
    assertTrue(AlgorithmRegistry.ids().containsAll(Promise.ids()));
    for (String id : Promise.ids()) {
      Promise promise = Promise.of(id).orElseThrow();
      double rate = promise.rate().at(4000, 10);
      assertTrue(promise.rate().at(16_000, 10) < rate, id + " falls in n");
      assertTrue(promise.rate().at(4000, 40) > rate, id + " grows in d");
    }
    assertTrue(Promise.of("averaged-iterate").isEmpty());
  }
}
