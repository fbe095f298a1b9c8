package org.assay.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Suggestion;
import org.assay.cli.internal.command.ExitCode;
import org.assay.cli.internal.command.Heap;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.OutputException;
import org.assay.verify.internal.report.markup.VisibleText;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The way every failure is told: one line on standard error and an exit code, never a stack trace
 * unless it was asked for.
 *
 * @param err standard error
 */
record Failures(PrintStream err) {
  /** Tells that the words of the command line are wrong. */
  int reportUsage(ParameterException failure) {
    String command = failure.getCommandLine().getCommandSpec().qualifiedName(" ");
    String advice = suggestion(failure) + " (see '" + command + " --help')";
    return say(new InputException(failure.getMessage() + advice).getMessage(), ExitCode.BAD_INPUT);
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

  /** Tells that the work itself failed. */
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

  /** A contradiction says itself that it is a defect. */
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
