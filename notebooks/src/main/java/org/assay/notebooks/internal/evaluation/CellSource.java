package org.assay.notebooks.internal.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A cell, taken apart into magics and Java. Magics are lines that begin with a percent sign; they
 * stand before the first line of Java, so that no operator in a long expression is taken for one.
 *
 * @param magics the magics, each without its percent sign
 * @param java the cell with blank lines in place of the magics, so that line numbers stay
 */
record CellSource(List<Magic> magics, String java) {
  private static final Pattern SPACE_AND_COMMENTS =
      Pattern.compile("(?:\\s++|//[^\n]*+|/\\*(?:[^*]|\\*(?!/))*+\\*/)*+");

  /**
   * A line with an instruction to the kernel.
   *
   * @param line the number of the line in the cell, from 1
   * @param name the word after the percent sign
   * @param arguments the words after the name
   */
  record Magic(int line, String name, List<String> arguments) {}

  CellSource {
    magics = List.copyOf(magics);
  }

  static CellSource of(String code) {
    List<Magic> magics = new ArrayList<>();
    String[] lines = code.split("\n", -1);
    for (int i = 0; i < lines.length && isPreamble(lines[i]); i++) {
      if (lines[i].startsWith("%")) {
        magics.add(magic(i + 1, lines[i]));
        lines[i] = "";
      }
    }
    return new CellSource(magics, String.join("\n", lines));
  }

  /** Where the first word stands after space and comments. */
  static int startOfCode(String java) {
    Matcher matcher = SPACE_AND_COMMENTS.matcher(java);
    return matcher.lookingAt() ? matcher.end() : 0;
  }

  private static boolean isPreamble(String line) {
    return line.isBlank() || line.startsWith("%") || line.startsWith("//");
  }

  private static Magic magic(int number, String line) {
    List<String> words = List.of(line.substring(1).strip().split("\\s+", -1));
    return new Magic(number, words.get(0), words.subList(1, words.size()));
  }
}
