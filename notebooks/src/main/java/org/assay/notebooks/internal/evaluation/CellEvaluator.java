package org.assay.notebooks.internal.evaluation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.assay.notebooks.internal.display.MimeBundle;
import org.assay.notebooks.internal.display.Renderer;
import org.assay.notebooks.internal.evaluation.CellOutcome.Failure;
import org.assay.notebooks.internal.evaluation.CellOutcome.Success;
import org.assay.notebooks.internal.evaluation.SourceMap.Place;

/**
 * A Java shell that evaluates cells. What a cell defines, later cells can use and replace.
 *
 * <p>Cells run in this virtual machine and see the classes of this class path. A cell may begin
 * with magics; there is one, {@code %classpath PATH...}, which makes jars and directories of
 * classes known to this and later cells. One thread at a time may evaluate; {@link #interrupt} may
 * be called by another one.
 */
public final class CellEvaluator implements AutoCloseable {
  private static final List<String> IMPORTS =
      List.of(
          "import java.io.*;",
          "import java.math.*;",
          "import java.nio.file.*;",
          "import java.util.*;",
          "import java.util.function.*;",
          "import java.util.random.*;",
          "import java.util.stream.*;",
          "import static org.assay.notebooks.internal.display.Display.display;",
          "import org.assay.notebooks.internal.display.Renderer.Html;");

  private final Path directory;
  private final InterruptibleExecution execution = new InterruptibleExecution();
  private final SourceMap sources = new SourceMap();
  private final Failures failures = new Failures(sources);
  private final JShell shell;
  private int cells;

  /**
   * A shell in which nothing is defined yet.
   *
   * @param directory what relative arguments of {@code %classpath} start from
   */
  public CellEvaluator(Path directory) {
    this.directory = directory;
    shell = JShell.builder().executionEngine(execution.provider(), null).build();
    IMPORTS.forEach(shell::eval);
  }

  /**
   * Runs a cell up to its end or its first error.
   *
   * @param code the cell
   * @return how it ended
   */
  public CellOutcome evaluate(String code) {
    cells++;
    execution.beginCell();
    CellSource cell = CellSource.of(code);
    for (CellSource.Magic magic : cell.magics()) {
      Optional<Failure> failure = apply(magic);
      if (failure.isPresent()) {
        return failure.get();
      }
    }
    return evaluateJava(cell.java());
  }

  private Optional<Failure> apply(CellSource.Magic magic) {
    try {
      if (!magic.name().equals("classpath") || magic.arguments().isEmpty()) {
        throw new IllegalArgumentException(
            "%" + magic.name() + ": the only magic is %classpath, followed by at least one path");
      }
      for (String argument : magic.arguments()) {
        ClassPathEntries.resolve(directory, argument)
            .forEach(entry -> shell.addToClasspath(entry.toString()));
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      String message = String.valueOf(e.getMessage());
      String place = new Place(cells, magic.line()).toString();
      return Optional.of(new Failure("MagicError", message, List.of(place + ": " + message)));
    }
  }

  private CellOutcome evaluateJava(String code) {
    Optional<MimeBundle> value = Optional.empty();
    String rest = code;
    while (!rest.isBlank()) {
      CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
      if (next.completeness() == SourceCodeAnalysis.Completeness.EMPTY) {
        break;
      }
      String source = next.completeness().isComplete() ? next.source() : rest;
      String after = next.completeness().isComplete() ? next.remaining() : "";
      String original = rest.substring(0, rest.length() - after.length());
      // The shell keeps some leading comments and forgets others, and with them counts lines.
      int skipped = CellSource.startOfCode(source);
      int start = code.length() - rest.length() + skipped;
      Place place = new Place(cells, 1 + SourceMap.linesBefore(code, start));
      SnippetEvent event = run(source.substring(skipped), place);
      Optional<Failure> failure = failure(event);
      if (failure.isPresent()) {
        return failure.get();
      }
      value = value(event, original);
      rest = after;
    }
    return new Success(value);
  }

  /** The event of the snippet itself; others tell of definitions that changed with it. */
  private SnippetEvent run(String source, Place place) {
    List<SnippetEvent> events = shell.eval(source);
    SnippetEvent own =
        events.stream().filter(event -> event.causeSnippet() == null).findFirst().orElseThrow();
    sources.put(own.snippet().id(), place);
    return own;
  }

  private Optional<Failure> failure(SnippetEvent event) {
    if (execution.isStopRequested()) {
      String message = "the cell was interrupted; if it ignored that, its thread still runs";
      return Optional.of(new Failure("Interrupted", message, List.of(message)));
    }
    if (event.exception() != null) {
      return Optional.of(failures.ofException(event.exception()));
    }
    if (event.status() == Snippet.Status.REJECTED) {
      return Optional.of(
          failures.ofCompilation(event.snippet(), shell.diagnostics(event.snippet()).toList()));
    }
    return Optional.empty();
  }

  private Optional<MimeBundle> value(SnippetEvent event, String original) {
    boolean shown =
        event.snippet().kind() == Snippet.Kind.EXPRESSION
            || event.snippet().subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND;
    if (!shown || event.value() == null || original.strip().endsWith(";")) {
      return Optional.empty();
    }
    return Optional.ofNullable(execution.lastValue()).map(Renderer::render);
  }

  /** Interrupts the cell that is running, if any. */
  public void interrupt() {
    shell.stop();
  }

  /**
   * Whether a cell can be evaluated as it stands.
   *
   * @param code a cell, or its beginning
   * @return what the code needs
   */
  public Completeness completeness(String code) {
    String rest = CellSource.of(code).java();
    while (!rest.isBlank()) {
      CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
      switch (next.completeness()) {
        case EMPTY -> {
          return Completeness.COMPLETE;
        }
        case DEFINITELY_INCOMPLETE, CONSIDERED_INCOMPLETE -> {
          return Completeness.INCOMPLETE;
        }
        case UNKNOWN -> {
          return Completeness.INVALID;
        }
        default -> rest = next.remaining();
      }
    }
    return Completeness.COMPLETE;
  }

  /**
   * What may be written at the cursor.
   *
   * @param code a cell
   * @param cursor an index into the code, from 0 to its length
   * @return the words, possibly none
   */
  public Completions completions(String code, int cursor) {
    String java = CellSource.of(code).java();
    int[] anchor = {0};
    int offset = code.length() - java.length();
    int position = Math.max(0, Math.min(java.length(), cursor - offset));
    int start = startOfSnippet(java.substring(0, position));
    List<String> words =
        shell
            .sourceCodeAnalysis()
            .completionSuggestions(java.substring(start), position - start, anchor)
            .stream()
            .map(SourceCodeAnalysis.Suggestion::continuation)
            .distinct()
            .sorted()
            .toList();
    return words.isEmpty()
        ? new Completions(cursor, words)
        : new Completions(start + anchor[0] + offset, words);
  }

  private int startOfSnippet(String before) {
    String rest = before;
    while (true) {
      CompletionInfo next = shell.sourceCodeAnalysis().analyzeCompletion(rest);
      if (!next.completeness().isComplete() || next.remaining().isBlank()) {
        return before.length() - rest.length();
      }
      rest = next.remaining();
    }
  }

  @Override
  public void close() {
    shell.close();
  }

  /** What the arguments of {@code %classpath} stand for. */
  private static final class ClassPathEntries {
    private ClassPathEntries() {}

    /**
     * The jars and directories that an argument names.
     *
     * @param directory what relative arguments start from: where the notebook stands
     * @param argument a jar, a directory of classes, or a directory and {@code /*} for all its jars
     * @return the entries, sorted; never empty
     * @throws IllegalArgumentException if there is nothing of that name
     */
    static List<Path> resolve(Path directory, String argument) {
      boolean allJars = argument.endsWith("/*");
      Path path =
          path(directory, allJars ? argument.substring(0, argument.length() - 2) : argument);
      List<Path> entries = allJars ? jars(path) : List.of(path);
      if (entries.isEmpty() || !Files.exists(entries.get(0))) {
        throw new IllegalArgumentException(
            "%classpath "
                + argument
                + ": there is no "
                + (allJars ? "jar in " : "")
                + path
                + "; build it first, or correct the path, which starts where the notebook stands");
      }
      return entries;
    }

    private static Path path(Path directory, String argument) {
      try {
        return directory.resolve(argument).normalize();
      } catch (InvalidPathException e) {
        throw new IllegalArgumentException("%classpath " + argument + ": not a path", e);
      }
    }

    private static List<Path> jars(Path directory) {
      if (!Files.isDirectory(directory)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(directory)) {
        return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
      } catch (IOException e) {
        throw new UncheckedIOException("%classpath: " + directory + " cannot be read", e);
      }
    }
  }

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
}
