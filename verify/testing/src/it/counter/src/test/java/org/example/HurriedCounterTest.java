package org.example;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import org.assay.testing.junit.AuditPrivacy;
import org.assay.testing.junit.PrivacyAudit;
import org.assay.verify.trial.Mechanism;

/** Fails, as it should. */
class HurriedCounterTest {
  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  void keepsItsClaim(PrivacyAudit audit) {
    audit.holdsFor(
        Mechanism.ofScalar((visits, random) -> Counter.hurriedRelease(visits, 1, random)),
        CounterTest.VISITS);
  }
}
