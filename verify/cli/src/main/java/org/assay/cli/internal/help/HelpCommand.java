package org.assay.cli.internal.help;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The subcommand {@code help}. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    header = "Print the help of a verb, or the manual.",
    description = "Without --all it is the help that VERB --help prints.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay help audit",
      "  assay help audit --all",
      "  assay help --all > assay-manual.txt"
    })
public final class HelpCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "VERB", description = "The verb.")
  private Optional<String> verb = Optional.empty();

  @Option(
      names = "--all",
      description = "Print every option; without a verb, the manual page of all verbs.")
  private boolean all;

  /**
   * Creates the subcommand.
   *
   * @param console where the help is printed
   */
  public HelpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    CommandLine assay = Objects.requireNonNull(spec).root().commandLine();
    Map<String, CommandLine> verbs = assay.getSubcommands();
    if (verb.isPresent()) {
      String name = verb.get();
      CommandLine asked = verbs.get(name);
      if (asked == null) {
        throw new InputException(
            "VERB was '" + name + "': " + Suggestion.among(name, List.copyOf(verbs.keySet())));
      }
      console.out().print(all ? HelpPage.full(asked) : asked.getUsageMessage());
      return ExitCode.FINE;
    }
    console.out().print(assay.getUsageMessage());
    if (all) {
      verbs.forEach(
          (name, each) ->
              console
                  .out()
                  .printf("%n%n%s%n%n%s", name.toUpperCase(Locale.ROOT), HelpPage.full(each)));
    }
    return ExitCode.FINE;
  }
}
