package org.assay.testing.internal.suite;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.accountant.privacy.Parameters;

/**
 * The configuration of a test suite. Keys are read from {@code junit-platform.properties}, from
 * surefire's {@code configurationParameters}, or from system properties.
 *
 * @param errorProbability the largest probability that any true claim of the suite is refuted
 * @param audits how many tests share this probability
 * @param directory the directory of the ledger
 * @param run the name of this execution of the suite; JVMs of one run share the budget
 * @param forcedSeed a seed that replaces those in the code
 * @param usualSeed the seed of an audit without a seed in its code
 * @param reproduce the command that runs a single test, with {@code {test}} and {@code {seed}} in
 *     it; a Maven command if left out
 */
public record SuiteSettings(
    double errorProbability,
    int audits,
    Path directory,
    String run,
    Optional<Long> forcedSeed,
    long usualSeed,
    Optional<String> reproduce) {
  /** Key of the error probability of the whole suite, 0.001 if absent. */
  public static final String ERROR_PROBABILITY = "assay.testing.error-probability";

  /** Key of the number of tests that share the error probability, 100 if absent. */
  public static final String AUDITS = "assay.testing.audits";

  /** Key of the ledger's directory, {@code target/assay} if absent. */
  public static final String DIRECTORY = "assay.testing.directory";

  /** Key of the name of this execution of the suite. */
  public static final String RUN = "assay.testing.run";

  /** Key of the command that runs a single test. */
  public static final String REPRODUCE = "assay.testing.reproduce";

  /** Key of the seed: a whole number, or {@code random}. */
  public static final String SEED = "assay.seed";

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if the probability is not strictly between 0 and 1, the number
   *     of audits is below 1, or the run's name is no file name
   */
  public SuiteSettings {
    Parameters.requireOpenProbability(ERROR_PROBABILITY, errorProbability);
    Parameters.requireAtLeastOne(AUDITS, audits);
    if (!run.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
      throw new IllegalArgumentException(
          RUN + " was '" + run + "': it must be letters, digits, dots, underscores or hyphens");
    }
  }

  /**
   * Reads the settings. A seed among the system properties replaces those in the code. A seed from
   * elsewhere is for audits without one.
   *
   * @param configuration the value of a key, if there is one
   * @return the settings
   * @throws IllegalArgumentException if a value cannot be read or is out of range
   */
  public static SuiteSettings read(Function<String, Optional<String>> configuration) {
    return new SuiteSettings(
        configuration.apply(ERROR_PROBABILITY).map(SuiteSettings::probability).orElse(1e-3),
        configuration.apply(AUDITS).map(text -> (int) whole(AUDITS, text)).orElse(100),
        Path.of(configuration.apply(DIRECTORY).orElse("target/assay")),
        configuration.apply(RUN).orElseGet(RunName::ofThisProcess),
        Optional.ofNullable(System.getProperty(SEED)).map(SuiteSettings::seed),
        configuration.apply(SEED).map(SuiteSettings::seed).orElse(0L),
        configuration.apply(REPRODUCE));
  }

  /**
   * The seed of an audit.
   *
   * @param written the seed in the code, if any
   * @return the seed of the system properties, of the code, of the configuration, or 0: the first
   *     one that exists
   */
  long seed(Optional<Long> written) {
    return forcedSeed.or(() -> written).orElse(usualSeed);
  }

  private static double probability(String text) {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw unreadable(ERROR_PROBABILITY, text, "a number, for example 0.001", e);
    }
  }

  private static long whole(String key, String text) {
    try {
      return key.equals(AUDITS) ? Integer.parseInt(text.strip()) : Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw unreadable(key, text, "a whole number, for example 100", e);
    }
  }

  private static long seed(String text) {
    return text.strip().equals("random") ? Seeds.RANDOM : whole(SEED, text);
  }

  private static IllegalArgumentException unreadable(
      String key, String text, String rule, NumberFormatException cause) {
    return new IllegalArgumentException(
        key + " was '" + text + "': it must be " + rule + ". Correct it where it is set", cause);
  }

  /**
   * One random seed for the whole process. Every line of the ledger then suffices to repeat the
   * run.
   */
  private static final class Seeds {
    static final long RANDOM = new SecureRandom().nextInt(Integer.MAX_VALUE);
  }

  /** The name of this execution of the suite, if the configuration has none. */
  static final class RunName {
    /**
     * The time at which surefire began, as it appears in the names of dump files. All JVMs of one
     * build have the same time.
     */
    private static final Pattern SUREFIRE =
        Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d_\\d{3})-jvmRun\\d+");

    private static final DateTimeFormatter TIME =
        DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss_SSS").withZone(ZoneOffset.UTC);

    private static final String THIS_PROCESS =
        of(System.getProperty("sun.java.command", ""), ProcessHandle.current());

    private RunName() {}

    static String ofThisProcess() {
      return THIS_PROCESS;
    }

    static String of(String command, ProcessHandle process) {
      Matcher stamp = SUREFIRE.matcher(command);
      if (stamp.find()) {
        return stamp.group(1);
      }
      Instant start = process.info().startInstant().orElseGet(Instant::now);
      return TIME.format(start) + "-" + process.pid();
    }
  }
}
