package org.assay.testing.internal.suite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The command that runs one test again. */
final class Reproduction {
  /** Settings that change an audit's share, and so the moment of its refutation. */
  private static final List<String> PASSED_ON =
      List.of(SuiteSettings.ERROR_PROBABILITY, SuiteSettings.AUDITS);

  private Reproduction() {}

  static String line(SuiteSettings settings, Reservation reservation) {
    String test = reservation.test().name();
    String seed = Long.toString(reservation.rootSeed());
    return settings
        .reproduce()
        .map(template -> template.replace("{test}", test).replace("{seed}", seed))
        .orElseGet(() -> maven(moduleDirectory(), test, seed));
  }

  static String maven(Path module, String test, String seed) {
    StringBuilder line = new StringBuilder("mvn test");
    String below = rootOf(module).relativize(module).toString();
    if (!below.isEmpty()) {
      line.append(" -pl ").append(quoted(below.replace('\\', '/')));
      line.append(" -am -Dsurefire.failIfNoSpecifiedTests=false");
    }
    line.append(" -Dtest=").append(quoted(test)).append(" -D");
    line.append(SuiteSettings.SEED).append('=').append(seed);
    for (String key : PASSED_ON) {
      Optional.ofNullable(System.getProperty(key))
          .ifPresent(value -> line.append(" -D").append(key).append('=').append(quoted(value)));
    }
    return line.toString();
  }

  /** The directory of the module. Surefire names it; otherwise tests usually start in it. */
  private static Path moduleDirectory() {
    return Path.of(System.getProperty("basedir", "")).toAbsolutePath().normalize();
  }

  /** The highest directory above the module such that all directories between have a POM. */
  private static Path rootOf(Path module) {
    Path root = module;
    Path above = module.getParent();
    while (above != null && Files.isRegularFile(above.resolve("pom.xml"))) {
      root = above;
      above = above.getParent();
    }
    return root;
  }

  /** Quotes a text for a shell, which would read the dollar of a nested class as a variable. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9_.,:#/=+-]*") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
