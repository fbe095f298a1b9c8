package org.assay.verify.trial;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.Structure;
import org.assay.verify.internal.writing.WrittenForm;
import org.jspecify.annotations.Nullable;

/**
 * The observable result of one run of a mechanism. A failure is an outcome like any other: a
 * mechanism that throws on one dataset only has told the datasets apart. NaN is an outcome too.
 */
public sealed interface Outcome {
  /**
   * The numbers of a vector.
   *
   * @return this vector; empty for words and failures
   */
  Optional<Vector> vector();

  /**
   * Whether the run failed.
   *
   * @return true for {@link Failure}
   */
  boolean isFailure();

  /**
   * Dispatch on the kind of outcome.
   *
   * @param visitor the action for each kind
   * @param <R> the type of results
   * @return the result of the visitor
   */
  <R> R accept(Visitor<R> visitor);

  /**
   * An action for each kind of outcome.
   *
   * @param <R> the type of results
   */
  interface Visitor<R> {
    /**
     * Numbers.
     *
     * @param vector the outcome
     * @return the result
     */
    R visitVector(Vector vector);

    /**
     * A word.
     *
     * @param category the outcome
     * @return the result
     */
    R visitCategory(Category category);

    /**
     * A failure.
     *
     * @param failure the outcome
     * @return the result
     */
    R visitFailure(Failure failure);
  }

  /** A vector of numbers, any of which may be NaN or infinite; a number is a vector of length 1. */
  final class Vector implements Outcome {
    private final double[] values;
    private final Optional<WrittenForm> form;
    private final Optional<Structure> structure;

    private Vector(double[] values, Optional<WrittenForm> form, Optional<Structure> structure) {
      this.values = values;
      this.form = form;
      this.structure = structure;
    }

    /**
     * The written form of the numbers.
     *
     * @return empty if the numbers were never written, or the text was not seen
     */
    public Optional<WrittenForm> form() {
      return form;
    }

    /**
     * The places of the numbers and the texts between them, for an output that is more than an
     * array of numbers.
     *
     * @return empty for a number and for an array of numbers
     */
    public Optional<Structure> structure() {
      return structure;
    }

    /**
     * The number of coordinates.
     *
     * @return at least 0
     */
    public int length() {
      return values.length;
    }

    /**
     * A coordinate.
     *
     * @param index from 0
     * @return the value, possibly NaN or infinite
     */
    public double at(int index) {
      return values[index];
    }

    /**
     * All coordinates.
     *
     * @return a copy
     */
    public double[] toArray() {
      return values.clone();
    }

    @Override
    public Optional<Vector> vector() {
      return Optional.of(this);
    }

    @Override
    public boolean isFailure() {
      return false;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitVector(this);
    }

    /**
     * Two vectors are equal if they have equal coordinates ({@link Double#equals}) at the same
     * places, and equal texts. The written form does not matter. NaN equals NaN, and 0.0 differs
     * from -0.0.
     */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Vector vector
          && Arrays.equals(values, vector.values)
          && structure.equals(vector.structure);
    }

    @Override
    public int hashCode() {
      return Objects.hash(Arrays.hashCode(values), structure);
    }

    /** The numbers, or every place with its number or text. */
    @Override
    public String toString() {
      if (structure.isPresent()) {
        return structure.get().describe(values);
      }
      return values.length == 1 ? Double.toString(values[0]) : Arrays.toString(values);
    }
  }

  /**
   * A word, for example the selected candidate or the text of a table.
   *
   * @param name the word
   */
  record Category(String name) implements Outcome {
    @Override
    public String toString() {
      return '"' + name + '"';
    }

    @Override
    public Optional<Vector> vector() {
      return Optional.empty();
    }

    @Override
    public boolean isFailure() {
      return false;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitCategory(this);
    }
  }

  /**
   * A run that produced a failure and nothing else.
   *
   * @param kind the observable kind of failure, for example the exception's class
   */
  record Failure(String kind) implements Outcome {
    @Override
    public String toString() {
      return "failure " + kind;
    }

    @Override
    public Optional<Vector> vector() {
      return Optional.empty();
    }

    @Override
    public boolean isFailure() {
      return true;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitFailure(this);
    }
  }

  /**
   * A number as an outcome.
   *
   * @param value any double
   * @return the outcome
   */
  static Outcome of(double value) {
    return new Vector(new double[] {value}, Optional.empty(), Optional.empty());
  }

  /**
   * A whole number as an outcome; the audit sees all its digits.
   *
   * @param value any whole number
   * @return the outcome, equal to that of a double up to 2^53
   */
  static Outcome of(long value) {
    return of(new Numbers().add(Place.OUTPUT, Long.toString(value)), Optional.empty());
  }

  /**
   * A vector of whole numbers as an outcome; the audit sees all their digits.
   *
   * @param values any whole numbers; copied
   * @return the outcome, equal to that of doubles up to 2^53
   */
  static Outcome of(long... values) {
    Numbers numbers = new Numbers();
    for (int i = 0; i < values.length; i++) {
      numbers.add(Place.coordinate(i), Long.toString(values[i]));
    }
    return of(numbers, Optional.empty());
  }

  /**
   * An outcome of numbers and texts at their places.
   *
   * @param numbers the collected numbers and texts
   * @param form the written form; empty if the text was not seen
   * @return the outcome; a plain vector if there is only an array of numbers
   */
  static Outcome of(Numbers numbers, Optional<WrittenForm> form) {
    return new Vector(numbers.values(), form, numbers.structure());
  }

  /**
   * An outcome from its parts.
   *
   * @param form the written form of the numbers; empty if the text was not seen
   * @param structure everything besides the numbers; empty for a plain vector
   * @param values its numbers, as many as the structure has places; copied
   * @return the outcome
   * @throws IllegalArgumentException if the structure has another number of places
   */
  static Outcome of(Optional<WrittenForm> form, Optional<Structure> structure, double... values) {
    if (structure.isPresent() && structure.get().places().size() != values.length) {
      throw new IllegalArgumentException(
          String.format(
              "values were %s for %s places: give as many",
              values.length, structure.get().places().size()));
    }
    return new Vector(values.clone(), form, structure);
  }

  /**
   * A vector as an outcome.
   *
   * @param values any doubles; copied
   * @return the outcome
   */
  static Outcome of(double... values) {
    return new Vector(values.clone(), Optional.empty(), Optional.empty());
  }

  /**
   * A vector with a known written form.
   *
   * @param form the written form, which an observer saw besides the numbers
   * @param values any doubles; copied
   * @return an outcome that equals the vector
   */
  static Outcome written(WrittenForm form, double... values) {
    return new Vector(values.clone(), Optional.of(form), Optional.empty());
  }

  /**
   * A word as an outcome.
   *
   * @param name the word
   * @return the outcome
   */
  static Outcome of(String name) {
    return new Category(name);
  }
}
