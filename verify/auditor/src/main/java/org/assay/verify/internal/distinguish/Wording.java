package org.assay.verify.internal.distinguish;

import org.assay.verify.internal.writing.Place;

/**
 * How events of a column are told.
 *
 * @param name what the column holds
 * @param none that it holds no number
 * @param some that it holds a number
 * @param orNone what is added to an event that holds no numbers as well
 */
record Wording(String name, String none, String some, String orNone) {
  /** A number, or what is none. */
  static Wording of(String name) {
    return new Wording(name, name + " is not a number", name + " is a number", " or not a number");
  }

  /**
   * A number at a place of the output.
   *
   * @param absent whether some outputs have nothing there
   * @param nan whether some outputs have there what is no number
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
