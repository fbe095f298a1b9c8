package org.assay.verify.replay;

import java.util.List;
import java.util.Optional;
import org.assay.verify.replay.Finding.Movement;

/** A draw that a mechanism asked for: its kind, its declaration, and the exact query. */
final class Call {
  private final Primitive primitive;
  private final String name;
  private final List<Parameter> parameters;
  private final double[] query;
  private final double sensitivity;
  private final Movement movement;

  private Call(
      Primitive primitive,
      String name,
      List<Parameter> parameters,
      double[] query,
      double sensitivity,
      Movement movement) {
    this.primitive = primitive;
    this.name = name;
    this.parameters = parameters;
    this.query = query;
    this.sensitivity = sensitivity;
    this.movement = movement;
  }

  /** A draw without a declared sensitivity. */
  static Call of(Primitive primitive, String name, Parameter... parameters) {
    return new Call(primitive, name, List.of(parameters), new double[0], 0, Movement.ARBITRARY);
  }

  /**
   * The same draw with a query, which is copied. Neighbours move the query by at most the declared
   * sensitivity.
   */
  Call protecting(double[] exactQuery, double declared, Movement declaredMovement) {
    return new Call(primitive, name, parameters, exactQuery.clone(), declared, declaredMovement);
  }

  Primitive primitive() {
    return primitive;
  }

  String name() {
    return name;
  }

  /** Kind and name, as messages write them. */
  String subject() {
    return primitive.label() + " '" + name + "'";
  }

  List<Parameter> parameters() {
    return parameters;
  }

  double parameter(int index) {
    return parameters.get(index).value();
  }

  /** The query itself, not a copy; no class of this package changes it. */
  double[] query() {
    return query;
  }

  double sensitivity() {
    return sensitivity;
  }

  Movement movement() {
    return movement;
  }

  Optional<Parameter> invalidParameter() {
    for (Parameter parameter : parameters) {
      if (!parameter.valid()) {
        return Optional.of(parameter);
      }
    }
    return Optional.empty();
  }

  boolean hasFiniteQuery() {
    for (double value : query) {
      if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
        return false;
      }
    }
    return true;
  }

  /** The first value of the query that is not finite. */
  double oddValue() {
    for (double value : query) {
      if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
        return value;
      }
    }
    return 0;
  }

  /** Throws if a parameter is invalid, like a library for production use. */
  void requireValid() {
    invalidParameter()
        .ifPresent(
            parameter -> {
              throw new IllegalArgumentException(
                  String.format(
                      "%s of %s was %s: %s",
                      parameter.name(), subject(), parameter.value(), parameter.rule()));
            });
  }
}
