package org.assay.testing.arbitrary;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.accountant.privacy.AdjacencyRelation.ZERO_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.MechanismAssertions;
import org.assay.verify.pairs.NumericPairs;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;

/** Parameters that nobody in this class provides: the service loader finds them. */
class ProvidedArbitrariesProperties {
  @Property(tries = 200, seed = "1")
  void removals(
      @ForAll @Under(ADD_OR_REMOVE)
          AdjacentPair<@Size(min = 2, max = 5) List<@IntRange(max = 9) Integer>> pair) {
    assertEquals(ADD_OR_REMOVE, pair.adjacency());
    assertTrue(pair.left().size() >= 2 && pair.left().size() <= 5);
    assertEquals(pair.left().size() - 1, pair.right().size());
    assertTrue(pair.left().stream().allMatch(record -> record >= 0 && record <= 9));
  }

  @Property(tries = 200, seed = "1")
  void replacements(
      @ForAll @Under(REPLACE_ONE) AdjacentPair<@Size(3) List<@DoubleRange(max = 1) Double>> pair) {
    assertEquals(3, pair.left().size());
    assertEquals(1, differences(pair.left(), pair.right()));
  }

  @Property(tries = 200, seed = "1")
  void zeroing(@ForAll @Under(ZERO_OUT) AdjacentPair<List<Long>> pair) {
    assertEquals(1, differences(pair.left(), pair.right()));
    for (int i = 0; i < pair.left().size(); i++) {
      assertTrue(pair.right().get(i).equals(pair.left().get(i)) || pair.right().get(i) == 0);
    }
  }

  @Property(tries = 60, seed = "1")
  void eventsHaveACurve(@ForAll DpEvent event) {
    assertFalse(event.describe().isBlank());
    double known = Accountant.rdp(event.adjacency()).compose(event).curve().at(2).upper();
    assertTrue(known >= 0 && known < Double.POSITIVE_INFINITY, event::describe);
  }

  @Property(tries = 60, seed = "1")
  void curvesRise(@ForAll @Under(REPLACE_ONE) RdpCurve curve) {
    assertEquals(REPLACE_ONE, curve.adjacency());
    assertTrue(curve.at(2).lower() <= curve.at(4).upper());
  }

  @Property(tries = 60, seed = "1")
  void guaranteesKnowTheirRelation(@ForAll @Under(ZERO_OUT) Guarantee guarantee) {
    assertEquals(ZERO_OUT, guarantee.adjacency());
  }

  /** 12 audits of true claims at 1e-8 each refute one by chance with probability 1.2e-7 at most. */
  @Property(tries = 12, seed = "3")
  void mechanismsKeepTheirClaims(@ForAll ClaimedMechanism claimed) {
    AdjacencyRelation relation = claimed.claim().adjacency();
    assertEquals(relation, claimed.event().adjacency());
    MechanismAssertions.assertThatMechanism(claimed.mechanism())
        .as(claimed.name())
        .onAdjacentPairsOf(NumericPairs.bounded(-1, 2, relation).family())
        .errorProbability(1e-8)
        .runs(4000)
        .satisfies(claimed.claim());
  }

  @Property(tries = 20, seed = "1")
  void mechanismsWithoutTheirClaim(@ForAll Mechanism<List<Double>> mechanism) throws Exception {
    var outcome = mechanism.run(List.of(Double.NaN, 1e300), new Random(1));
    assertEquals(outcome, mechanism.run(List.of(0.0, 1.0), new Random(1)));
  }

  @Property(seed = "1")
  void lossesAreConvexWithTheirConstants(
      @ForAll ConvexLoss loss,
      @ForAll @DoubleRange(min = -9, max = 9) double s,
      @ForAll @DoubleRange(min = -9, max = 9) double t) {
    double rise = loss.value().applyAsDouble(t) - loss.value().applyAsDouble(s);
    double slope = loss.derivative().applyAsDouble(s);
    double other = loss.derivative().applyAsDouble(t);
    double slack = 1e-12 * (1 + loss.lipschitzConstant() * 20);
    assertTrue(rise >= slope * (t - s) - slack, () -> loss + " is not convex");
    assertTrue(Math.abs(slope) <= loss.lipschitzConstant(), () -> loss + " rises too fast");
    assertTrue(
        s == t || Math.abs(other - slope) <= loss.smoothness() * Math.abs(t - s) + slack,
        () -> loss + " is not as smooth as it says");
  }

  private static int differences(List<?> left, List<?> right) {
    assertEquals(left.size(), right.size());
    int different = 0;
    for (int i = 0; i < left.size(); i++) {
      different += left.get(i).equals(right.get(i)) ? 0 : 1;
    }
    return different;
  }
}
