package org.assay.cli.internal.help;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The subcommand {@code completion}. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    header = "Print a script that lets a shell complete verbs and options.",
    description = "Without it a shell completes the names of files only.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(assay completion bash)",
      "  assay completion zsh > ~/.assay-completion.zsh   # then source it in ~/.zshrc"
    })
public final class CompletionCommand implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private @Nullable String shell;

  /**
   * Creates the subcommand.
   *
   * @param console where the script is printed
   */
  public CompletionCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    String name = Objects.requireNonNull(shell);
    if (!SHELLS.contains(name)) {
      throw new InputException("SHELL was '" + name + "': " + Suggestion.among(name, SHELLS));
    }
    CommandLine assay = Objects.requireNonNull(spec).root().commandLine();
    // The script for bash is one for zsh as well.
    console.out().print(AutoComplete.bash(assay.getCommandName(), assay));
    return ExitCode.FINE;
  }
}
