package org.assay.cli.internal.price;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code delta}. */
@Command(
    name = "delta",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Certify delta at an epsilon for a described computation.",
    description = BoundStatement.DESCRIPTION,
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay delta 'gaussian(4)' --epsilon 1 --adjacency replace-one",
      "  assay delta --event examples/training-run.yaml --epsilon 3"
    })
public final class DeltaCommand extends RunCommand {
  @Option(
      names = "--epsilon",
      required = true,
      paramLabel = "E",
      description = "Epsilon, at least 0.")
  private double epsilon;

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public DeltaCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireNonNegative("--epsilon", epsilon);
    DpEvent event = run().event();
    return BoundStatement.delta(event, run().formulas(), relation(event), epsilon);
  }
}
