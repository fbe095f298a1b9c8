package org.assay.cli.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.assay.algorithms.model.Prediction;
import org.assay.cli.command.Statement;
import org.assay.verify.report.JsonReport;

/**
 * What the verb {@code predict} says.
 *
 * @param classes the classes of the model, none for numbers
 * @param predictions one for each record
 * @param probabilities whether to say how probable each class is
 */
record PredictStatement(List<String> classes, List<Prediction> predictions, boolean probabilities)
    implements Statement {
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    List<Object> header = new ArrayList<>(List.of("prediction"));
    if (probabilities) {
      classes.forEach(label -> header.add("probability of " + label));
    }
    line(text, header);
    for (Prediction prediction : predictions) {
      List<Object> cells = new ArrayList<>(List.of(prediction.label()));
      if (probabilities) {
        cells.addAll(prediction.probabilities());
      }
      line(text, cells);
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<Object> cells) {
    text.append(CSVFormat.DEFAULT.format(cells.toArray())).append('\n');
  }

  @Override
  public String json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    ArrayNode names = document.putArray("classes");
    classes.forEach(names::add);
    ArrayNode list = document.putArray("predictions");
    for (Prediction prediction : predictions) {
      ObjectNode node = list.addObject();
      if (classes.isEmpty()) {
        node.put("number", prediction.value());
      } else {
        node.put("class", prediction.label());
        node.put("score", prediction.value());
      }
      if (probabilities) {
        ArrayNode shares = node.putArray("probabilities");
        prediction.probabilities().forEach(shares::add);
      }
    }
    return JsonReport.text(document);
  }
}
