package org.assay.notebooks.internal.kernel;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Starts the kernel: {@code java -jar assay-kernel.jar CONNECTION_FILE}. Jupyter does this, see
 * {@code kernel.json}.
 */
public final class Main {
  private Main() {}

  /**
   * Serves one front end. Ends the process with 0 after a request to shut down, with 2 if the
   * connection file cannot be used.
   *
   * @param arguments the connection file
   */
  public static void main(String[] arguments) {
    if (arguments.length != 1) {
      fail("one argument is needed, the connection file that Jupyter writes");
    }
    exitWithParent();
    try {
      ConnectionInfo connection = ConnectionInfo.read(Path.of(arguments[0]));
      new Kernel(connection, Path.of("").toAbsolutePath()).run();
    } catch (IOException | IllegalArgumentException e) {
      fail(arguments[0] + ": " + e.getMessage());
    }
    // Cells may have left threads behind.
    System.exit(0);
  }

  /** A front end that was killed asks nobody to shut down; Jupyter says which process it is. */
  private static void exitWithParent() {
    String parent = System.getenv("JPY_PARENT_PID");
    if (parent != null && parent.matches("[1-9][0-9]{0,17}")) {
      ProcessHandle.of(Long.parseLong(parent))
          .ifPresent(
              process -> {
                var unused = process.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
              });
    }
  }

  private static void fail(String message) {
    System.err.println("assay kernel: " + message);
    System.exit(2);
  }
}
