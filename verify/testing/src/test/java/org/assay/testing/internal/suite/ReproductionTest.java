package org.assay.testing.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.assay.testing.internal.suite.AuditSuite.Reproduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command that repeats a test. */
class ReproductionTest {
  @TempDir private Path directory;

  @Test
  void aModuleIsNamedFromTheRoot() throws IOException {
    Path module = Files.createDirectories(directory.resolve("a/b"));
    Files.writeString(directory.resolve("pom.xml"), "");
    Files.writeString(directory.resolve("a/pom.xml"), "");
    Files.writeString(module.resolve("pom.xml"), "");
    assertEquals(
        "mvn test -pl a/b -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest=x.T#m -Dassay.seed=7",
        Reproduction.maven(module, "x.T#m", "7"));
  }

  @Test
  void aProjectByItselfNeedsNoModule() {
    assertEquals(
        "mvn test -Dtest=x.T#m -Dassay.seed=-1", Reproduction.maven(directory, "x.T#m", "-1"));
  }

  @Test
  void shellsDoNotReadNestedNames() {
    assertEquals(
        "mvn test -Dtest='x.T$Inner#m' -Dassay.seed=7",
        Reproduction.maven(directory, "x.T$Inner#m", "7"));
  }

  @Test
  void otherBuildToolsHaveATemplate() {
    SuiteSettings settings =
        new SuiteSettings(
            1e-3,
            9,
            directory,
            "run",
            Optional.empty(),
            0,
            Optional.of("ASSAY_SEED={seed} ./gradlew test --tests {test}"));
    TestIdentity test = new TestIdentity("id", "x.T", "m");
    assertEquals(
        "ASSAY_SEED=7 ./gradlew test --tests x.T#m",
        Reproduction.line(settings, Reservation.of(test, 1, 1e-5, 7)));
  }
}
