package org.assay.cli.internal.input;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Parameters are written {@code noiseMultiplier} in Java, {@code noise_multiplier} in files and
 * {@code --noise-multiplier} on the command line.
 */
public final class DocumentNames {
  private static final Pattern INSIDE = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private DocumentNames() {}

  /** The name that a parameter has in files. */
  static String of(String parameter) {
    return joined(parameter, "_");
  }

  /**
   * The option that a parameter would have.
   *
   * @param parameter its name in Java
   * @return the option; the command need not have it
   */
  public static String option(String parameter) {
    return "--" + joined(parameter, "-");
  }

  private static String joined(String parameter, String between) {
    return INSIDE.matcher(parameter).replaceAll(between).toLowerCase(Locale.ROOT);
  }
}
