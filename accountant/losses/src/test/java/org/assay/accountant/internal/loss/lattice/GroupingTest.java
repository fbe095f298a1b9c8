package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assay.accountant.internal.loss.lattice.Discretization.Grouping;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of parts whose masses on the lattice are known. */
class GroupingTest {
  private static Map<Long, Double> masses(double step, Grouping.Part... parts) {
    return new Grouping(List.of(parts), step, Discretization.offset(step)).masses();
  }

  /** Parts whose ratio is on the lattice stay there, each on its own, at any step. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 100})
  void partsOnTheLatticeStay(int points) {
    double step = Math.log(2) / points;
    Map<Long, Double> masses =
        masses(
            step,
            new Grouping.Part(0.0625, 0.25),
            new Grouping.Part(0.125, 0.25),
            new Grouping.Part(0.25, 0.25),
            new Grouping.Part(0.25, 0.125),
            new Grouping.Part(0.25, 0.0625));
    long k = points;
    assertEquals(Map.of(-2 * k, 0.0625, -k, 0.125, 0L, 0.25, k, 0.25, 2 * k, 0.25), masses);
  }

  /**
   * The next part fills the pool up to a point of the lattice: with r its ratio, the share f of the
   * part solves {@code p0 + f p1 = r (q0 + f q1)}; the last rest goes to the point below it.
   */
  @ParameterizedTest
  @CsvSource({
    "0.25,0.5,0.5,0.125,1",
    "0.5,0.625,0.25,0.125,1",
    "0.3,0.4,0.6,0.3,0.75",
    "0.0003,0.0004,0.9,0.4,0.75",
    "0.25,0.2505,0.25,0.24,1",
    "1e-9,1.25e-9,0.25,0.2,0.5"
  })
  void sharesFillThePoolExactly(double p0, double q0, double p1, double q1, double step) {
    long target = (long) Math.floor(Math.log(p0 / q0) / step) + 1;
    Map<Long, Double> masses = masses(step, new Grouping.Part(p0, q0), new Grouping.Part(p1, q1));
    double ratio = Math.exp(target * step - step * 0x1p-30);
    double share = (ratio * q0 - p0) / (p1 - ratio * q1);
    long last = (long) Math.floor(Math.log(p1 / q1) / step);
    assertTrue(share > 0 && share < 1 && last >= target, () -> "share " + share);
    double filled = p0 + share * p1;
    double all = p0 + p1;
    if (last == target) {
      assertEquals(Set.of(target), masses.keySet());
      assertEquals(all, masses.getOrDefault(target, 0.0), 1e-14 * all);
    } else {
      assertEquals(Set.of(target, last), masses.keySet());
      assertEquals(filled, masses.getOrDefault(target, 0.0), 4e-15 * all);
      assertEquals(all - filled, masses.getOrDefault(last, 0.0), 4e-15 * all);
    }
  }

  /** Parts that only reach the next point all together are one group. */
  @Test
  void severalPartsMayMakeOneGroup() {
    Map<Long, Double> masses =
        masses(
            1,
            new Grouping.Part(0.25, 0.5),
            new Grouping.Part(0.0625, 0.125),
            new Grouping.Part(0.125, 0.125),
            new Grouping.Part(0.5625, 0.25));
    // r = 1: (0.3125, 0.625) and (0.125, 0.125) need 0.3125 more, of the last part all.
    assertEquals(1, masses.values().stream().mapToDouble(Double::doubleValue).sum(), 1e-14);
    assertEquals(Set.of(0L), masses.keySet());
  }

  /** Logarithms of tiny masses err by more than the ratio: the comparison of masses decides. */
  @Test
  void noGroupIsRecordedAboveItsRatio() {
    double step = 0x1p-10;
    double offset = 0x1p-60;
    int moved = 0;
    for (int i = -200; i <= 200; i++) {
      double q = 0x1.3p-1000;
      Enclosure ratio = Discretization.ratio(step, 700, offset);
      double p = q * ratio.upper() + i * Math.ulp(q);
      Grouping.Part part = new Grouping.Part(p, q);
      Map<Long, Double> masses = new Grouping(List.of(part), step, offset).masses();
      long place = masses.keySet().iterator().next();
      Enclosure least = Discretization.ratio(step, place, offset).times(q);
      assertTrue(least.lower() <= p, place + " for " + p);
      assertTrue(place >= 699 && place <= 700, () -> "place " + place);
      moved += (long) Math.floor((part.logRatio() + offset) / step) > place ? 1 : 0;
    }
    assertTrue(moved > 0, "no logarithm erred");
  }
}
