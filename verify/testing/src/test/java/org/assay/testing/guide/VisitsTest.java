package org.assay.testing.guide;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.testing.assertion.Domain;
import org.assay.testing.junit.AuditPrivacy;
import org.assay.testing.junit.PrivacyAudit;
import org.assay.verify.trial.Mechanism;

class VisitsTest {
  static final Domain<List<Double>> VISITS =
      Domain.numbers(List.of(1.0, 0.0, 2.0, 12.0), ADD_OR_REMOVE);

  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  void countKeepsItsClaim(PrivacyAudit audit) {
    audit.holdsFor(count(1), VISITS);
    audit.isRefutedFor(count(0.5), VISITS);
  }

  static Mechanism<List<Double>> count(double scale) {
    return Mechanism.ofScalar(
        (visits, random) -> visits.size() + geometric(scale, random) - geometric(scale, random));
  }

  private static long geometric(double scale, RandomGenerator random) {
    return (long) Math.floor(scale * random.nextExponential());
  }
}
