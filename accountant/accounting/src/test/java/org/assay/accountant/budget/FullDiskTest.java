package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.storage.faulty.FaultyStorage;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Fault;
import org.assay.accountant.internal.storage.faulty.FaultyStorage.Survival;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Full disks. A charge that could not be written is not granted, and no grant is forgotten. Once
 * there is space the store continues.
 */
class FullDiskTest {
  private static final DpEvent TENTH = DpEvent.pure(0.1, ADD_OR_REMOVE);
  private static final Guarantee MUCH = new Guarantee.Pure(1e6, ADD_OR_REMOVE);
  private static final JournalPlace PLACE = JournalPlace.of(Path.of("journal"), Durability.FSYNC);

  /** Data that was not forced is lost. */
  private static final Survival FORCED = new Survival(false, false, Survival.Bytes.NONE);

  @TempDir private Path directory = Path.of("unset");

  /** Ids that were answered, by a store that is created and charged twice. */
  private static List<String> charge(FaultyStorage storage) {
    List<String> answered = new ArrayList<>();
    try (BudgetStore store = BudgetStore.open(storage, PLACE)) {
      Budget budget = store.names("").isEmpty() ? store.create("a", MUCH) : store.budget("a");
      for (String id : List.of("first", "second")) {
        answered.add(chargedOrBroken(budget, id));
      }
    } catch (UncheckedIOException full) {
      assertTrue(
          String.valueOf(full.getMessage()).contains("no space left on device"), full::toString);
    }
    return answered;
  }

  /** Charges; after a failed write the store refuses every further call. */
  private static String chargedOrBroken(Budget budget, String id) {
    try {
      assertTrue(budget.charge(TENTH, "", id).granted());
      return id;
    } catch (UncheckedIOException full) {
      assertThrows(JournalException.class, () -> budget.charge(TENTH, "", id));
      assertThrows(JournalException.class, budget::remaining);
      throw full;
    }
  }

  /**
   * Every operation on the file fails once, and every byte is the last one for which there is
   * space.
   */
  @Test
  void aFileIsFullAtEveryByte() {
    FaultyStorage whole = new FaultyStorage();
    assertEquals(2, charge(whole).size());
    List<Integer> steps = whole.steps();
    int failures = 0;
    for (int operation = 0; operation < steps.size(); operation++) {
      for (int room = 0; room < steps.get(operation); room += room < 2 ? 1 : 17) {
        FaultyStorage storage = new FaultyStorage().failingAt(operation, room, Fault.FAILURE);
        List<String> answered = charge(storage);
        failures += answered.size() < 2 ? 1 : 0;
        for (FaultyStorage later : List.of(storage, storage.after(Survival.ALL))) {
          try (BudgetStore store = BudgetStore.open(later, PLACE)) {
            List<String> kept =
                store.names("").isEmpty()
                    ? List.of()
                    : store.budget("a").history().stream().map(BudgetCharge::id).toList();
            assertTrue(kept.containsAll(answered), () -> "lost: " + answered + " " + kept);
            assertTrue(kept.size() <= answered.size() + 1);
          }
        }
        // There is space again, and charges answered now survive a power cut.
        assertEquals(2, charge(storage).size());
        try (BudgetStore store = BudgetStore.open(storage.after(FORCED), PLACE)) {
          assertEquals(2, store.budget("a").history().size());
          store.verify(Map.of());
        }
      }
    }
    assertTrue(failures > 60, "failures: " + failures);
  }

  /** The system limits the size of a process's files: the kernel cuts the last line off. */
  @Test
  @Tag("slow")
  void theSystemStopsAFileThatGrows() throws Exception {
    int cut = 0;
    for (int blocks : new int[] {2, 7, 16}) {
      Path store = directory.resolve("budgets-" + blocks);
      Path answers = directory.resolve("answers-" + blocks);
      JournalPlace place = JournalPlace.of(store, Durability.FSYNC);
      try (BudgetStore own = BudgetStore.open(place)) {
        own.create("team", MUCH);
        own.create("team/a", MUCH);
      }
      String said = chargeWithin(blocks + (int) (Files.size(store) / 512), store, answers);
      assertTrue(
          said.contains("cannot be written: the charge may be booked all the same. Make room"),
          said);
      List<String> answered = Files.exists(answers) ? Files.readAllLines(answers) : List.of();
      long size = Files.size(store);
      try (BudgetStore own = BudgetStore.open(place)) {
        cut += Files.size(store) < size ? 1 : 0;
        Budget budget = own.budget("team/a");
        assertEquals(answered, budget.history().stream().map(BudgetCharge::id).toList());
        String failed = answers.getFileName() + "-0-" + answered.size();
        assertTrue(budget.charge(TENTH, "fault test", failed).granted());
        assertEquals(answered.size() + 1, own.budget("team").history().size());
        own.verify(Map.of());
      }
    }
    assertTrue(cut > 0, "no line was cut off");
  }

  private static String chargeWithin(int blocks, Path store, Path answers) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words = List.of("sh", "-c", "ulimit -f " + blocks + " && exec \"$@\"", "sh", java);
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-cp"));
    all.addAll(List.of(System.getProperty("java.class.path"), BudgetClient.class.getName()));
    all.addAll(List.of(store.toString(), answers.toString(), "1", "1000"));
    Process client = new ProcessBuilder(all).redirectErrorStream(true).start();
    String said = new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    assertTrue(client.waitFor(1, TimeUnit.MINUTES));
    return said;
  }

  /** PostgreSQL keeps the rows in a file system of one megabyte, which only root can mount. */
  @Test
  @Tag("slow")
  void aDatabaseIsFull() throws Exception {
    Path small = Files.createDirectory(directory.resolve("small"));
    assumeTrue(runs("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", small.toString()));
    try (EmbeddedPostgres server =
        EmbeddedPostgres.builder().setServerConfig("fsync", "on").start()) {
      DataSource source = server.getPostgresDatabase();
      try (BudgetStore store = BudgetStore.connect(source, Optional.empty())) {
        Budget budget = store.create("team", MUCH);
        execute(source, "CREATE TABLESPACE small LOCATION '" + small + "'");
        execute(source, "ALTER TABLE assay_budget_charges SET TABLESPACE small");
        Path filler = small.resolve("filler");
        assertThrows(IOException.class, () -> Files.write(filler, new byte[1 << 20]));
        int granted = 0;
        String message = "";
        for (int i = 0; i < 1000 && message.isEmpty(); i++) {
          try {
            assertTrue(budget.charge(TENTH, "", "run-" + i).granted());
            granted++;
          } catch (JournalException full) {
            message = String.valueOf(full.getMessage());
          }
        }
        assertTrue(message.contains("(53100)") && message.contains("No space left"), message);
        String failed = "run-" + granted;
        assertThrows(JournalException.class, () -> budget.charge(TENTH, "", failed));
        assertEquals(granted, budget.history().size());
        Files.delete(filler);
        for (int i = granted; i < granted + 20; i++) {
          assertTrue(budget.charge(TENTH, "", "run-" + i).granted());
        }
        assertEquals(granted + 20, budget.history().size());
        store.verify(Map.of());
        System.out.println("a full database had granted " + granted + " charges");
      }
    } finally {
      assertTrue(runs("umount", small.toString()));
    }
  }

  private static boolean runs(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words).start().waitFor() == 0;
  }

  private static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
