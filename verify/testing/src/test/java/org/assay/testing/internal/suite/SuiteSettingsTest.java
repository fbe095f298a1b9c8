package org.assay.testing.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.assay.testing.internal.suite.SuiteSettings.RunName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What is read from configuration. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class SuiteSettingsTest {
  @Test
  void withoutConfigurationThereAreUsualValues() {
    SuiteSettings settings = read(Map.of());
    assertEquals(1e-3, settings.errorProbability());
    assertEquals(100, settings.audits());
    assertEquals(Path.of("target/assay"), settings.directory());
    assertEquals(0, settings.seed(Optional.empty()));
    assertEquals(7, settings.seed(Optional.of(7L)));
  }

  @Test
  void seedsHaveAnOrder() {
    SuiteSettings configured = read(Map.of(SuiteSettings.SEED, "3"));
    assertEquals(3, configured.seed(Optional.empty()));
    assertEquals(7, configured.seed(Optional.of(7L)));
    System.setProperty(SuiteSettings.SEED, "11");
    try {
      SuiteSettings forced = read(Map.of(SuiteSettings.SEED, "3"));
      assertEquals(11, forced.seed(Optional.empty()));
      assertEquals(11, forced.seed(Optional.of(7L)));
    } finally {
      System.clearProperty(SuiteSettings.SEED);
    }
  }

  @Test
  void aRandomSeedIsOneForTheWholeProcess() {
    long seed = read(Map.of(SuiteSettings.SEED, "random")).seed(Optional.empty());
    assertEquals(seed, read(Map.of(SuiteSettings.SEED, "random")).seed(Optional.empty()));
  }

  @Test
  void nonsenseIsRefusedByName() {
    assertRefused(SuiteSettings.ERROR_PROBABILITY, "often");
    assertRefused(SuiteSettings.ERROR_PROBABILITY, "1");
    assertRefused(SuiteSettings.ERROR_PROBABILITY, "NaN");
    assertRefused(SuiteSettings.AUDITS, "0");
    assertRefused(SuiteSettings.AUDITS, "many");
    assertRefused(SuiteSettings.RUN, "../elsewhere");
    assertRefused(SuiteSettings.SEED, "seven");
  }

  /** The command line of a JVM that surefire started. */
  @Test
  void jvmsOfOneBuildShareARun() {
    String command =
        "/x/surefirebooter.jar /x/target/surefire 2026-01-02T03-04-05_678-jvmRun%d s t";
    String first = RunName.of(String.format(command, 1), ProcessHandle.current());
    assertEquals("2026-01-02T03-04-05_678", first);
    assertEquals(first, RunName.of(String.format(command, 2), ProcessHandle.current()));
    String other = RunName.of("com.example.Ide", ProcessHandle.current());
    assertTrue(other.endsWith("-" + ProcessHandle.current().pid()), other);
  }

  private static SuiteSettings read(Map<String, String> values) {
    return SuiteSettings.read(key -> Optional.ofNullable(values.get(key)));
  }

  private static void assertRefused(String key, String value) {
    var thrown =
        assertThrows(IllegalArgumentException.class, () -> read(Map.of(key, value)), value);
    assertTrue(String.valueOf(thrown.getMessage()).contains(key), thrown::getMessage);
  }
}
