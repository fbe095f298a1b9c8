package org.assay.cli.help;

import java.util.Arrays;
import picocli.CommandLine.Model.CommandSpec;

/** What picocli keeps as lines with place holders, as plain text. */
final class Words {
  private Words() {}

  /** Lines of a help text as one. */
  static String of(String... lines) {
    return String.join(" ", Arrays.stream(lines).map(line -> line.replace("%n", " ")).toList())
        .replace("%%", "%")
        .strip();
  }

  /** What a verb does, in one line. */
  static String summary(CommandSpec verb) {
    String header = of(verb.usageMessage().header());
    return header.isEmpty() ? of(verb.usageMessage().description()) : header;
  }
}
