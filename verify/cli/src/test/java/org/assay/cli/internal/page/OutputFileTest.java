package org.assay.cli.internal.page;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.JavaCommand;
import org.assay.cli.internal.terminal.OutputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir Path directory;

  @Test
  void replacesWhatIsThereAndLeavesNothingElse() throws IOException {
    Path file = directory.resolve("new/model.json");
    OutputFile.requireWritable(file);
    assertEquals(List.of(), names(directory), "a question leaves nothing behind");
    OutputFile.write(file, "one");
    OutputFile.requireWritable(file);
    OutputFile.write(file, "two");
    assertEquals("two", Files.readString(file));
    assertEquals(List.of("model.json"), names(directory.resolve("new")));
  }

  /** Drafts that are temporary files can be read by nobody else. */
  @Test
  void whoeverMayReadOrdinaryFilesMayReadIt() throws IOException {
    Path ordinary = Files.writeString(directory.resolve("ordinary"), "x");
    Path file = directory.resolve("model.json");
    OutputFile.write(file, "x");
    assertEquals(Files.getPosixFilePermissions(ordinary), Files.getPosixFilePermissions(file));
  }

  /** The check was made long before, and somebody made a file in the meantime. */
  @Test
  void aFileThatCannotBeWrittenIsNoFaultOfTheInput() throws IOException {
    Path file = directory.resolve("place/model.json");
    OutputFile.requireWritable(file);
    Files.writeString(directory.resolve("place"), "in the way");
    OutputException lost = assertThrows(OutputException.class, () -> OutputFile.write(file, "x"));
    assertTrue(lost.getMessage().startsWith("--output was " + file + ": it cannot be written"));
    assertThrows(OutputException.class, () -> OutputFile.requireWritable(file));
  }

  /** Two that write the same files at the same time would leave some of each. */
  @Test
  void filesAreMovedByOneProcessAfterTheOther() throws IOException, InterruptedException {
    Path file = directory.resolve("model.json");
    Process other =
        new ProcessBuilder(JavaCommand.of(Holder.class, directory.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    assertEquals('h', other.getInputStream().read());
    OutputFile.write(file, "x");
    assertTrue(Files.exists(directory.resolve("ended")), "nobody waited");
    assertEquals(0, other.waitFor());
    assertEquals(List.of("ended", "model.json"), names(directory).stream().sorted().toList());
  }

  /** Holds the lock for a second. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Path directory = Path.of(arguments[0]);
      Path lock = directory.resolve(".assay-lock");
      try (FileChannel channel = FileChannel.open(lock, CREATE, WRITE)) {
        channel.lock();
        System.out.print('h');
        System.out.flush();
        Thread.sleep(1000);
        Files.createFile(directory.resolve("ended"));
        Files.delete(lock);
      }
    }
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
