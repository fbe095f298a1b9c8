package org.assay.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code curve}. */
@Command(
    name = "curve",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Certify delta over a range of epsilon for a described computation.",
    description =
        "One line for each epsilon: epsilon, then the lower and the upper end of an interval for"
            + " delta. Every upper end is a guarantee.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay curve --gaussian --noise-multiplier 1 --to 8 --points 9 --adjacency add-remove",
      "  assay curve --event examples/training-run.yaml --to 4 --report target/curve"
    })
final class CurveCommand implements Callable<Integer> {
  private static final int MOST_POINTS = 10_000;

  private final Console console;

  @Mixin private RunOptions run = new RunOptions();

  @Option(
      names = "--from",
      defaultValue = "0",
      paramLabel = "E",
      description = "Smallest epsilon (default: 0).")
  private double from;

  @Option(names = "--to", required = true, paramLabel = "E", description = "Largest epsilon.")
  private double to;

  @Option(
      names = "--points",
      defaultValue = "21",
      paramLabel = "N",
      description = "How many, equally far apart, 2 to 10000 (default: 21).")
  private int points;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write curve.html, a page with a plot, and curve.json there.")
  private Optional<Path> directory = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  CurveCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    directory.ifPresent(AuditOutput::requireWritable);
    CurveStatement statement = RunOptions.checked(this::statement);
    directory.ifPresent(path -> CurvePage.write(path, statement));
    console.out().print(json ? statement.json() : statement.text());
    return ExitCode.FINE;
  }

  private CurveStatement statement() {
    Parameters.requireNonNegative("--from", from);
    Parameters.requirePositive("--to", to);
    if (!(from < to)) {
      throw new InputException("--from was " + from + ": it must be below --to, " + to);
    }
    if (!(points >= 2 && points <= MOST_POINTS)) {
      throw new InputException("--points was " + points + ": it must be from 2 to " + MOST_POINTS);
    }
    DpEvent event = run.event();
    AdjacencyRelation relation = run.relation(Optional.of(event));
    TightestBound bound = TightestBound.of(event, relation);
    List<CurveStatement.Point> curve = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      double epsilon = i == points - 1 ? to : from + i * (to - from) / (points - 1);
      curve.add(new CurveStatement.Point(epsilon, bound.delta(epsilon)));
    }
    return new CurveStatement(event, relation, curve);
  }
}
