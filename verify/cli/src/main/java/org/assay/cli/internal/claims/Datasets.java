package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assay.algorithms.objective.Dataset;
import org.assay.cli.internal.input.Value;

/**
 * The datasets of a claims file: those declared by name, and those within a claim.
 *
 * @param reader reads one dataset
 * @param shared the datasets that the file declares
 */
record Datasets(DatasetReader reader, Map<String, Value> shared) {
  /** Reads all shared datasets once, so that a mistake in an unused one is reported. */
  Datasets {
    shared = Map.copyOf(shared);
    shared.values().forEach(reader::check);
  }

  /** Records with labels, for the built-in mechanisms. */
  Dataset labelled(Value value) {
    return reader.labelled(resolve(value));
  }

  /** Records as written, for mechanisms that are not built in. */
  List<JsonNode> records(Value value) {
    return reader.records(resolve(value));
  }

  private Value resolve(Value value) {
    if (value.isObject() || value.isList()) {
      return value;
    }
    if (shared.isEmpty()) {
      throw value.invalid("was '" + value.text() + "': the file declares no datasets");
    }
    List<String> names = shared.keySet().stream().sorted().toList();
    return Objects.requireNonNull(shared.get(value.oneOf(names)));
  }
}
