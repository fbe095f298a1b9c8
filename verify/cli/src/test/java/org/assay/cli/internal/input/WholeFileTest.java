package org.assay.cli.internal.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nothing but a file of moderate size is read. */
@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WholeFileTest {
  @TempDir private Path directory = Path.of("");

  private static String refusal(Path file) {
    return assertThrows(InputException.class, () -> WholeFile.bytes(file, 3, "shorten it"))
        .getMessage();
  }

  @Test
  void readsWhatMayBeKept() throws IOException {
    Path file = Files.write(directory.resolve("a"), new byte[] {1, 2, 3});
    assertArrayEquals(new byte[] {1, 2, 3}, WholeFile.bytes(file, 3, "shorten it"));
    Files.write(file, new byte[] {1, 2, 3, 4});
    assertEquals(
        file + ": has more than 3 bytes, the most that is read: shorten it", refusal(file));
  }

  @Test
  void directoriesAndNothingAreRefused() {
    assertEquals(directory + ": is a directory: name a file in it", refusal(directory));
    Path none = directory.resolve("none");
    assertEquals(none + ": there is no such file", refusal(none));
  }

  /** To open a pipe is to wait for whoever writes into it. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void pipesAreRefused() throws IOException, InterruptedException {
    Path pipe = directory.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertTrue(made.waitFor(10, TimeUnit.SECONDS) && made.exitValue() == 0);
    assertEquals(pipe + ": is not a regular file", refusal(pipe));
  }
}
