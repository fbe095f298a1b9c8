package org.assay.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A verb that makes a statement about a described run. */
abstract class RunCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private RunOptions run = new RunOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  RunCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Statement statement;
    try (Progress progress = new Progress(console)) {
      statement = checked(() -> statement(progress));
    }
    console.out().print(json ? statement.json() : statement.text());
    return ExitCode.FINE;
  }

  /** Does the work; exceptions that name a bad input become one line. */
  abstract Statement statement(Progress progress);

  RunOptions run() {
    return run;
  }

  /** The relation of the guarantee about an event that is described in full. */
  AdjacencyRelation relation(DpEvent event) {
    return run.relation(Optional.of(event));
  }

  private static <T> T checked(Supplier<T> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw InputException.because(e);
    }
  }
}
