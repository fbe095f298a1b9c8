package org.assay.cli.internal.command;

import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.internal.input.DocumentNames;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.ShellWord;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A subcommand of {@code assay} that computes one {@link Statement} and prints it. */
public abstract class StatementCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--json", order = 90, description = "Print JSON.")
  private boolean json;

  @Mixin private final ProgressOption progressOption = new ProgressOption();

  /**
   * A subcommand that prints to a console.
   *
   * @param console the console on which the statement is printed
   */
  protected StatementCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Statement statement;
    try (Progress progress = new Progress(console, progressOption.style(console))) {
      statement = checked(() -> statement(progress));
    }
    console.print(json ? statement.json() : statement.text());
    return statement.exitCode();
  }

  /**
   * Computes the statement. Exceptions that name a bad input are printed as one line.
   *
   * @param progress receives the progress of the computation
   * @return the result to print
   */
  protected abstract Statement statement(Progress progress);

  private <T> T checked(Supplier<T> work) {
    try {
      return work.get();
    } catch (InvalidParameterException e) {
      throw new InputException(asTyped(e.parameter()) + " " + e.problem(), e);
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw InputException.because(e);
    }
  }

  /**
   * The command line that was typed.
   *
   * @return its words as a shell needs them
   */
  protected final String commandLine() {
    return Stream.concat(
            Stream.of("assay"),
            Objects.requireNonNull(spec)
                .root()
                .commandLine()
                .getParseResult()
                .originalArgs()
                .stream()
                .map(ShellWord::of))
        .collect(Collectors.joining(" "));
  }

  /** The option that sets a parameter, or the parameter's own name if no option sets it. */
  private String asTyped(String parameter) {
    String option = DocumentNames.option(parameter);
    return Objects.requireNonNull(spec).optionsMap().containsKey(option) ? option : parameter;
  }
}
