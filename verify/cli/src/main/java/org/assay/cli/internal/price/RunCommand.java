package org.assay.cli.internal.price;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.events.OpenEvent;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.cli.internal.terminal.Console;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A subcommand that prints a statement about a mechanism, which the user describes as an event. */
abstract class RunCommand extends StatementCommand {
  @Mixin private RunOptions run = new RunOptions();

  RunCommand(Console console) {
    super(console);
  }

  RunOptions run() {
    return run;
  }

  /** The adjacency relation of the guarantee: the option's, or that of the event. */
  AdjacencyRelation relation(DpEvent event) {
    return run.relation(() -> event);
  }

  /** The options that describe the event and the adjacency relation of its guarantee. */
  static final class RunOptions {
    @ArgGroup(exclusive = true, multiplicity = "1")
    private Described described = new Described();

    @Option(
        names = "--adjacency",
        paramLabel = "RELATION",
        description =
            "Relation of the guarantee and of mechanisms that name none: add-remove, replace-one or"
                + " zero-out (default: that of the event).")
    private Optional<String> adjacency = Optional.empty();

    /** The two ways to describe the event: typed, or in a file. */
    private static final class Described {
      @Parameters(
          arity = "1",
          paramLabel = "EVENT",
          description =
              "What was run, in the notation of docs/reference/events.md, in quotation marks.")
      private Optional<String> text = Optional.empty();

      @Option(
          names = "--event",
          paramLabel = "FILE",
          description = "What was run, as a file in YAML or JSON; see docs/reference/events.md.")
      private Optional<Path> file = Optional.empty();

      Value document() {
        return text.map(Described::typed)
            .or(() -> file.map(Described::read))
            .orElseThrow(Described::missing);
      }

      private static InputException missing() {
        return new InputException(
            "EVENT is missing: type what was run, such as 'gaussian(1.1)' in quotation marks, or"
                + " give a file by --event");
      }

      private static Value typed(String text) {
        if (text.isBlank()) {
          throw missing();
        }
        String name = text.strip().toLowerCase(Locale.ROOT);
        if (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json")) {
          throw new InputException(
              "EVENT was '" + text + "', which is the name of a file: write --event before it");
        }
        return Value.ofText("EVENT", text);
      }

      private static Value read(Path file) {
        if (file.toString().contains("(") && !file.toFile().exists()) {
          throw new InputException(
              "--event was '"
                  + file
                  + "': there is no file of that name; leave out --event before"
                  + " an event that is typed");
        }
        return DocumentReader.read(file);
      }
    }

    /** The event as typed; empty if a file describes it. */
    Optional<String> typed() {
      return described.text;
    }

    /** The relation of a guarantee that names none. */
    AdjacencyRelation relationOfClaim() {
      return given()
          .orElseThrow(
              () ->
                  new InputException(
                      "--adjacency is missing: say which datasets are neighbours, add-remove,"
                          + " replace-one or zero-out"));
    }

    /** The event that is described in full. */
    DpEvent event() {
      return EventReader.event(described.document(), given());
    }

    /** The fractions in the description, as they were typed. */
    List<String> formulas() {
      return EventReader.formulas(described.document());
    }

    /** The event in which a question mark takes the place of a number. */
    OpenEvent openEvent() {
      return OpenEvent.of(described.document(), given());
    }

    /** The relation of the guarantee; by default that of the event. */
    AdjacencyRelation relation(Supplier<DpEvent> event) {
      return given().orElseGet(() -> event.get().adjacency());
    }

    private Optional<AdjacencyRelation> given() {
      return adjacency.map(label -> AdjacencyOption.read("--adjacency", label));
    }
  }
}
