package org.assay.cli.internal.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.assay.cli.internal.budget.BudgetRequest;
import org.assay.cli.internal.budget.BudgetStatement;
import org.assay.cli.internal.budget.StoreAddress;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;

/**
 * What {@code assay budget} does with a budget that is there: charge, fits, show or history. The
 * store is opened for each question, so that others may use a file in between.
 *
 * @param name its name in the batch language
 * @param address the store, which the command line names: no line of a batch opens another one
 */
record BudgetFunction(String name, StoreAddress address) implements BatchFunction {
  private static final String EVENT = "event";
  private static final String LABEL = "label";
  private static final String ID = "id";
  private static final String ADJACENCY = "adjacency";
  private static final Shape SHAPE =
      new Shape("args", List.of("action", "name"), List.of(EVENT, LABEL, ID, ADJACENCY));

  @Override
  public BatchAnswer at(JsonNode args) {
    Fields fields = DocumentReader.readJson("args", args.toString()).fields(SHAPE);
    BudgetRequest request =
        new BudgetRequest(
            address,
            Optional.of(fields.get("name").text()),
            text(fields, ADJACENCY).map(label -> AdjacencyOption.read(ADJACENCY, label)));
    BudgetStatement statement = answer(request, fields);
    return object -> object.setAll(statement.object());
  }

  private static BudgetStatement answer(BudgetRequest request, Fields fields) {
    String action = fields.get("action").text();
    return switch (action) {
      case "charge" ->
          request.charge(event(fields), text(fields, LABEL).orElse(""), text(fields, ID));
      case "fits" -> request.fits(event(fields));
      case "show" -> request.show();
      case "history" -> request.history();
      default ->
          throw new LineException(
              "action was '" + action + "': it must be one of charge, fits, show, history");
    };
  }

  private static Value event(Fields fields) {
    return fields.get(EVENT);
  }

  private static Optional<String> text(Fields fields, String key) {
    return fields.optional(key).map(Value::text);
  }

  @Override
  public BatchAnswer at(JsonNode args, int digits) {
    throw new LineException("fn '" + name + "' has no digits: leave out --digits");
  }
}
