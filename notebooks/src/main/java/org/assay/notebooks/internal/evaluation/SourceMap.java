package org.assay.notebooks.internal.evaluation;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Remembers in which cell and line every snippet stood. */
final class SourceMap {
  private final Map<String, Place> places = new HashMap<>();

  /**
   * A line of a cell.
   *
   * @param cell the number of the cell's evaluation, from 1
   * @param line the number of the line in the cell, from 1
   */
  record Place(int cell, int line) {
    Place plus(int lines) {
      return new Place(cell, line + lines);
    }

    @Override
    public String toString() {
      return "cell " + cell + ", line " + line;
    }
  }

  void put(String snippet, Place firstLine) {
    places.put(snippet, firstLine);
  }

  /** The place of a line of a snippet, counted from 1. */
  Optional<Place> find(String snippet, int line) {
    return Optional.ofNullable(places.get(snippet)).map(place -> place.plus(line - 1));
  }

  /** The number of line breaks before a position. */
  static int linesBefore(String text, int position) {
    return (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
  }
}
