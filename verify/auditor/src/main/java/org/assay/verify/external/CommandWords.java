package org.assay.verify.external;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command into words at white space, without a shell. Within single quotes everything is
 * literal. Within double quotes a backslash protects a quote or a backslash; elsewhere it protects
 * any character. Unquoted characters that only a shell understands are refused.
 */
final class CommandWords {
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
        throw refused("there is no shell to understand " + next + ": quote it, or use sh -c '...'");
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
