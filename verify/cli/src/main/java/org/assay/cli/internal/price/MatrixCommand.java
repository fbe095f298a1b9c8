package org.assay.cli.internal.price;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.StrategyMatrix;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.GuaranteeOptions;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.command.StatementCommand;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The subcommand {@code matrix}. */
@Command(
    name = "matrix",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Compare matrices for noise that is correlated over steps.",
    description =
        "For each matrix of several families: the least noise multiplier that meets the target,"
            + " certified, and the errors of running sums that come with it. Errors are standard"
            + " deviations in each coordinate, for vectors of norm at most 1; they are no part of"
            + " the guarantee. The best matrix is printed as an event.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  assay matrix --steps 1000 --participations 5 --separation 200 \\",
      "      --epsilon 2 --delta 1e-6 --adjacency zero-out",
      "  assay matrix --steps 2000 --rho 0.5 --adjacency replace-one --by largest"
    })
public final class MatrixCommand extends StatementCommand {
  /** Largest number of products for the errors of one matrix, about a second of time. Not tuned. */
  private static final long MOST_PRODUCTS = 1L << 30;

  /**
   * Largest number of coefficients of an inverse; more change errors by less than a percent. Not
   * tuned.
   */
  private static final int MOST_COEFFICIENTS = 64;

  /** The error by which matrices are ordered. */
  enum By {
    MEAN,
    LARGEST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(names = "--steps", required = true, paramLabel = "N", description = "Number of steps.")
  private long steps;

  @Option(
      names = "--participations",
      defaultValue = "1",
      paramLabel = "K",
      description = "How often a record may take part in the whole run (default: 1).")
  private long participations;

  @Option(
      names = "--separation",
      defaultValue = "1",
      paramLabel = "B",
      description =
          "How many steps later a record may take part again (default: 1, which is always safe). In"
              + " epochs of one and the same order: the steps of an epoch.")
  private long separation;

  @Mixin private GuaranteeOptions target = new GuaranteeOptions();

  @Option(
      names = "--adjacency",
      required = true,
      paramLabel = "RELATION",
      description = "add-remove, replace-one or zero-out.")
  private String adjacency = "";

  @Option(
      names = "--by",
      defaultValue = "mean",
      paramLabel = "ERROR",
      description =
          "Order by mean (the root mean squared error) or largest error of the running sums"
              + " (default: mean).")
  private By by = By.MEAN;

  /**
   * Creates the subcommand.
   *
   * @param console the console for the output
   */
  public MatrixCommand(Console console) {
    super(console);
  }

  @Override
  protected Statement statement(Progress progress) {
    Parameters.requireAtLeastOne("--steps", steps);
    Parameters.requireAtLeastOne("--participations", participations);
    Parameters.requireAtLeastOne("--separation", separation);
    AdjacencyRelation relation = AdjacencyRelation.ofLabel(adjacency);
    Guarantee wanted = target.under(relation);
    double unit = unitNoise(wanted);
    List<MatrixStatement.Row> rows = new ArrayList<>();
    for (StrategyMatrix matrix : matrices()) {
      progress.update("measuring matrix " + (rows.size() + 1));
      // The mechanism is one Gaussian, whose noise is the multiplier over the sensitivity.
      double sensitivity = matrix.sensitivity(participations, separation).upper();
      double noise = Rounding.multiplyUp(unit, sensitivity);
      rows.add(MatrixStatement.row(event(matrix, participations, noise, relation)));
    }
    rows.sort(Comparator.comparingDouble(by == By.MEAN ? row -> row.mean() : row -> row.largest()));
    return new MatrixStatement(rows, wanted);
  }

  /** The noise multiplier of one vector that meets the target. */
  private double unitNoise(Guarantee wanted) {
    StrategyMatrix one = StrategyMatrix.toeplitz(1, List.of(1.0));
    try {
      return Calibrator.to(wanted)
          .smallestNoiseMultiplier(noise -> event(one, 1, noise, wanted.adjacency()))
          .value();
    } catch (UnreachableTargetException e) {
      throw new InputException("no noise meets the target: " + e.getMessage(), e);
    }
  }

  private MatrixMechanismEvent event(
      StrategyMatrix matrix, long times, double noise, AdjacencyRelation relation) {
    return new MatrixMechanismEvent(matrix, times, separation, noise, relation);
  }

  /** Independent noise, a tree, square roots of fewer and fewer bands, and banded inverses. */
  private List<StrategyMatrix> matrices() {
    List<StrategyMatrix> all = new ArrayList<>();
    try {
      all.add(StrategyMatrix.toeplitz(steps, List.of(1.0)));
      all.add(StrategyMatrix.tree(steps, 1));
      all.add(StrategyMatrix.squareRoot(steps, steps));
    } catch (IllegalArgumentException e) {
      throw new InputException("--steps: " + e.getMessage(), e);
    }
    Set<Long> bands = new LinkedHashSet<>(List.of(separation));
    for (long power = 2; power < steps; power *= 2) {
      bands.add(power);
    }
    bands.removeIf(count -> count == 1 || count >= steps || count * steps > MOST_PRODUCTS);
    bands.forEach(count -> all.add(StrategyMatrix.squareRoot(steps, count)));
    for (int count = 2; count <= Math.min(MOST_COEFFICIENTS, steps); count *= 2) {
      all.add(StrategyMatrix.inverseToeplitz(steps, inverseRoot(count)));
    }
    return all;
  }

  /** The first coefficients of the inverse square root: those of {@code (1 - x)^(1/2)}. */
  private static List<Double> inverseRoot(int count) {
    List<Double> coefficients = new ArrayList<>(List.of(1.0));
    for (int k = 1; k < count; k++) {
      coefficients.add(coefficients.get(k - 1) * (k - 1.5) / k);
    }
    return coefficients;
  }
}
