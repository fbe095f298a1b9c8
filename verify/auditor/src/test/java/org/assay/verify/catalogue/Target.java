package org.assay.verify.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a good auditor achieves on an entry with error probability 0.001 and two processors: at
 * least 95% of audits refute within the runs, and half of them within the seconds.
 *
 * @param id the entry
 * @param runs runs of the mechanism; {@link Long#MAX_VALUE} where only time counts
 * @param seconds time of the median audit; infinite where only runs count
 */
public record Target(String id, long runs, double seconds) {
  /** Share of audits that must refute within the runs. */
  public static final double POWER = 0.95;

  /** How many times the oracle's runs a mistake that nobody prepared for may take. */
  public static final double UNSEEN_FACTOR = 20;

  private static final double DETERMINISTIC_SECONDS = 0.05;
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  private static final List<Target> STATED =
      List.of(
          new Target("B03", 2_000, 0.1),
          new Target("B04", 10_000, 0.2),
          new Target("B06a", 15_000, 0.2),
          new Target("B06b", 15_000, 0.2),
          new Target("B02", 60_000, 0.5),
          new Target("B01", 250_000, 3),
          new Target("B03@0.1", 10_000, NO_LIMIT),
          new Target("B04@0.1", 500_000, NO_LIMIT),
          new Target("B06a@0.1", 1_000_000, NO_LIMIT),
          new Target("B06b@0.1", 1_000_000, NO_LIMIT),
          new Target("B02@0.1", 5_000_000, NO_LIMIT),
          new Target("B01@0.1", 10_000_000, NO_LIMIT),
          new Target("P01", 30_000, 0.1),
          new Target("B13-curve", 15_000, NO_LIMIT),
          new Target("B23-inverse", 2_000, NO_LIMIT),
          new Target("B23-ziggurat", 2_000, NO_LIMIT),
          new Target("P02-0.8", 8_000, NO_LIMIT),
          new Target("P02-0.5", 2_000, NO_LIMIT),
          instant("B09-integer"),
          instant("B11"),
          instant("B26"),
          instant("B28-exception"),
          instant("B28-nan"),
          instant("B29"));

  /**
   * All targets: the stated ones, and a multiple of the oracle's runs for every unseen mistake.
   *
   * @return the targets, one an entry
   */
  public static List<Target> all() {
    List<Target> targets = new ArrayList<>(STATED);
    for (Entry<?> entry : Catalogue.all()) {
      of(entry).filter(target -> !targets.contains(target)).ifPresent(targets::add);
    }
    return List.copyOf(targets);
  }

  /**
   * The target of an entry.
   *
   * @param entry the entry
   * @return the target, if it has one
   */
  public static Optional<Target> of(Entry<?> entry) {
    if (entry.id().charAt(0) == 'N') {
      double runs = UNSEEN_FACTOR * entry.oracleRuns().orElseThrow();
      return Optional.of(new Target(entry.id(), (long) runs, NO_LIMIT));
    }
    return STATED.stream().filter(target -> target.id().equals(entry.id())).findFirst();
  }

  private static Target instant(String id) {
    return new Target(id, Long.MAX_VALUE, DETERMINISTIC_SECONDS);
  }
}
