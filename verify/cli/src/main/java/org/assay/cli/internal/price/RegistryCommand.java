package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.price.DeploymentEntry.Finding;
import org.assay.cli.internal.price.DeploymentEntry.Weight;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import org.assay.verify.report.JsonReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The subcommand {@code registry}. */
@Command(
    name = "registry",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Check the numbers of entries of the registry of deployments against each other.",
    description =
        "Reads entries in the form of the registry of deployments (one YAML file each) and checks"
            + " variant, epsilon, delta and rho against each other and against what is certified:"
            + " whether epsilon follows from rho, whether named parts add up, and which numbers are"
            + " missing. Every finding says on which side the error is. What cannot be compared is"
            + " named: other variants, and numbers in words. The exit code is 2 if a file is no"
            + " entry, else 1 if a number contradicts its variant or promises too much. Nothing is"
            + " said about whether the deployment does what the entry states.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay registry examples/deployment.yaml",
      "  assay registry deployments/*.yaml --json"
    })
public final class RegistryCommand extends StatementCommand {
  @Parameters(arity = "1..*", paramLabel = "FILE", description = "Entries of the registry.")
  private List<Path> files = List.of();

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public RegistryCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    List<DeploymentEntry> entries = new ArrayList<>();
    for (Path file : files) {
      progress.update("reading " + file);
      entries.add(DeploymentEntry.read(file));
    }
    return new Findings(entries);
  }

  /**
   * The checked entries.
   *
   * @param entries the entries, in the order of the files
   */
  private record Findings(List<DeploymentEntry> entries) implements Statement {
    Findings {
      entries = List.copyOf(entries);
    }

    private long count(Weight weight) {
      return all().stream().filter(finding -> finding.weight() == weight).count();
    }

    private List<Finding> all() {
      return entries.stream().flatMap(entry -> entry.findings().stream()).toList();
    }

    @Override
    public int exitCode() {
      boolean wrong = all().stream().anyMatch(finding -> finding.weight().wrong());
      return count(Weight.UNREADABLE) > 0
          ? ExitCode.BAD_INPUT
          : wrong ? ExitCode.REFUTED : ExitCode.FINE;
    }

    @Override
    public String text() {
      List<String> lines = new ArrayList<>();
      for (DeploymentEntry entry : entries) {
        lines.add(entry.file() + ": " + entry.name());
        entry
            .guarantee()
            .ifPresent(
                guarantee ->
                    lines.add(
                        "  stated: "
                            + promise(guarantee)
                            + entry.unit().map(unit -> " for each " + unit).orElse("")));
        entry.guarantee().ifPresent(guarantee -> lines.add("  " + risk(guarantee)));
        entry
            .findings()
            .forEach(
                finding ->
                    lines.add(
                        "  "
                            + finding.weight().label()
                            + ": "
                            + finding.place()
                            + " "
                            + finding.text()));
      }
      lines.add(
          entries.size()
              + (entries.size() == 1 ? " entry" : " entries")
              + "; contradictions "
              + count(Weight.CONTRADICTION)
              + ", too small "
              + count(Weight.TOO_SMALL)
              + ", missing "
              + count(Weight.MISSING)
              + ", cannot tell "
              + count(Weight.CANNOT_TELL)
              + (count(Weight.UNREADABLE) > 0 ? ", unreadable " + count(Weight.UNREADABLE) : ""));
      lines.add("");
      return String.join("\n", lines);
    }

    /** Without the relation, which entries state in words only. */
    private static String promise(Guarantee guarantee) {
      return guarantee.describe().replace(" under " + guarantee.adjacency(), "");
    }

    private static String risk(Guarantee guarantee) {
      double success = AttackerRisk.of(guarantee).success(0.5, AttackerRisk.Claim.PRESENT).upper();
      return "a guess whether a unit took part, at even odds, is right at most "
          + RiskStatement.percentUp(success)
          + " of the time";
    }

    @Override
    public String json() {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      ArrayNode list = node.putArray("entries");
      for (DeploymentEntry entry : entries) {
        ObjectNode one = list.addObject().put("file", entry.file()).put("name", entry.name());
        entry.unit().ifPresent(unit -> one.put("privacy_unit", unit));
        entry.guarantee().ifPresent(guarantee -> one.put("stated", promise(guarantee)));
        ArrayNode findings = one.putArray("findings");
        for (Finding finding : entry.findings()) {
          findings
              .addObject()
              .put("weight", finding.weight().label())
              .put("key", finding.place())
              .put("text", finding.text());
        }
      }
      return JsonReport.text(node);
    }
  }
}
