package org.example;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.List;
import org.assay.testing.assertion.Domain;
import org.assay.testing.junit.AuditPrivacy;
import org.assay.testing.junit.PrivacyAudit;
import org.assay.verify.trial.Mechanism;

class VisitsTest {
  private static final Domain<List<Double>> VISITORS =
      Domain.numbers(List.of(1.0, 0.0, 2.0, 12.0), ADD_OR_REMOVE);

  /** Half the noise is refuted: the audit would notice it. */
  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  void countKeepsItsClaim(PrivacyAudit audit) {
    audit.holdsFor(count(1), VISITORS);
    audit.isRefutedFor(count(0.5), VISITORS);
  }

  private static Mechanism<List<Double>> count(double scale) {
    return Mechanism.ofScalar((visitors, random) -> Visits.count(visitors, scale, random));
  }
}
