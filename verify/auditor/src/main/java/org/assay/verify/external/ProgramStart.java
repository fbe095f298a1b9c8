package org.assay.verify.external;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Starts programs that die with this virtual machine even if it is killed and none of its code
 * runs, if the system offers that. Linux sends a process a chosen signal when its parent dies.
 * {@code setpriv} of util-linux asks for the signal and then becomes the program. On other systems
 * programs are started without this protection.
 *
 * <p>On Linux the parent is the thread that started the process. One thread that lasts as long as
 * the virtual machine therefore starts all programs.
 */
final class ProgramStart {
  /** Where setpriv may be. */
  private static final List<String> PLACES = List.of("/usr/bin/setpriv", "/bin/setpriv");

  /** The options by which setpriv asks for the signal. */
  private static final List<String> MORTAL = List.of("--pdeathsig", "KILL", "--");

  /** Seconds to wait for the trial of setpriv. */
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
