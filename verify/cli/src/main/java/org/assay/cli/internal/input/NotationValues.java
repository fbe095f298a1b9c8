package org.assay.cli.internal.input;

import java.util.List;
import java.util.Map;
import org.assay.accountant.event.NotationParser;
import org.assay.cli.internal.input.Value.Mark;
import org.assay.cli.internal.input.Value.Place;

/**
 * Makes located values of an event that is written in the notation.
 *
 * @param around where the text stands
 * @param text the event
 */
record NotationValues(Place around, String text) implements NotationParser.Factory<Value> {
  static Value parse(Place around, String text) {
    return NotationParser.parse(text, new NotationValues(around, text));
  }

  @Override
  public Value number(int position, String name, String typed, String decimal) {
    return new Value(place(position, name), new Scalar(decimal, Scalar.Kind.NUMBER, true, typed));
  }

  @Override
  public Value text(int position, String name, String value) {
    return new Value(place(position, name), new Scalar(value, Scalar.Kind.TEXT, false));
  }

  @Override
  public Value list(int position, String name, List<Value> items) {
    return new Value(place(position, name), new Content.Sequence(items));
  }

  @Override
  public Value object(int position, String name, Map<String, Value> entries) {
    return new Value(place(position, name), new Content.Mapping(entries));
  }

  @Override
  public InputException refusal(int position, String problem) {
    return place(position, "").refusal(problem, null);
  }

  private Place place(int position, String name) {
    DocumentPath trail = name.isEmpty() ? around.trail() : around.trail().key(name);
    return new Place(around.source(), around.line(), trail, new Mark(text, position));
  }
}
