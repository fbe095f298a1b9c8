package org.assay.testing.guide;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.testing.assertion.Claims.gdp;
import static org.assay.testing.assertion.Claims.zcdp;
import static org.assay.testing.assertion.MechanismAssertions.assertThatMechanism;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.testing.Samples;
import org.assay.testing.assertion.Domain;
import org.assay.testing.junit.AuditPrivacy;
import org.assay.testing.junit.PrivacyAudit;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Test;

class VisitsTest {
  static final Domain<List<Double>> VISITS =
      Domain.numbers(List.of(1.0, 0.0, 2.0, 12.0), ADD_OR_REMOVE);

  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  void countKeepsItsClaim(PrivacyAudit audit) {
    audit.holdsFor(Samples.count(1), VISITS);
    audit.isRefutedFor(Samples.count(0.5), VISITS);
  }

  @Retention(RetentionPolicy.RUNTIME)
  @AuditPrivacy(mu = 0.5, adjacency = REPLACE_ONE, runs = 50_000, significantBits = 24)
  @interface ReleasePolicy {}

  @ReleasePolicy
  void meanKeepsThePolicy(PrivacyAudit audit) {
    audit.holdsFor(noisySum(2), Domain.numbersBetween(0, 1, REPLACE_ONE));
  }

  @Test
  void sumKeepsItsClaim() {
    assertThatMechanism(noisySum(1))
        .as("the noisy sum")
        .onAdjacentPairsOf(Domain.numbersBetween(0, 1, REPLACE_ONE))
        .runs(50_000)
        .significantBits(24)
        .satisfies(zcdp(0.5))
        .doesNotSatisfy(gdp(0.5));
  }

  private static Mechanism<List<Double>> noisySum(double sigma) {
    return Mechanism.ofScalar(
        (List<Double> records, RandomGenerator random) ->
            records.stream().mapToDouble(x -> x).sum() + sigma * random.nextGaussian());
  }
}
