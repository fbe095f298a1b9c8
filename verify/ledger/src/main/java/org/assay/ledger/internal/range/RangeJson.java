package org.assay.ledger.internal.range;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.report.JsonReport;

/** Findings about ranges as JSON. */
final class RangeJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RangeJson() {}

  static ObjectNode of(RangeFinding finding) {
    ObjectNode node = NODES.objectNode();
    node.put("name", finding.name());
    node.put("claim", finding.statement());
    node.put("state", finding.state().label());
    node.put("verdict", finding.verdict().label());
    node.put("quantity", finding.quantity());
    node.put("points", finding.points());
    node.set("ratio", enclosure(finding.ratio()));
    node.set("worst", point(finding.worst()));
    finding.witness().ifPresent(witness -> node.set("witness", witness(witness)));
    node.put("parameter", finding.parameter());
    ArrayNode curve = node.putArray("curve");
    for (RatioPoint place : finding.curve()) {
      ObjectNode entry = curve.addObject();
      JsonReport.number(entry, "value", place.value());
      entry.set("ratio", enclosure(place.ratio()));
    }
    node.put("reproduce", finding.reproduce());
    return node;
  }

  private static ObjectNode witness(RangeWitness witness) {
    ObjectNode node = NODES.objectNode();
    node.set("parameters", point(witness.parameters()));
    node.put("instance", witness.instance());
    node.set("cost", enclosure(witness.cost()));
    JsonReport.number(node, "claimed", witness.claimed());
    witness.again().ifPresent(words -> node.put("again", words));
    return node;
  }

  private static ObjectNode point(Map<String, Double> values) {
    ObjectNode node = NODES.objectNode();
    values.forEach((name, value) -> JsonReport.number(node, name, value));
    return node;
  }

  private static ObjectNode enclosure(Enclosure value) {
    ObjectNode node = NODES.objectNode();
    JsonReport.number(node, "lower", value.lower());
    JsonReport.number(node, "upper", value.upper());
    return node;
  }
}
