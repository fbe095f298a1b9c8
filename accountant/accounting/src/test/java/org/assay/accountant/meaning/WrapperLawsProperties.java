package org.assay.accountant.meaning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;

/** Ways to write the same program down have the same price, or are refused alike. */
class WrapperLawsProperties {
  private static final Fraction FACTOR = Fraction.of(3, 2);

  /** The same computation may round differently. */
  private static final double ROUNDED = 1e-9;

  /** Convolutions in another order may each be so much wider than the truth. */
  private static final double CONVOLVED = Accuracy.ROUGH.needed();

  private static final double ABSOLUTE = 1e-12;

  /** An event is what is left of a wrapper that does nothing. */
  @Tag("slow")
  @Property(tries = 60, seed = "20200504", edgeCases = EdgeCasesMode.NONE)
  void wrappersThatDoNothingCostNothing(@ForAll("trees") Trees.Case tree) {
    DpEvent event = tree.event();
    long records = Size.of(event).orElseThrow().least();
    long population = Math.max(records, 2);
    Map<String, DpEvent> same = new LinkedHashMap<>();
    same.put("repeat 1", event.times(1));
    same.put("group 1", event.forGroupsOf(1));
    same.put("poisson 1", event.poissonSampled(1));
    same.put("fixed n of n", event.fixedSizeSampled(population, population));
    same.put("one part by slot", Events.bySlot(event));
    same.put("one part by value", Events.byValue(event));
    same.put("sequence of one", DpEvent.sequence(event));
    same.forEach((name, wrapped) -> assertSame(name, ROUNDED, tree, wrapped));
  }

  /** One draw is a sample of one. */
  @Tag("slow")
  @Property(tries = 40, seed = "20200504", edgeCases = EdgeCasesMode.NONE)
  void oneDrawIsASampleOfOne(@ForAll("single") Trees.Case tree) {
    Trees.Case sample = new Trees.Case(tree.event().fixedSizeSampled(1, 3), tree.relation());
    assertSame("one draw", ROUNDED, sample, tree.event().sampledWithReplacement(1, 3));
  }

  /** The order of a sequence is of no account, and repetitions are sequences. */
  @Tag("slow")
  @Property(tries = 40, seed = "20200504", edgeCases = EdgeCasesMode.NONE)
  void sequencesHaveNoOrder(@ForAll("pairs") ComposedEvent pair) {
    Trees.Case tree = new Trees.Case(pair, pair.adjacency());
    DpEvent first = pair.events().get(0);
    DpEvent second = pair.events().get(1);
    assertSame("reversed", CONVOLVED, tree, DpEvent.sequence(second, first));
    DpEvent twice = DpEvent.sequence(first, first);
    assertSame("repeat 2", CONVOLVED, new Trees.Case(twice, tree.relation()), first.times(2));
    DpEvent nested = DpEvent.sequence(DpEvent.sequence(first), DpEvent.sequence(second));
    assertSame("nested", CONVOLVED, tree, nested);
  }

  private static void assertSame(String name, double relative, Trees.Case tree, DpEvent other) {
    for (Answers.Route route : Answers.Route.values()) {
      OptionalDouble expected = new Answers(tree, FACTOR, Fraction.ZERO).of(route);
      OptionalDouble found =
          new Answers(new Trees.Case(other, tree.relation()), FACTOR, Fraction.ZERO).of(route);
      String where = name + ", " + route + " of " + tree;
      assertEquals(expected.isPresent(), found.isPresent(), () -> where + ": answered");
      if (expected.isPresent()) {
        double value = expected.getAsDouble();
        assertEquals(value, found.getAsDouble(), ABSOLUTE + relative * value, where);
      }
    }
  }

  @Provide
  Arbitrary<Trees.Case> trees() {
    return Trees.rational();
  }

  @Provide
  Arbitrary<Trees.Case> single() {
    return Trees.ofOneRecord();
  }

  @Provide
  Arbitrary<ComposedEvent> pairs() {
    return Trees.sequences();
  }
}
