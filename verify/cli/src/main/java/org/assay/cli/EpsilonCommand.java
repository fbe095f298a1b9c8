package org.assay.cli;

import java.util.concurrent.Callable;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code epsilon}. */
@Command(
    name = "epsilon",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Certify epsilon at a delta for a described computation.",
    description =
        "The upper end of the printed interval is the guarantee. Gaussians and repeated sampled"
            + " Gaussians under add-remove are exact; everything else is bounded through Rényi"
            + " divergences.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay epsilon --sampled-gaussian --noise-multiplier 1.1 --sampling-probability 0.01 \\",
      "      --steps 10000 --delta 1e-5 --adjacency add-remove",
      "  assay epsilon --event examples/training-run.yaml --delta 1e-5"
    })
final class EpsilonCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private RunOptions run = new RunOptions();

  @Option(names = "--delta", required = true, paramLabel = "D", description = "Delta, in (0, 1).")
  private double delta;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  EpsilonCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    BoundStatement statement = RunOptions.checked(this::statement);
    console.out().print(json ? statement.json() : statement.text());
    return ExitCode.FINE;
  }

  private BoundStatement statement() {
    Parameters.requireOpenProbability("--delta", delta);
    DpEvent event = run.event();
    AdjacencyRelation relation = run.relation(java.util.Optional.of(event));
    return BoundStatement.epsilon(event, relation, delta);
  }
}
