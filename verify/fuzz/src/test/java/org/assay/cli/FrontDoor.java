package org.assay.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.terminal.Console;
import org.assay.fuzz.Limits;

/** The command as a user meets it, in a directory of its own. */
final class FrontDoor {
  private final Limits limits;
  private final Path directory;

  FrontDoor(Limits limits) {
    this.limits = limits;
    try {
      this.directory = Files.createTempDirectory("assay-fuzz");
    } catch (IOException e) {
      throw new IllegalStateException("there is no place for temporary files", e);
    }
    directory.toFile().deleteOnExit();
  }

  /** Writes a file into the directory. */
  Path file(String name, byte[] content) throws IOException {
    Path file = Files.write(directory.resolve(name), content);
    file.toFile().deleteOnExit();
    return file;
  }

  /** Runs the command and returns what it printed, if that is what was promised. */
  String run(byte[] input, String... arguments) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console = new Console(new ByteArrayInputStream(input), stream(out), stream(err), false);
    int code = limits.run(() -> AssayCommand.run(console, arguments));
    check(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  private static void check(int code, String out, String err) {
    boolean refused = code == ExitCode.BAD_INPUT;
    boolean promised =
        refused
            ? out.isEmpty() && err.startsWith("assay: ") && err.strip().lines().count() == 1
            : code >= ExitCode.FINE && code <= ExitCode.INCONCLUSIVE;
    if (!promised) {
      throw new AssertionError("exit code " + code + ", standard error: " + err);
    }
    if (err.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n')) {
      throw new AssertionError("a control character on standard error: " + err);
    }
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, false, StandardCharsets.UTF_8);
  }
}
