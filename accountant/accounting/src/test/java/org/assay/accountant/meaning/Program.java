package org.assay.accountant.meaning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;

/**
 * An event as a program on two neighbouring databases: what is left open is how data are split and
 * what the leaves answer.
 */
final class Program {
  private final List<DpEvent> calls = new ArrayList<>();
  private final List<SplitPoint> splits = new ArrayList<>();
  private final int recordsOfOthers;
  private final Node root;
  private final int[] first;
  private final int[] second;
  private long places;

  /**
   * A program.
   *
   * @param everyUnitFull whether every unit owns as many records as a group may have, or one
   */
  Program(DpEvent event, int[] first, int[] second, boolean everyUnitFull) {
    this.first = first.clone();
    this.second = second.clone();
    this.recordsOfOthers = everyUnitFull ? Integer.MAX_VALUE : 1;
    TreeSet<Integer> rows = new TreeSet<>();
    Arrays.stream(first).forEach(rows::add);
    Arrays.stream(second).forEach(rows::add);
    this.root = node(event, List.copyOf(rows));
  }

  private Node node(DpEvent event, List<Integer> rows) {
    places = Math.max(places, rows.stream().mapToInt(Row::place).distinct().count());
    if (event instanceof SelfComposedEvent repeated) {
      List<Node> children = new ArrayList<>();
      for (long i = 0; i < repeated.count(); i++) {
        children.add(node(repeated.event(), rows));
      }
      return new Node.Chain(children);
    } else if (event instanceof ComposedEvent sequence) {
      return new Node.Chain(sequence.events().stream().map(child -> node(child, rows)).toList());
    } else if (event instanceof PoissonSampledEvent kept) {
      Fraction probability = Fraction.exactly(kept.samplingProbability());
      return new Node.Kept(probability, node(kept.event(), rows));
    } else if (event instanceof SampledWithoutReplacementEvent subset) {
      return subset.sampleSize() == subset.populationSize()
          ? node(subset.event(), rows)
          : new Node.Subset(
              (int) subset.sampleSize(), (int) subset.populationSize(), node(subset.event(), rows));
    } else if (event instanceof SampledWithReplacementEvent draws) {
      return new Node.Draws(
          (int) draws.sampleSize(), (int) draws.populationSize(), node(draws.event(), rows));
    } else if (event instanceof GroupEvent group) {
      return group(group, rows);
    } else if (event instanceof ParallelEvent parallel) {
      return parallel(parallel, rows);
    }
    calls.add(event);
    return new Node.Call(calls.size() - 1);
  }

  private Node group(GroupEvent event, List<Integer> rows) {
    int most = (int) event.size();
    int others = Math.min(most, recordsOfOthers);
    List<Integer> records =
        rows.stream()
            .flatMap(row -> Row.owned(row, Row.differs(row) ? most : others).boxed())
            .toList();
    return new Node.Owned(most, others, node(event.event(), records));
  }

  private Node parallel(ParallelEvent event, List<Integer> rows) {
    if (event.events().size() == 1) {
      return node(event.events().get(0), rows);
    }
    boolean byValue = event.assignment() == ParallelEvent.Assignment.BY_VALUE;
    List<Integer> keys =
        rows.stream().map(row -> byValue ? row : Row.place(row)).distinct().sorted().toList();
    List<Optional<Size>> sizes = event.events().stream().map(Size::of).toList();
    int number = splits.size();
    splits.add(new SplitPoint(byValue, calls.size(), event.events().size(), keys, sizes));
    return new Node.Parts(number, event.events().stream().map(child -> node(child, rows)).toList());
  }

  List<DpEvent> calls() {
    return List.copyOf(calls);
  }

  List<SplitPoint> splits() {
    return List.copyOf(splits);
  }

  /** The largest number of records that some node may see. */
  long mostRecords() {
    return places;
  }

  Node root() {
    return root;
  }

  int[] first() {
    return first.clone();
  }

  int[] second() {
    return second.clone();
  }

  @Override
  public String toString() {
    return "first "
        + Row.names(first)
        + ", second "
        + Row.names(second)
        + ", "
        + calls.stream().map(DpEvent::describe).collect(Collectors.joining(", then "));
  }
}
