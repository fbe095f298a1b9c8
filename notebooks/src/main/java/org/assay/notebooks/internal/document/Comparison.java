package org.assay.notebooks.internal.document;

import java.util.ArrayList;
import java.util.List;

/** What an execution of a notebook shows that its committed version does not. */
final class Comparison {
  private Comparison() {}

  /**
   * The differences between two versions.
   *
   * @param committed the version in the repository
   * @param executed the version that was just executed
   * @return a sentence for each cell that differs; empty if nothing does
   */
  static List<String> differences(Notebook committed, Notebook executed) {
    List<CodeCell> before = committed.codeCells();
    List<CodeCell> after = executed.codeCells();
    if (before.size() != after.size()) {
      return List.of("there were " + before.size() + " cells of code, now " + after.size());
    }
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      String difference = difference(before.get(i), after.get(i));
      if (!difference.isEmpty()) {
        differences.add("cell of code " + (i + 1) + ": " + difference);
      }
    }
    return differences;
  }

  private static String difference(CodeCell before, CodeCell after) {
    if (!before.source().equals(after.source())) {
      return "the code differs";
    }
    if (before.outputs().equals(after.outputs())) {
      return "";
    }
    for (int i = 0; i < Math.min(before.outputs().size(), after.outputs().size()); i++) {
      if (!before.outputs().get(i).equals(after.outputs().get(i))) {
        return "committed\n" + indented(before, i) + "\nnow\n" + indented(after, i);
      }
    }
    return before.outputs().size() + " outputs are committed, now " + after.outputs().size();
  }

  private static String indented(CodeCell cell, int output) {
    return cell.outputs().get(output).strip().indent(4).stripTrailing();
  }
}
