package org.assay.cli.internal.evaluate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * Answers a batch line by line, in constant memory: {@code {"id": any, "fn": name, "args": {...}}}
 * becomes {@code {"id": ..., "fn": ..., "lower": "...", "upper": "..."}} with decimals that enclose
 * the exact value, or {@code {"id": ..., "error": "..."}}. No line stops the batch or delays it
 * without limit; blank lines are skipped.
 */
final class BatchEvaluator {
  /**
   * Default time limit of a question, in seconds: several times the longest useful search. Not
   * tuned.
   */
  static final double SECONDS = 60;

  private final BufferedReader in;
  private final Writer out;
  private final Settings settings;

  /**
   * The settings of answers.
   *
   * @param digits number of correct significant digits, in place of certified intervals
   * @param time default time limit of a question
   * @param threads number of questions that are answered at once
   * @param more functions that not every batch may use
   */
  record Settings(OptionalInt digits, Duration time, int threads, List<BatchFunction> more) {
    static final Settings USUAL =
        new Settings(OptionalInt.empty(), duration(SECONDS), 1, List.of());

    Settings {
      more = List.copyOf(more);
    }

    static Duration duration(double seconds) {
      return Duration.ofNanos(Math.max(1, (long) (seconds * 1e9)));
    }
  }

  /**
   * An evaluator with the usual settings.
   *
   * @param in one question a line
   * @param out receives one answer a line; its flush fails when the reader of the answers has ended
   */
  BatchEvaluator(BufferedReader in, Writer out) {
    this(in, out, Settings.USUAL);
  }

  private BatchEvaluator(BufferedReader in, Writer out, Settings settings) {
    this.in = in;
    this.out = out;
    this.settings = settings;
  }

  /**
   * The same, with a number of correct significant digits in place of certified intervals; a
   * function that is not known to more digits is an error of its line.
   *
   * @param count how many digits, from 1 to 1000
   * @return a new evaluator
   */
  BatchEvaluator withDigits(int count) {
    return with(
        new Settings(OptionalInt.of(count), settings.time(), settings.threads(), settings.more()));
  }

  /**
   * The same, with another limit of time.
   *
   * @param seconds what a question may take that does not say so itself, above 0
   * @return a new evaluator
   */
  BatchEvaluator withSeconds(double seconds) {
    return with(
        new Settings(
            settings.digits(), Settings.duration(seconds), settings.threads(), settings.more()));
  }

  /**
   * The same, with several questions at once, whose answers come in any order.
   *
   * @param count how many questions, at least 1
   * @return a new evaluator
   */
  BatchEvaluator withThreads(int count) {
    return with(new Settings(settings.digits(), settings.time(), count, settings.more()));
  }

  /**
   * The same, which knows one more function.
   *
   * @param function what the caller allows this batch
   * @return a new evaluator
   */
  BatchEvaluator withFunction(BatchFunction function) {
    return with(
        new Settings(settings.digits(), settings.time(), settings.threads(), List.of(function)));
  }

  private BatchEvaluator with(Settings others) {
    return new BatchEvaluator(in, out, others);
  }

  /**
   * The names of the functions it knows.
   *
   * @return the names in the order of the documentation
   */
  static List<String> functionNames() {
    return List.copyOf(Functions.ALL.keySet());
  }

  /**
   * Answers every line.
   *
   * @throws IOException if a line cannot be read or an answer cannot be written
   */
  void run() throws IOException {
    new BatchRun(in, out, settings).run();
  }
}
