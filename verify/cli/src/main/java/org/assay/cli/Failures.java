package org.assay.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Heap;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.OutputException;
import org.assay.verify.internal.report.markup.VisibleText;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports every failure by one line on standard error and an exit code, with a stack trace only on
 * request.
 *
 * @param err standard error
 */
record Failures(PrintStream err) {
  private static final Pattern CONSTANTS =
      Pattern.compile("(.*: )expected one of \\[(.*)] \\(case-.*sensitive\\) but was '(.*)'");

  /** Reports a fault of the command line. */
  int reportUsage(ParameterException failure, String... words) {
    CommandLine line = failure.getCommandLine();
    String command = line.getCommandSpec().qualifiedName(" ");
    String problem =
        unknownOption(line, words)
            .orElseGet(
                () ->
                    inOneForm(String.valueOf(failure.getMessage()))
                        + choices(failure)
                        + suggestion(failure));
    String advice = " (see '" + command + " --help')";
    return say(new InputException(problem + advice).getMessage(), ExitCode.BAD_INPUT);
  }

  /** The first word that looks like an option and is none. */
  private static Optional<String> unknownOption(CommandLine line, String... words) {
    List<String> known = List.copyOf(line.getCommandSpec().optionsMap().keySet());
    return Arrays.stream(words)
        .takeWhile(word -> !word.equals("--"))
        .filter(word -> word.startsWith("--"))
        .map(word -> word.split("=", 2)[0])
        .filter(word -> !known.contains(word))
        .findFirst()
        .map(
            word ->
                "Unknown option: '"
                    + word
                    + "'"
                    + Suggestion.likely(word, known)
                        .or(() -> begun(word, known))
                        .map(hint -> ", " + hint)
                        .orElse(""));
  }

  /** The option that a word begins with. */
  private static Optional<String> begun(String word, List<String> known) {
    return known.stream()
        .filter(option -> option.length() > 2 && word.startsWith(option))
        .findFirst()
        .map(option -> "did you mean '" + option + "'?");
  }

  /** The message with enum constants in the small letters in which users type them. */
  private static String inOneForm(String message) {
    Matcher list = CONSTANTS.matcher(message);
    if (!list.matches()) {
      return message;
    }
    List<String> words =
        Arrays.stream(list.group(2).split(", "))
            .filter(word -> word.equals(word.toLowerCase(Locale.ROOT)))
            .toList();
    String word = list.group(3);
    return list.group(1)
        + "'"
        + word
        + "' must be one of "
        + String.join(", ", words)
        + Suggestion.likely(word, words).map(hint -> "; " + hint).orElse("");
  }

  /** The possible words in the place of a missing word, if they are few. */
  private static String choices(ParameterException failure) {
    return failure instanceof MissingParameterException missing
        ? missing.getMissing().stream()
            .filter(argument -> argument.type().isEnum())
            .map(
                argument ->
                    Arrays.stream(argument.type().getEnumConstants())
                        .map(String::valueOf)
                        .collect(Collectors.joining(", ", ", one of ", "")))
            .collect(Collectors.joining())
        : "";
  }

  private static String suggestion(ParameterException failure) {
    if (!(failure instanceof UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return "";
    }
    String word = unmatched.getUnmatched().get(0);
    CommandLine line = failure.getCommandLine();
    List<String> known =
        word.startsWith("-")
            ? List.copyOf(line.getCommandSpec().optionsMap().keySet())
            : List.copyOf(line.getSubcommands().keySet());
    boolean isSplit =
        !word.startsWith("-") && !line.getCommandSpec().positionalParameters().isEmpty();
    if (isSplit) {
      return ", put what belongs together into quotation marks";
    }
    return Suggestion.likely(word, known).map(hint -> ", " + hint).orElse("");
  }

  /** Reports a failure of the work itself. */
  int report(Throwable failure, boolean debug) {
    if (debug) {
      err.print(VisibleText.of(stackTrace(failure)));
    }
    if (failure instanceof InputException refusal) {
      return say(refusal.getMessage(), ExitCode.BAD_INPUT);
    }
    if (failure instanceof OutputException lost) {
      return lost.hasReaderLeft()
          ? ExitCode.READER_LEFT
          : say(lost.getMessage(), ExitCode.INTERNAL_FAILURE);
    }
    if (Heap.isExhausted(failure)) {
      return say(Heap.tooSmallFor("the input"), ExitCode.BAD_INPUT);
    }
    String advice = debug ? "" : "; run again with --debug for the stack trace";
    return say(
        new InputException(inWords(failure) + advice).getMessage(), ExitCode.INTERNAL_FAILURE);
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  /** The failure in words. The message of a contradiction itself says that it is a defect. */
  static String inWords(Throwable failure) {
    return failure instanceof ContradictionException
        ? String.valueOf(failure.getMessage())
        : "internal failure: " + failure;
  }

  private int say(String message, int code) {
    err.println("assay: " + message);
    return code;
  }
}
