package org.assay.verify.external;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.privacy.Parameters;

/**
 * A program that runs a mechanism, with its time limits.
 *
 * @param command the program and its arguments; no shell is involved
 * @param directory the working directory
 * @param timeout the time limit of one request, above zero
 * @param startup additional time for the first request after a start, not negative
 * @param runsPerRequest largest number of runs in one request, at least 1
 * @param bareNotFinite whether datasets contain NaN and infinities as bare words, which is not JSON
 *     but understood by many readers; otherwise they are strings
 */
public record OutsideProgram(
    List<String> command,
    Path directory,
    Duration timeout,
    Duration startup,
    int runsPerRequest,
    boolean bareNotFinite) {
  /** Default time for one request. Not tuned. */
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** Default additional time after a start. Not tuned. */
  private static final Duration DEFAULT_STARTUP = Duration.ofSeconds(30);

  /** Default number of runs of a request. Not tuned. */
  private static final int DEFAULT_RUNS = 64;

  /** Limit of all times, so that a count of nanoseconds does not overflow. Not tuned. */
  private static final Duration LONGEST = Duration.ofDays(365);

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if the command is empty or a limit is out of its range
   */
  public OutsideProgram {
    command = List.copyOf(command);
    if (command.isEmpty() || command.get(0).isBlank()) {
      throw new IllegalArgumentException("command was " + command + ": it must name a program");
    }
    if (!(timeout.compareTo(Duration.ZERO) > 0 && timeout.compareTo(LONGEST) <= 0)) {
      throw new IllegalArgumentException(
          "timeout was " + timeout + ": it must be above zero and at most a year");
    }
    if (!(!startup.isNegative() && startup.compareTo(LONGEST) <= 0)) {
      throw new IllegalArgumentException(
          "startup was " + startup + ": it must be at least zero and at most a year");
    }
    Parameters.requireAtLeastOne("runsPerRequest", runsPerRequest);
  }

  /**
   * A program in the current directory with 10 seconds for a request of up to 64 runs, and 30
   * seconds more after its start.
   *
   * @param command words separated by white space, single or double quotes around words that
   *     contain some
   * @return the program
   * @throws IllegalArgumentException if the command is empty, a quote is not closed, or a character
   *     that only a shell understands is not quoted
   */
  public static OutsideProgram of(String command) {
    return of(CommandWords.of(command));
  }

  /**
   * A program from words that are already separated.
   *
   * @param command the program and its arguments
   * @return the program
   */
  public static OutsideProgram of(List<String> command) {
    return new OutsideProgram(
        command,
        Path.of("").toAbsolutePath(),
        DEFAULT_TIMEOUT,
        DEFAULT_STARTUP,
        DEFAULT_RUNS,
        false);
  }

  /**
   * Sets the working directory.
   *
   * @param newDirectory an existing directory
   * @return the changed program
   */
  public OutsideProgram in(Path newDirectory) {
    return new OutsideProgram(
        command, newDirectory, timeout, startup, runsPerRequest, bareNotFinite);
  }

  /**
   * Sets the time limit of one request; a request that exceeds the limit has failed.
   *
   * @param newTimeout above zero
   * @return the changed program
   */
  public OutsideProgram withTimeout(Duration newTimeout) {
    return new OutsideProgram(
        command, directory, newTimeout, startup, runsPerRequest, bareNotFinite);
  }

  /**
   * Sets the additional time for the first request after a start.
   *
   * @param newStartup not negative
   * @return the changed program
   */
  public OutsideProgram withStartup(Duration newStartup) {
    return new OutsideProgram(
        command, directory, timeout, newStartup, runsPerRequest, bareNotFinite);
  }

  /**
   * Sets the largest number of runs in one request.
   *
   * @param count at least 1
   * @return the changed program
   */
  public OutsideProgram withRunsPerRequest(int count) {
    return new OutsideProgram(command, directory, timeout, startup, count, bareNotFinite);
  }

  /**
   * Sets the notation of numbers in datasets that are not finite.
   *
   * @param bare true for the words {@code NaN}, {@code Infinity} and {@code -Infinity} as Python
   *     writes and reads them, false for strings
   * @return the changed program
   */
  public OutsideProgram withBareNotFinite(boolean bare) {
    return new OutsideProgram(command, directory, timeout, startup, runsPerRequest, bare);
  }

  /**
   * The command line.
   *
   * @return words, quoted where necessary
   */
  public String commandLine() {
    return String.join(" ", command.stream().map(OutsideProgram::quoted).toList());
  }

  private static String quoted(String word) {
    boolean plain = word.matches("[\\w@%+=:,./-]+");
    return plain ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * An outside mechanism cannot be audited at all. The mechanism cannot be started or loaded, never
   * answers, or breaks the protocol in a way that is not the fault of one run. The message says
   * what to do.
   */
  public static final class OutsideProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An exception with its message.
     *
     * @param message the fault and its remedy
     */
    public OutsideProgramException(String message) {
      super(message);
    }

    /**
     * An exception with its message and its cause.
     *
     * @param message the fault and its remedy
     * @param cause the underlying failure
     */
    public OutsideProgramException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Splits a command into words at white space, without a shell. Within single quotes every
   * character is literal. Within double quotes a backslash protects a quote or a backslash;
   * elsewhere it protects any character. Unquoted characters that only a shell understands are
   * refused.
   */
  static final class CommandWords {
    /** Characters that only a shell understands. */
    private static final String SHELL = "|&;<>$`";

    private final String command;
    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private int at;

    private CommandWords(String command) {
      this.command = command;
    }

    static List<String> of(String command) {
      return new CommandWords(command).split();
    }

    private List<String> split() {
      while (at < command.length()) {
        char next = command.charAt(at++);
        if (Character.isWhitespace(next)) {
          endWord();
        } else if (next == '\'' || next == '"') {
          quoted(next);
        } else if (next == '\\') {
          append(escaped());
        } else if (SHELL.indexOf(next) >= 0) {
          throw refused(
              "there is no shell to understand " + next + ": quote it, or use sh -c '...'");
        } else {
          append(next);
        }
      }
      endWord();
      if (words.isEmpty()) {
        throw refused("it must name a program");
      }
      return List.copyOf(words);
    }

    private void quoted(char quote) {
      begun = true;
      while (at < command.length()) {
        char next = command.charAt(at++);
        if (next == quote) {
          return;
        }
        boolean protects =
            quote == '"'
                && next == '\\'
                && at < command.length()
                && "\"\\".indexOf(command.charAt(at)) >= 0;
        append(protects ? command.charAt(at++) : next);
      }
      throw refused("the quote " + quote + " is not closed");
    }

    private char escaped() {
      if (at == command.length()) {
        throw refused("it ends with a backslash");
      }
      return command.charAt(at++);
    }

    private void append(char next) {
      begun = true;
      word.append(next);
    }

    private void endWord() {
      if (begun) {
        words.add(word.toString());
        word.setLength(0);
        begun = false;
      }
    }

    private IllegalArgumentException refused(String rule) {
      return new IllegalArgumentException("command was '" + command + "': " + rule);
    }
  }
}
