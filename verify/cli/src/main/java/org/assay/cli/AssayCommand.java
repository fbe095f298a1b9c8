package org.assay.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.NumberOption;
import org.assay.cli.internal.help.HelpCommand;
import org.assay.cli.internal.help.HelpPage;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.OutputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command without a subcommand: a short help. */
@Command(
    name = "assay",
    description = "Is this algorithm as private as it claims?",
    synopsisSubcommandLabel = "VERB",
    commandListHeading = "%nVerbs:%n",
    optionListHeading = "%nOptions:%n",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all fine",
      "1:a claim was refuted",
      "2:bad usage or input",
      "3:inconclusive, with --strict",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay audit examples/breast-cancer.yaml --report target/report",
      "  assay epsilon '3516 x poisson(256/60000, gaussian(1.1))' --delta 1e-5 \\",
      "      --adjacency add-remove",
      "  echo '{\"id\":1,\"fn\":\"gaussian_eps\",\"args\":{\"mu\":1,\"delta\":1e-5}}' | assay"
          + " evaluate"
    })
final class AssayCommand implements Runnable {
  private static final int HELP_WIDTH = 100;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description =
          "Print the stack trace of a failure, with the cell of a table that was refused.")
  private boolean debug;

  /** Runs a subcommand and returns its exit code. */
  static int run(Console console, String... arguments) {
    AssayCommand assay = new AssayCommand();
    Failures failures = new Failures(console.err());
    CommandLine line = new CommandLine(assay);
    addVerbs(line, Verbs.neededBy(arguments), console);
    NumberOption.register(line);
    line.setUsageHelpWidth(HELP_WIDTH);
    line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    line.setParameterExceptionHandler((failure, words) -> failures.reportUsage(failure, words));
    line.setExecutionStrategy(
        parsed -> {
          requireWholeLists(parsed);
          return new CommandLine.RunLast().execute(parsed);
        });
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> failures.report(failure, assay.debug));
    int code;
    try {
      code = line.execute(arguments);
      if (code != ExitCode.INTERNAL_FAILURE && code != ExitCode.READER_LEFT) {
        // Otherwise the failure was reported already.
        console.requireWritten();
      }
    } catch (OutputException | Error e) {
      // An uncaught error would end with exit code 1, which means that a claim was refuted.
      code = failures.report(e, assay.debug);
    }
    console.err().flush();
    return code;
  }

  /** Picocli drops empty items at the end of a list. */
  private static void requireWholeLists(ParseResult parsed) {
    for (OptionSpec option : parsed.matchedOptions()) {
      for (String list : option.originalStringValues()) {
        if (option.splitRegex().equals(",") && list.matches("(.*,)?\\s*(,.*)?")) {
          throw new ParameterException(
              parsed.commandSpec().commandLine(),
              "Invalid value for option '"
                  + option.longestName()
                  + "': '"
                  + list
                  + "' has an empty item between its commas");
        }
      }
    }
    if (parsed.hasSubcommand()) {
      requireWholeLists(parsed.subcommand());
    }
  }

  private static void addVerbs(CommandLine line, List<String> names, Console console) {
    for (String name : names) {
      line.addSubcommand(Verbs.named(name, console));
    }
    if (names.size() > 1) {
      line.addSubcommand(new HelpCommand(console));
    }
    for (CommandLine verb : line.getSubcommands().values()) {
      verb.getCommandSpec().versionProvider(new VersionProvider());
      verb.getCommandSpec()
          .usageMessage()
          .synopsisHeading("%nUsage: ")
          .optionListHeading("%nOptions:%n");
      HelpPage.fitScreen(verb);
    }
  }

  @Override
  public void run() {
    CommandLine line = Objects.requireNonNull(spec).commandLine();
    line.usage(line.getOut());
  }
}
