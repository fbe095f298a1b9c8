package org.assay.cli.internal.price;

import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Say why tools print different epsilons for one computation.",
    description =
        "Prints what the usual ways to an epsilon give, beside the certified interval: Rényi"
            + " divergences at the default orders of common libraries, by both conversions, the"
            + " limit of the central limit theorem, which is no bound, and the basic, the advanced"
            + " and the optimal composition theorem. Every line names its source. The event and the"
            + " relation are the same in all lines: tools that mean another one differ more.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay explain '3516 x poisson(256/60000, gaussian(1.1))' --delta 1e-5 \\",
      "      --adjacency add-remove",
      "  assay explain '100 x laplace(20)' --delta 1e-6 --adjacency replace-one"
    })
public final class ExplainCommand extends RunCommand {
  @Option(names = "--delta", required = true, paramLabel = "D", description = "Delta, in (0, 1).")
  private double delta;

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public ExplainCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireOpenProbability("--delta", delta);
    progress.update("computing epsilons");
    DpEvent event = run().event();
    return Explanation.of(event, run().formulas(), relation(event), delta);
  }
}
