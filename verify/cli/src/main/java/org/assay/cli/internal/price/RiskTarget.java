package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.assay.accountant.accounting.AttackerRisk;
import org.assay.accountant.accounting.AttackerRisk.Claim;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.report.JsonReport;
import picocli.CommandLine.Option;

/** The largest allowed success of an attacker, as the target of a calibration. */
final class RiskTarget {
  @Option(
      names = "--advantage",
      paramLabel = "A",
      description =
          "Target: no test has a true positive rate more than A above its false positive rate.")
  private Optional<Double> advantage = Optional.empty();

  @Option(
      names = "--tpr",
      paramLabel = "T",
      description = "Target, with --fpr: the largest true positive rate at that false one.")
  private Optional<Double> truePositives = Optional.empty();

  @Option(names = "--fpr", paramLabel = "F", description = "False positive rate of --tpr.")
  private Optional<Double> falsePositives = Optional.empty();

  @Option(
      names = "--success",
      paramLabel = "S",
      description = "Target: no guess about a record is right more often, at --prior.")
  private Optional<Double> success = Optional.empty();

  @Option(
      names = "--prior",
      paramLabel = "P",
      description = "Prior of --success, in (0, 1) (default: 0.5).")
  private Optional<Double> prior = Optional.empty();

  /** Whether the target is a risk. */
  boolean isGiven() {
    return advantage.isPresent()
        || truePositives.isPresent()
        || falsePositives.isPresent()
        || success.isPresent()
        || prior.isPresent();
  }

  /** The limited quantity with its measure. */
  Wanted wanted() {
    int targets =
        (int)
            List.of(advantage, truePositives, success).stream().filter(Optional::isPresent).count();
    if (targets != 1
        || truePositives.isPresent() != falsePositives.isPresent()
        || (prior.isPresent() && success.isEmpty())) {
      throw new InputException(
          "the target must be one of --advantage, --tpr with --fpr, and --success with --prior");
    }
    if (advantage.isPresent()) {
      double most = Parameters.requireOpenProbability("--advantage", advantage.get());
      return new Wanted("advantage", most, risk -> risk.advantage().upper());
    }
    if (truePositives.isPresent()) {
      double rate = Parameters.requireOpenProbability("--fpr", falsePositives.orElseThrow());
      double most =
          above("--tpr", truePositives.get(), rate, "the rate of a test that only guesses");
      return new Wanted(
          "true positive rate at false positive rate " + Decimals.BY_SIZE.given(rate),
          most,
          risk -> risk.truePositiveRate(rate, Claim.EITHER).upper());
    }
    double p = Parameters.requireOpenProbability("--prior", prior.orElse(0.5));
    double most =
        above("--success", success.orElseThrow(), Math.max(p, 1 - p), "that of a blind guess");
    return new Wanted(
        "success at prior " + Decimals.BY_SIZE.given(p),
        most,
        risk -> risk.success(p, Claim.EITHER).upper());
  }

  private static double above(String option, double target, double least, String what) {
    Parameters.requireOpenProbability(option, target);
    if (!(target > least)) {
      throw new InputException(
          option + " was " + target + ": it must be above " + least + ", " + what);
    }
    return target;
  }

  /**
   * A target.
   *
   * @param name the name of the limited quantity
   * @param most its limit
   * @param measure the quantity of a risk, rounded up
   */
  record Wanted(String name, double most, ToDoubleFunction<AttackerRisk> measure) {
    /** The search for a number that meets the target. */
    Calibrator calibrator(AdjacencyRelation adjacency) {
      return Calibrator.of(event -> measure.applyAsDouble(AttackerRisk.of(event, adjacency)), most);
    }
  }

  /**
   * The result of a calibration to a risk.
   *
   * @param key the name of the calibrated parameter
   * @param whole whether the parameter is a whole number
   * @param wanted the target
   * @param adjacency the relation
   * @param event the event with the answer
   * @param formulas the fractions in the event, as typed
   * @param found the answer and its neighbour
   */
  record Found(
      String key,
      boolean whole,
      Wanted wanted,
      AdjacencyRelation adjacency,
      DpEvent event,
      List<String> formulas,
      Calibration found)
      implements Statement {
    @Override
    public String text() {
      double bound = found.answer().bound();
      double rounded = Double.parseDouble(Decimals.BY_SIZE.up(bound));
      return String.join(
          "\n",
          key + " " + number(found.value()),
          "risk: "
              + wanted.name()
              + " at most "
              + Decimals.BY_SIZE.up(rounded > wanted.most() ? wanted.most() : bound)
              + " under "
              + adjacency,
          "target: "
              + Decimals.number(wanted.most())
              + found
                  .failing()
                  .map(
                      next ->
                          ", not certified at "
                              + key
                              + " "
                              + number(next.parameter())
                              + ", where the bound is "
                              + Decimals.BY_SIZE.up(next.bound()))
                  .orElse(""),
          "event: " + EventKinds.describe(event, adjacency, formulas),
          "explained in: docs/why/what-epsilon-means.md",
          "");
    }

    private String number(double value) {
      return whole ? Long.toString((long) value) : Double.toString(value);
    }

    @Override
    public String json() {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      node.put("parameter", key);
      if (whole) {
        node.put("value", (long) found.value());
      } else {
        node.put("value", found.value());
      }
      node.put("risk", wanted.name());
      node.put("target", wanted.most());
      node.put("at_most", found.answer().bound());
      node.put("adjacency", adjacency.label());
      found.failing().ifPresent(next -> node.put("fails_at", next.parameter()));
      node.put("event", EventKinds.describe(event, adjacency, formulas));
      return JsonReport.text(node);
    }
  }
}
