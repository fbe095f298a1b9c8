package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.internal.input.InputException;
import org.junit.jupiter.api.Test;

class CountedSharesTest {
  private static final Guarantee.Approximate WHOLE =
      new Guarantee.Approximate(1, 1e-6, AdjacencyRelation.REPLACE_ONE);
  private static final PredictionTarget TWO = new PredictionTarget.TwoClasses("no", "yes");
  private static final PredictionTarget THREE =
      new PredictionTarget.ManyClasses(List.of("a", "b", "c"));

  private static Dataset labelled(double... labels) {
    return Dataset.of(new double[labels.length][1], labels);
  }

  private static double[] repeated(double[] labels, int... times) {
    double[] all = new double[Arrays.stream(times).sum()];
    int at = 0;
    for (int k = 0; k < times.length; k++) {
      Arrays.fill(all, at, at += times[k], labels[k]);
    }
    return all;
  }

  /** The noise is 20 on each count, so that shares of 10000 records are right to 0.02. */
  @Test
  void sharesAreThoseOfTheClassesInTheirOrder() {
    CountedShares shares = CountedShares.within(0.1, WHOLE);
    Dataset two = labelled(repeated(new double[] {1, -1}, 1000, 9000));
    List<Double> counted = shares.count(two, TWO, new SplittableRandom(1)).shares();
    assertEquals(0.9, counted.get(0), 0.02);
    assertEquals(0.1, counted.get(1), 0.02);
    Dataset three = labelled(repeated(new double[] {0, 2, 1}, 5000, 2000, 3000));
    List<Double> several = shares.count(three, THREE, new SplittableRandom(1)).shares();
    assertEquals(0.3, several.get(1), 0.02);
    assertEquals(0.2, several.get(2), 0.02);
  }

  /** A class that does not occur still has a share above 0, whatever the noise. */
  @Test
  void aClassWithoutRecordsHasAShare() {
    CountedShares shares = CountedShares.within(0.1, WHOLE);
    Dataset one = labelled(repeated(new double[] {0}, 1000));
    for (int seed = 0; seed < 50; seed++) {
      List<Double> counted = shares.count(one, THREE, new SplittableRandom(seed)).shares();
      assertTrue(counted.get(2) >= 0.01, () -> "shares " + counted);
    }
  }

  @Test
  void countsAndTrainingKeepTheTarget() {
    CountedShares shares = CountedShares.within(0.25, WHOLE);
    assertEquals(0.75, shares.rest().epsilon());
    assertEquals(1e-6, shares.rest().delta());
    assertEquals(WHOLE, shares.spending().guarantee());
    assertEquals(
        "laplace(4, sensitivity=2) then approximate(0.75, 1e-6)", shares.spending().event());
  }

  @Test
  void whatCannotBeCountedIsRefused() {
    assertThrows(InputException.class, () -> CountedShares.within(1, WHOLE));
    assertThrows(InputException.class, () -> CountedShares.within(Double.NaN, WHOLE));
    Guarantee rho = new Guarantee.ZeroConcentrated(0.1, AdjacencyRelation.REPLACE_ONE);
    assertThrows(InputException.class, () -> CountedShares.within(0.1, rho));
    PredictionTarget numbers = new PredictionTarget.Numbers(new RangeScaling(0, 1));
    CountedShares shares = CountedShares.within(0.1, WHOLE);
    assertThrows(
        InputException.class, () -> shares.count(labelled(0.5), numbers, new SplittableRandom(1)));
  }
}
