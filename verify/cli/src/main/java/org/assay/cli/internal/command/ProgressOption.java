package org.assay.cli.internal.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.ProgressStyle;
import picocli.CommandLine.Option;

/** The option for the style of progress messages. */
public final class ProgressOption {
  @Option(
      names = "--progress",
      order = 91,
      paramLabel = "STYLE",
      description =
          "How to tell on standard error how far the work is: bar (the default on a terminal),"
              + " plain (a line every 30 seconds, the default elsewhere) or none.")
  private Optional<String> style = Optional.empty();

  /**
   * The requested style, or the one that suits the console.
   *
   * @param console the console
   * @return the style
   * @throws InputException if there is no such style
   */
  public ProgressStyle style(Console console) {
    ProgressStyle usual = console.terminal() ? ProgressStyle.BAR : ProgressStyle.PLAIN;
    return style.map(ProgressOption::named).orElse(usual);
  }

  private static ProgressStyle named(String name) {
    return Arrays.stream(ProgressStyle.values())
        .filter(style -> name(style).equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static InputException unknown(String name) {
    List<String> names = Arrays.stream(ProgressStyle.values()).map(ProgressOption::name).toList();
    return new InputException("--progress was '" + name + "': " + Suggestion.among(name, names));
  }

  private static String name(ProgressStyle style) {
    return style.name().toLowerCase(Locale.ROOT);
  }
}
