package org.assay.verify.replay;

import java.util.List;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.trial.Outcome;

/** What of an outcome may repeat. The number of views is fixed, whatever the outcomes are. */
final class OutcomeViews {
  /** Coordinates looked at; further ones are seen as part of the whole only. */
  static final int COORDINATES = 8;

  static final int COUNT = 2 + COORDINATES + COORDINATES - 1;
  private static final int FIRST_DIFFERENCE = 2 + COORDINATES;

  private OutcomeViews() {}

  /** What a view shows of some outcomes. */
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
   * What stands in some outcomes at an index, from 0: a place if the same place stands there in all
   * of them, otherwise a number of the output whatever it says.
   */
  static String place(int index, List<Outcome> outcomes) {
    List<Place> places =
        outcomes.stream()
            .flatMap(outcome -> outcome.vector().stream())
            .filter(vector -> vector.length() > index)
            .map(vector -> vector.place(index))
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

  /** To 24 bits, so that the rounding of a sum with equal noise does not hide it. */
  static float difference(Outcome.Vector vector, int first, int second) {
    return (float) (vector.at(first) - vector.at(second));
  }

  /** The length or the places, and which coordinates are no ordinary numbers. */
  private static String shape(Outcome.Vector vector) {
    StringBuilder text = new StringBuilder(24).append(vector.length()).append(" numbers");
    vector.structure().ifPresent(structure -> text.append(" at ").append(structure.places()));
    for (int i = 0; i < vector.length(); i++) {
      if (!(Math.abs(vector.at(i)) < Double.POSITIVE_INFINITY)) {
        text.append(", ").append(vector.at(i)).append(" at ").append(vector.place(i));
      }
    }
    return text.toString();
  }

  /** What a view other than the whole shows. */
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
