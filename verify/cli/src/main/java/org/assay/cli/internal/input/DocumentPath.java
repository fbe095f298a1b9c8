package org.assay.cli.internal.input;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The keys and indices that lead to a value. Written out only when a message needs it: the texts of
 * all values of a document may be far longer than the document.
 *
 * @param parent what leads to the object or list around it; empty for the whole document
 * @param step the last step, as it is written; what the whole document is called
 * @param depth how many steps
 */
record DocumentPath(Optional<DocumentPath> parent, String step, int depth) {
  static final DocumentPath ROOT = new DocumentPath(Optional.empty(), "the file", 0);

  /** A line that is a document of its own. */
  static final DocumentPath LINE = new DocumentPath(Optional.empty(), "the line", 0);

  DocumentPath key(String name) {
    return inside(parent.isEmpty() ? name : "." + name);
  }

  DocumentPath item(int index) {
    return inside("[" + index + "]");
  }

  private DocumentPath inside(String next) {
    return new DocumentPath(Optional.of(this), next, depth + 1);
  }

  /** For example {@code claims[2].budget.runs}. */
  String path() {
    Deque<String> steps = new ArrayDeque<>();
    DocumentPath at = this;
    while (at.parent().isPresent()) {
      steps.push(at.step());
      at = at.parent().get();
    }
    return parent.isEmpty() ? step : String.join("", steps);
  }
}
