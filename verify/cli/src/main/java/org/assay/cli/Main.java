package org.assay.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.assay.cli.internal.terminal.Console;
import org.assay.cli.internal.terminal.Terminal;

/** Entry point of the {@code assay} command. */
public final class Main {
  private Main() {}

  /**
   * Runs the command and ends the virtual machine with its exit code.
   *
   * @param arguments the words of the command line
   */
  public static void main(String[] arguments) {
    // The output must be the same under every locale.
    Locale.setDefault(Locale.ROOT);
    boolean terminal = Terminal.isAttached();
    Console console =
        new Console(System.in, utf8(System.out), utf8(System.err), terminal, Terminal.isPipe());
    System.exit(AssayCommand.run(console, arguments));
  }

  private static PrintStream utf8(PrintStream stream) {
    return new PrintStream(stream, false, StandardCharsets.UTF_8);
  }
}
