package org.assay.cli.internal.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.walk.CertifiedLoss;
import org.assay.verify.walk.RampLowerBound.RampLoss;
import org.assay.verify.walk.RandomWalk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An upper bound below a lower one is never given away. */
class BracketTest {
  private static final Descent DESCENT =
      Descent.of(
          NoisySgd.of(NoisySgdSampling.FULL_BATCH, AdjacencyRelation.REPLACE_ONE)
              .batches(10, 10)
              .noise(0.1)
              .lipschitzConstant(1)
              .diameter(1)
              .steps(3, 1),
          0,
          OptionalDouble.empty());

  private static LowerBound<CertifiedLoss> lower(double value) {
    RandomWalk witness = RandomWalk.centred(DESCENT.walks());
    return LowerBound.of(new CertifiedLoss(value, true, witness));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0000001, 2, Double.POSITIVE_INFINITY, Double.NaN})
  void refusesAContradictionAndCallsItADefect(double factor) {
    Bracket above = Bracket.fromAbove(DESCENT, new Currency.Renyi(2));
    LowerBound<CertifiedLoss> higher = lower(factor * above.upper());
    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> above.withLower(higher));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("a defect of Assay"), message);
    assertTrue(message.contains("NoisySgd(10 of 10 records"), message);
    LowerBound<RampLoss> changing =
        higher.loss().map(RampLoss::of).map(LowerBound::of).orElseThrow();
    assertThrows(IllegalStateException.class, () -> above.withLowerChanging(changing));
  }

  @Test
  void boundsMayMeet() {
    Bracket above = Bracket.fromAbove(DESCENT, new Currency.Renyi(2));
    LowerBound<CertifiedLoss> fixed = lower(above.upper());
    assertTrue(above.withLower(fixed).ratio().isEmpty());
    LowerBound<RampLoss> changing =
        fixed.loss().map(RampLoss::of).map(LowerBound::of).orElseThrow();
    assertEquals(1, above.withLowerChanging(changing).ratio().orElseThrow(), 1e-15);
  }
}
