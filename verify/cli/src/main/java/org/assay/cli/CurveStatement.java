package org.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.verify.report.JsonReport;

/**
 * What the verb {@code curve} says.
 *
 * @param event what was run
 * @param adjacency the relation of the guarantees
 * @param points the curve, epsilon rising
 */
record CurveStatement(DpEvent event, AdjacencyRelation adjacency, List<Point> points) {
  /**
   * One point of the curve.
   *
   * @param epsilon the epsilon
   * @param delta the certified interval of delta and how it was found
   */
  record Point(double epsilon, Bound delta) {}

  /** Tab-separated. */
  String text() {
    StringBuilder text = new StringBuilder("epsilon\tdelta_lower\tdelta_upper\n");
    for (Point point : points) {
      text.append(point.epsilon())
          .append('\t')
          .append(point.delta().value().lowerDecimal())
          .append('\t')
          .append(point.delta().value().upperDecimal())
          .append('\n');
    }
    return text.toString();
  }

  String json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("event", event.describe());
    node.put("adjacency", adjacency.label());
    ArrayNode array = node.putArray("curve");
    for (Point point : points) {
      ObjectNode item = array.addObject().put("epsilon", point.epsilon());
      item.putObject("delta")
          .put("lower", point.delta().value().lowerDecimal())
          .put("upper", point.delta().value().upperDecimal());
      item.put("method", BoundStatement.inWords(point.delta().method()));
      item.put("encloses_true_value", point.delta().method().exact());
      item.put("citation", point.delta().method().citation().toString());
    }
    return JsonReport.text(node);
  }
}
