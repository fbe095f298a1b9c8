package org.assay.notebooks.internal.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares executed notebooks with the committed ones: {@code (compare | update) COMMITTED
 * EXECUTED}, two files. {@code notebooks/run} calls this.
 */
public final class Main {
  private static final int STALE = 1;
  private static final int BAD_USAGE = 2;

  private Main() {}

  /**
   * Compares, or replaces the committed notebook by the executed one without what changes from run
   * to run. Ends the process with 0 if nothing differs or the file was written, with 1 if the
   * committed notebook is stale, with 2 if a file cannot be used.
   *
   * @param arguments what to do, the committed and the executed notebook
   */
  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments)));
  }

  /** Runs the command without ending the process. */
  static int run(List<String> arguments) {
    if (arguments.size() != 3 || !List.of("compare", "update").contains(arguments.get(0))) {
      System.err.println("usage: (compare | update) COMMITTED EXECUTED");
      return BAD_USAGE;
    }
    Path committed = Path.of(arguments.get(1));
    try {
      Notebook executed = Notebook.read(Path.of(arguments.get(2)));
      return arguments.get(0).equals("update")
          ? update(committed, executed)
          : compare(committed, executed);
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(committed + ": " + e);
      return BAD_USAGE;
    }
  }

  private static int update(Path committed, Notebook executed) throws IOException {
    Files.writeString(committed, executed.text());
    return 0;
  }

  private static int compare(Path committed, Notebook executed) throws IOException {
    List<String> differences = Comparison.differences(Notebook.read(committed), executed);
    differences.forEach(difference -> System.out.println(committed + ", " + difference));
    return differences.isEmpty() ? 0 : STALE;
  }

  /** What an execution of a notebook shows that its committed version does not. */
  static final class Comparison {
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
}
