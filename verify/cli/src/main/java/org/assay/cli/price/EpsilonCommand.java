package org.assay.cli.price;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.command.Statement;
import org.assay.cli.terminal.Console;
import org.assay.cli.terminal.Progress;
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
      "  assay epsilon --sampled-gaussian --noise-multiplier 1.1 --sampling-probability 0.01 \\",
      "      --steps 10000 --delta 1e-5 --adjacency add-remove",
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
    return BoundStatement.epsilon(event, relation(event), delta);
  }
}
