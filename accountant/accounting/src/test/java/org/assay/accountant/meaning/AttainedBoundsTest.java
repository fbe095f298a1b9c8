package org.assay.accountant.meaning;

import static org.assay.accountant.meaning.Events.bySlot;
import static org.assay.accountant.meaning.Events.poisson;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Test;

/**
 * Where Assay says that an interval encloses the true value, some program comes close to its lower
 * end. One call of Gaussian noise is enough to see that with a threshold, which loses nothing; the
 * search draws the threshold, so it comes close only.
 */
class AttainedBoundsTest {
  private static final double CLOSE = 0.98;
  private static final int RESTARTS = 60;

  private static DpEvent gaussian(double noiseMultiplier, AdjacencyRelation relation) {
    return DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(relation));
  }

  private static void assertAttained(DpEvent event, AdjacencyRelation relation) {
    for (double epsilon : new double[] {0.25, 0.5, 1}) {
      TightestBound.Bound bound = TightestBound.of(event, relation).delta(epsilon);
      assertTrue(bound.method().exact(), () -> bound + " of " + event.describe());
      Fraction factor = Exponential.above(epsilon);
      Attained attained = Meaning.atLeast(event, relation, factor, RESTARTS, new Random(20200504));
      double cost = attained.divergence(factor).approximately();
      assertTrue(
          cost >= CLOSE * bound.value().lower() && cost <= bound.value().upper() + 1e-9,
          () -> cost + " against " + bound + " at " + epsilon + " by " + attained.program());
    }
  }

  @Test
  void gaussianNoise() {
    assertAttained(gaussian(1, ADD_OR_REMOVE), ADD_OR_REMOVE);
    assertAttained(gaussian(2, REPLACE_ONE), REPLACE_ONE);
    assertAttained(gaussian(2, ADD_OR_REMOVE), REPLACE_ONE);
    assertAttained(gaussian(1, ZERO_OUT), ZERO_OUT);
  }

  @Test
  void gaussianNoiseOnPoissonSamples() {
    assertAttained(poisson(0.5, gaussian(1, ADD_OR_REMOVE)), ADD_OR_REMOVE);
    assertAttained(poisson(0.25, gaussian(1, ZERO_OUT)), ZERO_OUT);
    assertAttained(poisson(0.5, gaussian(1, ADD_OR_REMOVE)), REPLACE_ONE);
  }

  @Test
  void gaussianNoiseOnSlots() {
    assertAttained(bySlot(gaussian(2, ADD_OR_REMOVE), gaussian(1, ADD_OR_REMOVE)), ADD_OR_REMOVE);
    assertAttained(bySlot(gaussian(2, REPLACE_ONE), gaussian(1, REPLACE_ONE)), REPLACE_ONE);
  }
}
