package org.example;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.testing.assertion.Claims.pureDp;
import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;

import java.util.List;
import org.assay.testing.assertion.Domain;
import org.assay.testing.junit.AuditPrivacy;
import org.assay.testing.junit.PrivacyAudit;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

class CounterTest {
  static final Domain<List<Double>> VISITS =
      Domain.numbers(List.of(1.0, 0.0, 2.0, 12.0), ADD_OR_REMOVE);

  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  void keepsItsClaim(PrivacyAudit audit) {
    audit.holdsFor(counter(1), VISITS);
  }

  /** What the audit is able to see at its budget. */
  @Test
  void anAuditNoticesASmallerEpsilon() {
    assertThatMechanism(counter(2)).onAdjacentPairsOf(VISITS).doesNotSatisfy(pureDp(1));
  }

  private static Mechanism<List<Double>> counter(double epsilon) {
    return Mechanism.ofScalar((visits, random) -> Counter.release(visits, epsilon, random));
  }
}
