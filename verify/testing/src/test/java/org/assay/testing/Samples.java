package org.assay.testing;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.testing.assertion.Domain;
import org.assay.verify.trial.Mechanism;

/** A count as it should be, and with a mistake. */
public final class Samples {
  /** Lists of numbers in [0, 1]. */
  public static final Domain<List<Double>> UNIT_RECORDS =
      Domain.numbersBetween(0, 1, ADD_OR_REMOVE);

  private Samples() {}

  /** A count with geometric noise of a given scale, exact on whole numbers. */
  public static Mechanism<List<Double>> count(double scale) {
    return Mechanism.ofScalar((records, random) -> records.size() + geometric(scale, random));
  }

  /** The difference of two geometric numbers is two-sided geometric. */
  private static long geometric(double scale, RandomGenerator random) {
    long up = oneSided(scale, random);
    long down = oneSided(scale, random);
    return up - down;
  }

  private static long oneSided(double scale, RandomGenerator random) {
    return (long) Math.floor(scale * random.nextExponential());
  }
}
