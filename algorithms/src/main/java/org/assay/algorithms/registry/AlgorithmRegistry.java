package org.assay.algorithms.registry;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.algorithms.internal.optimize.clipped.ClippedEntries;
import org.assay.algorithms.internal.optimize.kl.KlEntries;
import org.assay.algorithms.internal.optimize.multipass.MultipassEntries;
import org.assay.algorithms.internal.optimize.noneuclidean.NonEuclideanEntries;
import org.assay.algorithms.internal.optimize.onepass.OnePassEntries;
import org.assay.algorithms.internal.optimize.perturbation.PerturbationEntries;
import org.assay.algorithms.run.AlgorithmEntry;

/** Every algorithm of this module, by name. */
public final class AlgorithmRegistry {
  private static final List<AlgorithmEntry> ALL =
      Stream.of(
              OnePassEntries.entries(),
              PerturbationEntries.entries(),
              MultipassEntries.entries(),
              KlEntries.entries(),
              NonEuclideanEntries.entries(),
              ClippedEntries.entries())
          .flatMap(List::stream)
          .sorted(Comparator.comparingInt(AlgorithmEntry::number))
          .toList();

  private AlgorithmRegistry() {}

  /**
   * The algorithms.
   *
   * @return their entries, in the order of their numbers
   */
  public static List<AlgorithmEntry> all() {
    return ALL;
  }

  /**
   * The names of the algorithms.
   *
   * @return in the order of their numbers
   */
  public static List<String> ids() {
    return ALL.stream().map(AlgorithmEntry::id).toList();
  }

  /**
   * Looks an algorithm up.
   *
   * @param id its name, exactly
   * @return its entry, if there is one of that name
   */
  public static Optional<AlgorithmEntry> find(String id) {
    return ALL.stream().filter(entry -> entry.id().equals(id)).findFirst();
  }
}
