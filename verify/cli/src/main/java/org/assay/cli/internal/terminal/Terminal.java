package org.assay.cli.internal.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The kind of standard output. */
public final class Terminal {
  /** Standard output, as Linux and macOS name it. */
  private static final Path STANDARD_OUTPUT = Path.of("/dev/fd/1");

  private static final int TYPE_OF_FILE = 0xf000;
  private static final int PIPE = 0x1000;

  private Terminal() {}

  /**
   * Whether standard output is a pipe.
   *
   * @return false if it is something else, or nobody knows
   */
  public static boolean isPipe() {
    try {
      int mode = (int) Files.getAttribute(STANDARD_OUTPUT, "unix:mode");
      return (mode & TYPE_OF_FILE) == PIPE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Whether standard output is a terminal.
   *
   * @return false if it goes to a file or a program
   */
  @SuppressWarnings("SystemConsoleNull") // asked the other way where it is no longer null
  public static boolean isAttached() {
    java.io.Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      // Since JDK 22 there is a console even without a terminal.
      return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
