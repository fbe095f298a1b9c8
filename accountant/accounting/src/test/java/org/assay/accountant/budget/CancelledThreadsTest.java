package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads are cancelled at any moment of a charge. Java closes the channel of a file under an
 * interrupted thread, for all threads.
 */
@Timeout(60)
class CancelledThreadsTest {
  private static final DpEvent TENTH = DpEvent.pure(0.1, ADD_OR_REMOVE);

  @TempDir private Path directory = Path.of("unset");

  @Test
  void aJournalGrantsOnceAndForgetsNothing() throws Exception {
    JournalPlace place = JournalPlace.of(directory.resolve("budgets"), Durability.FSYNC);
    assertGrantsOnce(() -> BudgetStore.open(place));
  }

  /** H2 works on its file in the caller's thread. */
  @Test
  void aDatabaseInAFileGrantsOnceAndForgetsNothing() throws Exception {
    JdbcDataSource file = new JdbcDataSource();
    file.setURL("jdbc:h2:" + directory.resolve("budgets"));
    assertGrantsOnce(() -> BudgetStore.connect(file, Optional.empty()));
  }

  /** A store that is closed while it answers keeps no connection, and so no file. */
  @Test
  void whatIsClosedMeanwhileKeepsNoConnection() throws Exception {
    JdbcDataSource file = new JdbcDataSource();
    file.setURL("jdbc:h2:" + directory.resolve("budgets"));
    Deque<Runnable> closing = new ConcurrentLinkedDeque<>();
    CutConnections.Cut cut =
        CutConnections.after(
            call -> {
              Optional.ofNullable(closing.poll()).ifPresent(Runnable::run);
              return false;
            });
    BudgetStore store = BudgetStore.connect(new CutConnections(file, cut), Optional.empty());
    closing.add(store::close);
    assertEquals(List.of(), store.names(""));
    assertEquals(List.of(), List.copyOf(closing));
    try (Connection own = file.getConnection();
        Statement statement = own.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS")) {
      assertTrue(row.next());
      assertEquals(1, row.getInt(1));
    }
  }

  private static void assertGrantsOnce(Supplier<BudgetStore> opening) throws Exception {
    try (BudgetStore store = opening.get()) {
      Budget team = store.create("team", new Guarantee.Pure(1.2, ADD_OR_REMOVE));
      assertEquals(12, granted(team));
      assertEquals(12, team.history().stream().map(BudgetCharge::id).distinct().count());
      Thread.currentThread().interrupt();
    }
    // The thread is also interrupted before opens, reads and closes, and stays interrupted.
    try (BudgetStore store = opening.get()) {
      assertEquals(12, store.budget("team").history().size());
      store.verify(Map.of());
    }
    assertTrue(Thread.interrupted());
  }

  /** The number of grants to three threads that are interrupted about every millisecond. */
  private static int granted(Budget team) throws Exception {
    List<FutureTask<Integer>> tasks =
        IntStream.range(0, 3)
            .mapToObj(thread -> new FutureTask<>(() -> granted(team, thread + "-")))
            .toList();
    List<Thread> threads = tasks.stream().map(Thread::new).toList();
    threads.forEach(Thread::start);
    SplittableRandom random = new SplittableRandom(5);
    while (threads.stream().anyMatch(Thread::isAlive)) {
      threads.get(random.nextInt(3)).interrupt();
      LockSupport.parkNanos(random.nextLong(1_500_000));
    }
    int granted = 0;
    for (FutureTask<Integer> task : tasks) {
      granted += task.get();
    }
    return granted;
  }

  /**
   * The number of grants of six charges; a thread without an answer asks again with the same id.
   */
  private static int granted(Budget team, String ids) {
    int granted = 0;
    for (int i = 0; i < 6; i++) {
      Optional<FilterDecision> answer = Optional.empty();
      for (int attempt = 0; answer.isEmpty(); attempt++) {
        assertTrue(attempt < 500, "no answer");
        try {
          answer = Optional.of(team.charge(TENTH, "label", ids + i));
        } catch (JournalException e) {
          String said = String.valueOf(e.getMessage());
          assertTrue(said.endsWith("interrupted while charging; ask again by the same id"), said);
          assertTrue(Thread.interrupted());
        }
      }
      granted += answer.orElseThrow().granted() ? 1 : 0;
    }
    return granted;
  }

  /** A thread of the common pool that decides charges must not begin another one meanwhile. */
  @Test
  @Tag("slow")
  void whoWaitsForADatabaseRunsNothingElse() throws Exception {
    Process pool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
                "-cp",
                System.getProperty("java.class.path"),
                CommonPool.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(pool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("0 of 50", said);
  }

  /** Counts the tasks that a thread of the pool ran while a call of its own was answered. */
  static final class CommonPool {
    private CommonPool() {}

    public static void main(String[] arguments) {
      System.out.print(CompletableFuture.supplyAsync(CommonPool::meanwhile).join() + " of 50");
    }

    private static int meanwhile() {
      Thread own = Thread.currentThread();
      AtomicInteger count = new AtomicInteger();
      for (int i = 0; i < 50; i++) {
        CompletableFuture<Void> unused =
            CompletableFuture.runAsync(
                () -> {
                  LockSupport.parkNanos(1_000_000);
                  count.addAndGet(Thread.currentThread().equals(own) ? 1 : 0);
                });
      }
      return UninterruptedCalls.answer(
          () -> {
            LockSupport.parkNanos(100_000_000);
            return count.get();
          });
    }
  }
}
