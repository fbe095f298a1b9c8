package org.assay.cli.internal.price;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.terminal.Console;
import picocli.CommandLine.Mixin;

/** A verb that makes a statement about a described run. */
abstract class RunCommand extends StatementCommand {
  @Mixin private RunOptions run = new RunOptions();

  RunCommand(Console console) {
    super(console);
  }

  RunOptions run() {
    return run;
  }

  /** The relation of the guarantee about an event that is described in full. */
  AdjacencyRelation relation(DpEvent event) {
    return run.relation(() -> event);
  }
}
