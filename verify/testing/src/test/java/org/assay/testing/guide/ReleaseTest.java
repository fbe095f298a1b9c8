package org.assay.testing.guide;

import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.assay.testing.assertion.Domain;
import org.assay.testing.junit.AuditPrivacy;
import org.assay.testing.junit.PrivacyAudit;
import org.assay.verify.trial.Mechanism;

class ReleaseTest {
  @Retention(RetentionPolicy.RUNTIME)
  @AuditPrivacy(mu = 0.5, adjacency = REPLACE_ONE, runs = 50_000, significantBits = 24)
  @interface ReleasePolicy {}

  @ReleasePolicy
  void sumKeepsThePolicy(PrivacyAudit audit) {
    audit.holdsFor(noisySum(2), Domain.numbersBetween(0, 1, REPLACE_ONE));
  }

  static Mechanism<List<Double>> noisySum(double sigma) {
    return Mechanism.ofScalar(
        (records, random) ->
            records.stream().mapToDouble(x -> x).sum() + sigma * random.nextGaussian());
  }
}
