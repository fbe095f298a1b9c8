package org.assay.cli.price;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Supplier;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.command.AdjacencyOption;
import org.assay.cli.events.EventReader;
import org.assay.cli.events.OpenEvent;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Value;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that describe what was run. */
final class RunOptions {
  @ArgGroup(exclusive = true, multiplicity = "1")
  private KindOptions kind = new KindOptions();

  @Mixin private RunValues values = new RunValues();

  @Mixin private RepetitionOptions repetitions = new RepetitionOptions();

  @Option(
      names = "--adjacency",
      paramLabel = "RELATION",
      description =
          "Relation of the guarantee: add-remove, replace-one or zero-out. It may be left out with"
              + " --event: by default it is that of the event.")
  private Optional<String> adjacency = Optional.empty();

  @Option(
      names = "--stated-under",
      paramLabel = "RELATION",
      description =
          "The relation that the noise multiplier or epsilon of a mechanism is about (default: that"
              + " of --adjacency); a theorem must restate it. With --event the file says it.")
  private Optional<String> statedUnder = Optional.empty();

  /** The event that is described in full. */
  DpEvent event() {
    Optional<RunKind> chosen = kind.chosen();
    if (chosen.isEmpty()) {
      return repetitions.of(EventReader.event(document(), given()));
    }
    Map<Quantity, Double> given = values.of(chosen.get(), Optional.empty());
    return repetitions.of(chosen.get().event(given, stated()));
  }

  /** What the event file says; all about the run must stand in it. */
  private Value document() {
    values.requireNone();
    if (statedUnder.isPresent()) {
      throw new InputException("--stated-under was given with --event: state it in the file");
    }
    return kind.document().orElseThrow();
  }

  /** What is to be found in an event file; empty where options describe the run. */
  Optional<Sought> soughtInFile() {
    if (kind.document().isEmpty()) {
      return Optional.empty();
    }
    OpenEvent open = OpenEvent.of(document(), given());
    return Optional.of(
        new Sought(open.key(), open.search(), number -> repetitions.of(open.with(number))));
  }

  /** The event without one of its quantities, which must apply to it and not be given. */
  DoubleFunction<DpEvent> eventWithout(Quantity unknown) {
    RunKind chosen = kind.chosen().orElseThrow();
    if (unknown != Quantity.STEPS && !chosen.quantities().contains(unknown)) {
      throw new InputException(unknown.label() + " does not apply to " + chosen.option());
    }
    if (!chosen.isSearchable(unknown)) {
      throw new InputException(
          unknown.label()
              + " cannot be found for "
              + chosen.option()
              + ": more noise hides counts but shows more partitions; find the threshold");
    }
    Map<Quantity, Double> given = values.of(chosen, Optional.of(unknown));
    AdjacencyRelation relation = stated();
    return value -> {
      Map<Quantity, Double> all = new EnumMap<>(given);
      all.put(unknown, value);
      return repetitions.of(chosen.event(all, relation));
    };
  }

  /** The relation that the numbers of a mechanism are about. */
  private AdjacencyRelation stated() {
    return statedUnder
        .map(label -> AdjacencyOption.read("--stated-under", label))
        .orElseGet(this::wanted);
  }

  /** The relation of the guarantee; by default that of an event that a file describes. */
  AdjacencyRelation relation(Supplier<DpEvent> described) {
    boolean own = adjacency.isEmpty() && kind.document().isPresent();
    return own ? described.get().adjacency() : wanted();
  }

  private AdjacencyRelation wanted() {
    return given()
        .orElseThrow(
            () ->
                new InputException(
                    "--adjacency is missing: a guarantee is about a relation; "
                        + AdjacencyRelation.CHOICE));
  }

  private Optional<AdjacencyRelation> given() {
    return adjacency.map(label -> AdjacencyOption.read("--adjacency", label));
  }
}
