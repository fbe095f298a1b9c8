package org.assay.cli.documented;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assay.cli.JavaCommand;
import org.assay.cli.Main;
import org.assay.cli.Project;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Runs Python with the project's module, whose command is the classes under test.
 *
 * @param code how it ended
 * @param out standard output
 * @param err standard error
 */
public record Python(int code, String out, String err) {
  private static final String OLD_ENOUGH = "import sys; sys.exit(sys.version_info < (3, 9))";

  /** Skips the test where Python is missing or too old. */
  public static void require(Path directory) throws IOException, InterruptedException {
    Assumptions.assumeTrue(
        isFine(directory, OLD_ENOUGH), "python3 of version 3.9 or newer is not on the PATH");
  }

  static boolean hasNumpy(Path directory) throws IOException, InterruptedException {
    return isFine(directory, "import numpy");
  }

  private static boolean isFine(Path directory, String code)
      throws IOException, InterruptedException {
    try {
      return run(directory, Map.of(), List.of("-c", code)).code() == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  /** Runs Python in a directory that it may import from. */
  static Python run(Path directory, Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    return run("python3", directory, environment, words);
  }

  /**
   * Runs one of several interpreters.
   *
   * @param interpreter a name on the PATH, or a path: Debian's packages serve its own Python alone
   */
  static Python run(
      String interpreter, Path directory, Map<String, String> environment, List<String> words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(interpreter));
    command.addAll(words);
    Path out = Files.createTempFile("python", ".out");
    Path err = Files.createTempFile("python", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("ASSAY", assay());
    builder.environment().put("PYTHONPATH", Project.file("verify/python").toString());
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("PYTHONUTF8", "1");
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      Assertions.fail(command + " did not end: " + Files.readString(err));
    }
    return new Python(process.exitValue(), read(out), read(err));
  }

  private static String read(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    Files.delete(file);
    return text;
  }

  private static String assay() {
    return "'" + String.join("' '", JavaCommand.of(Main.class)) + "'";
  }
}
