package org.assay.testing.junit;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.assay.testing.Samples.UNIT_RECORDS;
import static org.assay.testing.Samples.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Path;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.testing.assertion.Domain;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.io.TempDir;

/** The extension, run by the platform's test kit. Seeds are fixed: nothing here fails by chance. */
class AuditPrivacyTest {
  @TempDir private Path directory;

  static class Good {
    @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
    void count1(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
      audit.isRefutedFor(count(0.4), UNIT_RECORDS);
    }
  }

  static class Broken {
    @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE, seed = 7)
    void halfTheNoise(PrivacyAudit audit) {
      audit.holdsFor(count(0.5), UNIT_RECORDS);
    }
  }

  @Test
  void aCorrectMechanismPasses() {
    var results = Engine.run(Good.class, directory);
    assertEquals(List.of(), Engine.failures(results));
    assertEquals(1, Engine.successes(results));
  }

  @Test
  void aBrokenOneFailsWithEverythingThatIsNeeded() {
    String message = onlyFailure(Broken.class);
    for (String part :
        List.of(
            "the mechanism does not satisfy 1.0-DP under add-remove: refuted after ",
            "  pair         ",
            "  left         [",
            "  right        [",
            "  event        ",
            "  on the left  ",
            "  on the right ",
            "  lower bound  epsilon > ",
            "  seed         7",
            "  reproduce    mvn test -pl verify/testing -am"
                + " -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Dtest='org.assay.testing.junit.AuditPrivacyTest$Broken#halfTheNoise'"
                + " -Dassay.seed=7",
            "  ledger       " + directory)) {
      assertTrue(message.contains(part), () -> "'" + part + "' in\n" + message);
    }
  }

  @Test
  void theWitnessIsTheSmallestPair() {
    String message = onlyFailure(Broken.class);
    assertTrue(
        message.contains("[] against [0.0], shrunk") || message.contains("[0.0] against []"),
        message);
  }

  static class Repeated {
    @AuditPrivacy(rho = 0.5, adjacency = ADD_OR_REMOVE)
    @AuditPrivacy(mu = 0.1, adjacency = ADD_OR_REMOVE)
    @AuditPrivacy(epsilon = 1, delta = 1e-6, adjacency = ADD_OR_REMOVE)
    @AuditPrivacy(epsilon = 1, order = 2, adjacency = ADD_OR_REMOVE)
    void count1(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }
  }

  @Tag("slow")
  @Test
  void everyRepetitionIsATest() {
    var results = Engine.run(Repeated.class, directory);
    assertEquals(3, Engine.successes(results));
    List<String> failures = Engine.failures(results);
    assertEquals(1, failures.size(), failures::toString);
    assertTrue(failures.get(0).contains("0.1-GDP"), failures::toString);
  }

  @Retention(RetentionPolicy.RUNTIME)
  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE, significantBits = 24)
  @interface HousePolicy {}

  static class ByPolicy {
    @HousePolicy
    void good(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }

    @HousePolicy
    void bad(PrivacyAudit audit) {
      audit.holdsFor(count(0.3), UNIT_RECORDS);
    }
  }

  @Test
  void anAnnotationOfOnesOwnWillDo() {
    var results = Engine.run(ByPolicy.class, directory);
    assertEquals(1, Engine.successes(results));
    assertEquals(1, Engine.failures(results).size());
  }

  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  static class OnTheClass {
    @Test
    void plain(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }

    @TestTemplate
    void template(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }

    @RepeatedTest(2)
    void repeated(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }

    @AuditPrivacy(epsilon = 0.1, adjacency = ADD_OR_REMOVE)
    void itsOwnClaim(PrivacyAudit audit) {
      audit.isRefutedFor(count(1), UNIT_RECORDS);
    }

    @Test
    void aboutSomethingElse() {
      assertEquals(2, 1 + 1);
    }

    @Nested
    class Inner {
      @Test
      void claimOfTheClassAround(PrivacyAudit audit) {
        audit.holdsFor(count(1), UNIT_RECORDS);
      }
    }
  }

  @Tag("slow")
  @Test
  void aClassStatesTheClaimOfItsMethods() {
    var results = Engine.run(OnTheClass.class, directory);
    assertEquals(List.of(), Engine.failures(results));
    assertEquals(7, Engine.successes(results));
  }

  static class Forgetful {
    @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
    void takesAnAuditAndDoesNotUseIt(PrivacyAudit audit) {}

    @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
    void takesNone() {}
  }

  @Test
  void aTestThatAuditsNothingFails() {
    List<String> failures = Engine.failures(Engine.run(Forgetful.class, directory));
    assertEquals(2, failures.size(), failures::toString);
    assertTrue(failures.stream().allMatch(text -> text.contains("audited nothing")));
  }

  static class NoClaim {
    @AuditPrivacy(adjacency = ADD_OR_REMOVE)
    void test(PrivacyAudit audit) {}
  }

  static class TwoClaimsInOne {
    @AuditPrivacy(epsilon = 1, rho = 0.5, adjacency = ADD_OR_REMOVE)
    void test(PrivacyAudit audit) {}
  }

  static class DeltaAlone {
    @AuditPrivacy(delta = 1e-6, adjacency = ADD_OR_REMOVE)
    void test(PrivacyAudit audit) {}
  }

  static class BelowZero {
    @AuditPrivacy(epsilon = -1, adjacency = ADD_OR_REMOVE)
    void test(PrivacyAudit audit) {}
  }

  static class NoRuns {
    @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE, runs = 0)
    void test(PrivacyAudit audit) {}
  }

  static class TwoSeeds {
    @AuditPrivacy(
        epsilon = 1,
        adjacency = ADD_OR_REMOVE,
        seed = {1, 2})
    void test(PrivacyAudit audit) {}
  }

  @Test
  void contradictionsAreErrors() {
    assertFails(NoClaim.class, "no claim was stated");
    assertFails(TwoClaimsInOne.class, "the claim was stated by [epsilon, rho]");
    assertFails(DeltaAlone.class, "the claim was stated by [delta]");
    assertFails(BelowZero.class, "epsilon");
    assertFails(NoRuns.class, "runs was 0: it must be at least 1");
    assertFails(TwoSeeds.class, "number of seeds was 2");
  }

  static class AnotherRelation {
    @AuditPrivacy(epsilon = 1, adjacency = REPLACE_ONE)
    void test(PrivacyAudit audit) {
      audit.holdsFor(count(1), UNIT_RECORDS);
    }
  }

  @Test
  void relationsAreNotMixed() {
    assertFails(AnotherRelation.class, "adjacency relations were replace-one and add-remove");
  }

  @AuditPrivacy(epsilon = 1, adjacency = ADD_OR_REMOVE)
  @AuditPrivacy(rho = 1, adjacency = ADD_OR_REMOVE)
  static class SeveralOnTheClass {
    @Test
    void which(PrivacyAudit audit) {}
  }

  @Test
  void aPlainTestCannotChooseAmongClaims() {
    assertFails(SeveralOnTheClass.class, "the class states 2 claims");
  }

  static class EveryRelation {
    @AuditPrivacy(mu = 1, adjacency = REPLACE_ONE, significantBits = 24)
    void sum(PrivacyAudit audit) {
      AdjacencyRelation relation = audit.claim().adjacency();
      audit.holdsFor(
          Mechanism.ofScalar(
              (records, random) ->
                  records.stream().mapToDouble(x -> x).sum() + random.nextGaussian()),
          Domain.numbersBetween(0, 1, relation));
    }
  }

  @Test
  void theClaimIsThereToBeRead() {
    assertEquals(1, Engine.successes(Engine.run(EveryRelation.class, directory)));
  }

  private String onlyFailure(Class<?> type) {
    List<String> failures = Engine.failures(Engine.run(type, directory));
    assertEquals(1, failures.size(), failures::toString);
    return failures.get(0);
  }

  private void assertFails(Class<?> type, String part) {
    String message = onlyFailure(type);
    assertTrue(message.contains(part), message);
  }
}
