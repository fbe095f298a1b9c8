package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.assay.verify.external.Program.ProgramStart;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** When programs die, and when they do not. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ProgramDeathTest {
  private static final JsonNode DATASET = JsonNodeFactory.instance.arrayNode();

  @TempDir private Path directory = Path.of("");

  private static OutsideProgram shell(String script) {
    return OutsideProgram.of(List.of("sh", "-c", script));
  }

  /** Answers one request with its number, and then neither reads nor ends. */
  private static OutsideProgram deaf() {
    return shell("read request; echo \"{\\\"outputs\\\":[$$]}\"; exec sleep 1000");
  }

  private static List<Outcome> run(OutsideMechanism mechanism) throws InterruptedException {
    return mechanism.runAll(DATASET, new long[] {1}, Long.MAX_VALUE).orElseThrow();
  }

  private static long number(Outcome outcome, int index) {
    return (long) ((Outcome.Vector) outcome).at(index);
  }

  /**
   * Also once it has ended and nobody has asked for its exit code. A process that ends between the
   * opening of its file and the reading of it makes the reading fail, and its file is gone by then.
   */
  private static boolean isGone(long process) throws IOException {
    Path status = Path.of("/proc", Long.toString(process), "stat");
    try {
      String line = Files.readString(status);
      return line.charAt(line.lastIndexOf(')') + 2) == 'Z';
    } catch (IOException e) {
      if (Files.exists(status)) {
        throw e;
      }
      return true;
    }
  }

  private static void awaitEnd(long process) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!isGone(process)) {
      assertTrue(System.nanoTime() < deadline, "process " + process + " goes on");
      Thread.sleep(10);
    }
  }

  @Test
  void aMechanismThatIsClosedKillsItsProgramAndWhatThatStarted() throws Exception {
    OutsideProgram program =
        shell("sleep 1000 & read request; echo \"{\\\"outputs\\\":[[$$,$!]]}\"; exec sleep 1000");
    Outcome numbers;
    try (OutsideMechanism mechanism = new OutsideMechanism(program)) {
      numbers = run(mechanism).get(0);
      assertFalse(isGone(number(numbers, 0)));
      assertFalse(isGone(number(numbers, 1)));
    }
    awaitEnd(number(numbers, 0));
    awaitEnd(number(numbers, 1));
  }

  @Test
  void aProgramThatHangsIsKilledWithWhatItStarted() throws Exception {
    Path numbers = directory.resolve("numbers");
    OutsideProgram program =
        shell("sleep 1000 & echo $$ $! > '" + numbers + "'; exec sleep 1000")
            .withTimeout(Duration.ofSeconds(1))
            .withStartup(Duration.ofSeconds(1));
    try (OutsideMechanism mechanism = new OutsideMechanism(program)) {
      assertEquals(List.of(new Outcome.Failure("timeout")), run(mechanism));
      try (Scanner scanner = new Scanner(numbers, StandardCharsets.UTF_8)) {
        awaitEnd(scanner.nextLong());
        awaitEnd(scanner.nextLong());
      }
    }
  }

  /** What detached itself is nobody's descendant, but dies with the namespace that it is in. */
  @Test
  void aNamespaceEndsWhatDetachedItself() throws Exception {
    List<String> unshare = List.of("unshare", "--user", "--map-current-user", "--pid", "--fork");
    assumeTrue(works(unshare), "there is no unshare that may make namespaces");
    String nonce = "31536000." + ProcessHandle.current().pid();
    List<String> command = new ArrayList<>(unshare);
    String orphan = "(setsid sleep " + nonce + " >&- 2>&- <&- &)";
    String answer = "read request; echo '{\"outputs\":[1]}'; exec sleep 1000";
    command.addAll(List.of("--kill-child", "--", "sh", "-c", orphan + "; " + answer));
    try (OutsideMechanism mechanism = new OutsideMechanism(OutsideProgram.of(command))) {
      assertEquals(List.of(Outcome.of(1)), run(mechanism));
      await(() -> !isSleeping(nonce), "what was to detach itself never ran");
    }
    await(() -> isSleeping(nonce), "what detached itself goes on");
  }

  /** Waits while the condition holds; the answer and the orphan start in either order. */
  private static void await(BooleanSupplier condition, String message) throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, message);
      Thread.sleep(10);
    }
  }

  private static boolean works(List<String> prefix) throws InterruptedException {
    List<String> trial = new ArrayList<>(prefix);
    trial.addAll(List.of("--kill-child", "--", "setsid", "true"));
    try {
      Process process = new ProcessBuilder(trial).start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isSleeping(String nonce) {
    return ProcessHandle.allProcesses()
        .anyMatch(
            process ->
                process.info().arguments().stream().anyMatch(words -> contains(words, nonce)));
  }

  private static boolean contains(String[] words, String word) {
    return List.of(words).contains(word);
  }

  /** Linux takes the thread that starts a process for its parent. */
  @Test
  void aProgramOutlivesTheThreadThatWantedIt() throws Exception {
    AtomicLong first = new AtomicLong();
    OutsideProgram patient = shell("while read request; do echo \"{\\\"outputs\\\":[$$]}\"; done");
    try (OutsideMechanism mechanism = new OutsideMechanism(patient)) {
      Thread passing =
          new Thread(
              () -> {
                try {
                  first.set(number(run(mechanism).get(0), 0));
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      passing.start();
      passing.join();
      Thread.sleep(200);
      assertEquals(first.get(), number(run(mechanism).get(0), 0));
    }
  }

  /** An audit of a program that never notices the end of its input. */
  static final class DeafAudit {
    private DeafAudit() {}

    public static void main(String[] arguments) throws InterruptedException {
      OutsideMechanism mechanism = new OutsideMechanism(deaf());
      System.out.println(number(run(mechanism).get(0), 0));
      Thread.sleep(1_000_000);
    }
  }

  /** A signal that no shutdown hook sees. */
  @Test
  void aProgramDiesWithAnAuditThatIsKilled() throws Exception {
    assumeTrue(ProgramStart.isMortal(), "there is no setpriv that knows --pdeathsig");
    Process audit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DeafAudit.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = audit.inputReader()) {
      long program = Long.parseLong(String.valueOf(out.readLine()));
      try {
        assertFalse(isGone(program));
        audit.destroyForcibly().waitFor();
        awaitEnd(program);
      } finally {
        ProcessHandle.of(program).ifPresent(ProcessHandle::destroyForcibly);
      }
    } finally {
      audit.destroyForcibly();
    }
  }
}
