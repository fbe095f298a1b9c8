package org.assay.algorithms.registry;

import java.util.List;
import java.util.Optional;
import org.assay.algorithms.run.AlgorithmEntry;

/** Every algorithm of this module, by name. */
public final class AlgorithmRegistry {
  private AlgorithmRegistry() {}

  /**
   * The algorithms.
   *
   * @return their entries, in the order of their numbers
   */
  public static List<AlgorithmEntry> all() {
    return AlgorithmTable.ROWS;
  }

  /**
   * The names of the algorithms.
   *
   * @return in the order of their numbers
   */
  public static List<String> ids() {
    return AlgorithmTable.ROWS.stream().map(AlgorithmEntry::id).toList();
  }

  /**
   * Looks an algorithm up.
   *
   * @param id its name, exactly
   * @return its entry, if there is one of that name
   */
  public static Optional<AlgorithmEntry> find(String id) {
    return AlgorithmTable.ROWS.stream().filter(entry -> entry.id().equals(id)).findFirst();
  }
}
