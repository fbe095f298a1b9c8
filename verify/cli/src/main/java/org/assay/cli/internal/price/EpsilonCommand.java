package org.assay.cli.internal.price;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The verb {@code epsilon}. */
@Command(
    name = "epsilon",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Certify epsilon at a delta for a described computation.",
    description = BoundStatement.DESCRIPTION,
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay epsilon '3516 x poisson(256/60000, gaussian(1.1))' --delta 1e-5 \\",
      "      --adjacency add-remove",
      "  assay epsilon '3 x laplace(8) then randomized-response(0.7)' --delta 1e-6 \\",
      "      --adjacency replace-one",
      "  assay epsilon --event examples/training-run.yaml --delta 1e-5"
    })
public final class EpsilonCommand extends RunCommand {
  @Option(names = "--delta", required = true, paramLabel = "D", description = "Delta, in (0, 1).")
  private double delta;

  /**
   * The verb in its surroundings.
   *
   * @param console what it reads from and prints to
   */
  public EpsilonCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireOpenProbability("--delta", delta);
    DpEvent event = run().event();
    return BoundStatement.epsilon(event, run().formulas(), relation(event), delta);
  }
}
