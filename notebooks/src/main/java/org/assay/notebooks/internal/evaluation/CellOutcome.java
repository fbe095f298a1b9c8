package org.assay.notebooks.internal.evaluation;

import java.util.List;
import java.util.Optional;
import org.assay.notebooks.internal.display.MimeBundle;

/** How a cell ended. */
public sealed interface CellOutcome {
  /**
   * The cell ran to its end.
   *
   * @param value the value of its last expression, unless that is void, null or ends in a semicolon
   */
  record Success(Optional<MimeBundle> value) implements CellOutcome {}

  /**
   * The cell stopped at an error.
   *
   * @param name the kind of error: an exception's class, or words such as {@code CompilationError}
   * @param message what went wrong, in a line
   * @param trace the same with the lines of the cells that led there
   */
  record Failure(String name, String message, List<String> trace) implements CellOutcome {
    /** Copies the trace. */
    public Failure {
      trace = List.copyOf(trace);
    }
  }
}
