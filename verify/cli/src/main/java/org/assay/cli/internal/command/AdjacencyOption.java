package org.assay.cli.internal.command;

import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;

/** The relation that an option names. */
public final class AdjacencyOption {
  private AdjacencyOption() {}

  /**
   * Reads a relation.
   *
   * @param option the option, for messages
   * @param label its value
   * @return the relation
   * @throws InputException if there is none of that name
   */
  public static AdjacencyRelation read(String option, String label) {
    try {
      return AdjacencyRelation.ofLabel(label);
    } catch (IllegalArgumentException e) {
      throw new InputException(
          option + " was '" + label + "': it must be one of add-remove, replace-one, zero-out", e);
    }
  }
}
