package org.assay.cli.internal.input;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cells of a line of comma-separated values. A cell within quotation marks may hold commas, and
 * quotation marks that are doubled.
 */
public final class CsvLine {
  // Possessive throughout: what can be read in one way only is never tried in another, which on
  // long cells would take the square of their length, or more stack than there is.
  private static final Pattern CELL =
      Pattern.compile("\\G(?:\\s*+\"([^\"]*+(?:\"\"[^\"]*+)*+)\"\\s*+|([^,\"]*+))(,|$)");

  private CsvLine() {}

  /**
   * A cell.
   *
   * @param text what it holds, without the quotation marks, or without white space around it
   * @param isQuoted whether it stood in quotation marks
   */
  public record Cell(String text, boolean isQuoted) {}

  /**
   * Splits a line.
   *
   * @param line the line
   * @param place the line's place, for messages
   * @param most how many cells it may have
   * @param advice what to do if there are more
   * @return the cells, at least one
   * @throws InputException if quotation marks do not pair, or there are too many cells
   */
  public static List<Cell> cells(String line, String place, int most, String advice) {
    List<Cell> cells = new ArrayList<>();
    Matcher matcher = CELL.matcher(line);
    boolean more = true;
    while (more) {
      if (!(cells.size() < most)) {
        throw new InputException(place + ": " + advice);
      }
      if (!matcher.find()) {
        throw new InputException(place + ": is not well-formed CSV; check its quotation marks");
      }
      String quoted = matcher.group(1);
      cells.add(
          quoted == null
              ? new Cell(matcher.group(2).strip(), false)
              : new Cell(quoted.replace("\"\"", "\""), true));
      more = matcher.group(3).equals(",");
    }
    return cells;
  }
}
