package org.assay.cli.terminal;

/** Whether a person sees what is printed at once. */
public final class Terminal {
  private Terminal() {}

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
