package org.assay.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Evaluation;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.report.JsonReport;

/**
 * What the verb {@code calibrate} says.
 *
 * @param name what was looked for
 * @param whole whether it is a whole number
 * @param currency {@code epsilon} or {@code rho}
 * @param delta the delta of an epsilon
 * @param adjacency the relation of the guarantee
 * @param event the event with the answer
 * @param found the answer and its neighbour
 */
record CalibrationStatement(
    String name,
    boolean whole,
    String currency,
    Optional<Double> delta,
    AdjacencyRelation adjacency,
    DpEvent event,
    Calibration found) {
  String text() {
    return String.join(
        "\n",
        name + " " + number(found.value()),
        "guarantee: " + guarantee(),
        "target: "
            + currency
            + " "
            + found.target()
            + found.failing().map(this::failing).orElse(""),
        "event: " + event.describe(),
        "");
  }

  private String guarantee() {
    double bound = found.answer().bound();
    return delta.map(at -> "(" + bound + ", " + at + ")-DP").orElseGet(() -> bound + "-zCDP")
        + " under "
        + adjacency;
  }

  private String failing(Evaluation neighbour) {
    return ", not certified at "
        + name
        + " "
        + number(neighbour.parameter())
        + ", where the bound is "
        + neighbour.bound();
  }

  private String number(double value) {
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("parameter", name);
    put(node, "value", found.value());
    node.put("target", found.target());
    node.put(currency, found.answer().bound());
    delta.ifPresent(at -> node.put("delta", at));
    node.put("adjacency", adjacency.label());
    node.put("guarantee", guarantee());
    found.failing().ifPresent(neighbour -> putFailing(node, neighbour));
    node.put("event", event.describe());
    return JsonReport.text(node);
  }

  private void putFailing(ObjectNode node, Evaluation neighbour) {
    ObjectNode failing = node.putObject("failing");
    put(failing, "value", neighbour.parameter());
    failing.put(currency, neighbour.bound());
  }

  private void put(ObjectNode node, String key, double value) {
    if (whole) {
      node.put(key, (long) value);
    } else {
      node.put(key, value);
    }
  }
}
