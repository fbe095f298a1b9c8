package org.assay.accountant.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One holder at a time; who fails to get a lock leaves nothing behind. */
class JournalLockTest {
  @TempDir private Path directory = Path.of("unset");

  @Test
  void aLockIsHeldUntilItIsClosed() throws IOException {
    Path journal = directory.resolve("journal");
    JournalLock first = JournalLock.acquire(journal);
    isInUse(journal);
    isInUse(journal);
    first.close();
    JournalLock.acquire(journal).close();
    assertTrue(Files.exists(directory.resolve("journal.lock")));
  }

  @Test
  void othersLocksAreRespected() throws IOException {
    Path journal = directory.resolve("journal");
    Path file = directory.resolve("journal.lock");
    try (FileChannel other =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertTrue(other.lock().isValid());
      isInUse(journal);
    }
    // The refusal kept nothing.
    JournalLock.acquire(journal).close();
  }

  @Test
  void aLockThatCannotBeMadeIsNotHeld() throws IOException {
    Path journal = directory.resolve("journal");
    Path obstacle = Files.createDirectory(directory.resolve("journal.lock"));
    assertThrows(IOException.class, () -> JournalLock.acquire(journal));
    Files.delete(obstacle);
    JournalLock.acquire(journal).close();
  }

  @Test
  void aReleasedLockIsFreeForOthers() throws IOException {
    Path journal = directory.resolve("journal");
    JournalLock.acquire(journal).close();
    try (FileChannel other =
        FileChannel.open(directory.resolve("journal.lock"), StandardOpenOption.WRITE)) {
      assertTrue(other.tryLock().isValid());
    }
  }

  private static void isInUse(Path journal) {
    var thrown = assertThrows(JournalException.class, () -> JournalLock.acquire(journal));
    assertEquals(
        "cannot use journal "
            + journal
            + ": it is held open by another filter, odometer or process; close that",
        thrown.getMessage());
  }
}
