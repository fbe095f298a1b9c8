package org.assay.verify.external;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.trial.Outcome;

/**
 * One running program. A separate thread uses the pipes of the program: a blocked read or write
 * cannot be stopped, but the process can.
 */
final class Program implements AutoCloseable {
  /** Seconds to wait for the end of a killed program. Not tuned. */
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
   * @param deadline time at which the audit ends
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

  /** Reads the line that answers a request. */
  static final class AnswerReader {
    /** Accepts the bare words NaN, Infinity and -Infinity, as Python writes them. */
    private static final JsonFactory JSON =
        JsonFactory.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private AnswerReader() {}

    /**
     * Reads a line.
     *
     * @param line the line without its end
     * @param runs number of requested runs
     */
    static Reply read(String line, int runs) {
      Optional<List<Outcome>> outcomes;
      try (JsonParser parser = JSON.createParser(line)) {
        outcomes = outcomes(parser);
      } catch (JsonProcessingException e) {
        return Reply.Broken.garbage("not JSON", line);
      } catch (IOException e) {
        throw new IllegalStateException("a string could not be read", e);
      }
      if (outcomes.isEmpty()) {
        return Reply.Broken.garbage("no list 'outputs'", line);
      }
      int count = outcomes.get().size();
      return count == runs
          ? new Reply.Answered(outcomes.get())
          : Reply.Broken.miscounted(count, runs);
    }

    /** The list of outputs, if the line is an object that has one. */
    private static Optional<List<Outcome>> outcomes(JsonParser parser) throws IOException {
      Optional<List<Outcome>> outcomes = Optional.empty();
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return outcomes;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean wanted = parser.currentName().equals("outputs");
        if (parser.nextToken() == JsonToken.START_ARRAY && wanted) {
          outcomes = Optional.of(list(parser));
        } else {
          parser.skipChildren();
        }
      }
      return parser.nextToken() == null ? outcomes : Optional.empty();
    }

    private static List<Outcome> list(JsonParser parser) throws IOException {
      List<Outcome> outcomes = new ArrayList<>();
      OutputReader reader = new OutputReader(parser);
      for (JsonToken token = parser.nextToken();
          token != JsonToken.END_ARRAY;
          token = parser.nextToken()) {
        outcomes.add(reader.read());
      }
      return outcomes;
    }
  }

  /**
   * Reads a program's standard error to its end, so that the program never blocks, and keeps the
   * last part.
   */
  static final class ErrorOutput {
    /** Number of characters that are kept. Not tuned. */
    private static final int KEPT = 2000;

    private final StringBuilder text = new StringBuilder();
    private final Thread thread;

    ErrorOutput(InputStream in) {
      thread = new Thread(() -> drain(in), "assay-program-errors");
      thread.setDaemon(true);
      thread.start();
    }

    private void drain(InputStream in) {
      byte[] buffer = new byte[4096];
      try {
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          keep(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        keep("");
      }
    }

    private void keep(String more) {
      synchronized (text) {
        text.append(more);
        text.delete(0, Math.max(0, text.length() - KEPT));
      }
    }

    /** The last lines, when the program has ended and all its output has arrived. */
    String tail() throws InterruptedException {
      thread.join(500);
      synchronized (text) {
        return text.toString().strip();
      }
    }
  }

  /**
   * All running programs, which are killed when this virtual machine shuts down. If the virtual
   * machine is killed itself, none of its code runs; {@link ProgramStart} takes care of this case.
   */
  static final class RunningPrograms {
    private static final Set<Process> PROCESSES = ConcurrentHashMap.newKeySet();

    static {
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(() -> PROCESSES.forEach(RunningPrograms::kill), "assay-program-end"));
    }

    private RunningPrograms() {}

    static void add(Process process) {
      PROCESSES.add(process);
    }

    /**
     * Kills a program and all its descendants. A process whose parent has ended, such as a daemon,
     * is no descendant and goes on.
     */
    static void kill(Process process) {
      try (Stream<ProcessHandle> children = process.descendants()) {
        // The list is taken first: after the program's death its children are no longer its
        // descendants.
        children.toList().forEach(ProcessHandle::destroyForcibly);
      }
      process.destroyForcibly();
      PROCESSES.remove(process);
    }
  }

  /**
   * Starts programs that end with this virtual machine even if the machine is killed, if the system
   * offers this service. Linux sends a process a chosen signal when its parent dies. {@code
   * setpriv} of util-linux asks for the signal and then becomes the program. On other systems
   * programs are started without this protection.
   *
   * <p>On Linux the parent is the thread that started the process. One thread that lasts as long as
   * the virtual machine therefore starts all programs.
   */
  static final class ProgramStart {
    /** The paths at which setpriv may be. */
    private static final List<String> PLACES = List.of("/usr/bin/setpriv", "/bin/setpriv");

    /** The options by which setpriv asks for the signal. */
    private static final List<String> MORTAL = List.of("--pdeathsig", "KILL", "--");

    /** Seconds to wait for the trial of setpriv. Not tuned. */
    private static final long TRIAL_SECONDS = 5;

    private static final ExecutorService STARTER =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "assay-program-start");
              thread.setDaemon(true);
              return thread;
            });

    /** The words before a command, determined when the first program is started. */
    private static final class Prefix {
      static final List<String> WORDS =
          PLACES.stream().map(Prefix::words).filter(Prefix::works).findFirst().orElseGet(List::of);

      private Prefix() {}

      private static List<String> words(String setpriv) {
        return joined(List.of(setpriv), MORTAL);
      }

      /**
       * Whether setpriv works here: another program of that name may lack the option, and a sandbox
       * may forbid the call.
       */
      private static boolean works(List<String> prefix) {
        if (!Files.isExecutable(Path.of(prefix.get(0)))) {
          return false;
        }
        try {
          Process trial =
              new ProcessBuilder(joined(prefix, List.of(prefix.get(0), "--version")))
                  .redirectErrorStream(true)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .start();
          boolean ended = trial.waitFor(TRIAL_SECONDS, TimeUnit.SECONDS);
          trial.destroyForcibly();
          return ended && trial.exitValue() == 0;
        } catch (IOException e) {
          return false;
        } catch (InterruptedException e) {
          throw new IllegalStateException("the thread that starts programs was interrupted", e);
        }
      }
    }

    private ProgramStart() {}

    /**
     * Starts a program.
     *
     * @throws IOException if it cannot be started
     */
    static Process of(List<String> command, Path directory) throws IOException {
      Future<Process> started = STARTER.submit(() -> start(command, directory));
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return started.get();
          } catch (InterruptedException e) {
            // A process that is not registered would never be killed.
            interrupted = true;
          }
        }
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException failure) {
          throw failure;
        }
        throw new IllegalStateException("a program could not be started", e.getCause());
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    private static Process start(List<String> command, Path directory) throws IOException {
      // A missing program is left to the virtual machine, whose message is better than that of
      // setpriv.
      List<String> prefix = isThere(command.get(0), directory) ? Prefix.WORDS : List.of();
      return new ProcessBuilder(joined(prefix, command)).directory(directory.toFile()).start();
    }

    /** Whether a program can be found and run, in a directory that exists. */
    private static boolean isThere(String program, Path directory) {
      String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
      String[] places = program.contains("/") ? new String[] {""} : path.split(File.pathSeparator);
      try {
        return Files.isDirectory(directory)
            && Arrays.stream(places)
                .map(place -> directory.resolve(place).resolve(program))
                .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
      } catch (InvalidPathException e) {
        return false;
      }
    }

    /** Whether programs die with this virtual machine, however it ends. */
    static boolean isMortal() {
      return !Prefix.WORDS.isEmpty();
    }

    private static List<String> joined(List<String> first, List<String> second) {
      List<String> all = new ArrayList<>(first);
      all.addAll(second);
      return List.copyOf(all);
    }
  }
}
