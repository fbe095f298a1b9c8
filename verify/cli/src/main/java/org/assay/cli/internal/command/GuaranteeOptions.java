package org.assay.cli.internal.command;

import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.InputException;
import picocli.CommandLine.Option;

/** The options of a target guarantee. */
public class GuaranteeOptions {
  @Option(names = "--epsilon", paramLabel = "E", description = "Target epsilon, with --delta.")
  private Optional<Double> epsilon = Optional.empty();

  @Option(names = "--delta", paramLabel = "D", description = "Delta of the target, in (0, 1).")
  private Optional<Double> delta = Optional.empty();

  @Option(
      names = "--rho",
      paramLabel = "R",
      description = "Target rho of zero-concentrated privacy (zCDP), in their place.")
  private Optional<Double> rho = Optional.empty();

  @Option(
      names = "--mu",
      paramLabel = "M",
      description = "Target mu of Gaussian privacy (GDP), in their place.")
  private Optional<Double> mu = Optional.empty();

  /**
   * Whether any option of a target is given.
   *
   * @return whether {@link #under} has something to read
   */
  public boolean isGiven() {
    return epsilon.isPresent() || delta.isPresent() || rho.isPresent() || mu.isPresent();
  }

  /**
   * The target.
   *
   * @param relation the relation of the guarantee
   * @return the guarantee
   * @throws InputException if the options do not name exactly one target
   * @throws IllegalArgumentException if a number is out of its range
   */
  public Guarantee under(AdjacencyRelation relation) {
    boolean pair = epsilon.isPresent() && delta.isPresent();
    int others = (rho.isPresent() ? 1 : 0) + (mu.isPresent() ? 1 : 0);
    boolean noPair = epsilon.isEmpty() && delta.isEmpty();
    if (!((pair && others == 0) || (noPair && others == 1))) {
      throw new InputException("the target must be --epsilon with --delta, or --rho, or --mu");
    }
    if (pair) {
      double target = Parameters.requireNonNegative("--epsilon", epsilon.get());
      double at = Parameters.requireOpenProbability("--delta", delta.get());
      return new Guarantee.Approximate(target, at, relation);
    }
    return rho.isPresent()
        ? new Guarantee.ZeroConcentrated(
            Parameters.requireNonNegative("--rho", rho.get()), relation)
        : new Guarantee.Gaussian(Parameters.requireNonNegative("--mu", mu.orElseThrow()), relation);
  }
}
