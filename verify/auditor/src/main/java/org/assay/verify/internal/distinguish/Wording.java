package org.assay.verify.internal.distinguish;

import org.assay.verify.internal.writing.Place;

/**
 * The phrases that descriptions use for the numbers in a column.
 *
 * @param name what the column holds
 * @param none the statement that the column holds no number
 * @param some the statement that the column holds a number
 * @param orNone the words added to an event that also holds if there is no number
 */
record Wording(String name, String none, String some, String orNone) {
  /** The phrases for a column that may hold NaN. */
  static Wording of(String name) {
    return new Wording(name, name + " is not a number", name + " is a number", " or not a number");
  }

  /**
   * The phrases for the number at a place of the output.
   *
   * @param absent whether some outputs have nothing at the place
   * @param nan whether some outputs have NaN at the place
   */
  static Wording of(Place place, boolean absent, boolean nan) {
    String name = place.name();
    if (!absent) {
      return of(name);
    }
    return nan
        ? new Wording(
            name,
            name + " is missing or not a number",
            name + " is there and a number",
            " or missing or not a number")
        : new Wording(name, place.absence(), place.presence(), " or missing");
  }
}
