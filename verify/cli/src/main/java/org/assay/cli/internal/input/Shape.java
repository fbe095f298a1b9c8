package org.assay.cli.internal.input;

import java.util.ArrayList;
import java.util.List;

/**
 * The keys that an object may have.
 *
 * @param name what the object is called in the schema
 * @param required keys it must have
 * @param optional keys it may have
 */
public record Shape(String name, List<String> required, List<String> optional) {
  /** Copies the lists. */
  public Shape {
    required = List.copyOf(required);
    optional = List.copyOf(optional);
  }

  /**
   * All keys.
   *
   * @return required ones first
   */
  public List<String> keys() {
    List<String> keys = new ArrayList<>(required);
    keys.addAll(optional);
    return List.copyOf(keys);
  }
}
