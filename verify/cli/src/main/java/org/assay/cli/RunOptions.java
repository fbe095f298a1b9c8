package org.assay.cli;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.events.EventReader;
import org.assay.cli.input.InputException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that describe what was run. */
final class RunOptions {
  @ArgGroup(exclusive = true, multiplicity = "1")
  private KindOptions kind = new KindOptions();

  @Mixin private RunValues values = new RunValues();

  @Option(
      names = "--adjacency",
      paramLabel = "RELATION",
      description =
          "add-remove, replace-one or zero-out. With --event it is the guarantee's relation, by"
              + " default that of the event.")
  private Optional<String> adjacency = Optional.empty();

  /** The event that is described in full. */
  DpEvent event() {
    Optional<RunKind> chosen = kind.chosen();
    if (chosen.isEmpty()) {
      values.requireNone();
      return EventReader.read(kind.event().orElseThrow());
    }
    Map<Quantity, Double> given = values.of(chosen.get(), Optional.empty());
    return chosen.get().event(given, relation(Optional.empty()));
  }

  /** The event without one of its quantities, which must apply to it and not be given. */
  DoubleFunction<DpEvent> eventWithout(Quantity unknown) {
    RunKind chosen =
        kind.chosen()
            .orElseThrow(() -> new InputException("--event cannot be calibrated: use options"));
    if (unknown != Quantity.STEPS && !chosen.quantities().contains(unknown)) {
      throw new InputException(unknown.label() + " does not apply to " + chosen.option());
    }
    Map<Quantity, Double> given = values.of(chosen, Optional.of(unknown));
    AdjacencyRelation relation = relation(Optional.empty());
    return value -> {
      Map<Quantity, Double> all = new EnumMap<>(given);
      all.put(unknown, value);
      return chosen.event(all, relation);
    };
  }

  /** The relation of the guarantee. */
  AdjacencyRelation relation(Optional<DpEvent> described) {
    if (adjacency.isEmpty() && kind.event().isPresent() && described.isPresent()) {
      return described.get().adjacency();
    }
    String label =
        adjacency.orElseThrow(
            () -> new InputException("--adjacency is missing: a guarantee is about a relation"));
    return named(label);
  }

  /** The relation that the option names. */
  static AdjacencyRelation named(String label) {
    try {
      return AdjacencyRelation.ofLabel(label);
    } catch (IllegalArgumentException e) {
      throw new InputException("--" + e.getMessage(), e);
    }
  }
}
