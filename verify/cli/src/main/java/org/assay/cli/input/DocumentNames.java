package org.assay.cli.input;

import java.util.Locale;
import java.util.regex.Pattern;

/** Parameters are written {@code noiseMultiplier} in Java and {@code noise_multiplier} in files. */
final class DocumentNames {
  private static final Pattern INSIDE = Pattern.compile("(?<=[a-z])(?=[A-Z])");

  private DocumentNames() {}

  /** The name that a parameter has in files. */
  static String of(String parameter) {
    return INSIDE.matcher(parameter).replaceAll("_").toLowerCase(Locale.ROOT);
  }
}
