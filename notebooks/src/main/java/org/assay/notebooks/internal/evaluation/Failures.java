package org.assay.notebooks.internal.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;
import org.assay.notebooks.internal.evaluation.CellOutcome.Failure;
import org.assay.notebooks.internal.evaluation.SourceMap.Place;

/** Explains errors in terms of cells and lines. */
final class Failures {
  private final SourceMap sources;

  Failures(SourceMap sources) {
    this.sources = sources;
  }

  /** A snippet that does not compile. */
  Failure ofCompilation(Snippet snippet, List<Diag> diagnostics) {
    List<String> trace = new ArrayList<>();
    List<Diag> errors = diagnostics.stream().filter(Diag::isError).toList();
    for (Diag error : errors) {
      trace.addAll(explain(snippet, error));
    }
    String message =
        errors.isEmpty()
            ? "the snippet was rejected"
            : errors.get(0).getMessage(Locale.ROOT).lines().findFirst().orElse("");
    return new Failure("CompilationError", message, trace);
  }

  private List<String> explain(Snippet snippet, Diag error) {
    String source = snippet.source();
    int position = (int) Math.max(0, Math.min(source.length(), error.getPosition()));
    int line = SourceMap.linesBefore(source, position);
    int start = source.lastIndexOf('\n', position - 1) + 1;
    int end = source.indexOf('\n', start) < 0 ? source.length() : source.indexOf('\n', start);
    String where = sources.find(snippet.id(), line + 1).map(Place::toString).orElse("?");
    return List.of(
        where + ": " + error.getMessage(Locale.ROOT),
        "  " + source.substring(start, end),
        "  " + " ".repeat(Math.max(0, position - start)) + "^");
  }

  /** A snippet that threw. */
  Failure ofException(JShellException exception) {
    if (exception instanceof EvalException thrown) {
      List<String> trace = new ArrayList<>();
      for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
        trace.add((trace.isEmpty() ? "" : "caused by ") + headline(cause));
        trace.addAll(frames(cause.getStackTrace()));
      }
      return new Failure(thrown.getExceptionClassName(), message(thrown), trace);
    }
    String message =
        exception instanceof UnresolvedReferenceException unresolved
            ? "a definition that was used refers to something not yet defined: "
                + unresolved.getSnippet().source().lines().findFirst().orElse("")
            : String.valueOf(exception.getMessage());
    return new Failure("UnresolvedReference", message, List.of(message));
  }

  private static String headline(Throwable cause) {
    String name =
        cause instanceof EvalException e ? e.getExceptionClassName() : cause.getClass().getName();
    return name + ": " + message(cause);
  }

  private static String message(Throwable thrown) {
    return Optional.ofNullable(thrown.getMessage()).orElse("no message");
  }

  /** The frames down to the cell; what called the cell is of no interest. */
  private List<String> frames(StackTraceElement[] trace) {
    int last = trace.length;
    while (last > 0 && place(trace[last - 1]).isEmpty()) {
      last--;
    }
    return List.of(trace).subList(0, last).stream()
        .map(frame -> "    at " + describe(frame))
        .collect(Collectors.toList());
  }

  private String describe(StackTraceElement frame) {
    return place(frame)
        .map(place -> place + (frame.getMethodName().isEmpty() ? "" : ", " + name(frame)))
        .orElseGet(frame::toString);
  }

  private static String name(StackTraceElement frame) {
    String type = frame.getClassName();
    return type.isEmpty() ? frame.getMethodName() : type + "." + frame.getMethodName();
  }

  /** The shell names the file of a snippet after its number: {@code #12}. */
  private Optional<Place> place(StackTraceElement frame) {
    String file = frame.getFileName();
    return file != null && file.startsWith("#")
        ? sources.find(file.substring(1), frame.getLineNumber())
        : Optional.empty();
  }
}
