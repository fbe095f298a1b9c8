package org.assay.cli;

import java.util.Locale;
import java.util.Optional;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.input.InputException;
import picocli.CommandLine.Option;

/** The guarantee that a calibration is to meet, and by which bound. */
final class TargetOptions {
  /** How epsilon is bounded. */
  enum Method {
    TIGHTEST,
    EXACT,
    RENYI;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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

  @Option(
      names = "--method",
      paramLabel = "HOW",
      description =
          "How epsilon is bounded: tightest (default), exact (refuses what is not known exactly) or"
              + " renyi.")
  private Optional<Method> method = Optional.empty();

  /** The target under a relation. */
  Guarantee under(AdjacencyRelation relation) {
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
    if (method.isPresent()) {
      throw new InputException("--method was given: it applies to --epsilon with --delta only");
    }
    return rho.isPresent()
        ? new Guarantee.ZeroConcentrated(
            Parameters.requireNonNegative("--rho", rho.get()), relation)
        : new Guarantee.Gaussian(Parameters.requireNonNegative("--mu", mu.orElseThrow()), relation);
  }

  /** How epsilon is bounded. */
  Method method() {
    return method.orElse(Method.TIGHTEST);
  }

  /** What looks for a parameter that meets the target. */
  Calibrator calibrator(Guarantee target) {
    if (target instanceof Guarantee.ZeroConcentrated concentrated) {
      return Calibrator.zeroConcentrated(concentrated);
    }
    if (target instanceof Guarantee.Gaussian gaussian) {
      return Calibrator.gaussianPrivacy(gaussian);
    }
    Guarantee.Approximate approximate = (Guarantee.Approximate) target;
    return switch (method()) {
      case TIGHTEST -> Calibrator.tightest(approximate);
      case EXACT -> Calibrator.exact(approximate);
      case RENYI -> Calibrator.rdp(approximate);
    };
  }
}
