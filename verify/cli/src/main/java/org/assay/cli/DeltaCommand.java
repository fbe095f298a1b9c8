package org.assay.cli;

import java.util.concurrent.Callable;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code delta}. */
@Command(
    name = "delta",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Certify delta at an epsilon for a described computation.",
    description =
        "The upper end of the printed interval is the guarantee. Gaussians and repeated sampled"
            + " Gaussians under add-remove are exact; everything else is bounded through Rényi"
            + " divergences.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay delta --gaussian --noise-multiplier 4 --epsilon 1 --adjacency replace-one",
      "  assay delta --event examples/training-run.yaml --epsilon 3"
    })
final class DeltaCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private RunOptions run = new RunOptions();

  @Option(
      names = "--epsilon",
      required = true,
      paramLabel = "E",
      description = "Epsilon, at least 0.")
  private double epsilon;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  DeltaCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    BoundStatement statement = RunOptions.checked(this::statement);
    console.out().print(json ? statement.json() : statement.text());
    return ExitCode.FINE;
  }

  private BoundStatement statement() {
    Parameters.requireNonNegative("--epsilon", epsilon);
    DpEvent event = run.event();
    AdjacencyRelation relation = run.relation(java.util.Optional.of(event));
    return BoundStatement.delta(event, relation, epsilon);
  }
}
