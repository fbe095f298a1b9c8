package org.assay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What does not fit into memory is no failure of the program. */
class MemoryTest {
  @TempDir private Path directory = Path.of("");

  /** On the thread of the command, where Java itself finds that there is no room. */
  @Test
  void inputTooLargeForTheHeapIsNoInternalFailure() {
    Invocation refused = Invocation.with(new Exhausting(), "evaluate");
    requireAdvice(refused);
  }

  /** Runs fail in threads of their own, with several at once. */
  @ParameterizedTest
  @ValueSource(strings = {"1", "2"})
  void runsThatFindNoRoomAreNoInternalFailure(String threads) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("claims.yaml"),
            """
            error_probability: 1e-6
            claims:
              - name: greedy
                adjacency: replace-one
                guarantee: {pure: {epsilon: 1}}
                pairs: {explicit: [{left: 0, right: 1}]}
                budget: {runs: 2000}
                mechanism: {class: %s}
            """
                .formatted(Greedy.class.getName()));
    requireAdvice(Invocation.of("audit", file.toString(), "--threads", threads));
  }

  private static void requireAdvice(Invocation refused) {
    assertEquals(2, refused.code(), refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
    long heap = Runtime.getRuntime().maxMemory() >> 20;
    assertTrue(
        refused
            .err()
            .startsWith("assay: the input is too large for Java's heap of " + heap + " MiB: "),
        refused.err());
    assertTrue(refused.err().contains("JDK_JAVA_OPTIONS=-Xmx" + 2 * heap + "m"), refused.err());
  }

  private static final class Exhausting extends InputStream {
    @Override
    public int read() {
      throw new OutOfMemoryError("Java heap space");
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      return read();
    }
  }

  /** Asks for more than an array may hold, whatever the heap. */
  public static final class Greedy implements Mechanism<Double> {
    @Override
    public Outcome run(Double data, RandomGenerator random) {
      return Outcome.of(new double[Integer.MAX_VALUE].length);
    }
  }
}
