package org.assay.cli;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Option;

/** A verb that makes a statement. */
abstract class StatementCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  StatementCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Statement statement;
    try (Progress progress = new Progress(console)) {
      statement = checked(() -> statement(progress));
    }
    console.print(json ? statement.json() : statement.text());
    return statement.exitCode();
  }

  /** Does the work; exceptions that name a bad input become one line. */
  abstract Statement statement(Progress progress);

  private static <T> T checked(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw InputException.because(e);
    }
  }
}
