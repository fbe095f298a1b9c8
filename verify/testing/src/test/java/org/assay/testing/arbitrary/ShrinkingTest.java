package org.assay.testing.arbitrary;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.trial.AdjacentPair;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

/** jqwik brings a pair that falsifies a property down to the smallest. */
class ShrinkingTest {
  private static final List<AdjacentPair<List<Integer>>> FALSIFYING = new ArrayList<>();

  static class SumsMoveByAtMostAHundred {
    @Property(seed = "5")
    void removal(@ForAll @Under(ADD_OR_REMOVE) AdjacentPair<@Size(max = 20) List<Integer>> pair) {
      check(pair);
    }

    @Property(seed = "5")
    void replacement(@ForAll @Under(REPLACE_ONE) AdjacentPair<@Size(max = 20) List<Integer>> pair) {
      check(pair);
    }

    @Property
    void withoutARelation(@ForAll AdjacentPair<List<Integer>> pair) {
      check(pair);
    }

    private static void check(AdjacentPair<List<Integer>> pair) {
      if (Math.abs(sum(pair.left()) - sum(pair.right())) > 100) {
        FALSIFYING.add(pair);
        throw new AssertionError("moved by more than 100");
      }
    }

    private static long sum(List<Integer> records) {
      return records.stream().mapToLong(record -> record).sum();
    }
  }

  @Test
  void aRemovalShrinksToOneRecord() {
    String message = failure("removal");
    assertTrue(message.contains("moved by more than 100"), message);
    assertEquals(List.of(), smallest(ADD_OR_REMOVE).right());
    assertEquals(101, Math.abs(smallest(ADD_OR_REMOVE).left().get(0)));
  }

  @Test
  void aReplacementShrinksToTwoRecords() {
    failure("replacement");
    List<Integer> records = new ArrayList<>(smallest(REPLACE_ONE).left());
    records.addAll(smallest(REPLACE_ONE).right());
    assertEquals(2, records.size());
    assertEquals(101, Math.abs(records.get(0) - records.get(1)));
    assertTrue(records.contains(0), records::toString);
  }

  @Test
  void aPairWithoutARelationIsAnError() {
    String message = failure("withoutARelation");
    assertTrue(message.contains("say which by @Under"), message);
  }

  private static AdjacentPair<List<Integer>> smallest(AdjacencyRelation relation) {
    return FALSIFYING.stream()
        .filter(pair -> pair.adjacency() == relation)
        .reduce((before, after) -> after)
        .orElseThrow();
  }

  private static String failure(String property) {
    return EngineTestKit.engine("jqwik")
        .selectors(selectClass(SumsMoveByAtMostAHundred.class))
        .configurationParameter("jqwik.database", "target/jqwik-shrinking")
        .configurationParameter("jqwik.failures.after.default", "RANDOM_SEED")
        .execute()
        .testEvents()
        .failed()
        .stream()
        .filter(event -> event.getTestDescriptor().getUniqueId().toString().contains(property))
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .map(result -> String.valueOf(result.getThrowable().orElseThrow().getMessage()))
        .findFirst()
        .orElseThrow();
  }
}
