package org.assay.verify.external;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One running program. A thread of its own uses its pipes: a blocked read or write cannot be
 * stopped, but the process can.
 */
final class Program implements AutoCloseable {
  /** Seconds to wait for the end of a killed program. */
  private static final long EXIT_SECONDS = 5;

  private final OutsideProgram description;
  private final Process process;
  private final OutputStream requests;
  private final LineReader answers;
  private final ErrorOutput errors;
  private final ExecutorService pipes;
  private boolean fresh = true;

  private Program(OutsideProgram description, Process process) {
    this.description = description;
    this.process = process;
    this.requests = process.getOutputStream();
    this.answers = new LineReader(process.getInputStream());
    this.errors = new ErrorOutput(process.getErrorStream());
    this.pipes =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "assay-program");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Starts a program.
   *
   * @throws OutsideProgramException if it cannot be started
   */
  static Program start(OutsideProgram description) {
    try {
      Process process = ProgramStart.of(description.command(), description.directory());
      RunningPrograms.add(process);
      return new Program(description, process);
    } catch (IOException e) {
      throw new OutsideProgramException(
          "the command " + description.commandLine() + " cannot be started: " + e.getMessage(), e);
    }
  }

  /**
   * Sends a request and waits for the answer. Without an answer the program is killed.
   *
   * @param deadline when the audit runs out of time
   */
  Reply ask(Request request, long deadline) throws InterruptedException {
    long limit = description.timeout().toNanos() + (fresh ? description.startup().toNanos() : 0);
    long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - System.nanoTime();
    fresh = false;
    Future<String> answer = pipes.submit(() -> exchange(request));
    boolean answered = false;
    try {
      String line = answer.get(Math.max(0, Math.min(limit, left)), TimeUnit.NANOSECONDS);
      Reply reply = AnswerReader.read(line, request.runs());
      answered = reply.isAnswered();
      return reply;
    } catch (TimeoutException e) {
      return left < limit ? new Reply.Expired() : Reply.Broken.timeout();
    } catch (ExecutionException e) {
      return broken(e);
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  private String exchange(Request request) throws IOException {
    if (answers.hasMore()) {
      throw new OutsideProgramException(
          "the command "
              + description.commandLine()
              + " wrote to standard output without being asked: it must write one line for each"
              + " request, and anything else to standard error");
    }
    request.writeTo(requests);
    return answers.line();
  }

  private Reply broken(ExecutionException e) throws InterruptedException {
    if (e.getCause() instanceof LineReader.TooLongException) {
      return Reply.Broken.tooLong();
    }
    if (e.getCause() instanceof IOException) {
      return new Reply.Broken(
          process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)
              ? "crash, exit code " + process.exitValue()
              : "crash, output closed");
    }
    if (e.getCause() instanceof OutsideProgramException refusal) {
      throw refusal;
    }
    throw new IllegalStateException("a request could not be sent", e.getCause());
  }

  /** The last part of its standard error, after the program was killed. */
  String errors() throws InterruptedException {
    return errors.tail();
  }

  @Override
  public void close() {
    RunningPrograms.kill(process);
    pipes.shutdown();
  }
}
