package org.assay.cli.internal.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** The content of a value. */
sealed interface Content permits Content.Mapping, Content.Sequence, Scalar {
  /** This, if it has keys. */
  default Optional<Mapping> mapping() {
    return Optional.empty();
  }

  /** This, if it has items. */
  default Optional<Sequence> sequence() {
    return Optional.empty();
  }

  /** This, if nothing is in it. */
  default Optional<Scalar> scalar() {
    return Optional.empty();
  }

  /** This after a change of everything in it, as of {@link Value#changed}. */
  Content changed(String key, BiFunction<String, Value, Value> change);

  /** This as JSON. */
  JsonNode json();

  /** The content in messages. */
  String shown();

  /** An object. */
  record Mapping(Map<String, Value> entries) implements Content {
    @Override
    public Optional<Mapping> mapping() {
      return Optional.of(this);
    }

    @Override
    public Content changed(String key, BiFunction<String, Value, Value> change) {
      Map<String, Value> changed = new LinkedHashMap<>();
      entries.forEach((name, value) -> changed.put(name, value.changed(name, change)));
      return new Mapping(changed);
    }

    @Override
    public JsonNode json() {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      entries.forEach((key, value) -> object.set(key, value.json()));
      return object;
    }

    @Override
    public String shown() {
      return "an object";
    }
  }

  /** A list. */
  record Sequence(List<Value> items) implements Content {
    @Override
    public Optional<Sequence> sequence() {
      return Optional.of(this);
    }

    @Override
    public Content changed(String key, BiFunction<String, Value, Value> change) {
      return new Sequence(items.stream().map(item -> item.changed(key, change)).toList());
    }

    @Override
    public JsonNode json() {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      items.forEach(item -> array.add(item.json()));
      return array;
    }

    @Override
    public String shown() {
      return "a list";
    }
  }
}
