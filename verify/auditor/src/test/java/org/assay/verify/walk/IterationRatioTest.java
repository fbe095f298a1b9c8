package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.accountant.event.NoisySgd;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How far apart the bounds are, against the quotients that an independent implementation in Python
 * reached (the one of {@code reference-bounds.csv}; the best of 35 walks for each). The walks,
 * given by start and common slope, were found by {@link WalkSearch}; any other would be as valid.
 */
class IterationRatioTest {
  private static final double DELTA = 1e-5;

  /** Steps are 1/64, 1/4, 1 and 4 times the plateau Dn/(L stepSize). */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "R1, 78, 2, 0.5, 0, 1.0000026719229012",
    "R1, 78, epsilon, 0.5, 0, 1.000000014222741",
    "R1, 1250, 2, 0.4453, 0.00241, 1.0777198427783705",
    "R1, 1250, epsilon, 0.3984, 0.006, 1.0228632220064935",
    "R1, 5000, 2, 0.0078, 0.0015, 1.967690082119826",
    "R1, 5000, epsilon, 0, 0.00267, 2.0347228191350437",
    "R1, 20000, 2, 0, 0.001, 4.0912410592267205",
    "R1, 20000, epsilon, 0, 0.00267, 3.4119870935691927",
    "R2, 625, 2, 0.5, 0.000025, 1.00000533516755",
    "R2, 625, epsilon, 0.375, 0.000113, 1.000000006660551",
    "R2, 10000, 2, 0.4609, 0.000259, 1.022304818753279",
    "R2, 10000, epsilon, 0.3281, 0.000563, 1.0003223388343196",
    "R2, 40000, 2, 0.0547, 0.000197, 1.409675988332035",
    "R2, 40000, epsilon, 0, 0.000247, 1.4454175944449477",
    "R4, 2500, 2, 0.5, 0.0000277, 1.5641462122854324",
    "R4, 2500, epsilon, 0.75, 0.00003, 1.280344223238921",
    "R4, 40000, 2, 0.4141, 0.0000219, 1.955720631481825",
    "R4, 40000, epsilon, 0.2344, 0.0000769, 1.510065848412385",
  })
  void isNotLooserThanTheReference(
      String name, long steps, String quantity, double start, double slope, double reference) {
    NoisySgd settings = ReferenceRuns.of(name, steps);
    WalkLowerBound walk = WalkLowerBound.of(new RandomWalk(settings, start, slope));
    boolean epsilon = quantity.equals("epsilon");
    double order = epsilon ? 0 : Double.parseDouble(quantity);
    double lower = epsilon ? walk.epsilon(DELTA).value() : walk.renyi(order).value();
    double upper = Double.POSITIVE_INFINITY;
    for (UpperBound bound : UpperBound.of(settings, 0, true)) {
      upper = Math.min(upper, epsilon ? bound.epsilon(DELTA) : bound.renyi(order));
    }
    assertTrue(upper >= lower, upper + " is below " + lower);
    assertTrue(upper / lower <= reference * 1.01, upper + " against " + lower);
  }
}
