package org.assay.cli.internal.terminal;

import java.io.InputStream;
import java.io.PrintStream;
import org.assay.verify.internal.report.markup.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * The input and output of one run of the command.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param terminal whether a person is watching
 * @param pipe whether standard output is a pipe
 */
public record Console(
    InputStream in, PrintStream out, PrintStream err, boolean terminal, boolean pipe) {
  /**
   * Surroundings whose standard output is no pipe.
   *
   * @param in standard input
   * @param out standard output
   * @param err standard error
   * @param terminal whether a person is watching
   */
  public Console(InputStream in, PrintStream out, PrintStream err, boolean terminal) {
    this(in, out, err, terminal, false);
  }

  /**
   * Prints text of one or several lines, or JSON, and checks that it was written.
   *
   * @param text the text; invisible characters are escaped
   * @throws OutputException if it cannot be written
   */
  public void print(String text) {
    out.print(VisibleText.of(text));
    requireWritten();
  }

  /**
   * Prints text whose first word has a colour on a terminal, unless {@code NO_COLOR} is set.
   *
   * @param colour the colour
   * @param text the text; what cannot be seen in it is escaped
   * @throws OutputException if it cannot be written
   */
  public void print(Colour colour, String text) {
    String visible = VisibleText.of(text);
    int end = visible.indexOf(' ');
    boolean coloured =
        terminal && colour != Colour.NONE && end > 0 && !isSet(System.getenv("NO_COLOR"));
    out.print(coloured ? colour.of(visible.substring(0, end)) + visible.substring(end) : visible);
    requireWritten();
  }

  /**
   * Whether an environment variable counts as set: not empty, by the convention of no-color.org.
   */
  private static boolean isSet(@Nullable String value) {
    return value != null && !value.isEmpty();
  }

  /**
   * Checks that all output was written.
   *
   * @throws OutputException if something was lost
   */
  public void requireWritten() {
    // Flushes first. A print stream keeps its failures to itself until it is asked.
    if (out.checkError()) {
      throw OutputException.ofStandardOutput(pipe);
    }
  }
}
