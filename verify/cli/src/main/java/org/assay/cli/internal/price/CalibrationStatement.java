package org.assay.cli.internal.price;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibration.Evaluation;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventKinds;
import org.assay.accountant.numeric.Decimals;
import org.assay.accountant.privacy.Guarantee;
import org.assay.cli.internal.command.CitationJson;
import org.assay.cli.internal.command.GuaranteeText;
import org.assay.cli.internal.command.Statement;
import org.assay.cli.internal.page.Reference;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.report.JsonReport;

/**
 * The output of the subcommand {@code calibrate}.
 *
 * @param name the name of the calibrated parameter
 * @param whole whether the parameter is a whole number
 * @param target the target guarantee
 * @param event the event with the answer
 * @param formulas the fractions in the event, as typed
 * @param found the answer and its neighbour
 * @param method the method of the guarantee
 */
record CalibrationStatement(
    String name,
    boolean whole,
    Guarantee target,
    DpEvent event,
    List<String> formulas,
    Calibration found,
    MethodNote method)
    implements Statement {
  @Override
  public String text() {
    return String.join(
        "\n",
        name + " " + number(found.value()),
        "guarantee: " + promise(),
        "target: "
            + currency()
            + " "
            + Decimals.number(found.target())
            + found.failing().map(this::failing).orElse(""),
        "event: " + EventKinds.describe(event, target.adjacency(), formulas),
        PremiseLines.text(event, target.adjacency()) + "method: " + method.words(),
        "proved in: " + Reference.text(method.citation()),
        "");
  }

  private String currency() {
    return target.asApproximate().isPresent() ? "epsilon" : ClaimFamily.of(target).currency();
  }

  private Optional<Double> delta() {
    return target.asApproximate().map(Guarantee.Approximate::delta);
  }

  /**
   * The guarantee in words. The target is met, so the target is stated where rounding would exceed
   * it.
   */
  private String promise() {
    double rounded = Double.parseDouble(Decimals.BY_SIZE.up(found.answer().bound()));
    return rounded > found.target() ? target.describe() : GuaranteeText.of(guarantee());
  }

  /** The guarantee of the answer, which implies the target. */
  private Guarantee guarantee() {
    return ClaimFamily.of(target).at(found.answer().bound());
  }

  private String failing(Evaluation neighbour) {
    return String.format(
        ", not certified at %s %s, where the bound is %s",
        name, number(neighbour.parameter()), Decimals.BY_SIZE.up(neighbour.bound()));
  }

  private String number(double value) {
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  @Override
  public String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("parameter", name);
    put(node, "value", found.value());
    node.put("target", found.target());
    node.put(currency(), found.answer().bound());
    delta().ifPresent(at -> node.put("delta", at));
    node.put("adjacency", target.adjacency().label());
    node.put("guarantee", guarantee().describe());
    found.failing().ifPresent(neighbour -> putFailing(node, neighbour));
    node.put("event", EventKinds.describe(event, target.adjacency(), formulas));
    PremiseLines.put(node, event, target.adjacency());
    node.put("method", method.words());
    CitationJson.put(node, method.citation());
    return JsonReport.text(node);
  }

  private void putFailing(ObjectNode node, Evaluation neighbour) {
    ObjectNode failing = node.putObject("failing");
    put(failing, "value", neighbour.parameter());
    failing.put(currency(), neighbour.bound());
  }

  private void put(ObjectNode node, String key, double value) {
    if (whole) {
      node.put(key, (long) value);
    } else {
      node.put(key, value);
    }
  }
}
