package org.assay.cli.internal.train;

import java.util.Locale;
import picocli.CommandLine.Option;

/** The form of a file of separated values. */
final class FormOptions {
  /** What stands between two columns. */
  enum Separator {
    COMMA(','),
    SEMICOLON(';'),
    TAB('\t'),
    SPACE(' ');

    private final char character;

    Separator(char character) {
      this.character = character;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--skip-lines",
      defaultValue = "0",
      paramLabel = "N",
      description =
          "Leading lines to ignore, such as a header whose names are not used (default: 0).")
  private int skippedLines;

  @Option(
      names = "--separator",
      defaultValue = "comma",
      paramLabel = "WHAT",
      description = "comma (default), semicolon, tab or space.")
  private Separator separator = Separator.COMMA;

  int skippedLines() {
    return skippedLines;
  }

  char separator() {
    return separator.character;
  }
}
