package org.assay.cli.internal.claims;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assay.cli.internal.input.Value;

/**
 * A function of a Python file, {@code noisy.py:count}, which the project's module serves.
 *
 * @param file the file
 * @param name the function, or a method by its qualified name
 */
public record PythonFunction(String file, String name) {
  static final String KEY = "python";

  private static final Pattern TARGET = Pattern.compile("(.+\\.py):([\\p{L}_][\\p{L}\\p{N}_.]*)");

  private static final List<String> MODULE =
      List.of("python/assay.py", "verify/python/assay.py", "assay/__init__.py");

  private static final String INTERPRETER = "ASSAY_PYTHON";

  /**
   * Reads a target.
   *
   * @param text for example {@code noisy.py:count}
   * @return the function; empty if the text names none
   */
  public static Optional<PythonFunction> of(String text) {
    Matcher target = TARGET.matcher(text);
    return target.matches()
        ? Optional.of(new PythonFunction(target.group(1), target.group(2)))
        : Optional.empty();
  }

  /**
   * The words that serve the function of a claim.
   *
   * @param value the value that names the function
   * @param directory the working directory, to which paths are relative
   */
  static List<String> words(Value value, Path directory) {
    PythonFunction function =
        of(value.text())
            .orElseThrow(
                () -> value.invalid("was '" + value.text() + "': it must be FILE.py:FUNCTION"));
    Path file = directory.resolve(function.file());
    if (!Files.isRegularFile(file)) {
      throw value.invalid("was '" + value.text() + "': there is no file " + function.file());
    }
    Path module =
        Installation.file(MODULE)
            .orElseThrow(
                () ->
                    value.invalid(
                        "needs the file assay.py of the release, which is not beside this"
                            + " command: give a 'command' instead"));
    String imports =
        Optional.ofNullable(Path.of(function.file()).getParent()).orElse(Path.of(".")).toString();
    return List.of(
        interpreter(),
        module.toString(),
        "serve",
        function.file() + ":" + function.name(),
        imports);
  }

  /** The Python interpreter: the launcher of a wheel names the one of its installation. */
  private static String interpreter() {
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return Optional.ofNullable(System.getenv(INTERPRETER))
        .filter(name -> !name.isBlank())
        .orElse(windows ? "python" : "python3");
  }
}
