package org.assay.cli.internal.price;

import java.util.Locale;
import java.util.Optional;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.GuaranteeOptions;
import org.assay.cli.internal.input.InputException;
import picocli.CommandLine.Option;

/** The options of a calibration: the guarantee to meet, and the method of the bound. */
final class TargetOptions extends GuaranteeOptions {
  /** The methods that bound epsilon. */
  enum Method {
    TIGHTEST,
    EXACT,
    RENYI;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--method",
      paramLabel = "HOW",
      description =
          "How epsilon is bounded: tightest (default), exact (refuses what is not known exactly) or"
              + " renyi.")
  private Optional<Method> method = Optional.empty();

  @Override
  public Guarantee under(AdjacencyRelation relation) {
    Guarantee target = super.under(relation);
    if (method.isPresent() && target.asApproximate().isEmpty()) {
      throw new InputException("--method was given: it applies to --epsilon with --delta only");
    }
    return target;
  }

  /** How epsilon is bounded. */
  Method method() {
    return method.orElse(Method.TIGHTEST);
  }

  /** The search for a parameter that meets the target. */
  Calibrator calibrator(Guarantee target) {
    return target.asApproximate().map(this::byMethod).orElseGet(() -> Calibrator.to(target));
  }

  private Calibrator byMethod(Guarantee.Approximate target) {
    return switch (method()) {
      case TIGHTEST -> Calibrator.tightest(target);
      case EXACT -> Calibrator.exact(target);
      case RENYI -> Calibrator.rdp(target);
    };
  }
}
