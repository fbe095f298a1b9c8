package org.assay.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.assay.cli.internal.audit.AuditCommand;
import org.assay.cli.internal.budget.BudgetCommand;
import org.assay.cli.internal.canaries.CanariesCommand;
import org.assay.cli.internal.dpsgd.DpSgdCommand;
import org.assay.cli.internal.evaluate.EvaluateCommand;
import org.assay.cli.internal.help.CompletionCommand;
import org.assay.cli.internal.ledger.LedgerCommand;
import org.assay.cli.internal.price.CalibrateCommand;
import org.assay.cli.internal.price.CurveCommand;
import org.assay.cli.internal.price.DeltaCommand;
import org.assay.cli.internal.price.EpsilonCommand;
import org.assay.cli.internal.price.ExplainCommand;
import org.assay.cli.internal.price.MatrixCommand;
import org.assay.cli.internal.price.RegistryCommand;
import org.assay.cli.internal.price.RiskCommand;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.train.PredictCommand;
import org.assay.cli.internal.train.TrainCommand;
import org.assay.cli.internal.traininglog.TrainingLogCommand;
import org.assay.cli.internal.utility.UtilityCommand;
import org.assay.cli.internal.walk.WalkCommand;

/**
 * The subcommands of the command. Picocli finds the options of a subcommand by reflection. For all
 * subcommands together this takes a fifth of the time of a short command, so only the subcommand in
 * use is constructed.
 */
final class Verbs {
  /** The subcommands in the order of the help. */
  static final List<String> NAMES =
      List.of(
          "epsilon",
          "delta",
          "curve",
          "risk",
          "explain",
          "registry",
          "calibrate",
          "matrix",
          "dp-sgd",
          "walk",
          "evaluate",
          "budget",
          "audit",
          "canaries",
          "training-log",
          "ledger",
          "train",
          "predict",
          "utility",
          "completion");

  /** The subcommand that lists all others. */
  private static final String COMPLETION = "completion";

  private Verbs() {}

  /**
   * The names of the subcommands that a command line may need: the one it begins with. If the line
   * begins with none, or with one that lists the others, all names are returned.
   */
  static List<String> neededBy(String... arguments) {
    int first = 0;
    while (first < arguments.length && arguments[first].equals("--debug")) {
      first++;
    }
    boolean alone =
        first < arguments.length
            && NAMES.contains(arguments[first])
            && !arguments[first].equals(COMPLETION);
    return alone ? List.of(arguments[first]) : NAMES;
  }

  /** A subcommand by its name. */
  static Callable<Integer> named(String name, Console console) {
    return switch (name) {
      case "epsilon" -> new EpsilonCommand(console);
      case "delta" -> new DeltaCommand(console);
      case "curve" -> new CurveCommand(console);
      case "risk" -> new RiskCommand(console);
      case "explain" -> new ExplainCommand(console);
      case "registry" -> new RegistryCommand(console);
      case "calibrate" -> new CalibrateCommand(console);
      case "matrix" -> new MatrixCommand(console);
      case "dp-sgd" -> new DpSgdCommand(console);
      case "walk" -> new WalkCommand(console);
      case "evaluate" -> new EvaluateCommand(console);
      case "budget" -> new BudgetCommand(console);
      case "audit" -> new AuditCommand(console);
      case "canaries" -> new CanariesCommand(console);
      case "training-log" -> new TrainingLogCommand(console);
      case "ledger" -> new LedgerCommand(console);
      case "train" -> new TrainCommand(console);
      case "predict" -> new PredictCommand(console);
      case "utility" -> new UtilityCommand(console);
      case COMPLETION -> new CompletionCommand(console);
      default -> throw new IllegalArgumentException("name was " + name + ": there is no such verb");
    };
  }
}
