package org.assay.cli.internal.input;

import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.words.Suggestion;

/** The entries of an object whose keys have been checked against its shape. */
public final class Fields {
  private final Value owner;
  private final Shape shape;
  private final Map<String, Value> entries;

  Fields(Value owner, Shape shape, Map<String, Value> entries) {
    this.owner = owner;
    this.shape = shape;
    this.entries = entries;
    requireKnownKeys();
    requireRequiredKeys();
  }

  private void requireKnownKeys() {
    entries.forEach(
        (key, value) -> {
          if (!shape.keys().contains(key)) {
            throw value.invalid("is an unknown key; " + Suggestion.among(key, shape.keys()));
          }
        });
  }

  private void requireRequiredKeys() {
    for (String key : shape.required()) {
      if (!entries.containsKey(key)) {
        throw owner.invalid("has no '" + key + "', which is required");
      }
    }
  }

  /**
   * A required entry.
   *
   * @param key one of the shape's required keys
   * @return its value
   */
  public Value get(String key) {
    return optional(key).orElseThrow();
  }

  /**
   * An optional entry.
   *
   * @param key one of the shape's keys
   * @return its value, if it was given
   */
  public Optional<Value> optional(String key) {
    if (!shape.keys().contains(key)) {
      throw new IllegalArgumentException("key was " + key + ": the shape does not declare it");
    }
    return Optional.ofNullable(entries.get(key));
  }
}
