package org.assay.ledger.internal.claim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Named parameters of an instance.
 *
 * @param values value by name, in the order of the names
 */
public record Point(Map<String, Double> values) {
  /** Copies the values. */
  public Point {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * A parameter.
   *
   * @param name its name
   * @return its value
   * @throws IllegalArgumentException if there is none of that name
   */
  public double get(String name) {
    Double value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "name was '" + name + "': it must be one of " + String.join(", ", values.keySet()));
    }
    return value;
  }

  /**
   * A parameter that is a whole number.
   *
   * @param name its name
   * @return its value
   * @throws IllegalArgumentException if there is none of that name
   * @throws ArithmeticException if it is not an {@code int}
   */
  public int whole(String name) {
    double value = get(name);
    int rounded = (int) value;
    if (rounded != value) {
      throw new ArithmeticException(name + " was " + value + ": it must be a whole number");
    }
    return rounded;
  }

  /**
   * Changes one value.
   *
   * @param name the parameter's name
   * @param value its new value
   * @return the changed point
   */
  public Point with(String name, double value) {
    Map<String, Double> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new Point(changed);
  }

  /**
   * Removes a parameter.
   *
   * @param name the parameter's name
   * @return the point with the other parameters
   */
  public Point without(String name) {
    Map<String, Double> others = new LinkedHashMap<>(values);
    others.remove(name);
    return new Point(others);
  }

  /** The parameters, for example {@code T = 1, rho = 0.5}. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + " = " + Numbers.shortest(entry.getValue()))
        .collect(Collectors.joining(", "));
  }
}
