package org.assay.cli.evaluate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.command.AdjacencyOption;
import org.assay.cli.events.EventReader;
import org.assay.cli.input.DocumentReader;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Shape;

/**
 * What an event spends: epsilon at a delta, delta at an epsilon, or the Rényi divergence of an
 * order, whichever of the three others is an argument. The event is written as in an event file;
 * the relation of the guarantee is that of the event unless another is an argument.
 *
 * @param name its name in the batch language
 */
record EventFunction(String name) implements BatchFunction {
  private static final String EVENT = "event";
  private static final String ADJACENCY = "adjacency";
  private static final List<String> ASKED = List.of("delta", "epsilon", "order");
  private static final Map<String, Asking> QUESTIONS =
      Map.of(
          "delta",
              (event, relation, at) -> Answer.of(TightestBound.of(event, relation).epsilon(at)),
          "epsilon",
              (event, relation, at) -> Answer.of(TightestBound.of(event, relation).delta(at)),
          "order", (event, relation, at) -> Answer.of(curve(event, relation).at(at)));
  private static final Shape SHAPE =
      new Shape("args", List.of(EVENT), List.of("delta", "epsilon", "order", ADJACENCY));

  /** From an event, the relation and the number that is given to what is asked for. */
  @FunctionalInterface
  private interface Asking {
    Answer answer(DpEvent event, AdjacencyRelation relation, double at);
  }

  @Override
  public Answer at(JsonNode args) {
    Fields fields = DocumentReader.readJson("args", args.toString()).fields(SHAPE);
    List<String> given = ASKED.stream().filter(key -> fields.optional(key).isPresent()).toList();
    if (given.size() != 1) {
      throw new LineException(
          "one of the arguments delta, epsilon and order was expected, and "
              + (given.isEmpty() ? "none" : String.join(" and ", given))
              + " is given");
    }
    String key = given.get(0);
    DpEvent event = EventReader.event(fields.get(EVENT));
    Optional<AdjacencyRelation> wanted =
        fields.optional(ADJACENCY).map(label -> AdjacencyOption.read(ADJACENCY, label.text()));
    return Objects.requireNonNull(QUESTIONS.get(key))
        .answer(event, wanted.orElseGet(event::adjacency), fields.get(key).number());
  }

  @Override
  public Answer at(JsonNode args, int digits) {
    throw new LineException("fn '" + name + "' is not known to more digits: leave out --digits");
  }

  private static RdpCurve curve(DpEvent event, AdjacencyRelation relation) {
    return Accountant.rdp(relation).compose(event).curve();
  }
}
