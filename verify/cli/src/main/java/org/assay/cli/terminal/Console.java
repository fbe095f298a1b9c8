package org.assay.cli.terminal;

import java.io.InputStream;
import java.io.PrintStream;
import org.assay.verify.report.markup.VisibleText;

/**
 * The surroundings of one run of the command.
 *
 * @param in standard input
 * @param out standard output
 * @param err standard error
 * @param terminal whether a person is watching
 */
public record Console(InputStream in, PrintStream out, PrintStream err, boolean terminal) {
  /**
   * The same surroundings with nobody watching.
   *
   * @return the surroundings
   */
  public Console unwatched() {
    return new Console(in, out, err, false);
  }

  /**
   * Prints text of one or several lines, or JSON.
   *
   * @param text the text; what cannot be seen in it is escaped
   */
  public void print(String text) {
    out.print(VisibleText.of(text));
  }
}
