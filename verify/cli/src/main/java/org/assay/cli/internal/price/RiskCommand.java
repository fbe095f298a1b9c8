package org.assay.cli.internal.price;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.claims.GuaranteeReader;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.page.ReportDirectory;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The subcommand {@code risk}. */
@Command(
    name = "risk",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header =
        "Say what an attacker can do: how often right, how many caught at a rate of false alarms.",
    description =
        "Bounds every attacker who sees all that is released and knows both neighbouring datasets."
            + " 'At most' holds for all of them; 'at least' is what one attacker reaches against"
            + " some neighbours, where such neighbours are known. EVENT may also be a guarantee:"
            + " 'pure(1)', '(3, 1e-5)', 'zcdp(0.5)' or 'gdp(1)'. Numbers are rounded outward;"
            + " docs/why/what-epsilon-means.md explains them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay risk '3516 x poisson(256/60000, gaussian(1.1))' --adjacency add-remove",
      "  assay risk '(3, 1e-5)' --adjacency replace-one",
      "  assay risk 'laplace(2)' --prior 0.01 --adjacency add-remove"
    })
public final class RiskCommand extends RunCommand {
  @Option(
      names = "--prior",
      defaultValue = "0.5",
      paramLabel = "P",
      description =
          "How likely the attacker takes it to be, beforehand, that the record took part, in (0, 1)"
              + " (default: 0.5).")
  private double prior;

  @Option(
      names = "--delta",
      defaultValue = "1e-5",
      paramLabel = "D",
      description =
          "The probability with which odds may change by more than is said, in (0, 1) (default:"
              + " 1e-5).")
  private double delta;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Write risk.html, a page with the trade-off curve and sentences about people, and"
              + " risk.json there.")
  private Optional<Path> directory = Optional.empty();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public RiskCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireOpenProbability("--prior", prior);
    Parameters.requireOpenProbability("--delta", delta);
    directory.ifPresent(ReportDirectory::requireWritable);
    progress.update("looking at tests");
    Optional<Guarantee> claimed =
        run()
            .typed()
            .flatMap(text -> GuaranteeReader.typed("EVENT", text, () -> run().relationOfClaim()));
    AttackerRisk risk = claimed.map(AttackerRisk::of).orElseGet(this::ofEvent);
    String subject = claimed.map(it -> "guarantee: " + it.describe()).orElseGet(this::described);
    RiskStatement statement = RiskStatement.of(subject, risk, prior, delta);
    directory.ifPresent(path -> RiskPage.write(path, statement, risk, progress, commandLine()));
    return statement;
  }

  private AttackerRisk ofEvent() {
    DpEvent event = run().event();
    return AttackerRisk.of(event, relation(event));
  }

  private String described() {
    DpEvent event = run().event();
    AdjacencyRelation relation = relation(event);
    return "event: "
        + EventKinds.describe(event, relation, run().formulas())
        + PremiseLines.text(event, relation)
            .lines()
            .map(line -> "; " + line)
            .collect(Collectors.joining());
  }
}
