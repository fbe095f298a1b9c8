package org.assay.accountant.internal.storage;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** One holder at a time; who fails to get a file leaves nothing behind. */
class SystemFileTest {
  @TempDir private Path directory = Path.of("unset");

  @Test
  void bytesComeBack() throws IOException {
    Path path = directory.resolve("journal");
    try (LogFile file = Storage.ofSystem().open(path)) {
      assertFalse(file.isMarked());
      file.append(bytes("one two"));
      file.truncate(4);
      file.append(bytes("three"));
      file.mark();
      file.force();
      file.forceNames();
      file.requireInPlace();
      assertEquals("one three", text(file));
      assertEquals(path.toRealPath(), file.path());
    }
    try (LogFile file = Storage.ofSystem().open(path)) {
      assertEquals("one three", text(file));
      assertTrue(file.isMarked());
      file.append(bytes("!"));
      assertEquals("one three!", text(file));
      assertEquals('o', file.content().read());
    }
  }

  /** An earlier opening may have left the mark unforced. Whoever cannot force it must not go on. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void theMarkIsForcedAtEachOpening() throws IOException {
    Path path = directory.resolve("journal");
    // Files of the kernel can be locked and written, and cannot be forced.
    Files.createSymbolicLink(directory.resolve("journal.lock"), Path.of("/proc/self/comm"));
    for (int opening = 0; opening < 2; opening++) {
      try (LogFile file = Storage.ofSystem().open(path)) {
        file.append(bytes("one"));
        assertThrows(IOException.class, file::force);
        assertThrows(IOException.class, file::force);
      }
    }
  }

  @Test
  void aFileIsHeldUntilItIsClosed() throws IOException {
    Path path = directory.resolve("journal");
    LogFile first = Storage.ofSystem().open(path);
    isInUse(path);
    isInUse(path);
    first.mark();
    first.close();
    Storage.ofSystem().open(path).close();
    assertTrue(Files.exists(directory.resolve("journal.lock")));
  }

  /** Who only looks at a file, or fails to use it, leaves nothing beside it. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aLockFileThatWasNotMarkedGoes() throws IOException {
    Path path = directory.resolve("foreign");
    Files.writeString(path, "bytes of others");
    LogFile file = Storage.ofSystem().open(path);
    assertTrue(Files.exists(directory.resolve("foreign.lock")));
    isInUse(path);
    file.close();
    assertEquals(List.of(path), names());
    // What another opening left, marked or not, is another's.
    Files.createFile(directory.resolve("foreign.lock"));
    Storage.ofSystem().open(path).close();
    assertEquals(2, names().size());
    assertEquals("bytes of others", Files.readString(path));
  }

  private List<Path> names() throws IOException {
    try (Stream<Path> names = Files.list(directory)) {
      return names.sorted().toList();
    }
  }

  /** Programs that lock one of the two files are kept out, and keep others out. */
  @Test
  void othersLocksAreRespected() throws IOException {
    Path path = directory.resolve("journal");
    for (String name : new String[] {"journal", "journal.lock"}) {
      try (FileChannel other =
          FileChannel.open(
              directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        assertTrue(other.lock().isValid());
        isInUse(path);
      }
      // The refusal kept nothing.
      Storage.ofSystem().open(path).close();
    }
  }

  @Test
  void aReleasedFileIsFreeForOthers() throws IOException {
    Path path = directory.resolve("journal");
    try (LogFile file = Storage.ofSystem().open(path)) {
      file.mark();
    }
    for (String name : new String[] {"journal", "journal.lock"}) {
      try (FileChannel other =
          FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
        assertTrue(other.tryLock().isValid());
      }
    }
  }

  @Test
  void aLockThatCannotBeMadeIsNotHeld() throws IOException {
    Path path = directory.resolve("journal");
    Path obstacle = Files.createDirectory(directory.resolve("journal.lock"));
    assertThrows(IOException.class, () -> Storage.ofSystem().open(path));
    Files.delete(obstacle);
    Storage.ofSystem().open(path).close();
  }

  @Test
  void anotherFileInItsPlaceIsNoticed() throws IOException {
    Path path = directory.resolve("journal");
    try (LogFile file = Storage.ofSystem().open(path)) {
      file.append(bytes("one"));
      file.requireInPlace();
      Path aside = Files.move(path, directory.resolve("aside"));
      isChanged("it was removed", file);
      Files.writeString(path, "one");
      isChanged("another file was put in its place", file);
      Files.delete(path);
      Files.move(aside, path);
      file.requireInPlace();
      Files.writeString(path, "two!");
      isChanged("it has 4 bytes instead of 3", file);
    }
  }

  private static void isChanged(String how, LogFile file) {
    var thrown = assertThrows(RefusedFileException.class, file::requireInPlace);
    assertEquals(
        "somebody else changed it while it was open: " + how + "; restore it", thrown.reason());
  }

  /**
   * Forcing asks the system: it cannot be asked about a file that is closed or has no directory.
   */
  @Test
  void forcingAsksTheSystem() throws IOException {
    Path below = Files.createDirectory(directory.resolve("below"));
    LogFile file = Storage.ofSystem().open(below.resolve("journal"));
    file.append(bytes("one"));
    file.force();
    file.forceNames();
    file.close();
    assertThrows(IOException.class, file::force);
    Files.delete(below.resolve("journal"));
    Files.delete(below);
    assertThrows(IOException.class, file::forceNames);
  }

  private static void isInUse(Path path) {
    var thrown = assertThrows(RefusedFileException.class, () -> Storage.ofSystem().open(path));
    assertEquals("it is held open by another owner or process; close that", thrown.reason());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }

  private static String text(LogFile file) throws IOException {
    return new String(file.content().readAllBytes(), US_ASCII);
  }

  /**
   * Several threads that want one new file: only one holds it, and its locks last. Whoever created
   * the file used to close a handle of it, which ends the locks of the process.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void locksLastThoughOthersOpenedTheSameNewFile() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 400; round++) {
        Path path = directory.resolve("new-" + round);
        CyclicBarrier start = new CyclicBarrier(4);
        Callable<Optional<SystemFile>> opening =
            () -> {
              start.await();
              try {
                return Optional.of(SystemFile.open(path));
              } catch (RefusedFileException held) {
                return Optional.empty();
              }
            };
        List<SystemFile> held = new ArrayList<>();
        for (Future<Optional<SystemFile>> one :
            threads.invokeAll(Collections.nCopies(4, opening))) {
          one.get().ifPresent(held::add);
        }
        assertEquals(1, held.size());
        assertTrue(isLocked(path), path::toString);
        assertTrue(isLocked(path.resolveSibling(path.getFileName() + ".lock")), path::toString);
        held.get(0).close();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Whether this process holds a lock of the file, as the kernel lists them by inode. */
  private static boolean isLocked(Path path) throws IOException {
    String end = ":" + Files.getAttribute(path, "unix:ino") + " ";
    String own = " " + ProcessHandle.current().pid() + " ";
    return Files.readAllLines(Path.of("/proc/locks")).stream()
        .anyMatch(line -> line.contains(end) && line.contains(own));
  }
}
