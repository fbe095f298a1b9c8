package org.assay.testing.contract;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assay.accountant.privacy.Guarantee;
import org.assay.testing.assertion.Domain;
import org.assay.verify.pairs.PairFamily;
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
    assertFails("does not satisfy 0.1-DP", contract(LEAKS, LEAKS)::claimIsNotRefuted);
    contract(SILENT, LEAKS).claimIsNotRefuted();
  }

  @Test
  void aTwinWithoutAMistakeIsReported() {
    assertFails("was expected to break 0.1-DP", contract(SILENT, SILENT)::brokenTwinIsRefuted);
    contract(SILENT, LEAKS).brokenTwinIsRefuted();
  }

  @Test
  void hiddenRandomnessIsReported() {
    AtomicLong hidden = new AtomicLong();
    Mechanism<List<Integer>> counts =
        Mechanism.ofScalar((dataset, random) -> hidden.incrementAndGet());
    assertFails("of its own", contract(counts, LEAKS)::runsAreReproducible);
    contract(SILENT, LEAKS).runsAreReproducible();
  }

  @Test
  void aChangedDatasetIsReported() {
    Mechanism<List<Integer>> consumes =
        Mechanism.ofScalar(
            (dataset, random) -> {
              dataset.clear();
              return 0;
            });
    var contract = contract(consumes, LEAKS);
    assertFails("changed its dataset", contract::runsAreReproducible);
  }

  private static void assertFails(String part, Runnable test) {
    var thrown = assertThrows(AssertionError.class, test::run);
    assertTrue(String.valueOf(thrown.getMessage()).contains(part), thrown::getMessage);
  }

  private static MechanismContract<List<Integer>> contract(
      Mechanism<List<Integer>> mechanism, Mechanism<List<Integer>> twin) {
    return new MechanismContract<>() {
      @Override
      public Guarantee claim() {
        return new Guarantee.Pure(0.1, ADD_OR_REMOVE);
      }

      @Override
      public Mechanism<List<Integer>> mechanism() {
        return mechanism;
      }

      @Override
      public Mechanism<List<Integer>> brokenTwin() {
        return twin;
      }

      @Override
      public Domain<List<Integer>> domain() {
        var pairs = List.of(ListPairs.removeOne(List.of(1, 2), 0));
        return Domain.of(PairFamily.of(pairs).map(ArrayList::new));
      }
    };
  }
}
