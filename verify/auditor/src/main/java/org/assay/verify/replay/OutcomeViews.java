package org.assay.verify.replay;

import java.util.List;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.trial.Outcome;

/**
 * The parts of an outcome that are checked for repetitions. The number of views is fixed, whatever
 * the outcomes are.
 */
final class OutcomeViews {
  /**
   * Coordinates with a view of their own; others count in the view of the whole only. Not tuned.
   */
  static final int COORDINATES = 8;

  /** The whole, the shape, each coordinate, and each difference of neighbouring coordinates. */
  static final int COUNT = 2 + COORDINATES + COORDINATES - 1;

  /** The number of the first difference. */
  private static final int FIRST_DIFFERENCE = 2 + COORDINATES;

  private OutcomeViews() {}

  /** The name of a view for some outcomes. */
  static String name(int view, List<Outcome> outcomes) {
    if (view == 0) {
      return "the outcome";
    }
    if (view == 1) {
      return "the outcome's shape";
    }
    int number = view - FIRST_DIFFERENCE;
    return view < FIRST_DIFFERENCE
        ? place(view - 2, outcomes)
        : "the difference of " + place(number, outcomes) + " and " + place(number + 1, outcomes);
  }

  /**
   * The name of the number at an index, from 0: its place if all outcomes have the same place
   * there, otherwise "number" with the index.
   */
  static String place(int index, List<Outcome> outcomes) {
    List<Place> places =
        outcomes.stream()
            .flatMap(outcome -> outcome.vector().stream())
            .filter(vector -> vector.length() > index)
            .map(vector -> Place.of(vector.structure(), vector.length(), index))
            .distinct()
            .limit(2)
            .toList();
    return places.size() == 1 ? places.get(0).name() : Place.number(index) + " of the output";
  }

  static Object key(int view, Outcome outcome) {
    if (view == 0) {
      return outcome;
    }
    return outcome.accept(new Part(view));
  }

  private static Object key(int view, Outcome.Vector vector) {
    if (view == 1) {
      return shape(vector);
    }
    int coordinate = view < FIRST_DIFFERENCE ? view - 2 : view - FIRST_DIFFERENCE + 1;
    if (coordinate >= vector.length()) {
      return "absent";
    }
    return view < FIRST_DIFFERENCE
        ? (Object) vector.at(coordinate)
        : (Object) difference(vector, coordinate - 1, coordinate);
  }

  /**
   * The difference of two coordinates, rounded to 24 bits: sums with equal noise may be rounded
   * differently.
   */
  static float difference(Outcome.Vector vector, int first, int second) {
    return (float) (vector.at(first) - vector.at(second));
  }

  /** Length or places of a vector, and its coordinates that are not ordinary numbers. */
  private static String shape(Outcome.Vector vector) {
    StringBuilder text = new StringBuilder(24).append(vector.length()).append(" numbers");
    vector.structure().ifPresent(structure -> text.append(" at ").append(structure.places()));
    for (int i = 0; i < vector.length(); i++) {
      if (!(Math.abs(vector.at(i)) < Double.POSITIVE_INFINITY)) {
        text.append(", ")
            .append(vector.at(i))
            .append(" at ")
            .append(Place.of(vector.structure(), vector.length(), i));
      }
    }
    return text.toString();
  }

  /** The value of a view other than the whole. */
  private record Part(int view) implements Outcome.Visitor<Object> {
    @Override
    public Object visitVector(Outcome.Vector vector) {
      return key(view, vector);
    }

    @Override
    public Object visitCategory(Outcome.Category category) {
      return view == 1 ? "a word" : category;
    }

    @Override
    public Object visitFailure(Outcome.Failure failure) {
      return failure;
    }
  }
}
