package org.assay.accountant.privacy;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The definition of neighbouring datasets. A privacy statement without a relation is meaningless,
 * so every event, curve, guarantee and audit carries one; mixing two relations throws.
 */
public enum AdjacencyRelation {
  /** One dataset is the other with one record removed. */
  ADD_OR_REMOVE("add-remove"),

  /** Both datasets have the same size and differ in the value of one record. */
  REPLACE_ONE("replace-one"),

  /**
   * One record of a dataset is replaced by a null record, which every mechanism treats as if it
   * were not there.
   */
  ZERO_OUT("zero-out");

  /** The relations in plain words. */
  public static final String MEANINGS =
      "add-remove (one database has a record more than the other; what common libraries use),"
          + " replace-one (one record has another value, and the number of records is public) or"
          + " zero-out (one record is replaced by one that counts as absent)";

  /** The relations, for a message to a user who has named none. */
  public static final String CHOICE =
      "give --adjacency, or the key adjacency of the mechanism: " + MEANINGS;

  private final String label;

  AdjacencyRelation(String label) {
    this.label = label;
  }

  /**
   * The relation's name in files and on the command line.
   *
   * @return for example {@code add-remove}
   */
  public String label() {
    return label;
  }

  /**
   * The relation of a name, as {@link #label()} writes it.
   *
   * @param label the name; case does not matter
   * @return the relation
   * @throws IllegalArgumentException if no relation has that name; the message lists the names
   */
  public static AdjacencyRelation ofLabel(String label) {
    for (AdjacencyRelation relation : values()) {
      if (relation.label.equals(label.toLowerCase(Locale.ROOT))) {
        return relation;
      }
    }
    String known =
        Arrays.stream(values()).map(AdjacencyRelation::label).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("adjacency was '" + label + "': it must be one of " + known);
  }

  /**
   * Requires that two parts of one privacy statement speak of the same relation.
   *
   * @param other the relation of the other part
   * @throws IllegalArgumentException if the relations differ
   */
  public void requireSame(AdjacencyRelation other) {
    if (this != other) {
      throw new IllegalArgumentException(
          "adjacency relations were "
              + label
              + " and "
              + other.label
              + ": they cannot be mixed in one privacy statement; restate one of them");
    }
  }

  @Override
  public String toString() {
    return label;
  }
}
