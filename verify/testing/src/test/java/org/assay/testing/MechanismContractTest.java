package org.assay.testing;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

/** The contract fails where it should: each of its tests can fail. */
class MechanismContractTest {
  private static final Mechanism<List<Integer>> LEAKS =
      Mechanism.ofScalar((dataset, random) -> dataset.size());
  private static final Mechanism<List<Integer>> SILENT = Mechanism.ofScalar((dataset, random) -> 0);

  @Test
  void aLeakIsRefuted() {
    var thrown = assertThrows(AssertionError.class, contract(LEAKS, LEAKS)::claimIsNotRefuted);
    assertTrue(String.valueOf(thrown.getMessage()).contains("was refuted"), thrown::getMessage);
  }

  @Test
  void aTwinWithoutAMistakeIsReported() {
    assertThrows(AssertionError.class, contract(SILENT, SILENT)::brokenTwinIsRefuted);
    contract(SILENT, LEAKS).brokenTwinIsRefuted();
  }

  @Test
  void hiddenRandomnessIsReported() {
    AtomicLong hidden = new AtomicLong();
    Mechanism<List<Integer>> counts =
        Mechanism.ofScalar((dataset, random) -> hidden.incrementAndGet());
    var thrown = assertThrows(AssertionError.class, contract(counts, LEAKS)::auditIsReproducible);
    assertTrue(String.valueOf(thrown.getMessage()).contains("of its own"), thrown::getMessage);
    contract(SILENT, LEAKS).auditIsReproducible();
  }

  private static MechanismContract<List<Integer>> contract(
      Mechanism<List<Integer>> mechanism, Mechanism<List<Integer>> twin) {
    return new MechanismContract<>() {
      @Override
      protected Guarantee claim() {
        return new Guarantee.Pure(0.1, ADD_OR_REMOVE);
      }

      @Override
      protected Mechanism<List<Integer>> mechanism() {
        return mechanism;
      }

      @Override
      protected Mechanism<List<Integer>> brokenTwin() {
        return twin;
      }

      @Override
      protected List<AdjacentPair<List<Integer>>> pairs() {
        return List.of(ListPairs.removeOne(List.of(1, 2), 0));
      }
    };
  }
}
