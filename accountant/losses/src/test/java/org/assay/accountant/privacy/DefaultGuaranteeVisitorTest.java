package org.assay.accountant.privacy;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DefaultGuaranteeVisitorTest {
  private static final Guarantee.Approximate APPROXIMATE =
      new Guarantee.Approximate(1, 1e-5, REPLACE_ONE);

  private static final List<Guarantee> OTHERS =
      List.of(
          new Guarantee.Pure(1, REPLACE_ONE),
          new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 1.0)), REPLACE_ONE),
          new Guarantee.ZeroConcentrated(1, REPLACE_ONE),
          new Guarantee.Gaussian(1, REPLACE_ONE),
          new Guarantee.Profile(new TreeMap<>(Map.of(1.0, 1e-5)), REPLACE_ONE),
          new Guarantee.Tradeoff(new TreeMap<>(Map.of(0.0, 0.9)), REPLACE_ONE));

  /** Names the kind that has a method of its own, and hands back every other statement. */
  private static final class OneKind extends DefaultGuaranteeVisitor<Object> {
    @Override
    public Object visitApproximate(Guarantee.Approximate guarantee) {
      return "its own method";
    }

    @Override
    protected Object visitOther(Guarantee guarantee) {
      return guarantee;
    }
  }

  private static final class NoKind extends DefaultGuaranteeVisitor<Guarantee> {
    @Override
    protected Guarantee visitOther(Guarantee guarantee) {
      return guarantee;
    }
  }

  @Test
  void onlyKindsWithAMethodOfTheirOwnAreTreatedSpecially() {
    assertEquals("its own method", APPROXIMATE.accept(new OneKind()));
    for (Guarantee other : OTHERS) {
      assertSame(other, other.accept(new OneKind()));
    }
  }

  @Test
  void everyKindIsTreatedAlikeByDefault() {
    assertSame(APPROXIMATE, APPROXIMATE.accept(new NoKind()));
    for (Guarantee other : OTHERS) {
      assertSame(other, other.accept(new NoKind()));
    }
  }

  @Test
  void onlyApproximateStatementsAreOfOneEpsilonAtOneDelta() {
    assertSame(APPROXIMATE, APPROXIMATE.asApproximate().orElseThrow());
    for (Guarantee other : OTHERS) {
      assertEquals(Optional.empty(), other.asApproximate(), other::describe);
    }
  }
}
