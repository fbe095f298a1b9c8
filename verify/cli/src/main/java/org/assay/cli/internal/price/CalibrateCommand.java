package org.assay.cli.internal.price;

import java.util.function.DoubleFunction;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.events.OpenEvent;
import org.assay.cli.internal.events.Search;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code calibrate}. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Find the number that just meets a target guarantee.",
    description =
        "Finds the number that stands as ? in the event: the smallest noise or threshold, the most"
            + " steps or the largest sampling probability, rounded to the safe side. The guarantee"
            + " printed is certified for exactly the number printed. The number next to it that is"
            + " not certified is printed, too; if the cost does not rise or fall with the number"
            + " everywhere, there may be better ones elsewhere. The target is --epsilon with"
            + " --delta, --rho (zCDP), --mu (GDP), or what an attacker may do: --advantage, --tpr"
            + " with --fpr, or --success.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:found",
      "2:bad usage or input, or nothing in the range meets the target",
      "4:internal failure, or output that cannot be written"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay calibrate '1000 x poisson(256/60000, gaussian(?))' --epsilon 2 --delta 1e-5 \\",
      "      --adjacency add-remove",
      "  assay calibrate '? x gaussian(20)' --rho 0.5 --adjacency replace-one",
      "  assay calibrate 'gaussian(?)' --success 0.6 --adjacency add-remove",
      "  assay calibrate '1000 x poisson(?, gaussian(1))' --epsilon 3 --delta 1e-6 \\",
      "      --method renyi --adjacency add-remove",
      "  assay calibrate --event examples/training-plan.yaml --epsilon 2 --delta 1e-5"
    })
public final class CalibrateCommand extends RunCommand {
  @Mixin private TargetOptions target = new TargetOptions();

  @Mixin private RiskTarget risk = new RiskTarget();

  @Option(
      names = "--tolerance",
      defaultValue = "1e-6",
      paramLabel = "T",
      description =
          "Relative distance to a number that fails, 1e-12 to 1 (default: 1e-6); of steps the next"
              + " number fails.")
  private double tolerance;

  /**
   * Creates the subcommand.
   *
   * @param console the console for input and output
   */
  public CalibrateCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    OpenEvent sought = run().openEvent();
    Search search = sought.search();
    AdjacencyRelation relation = run().relation(() -> sought.with(search.start()));
    if (risk.isGiven()) {
      return ofRisk(sought, relation, progress);
    }
    Guarantee wanted = target.under(relation);
    Calibration found = found(sought, target.calibrator(wanted), progress);
    DpEvent event = sought.with(found.value());
    return new CalibrationStatement(
        sought.key(),
        search.isWhole(),
        wanted,
        event,
        run().formulas(),
        found,
        MethodNote.of(event, wanted, target.method()));
  }

  private Statement ofRisk(OpenEvent sought, AdjacencyRelation relation, Progress progress) {
    if (target.isGiven()) {
      throw new InputException(
          "two targets were given: a risk (--advantage, --tpr or --success) stands alone");
    }
    RiskTarget.Wanted wanted = risk.wanted();
    Calibration found = found(sought, wanted.calibrator(relation), progress);
    return new RiskTarget.Found(
        sought.key(),
        sought.search().isWhole(),
        wanted,
        relation,
        sought.with(found.value()),
        run().formulas(),
        found);
  }

  private Calibration found(OpenEvent sought, Calibrator calibrator, Progress progress) {
    progress.update("calibrating");
    try {
      return sought.search().find(calibrator.tolerance(tolerance), watched(sought, progress));
    } catch (UnreachableTargetException e) {
      throw InputException.because(e);
    }
  }

  private static DoubleFunction<DpEvent> watched(OpenEvent sought, Progress progress) {
    return value -> {
      progress.update("calibrating: looking at " + sought.key() + " " + value);
      return sought.with(value);
    };
  }
}
