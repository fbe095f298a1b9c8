package org.assay.cli.internal.train;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.QuoteMode;
import org.assay.algorithms.model.Prediction;
import org.assay.cli.internal.command.Statement;
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
  /** With spaces and control characters before it, which spreadsheets take off; also full-width. */
  private static final Pattern FORMULA =
      Pattern.compile("[\\s\\p{Cntrl}\\p{Z}\\p{Cf}]*+[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\\t\\r\\n]");

  private static final Pattern SEPARATED = Pattern.compile("[;\\t|]");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:\\d++(?:\\.\\d*+)?|\\.\\d++)(?:[eE][-+]?\\d++)?");
  private static final CSVFormat QUOTED =
      CSVFormat.DEFAULT.builder().setQuoteMode(QuoteMode.ALL).get();

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
    text.append(cells.stream().map(PredictStatement::cell).collect(Collectors.joining(",")))
        .append('\n');
  }

  /**
   * One cell. A spreadsheet runs text that begins like a formula, so that a class of such a name
   * gets an apostrophe before it, which says that text follows; -1 and +1e3 are numbers. Some
   * spreadsheets separate cells by other characters than the comma, unless they are quoted.
   */
  private static String cell(Object value) {
    String text = value.toString();
    String safe = FORMULA.matcher(text).lookingAt() && !isNumber(text) ? "'" + text : text;
    return (SEPARATED.matcher(safe).find() ? QUOTED : CSVFormat.DEFAULT).format(safe);
  }

  private static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
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
