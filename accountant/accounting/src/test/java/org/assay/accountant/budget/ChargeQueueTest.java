package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Charges that wait while a first one is written, on a table with scripted behaviour. */
@Timeout(60)
class ChargeQueueTest {
  private static final DpEvent TENTH = DpEvent.pure(0.1, ADD_OR_REMOVE);

  private final MemoryTable memory = new MemoryTable("of a test");
  private final List<Integer> sizes = new ArrayList<>();
  private final Deque<BiPredicate<ChargeTable, List<ChargeRow>>> appends = new ArrayDeque<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private BudgetStore store = BudgetStore.inMemory();

  @BeforeEach
  void open() {
    Object table =
        Proxy.newProxyInstance(
            ChargeTable.class.getClassLoader(),
            new Class<?>[] {ChargeTable.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("append")) {
                @SuppressWarnings("unchecked")
                List<ChargeRow> rows = (List<ChargeRow>) arguments[0];
                return append(rows);
              }
              try {
                return method.invoke(memory, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
    store = new BudgetStore((ChargeTable) table, JournalFormat.PLAIN, InstantSource.system());
  }

  @AfterEach
  void close() throws InterruptedException {
    released.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    store.close();
  }

  private boolean append(List<ChargeRow> rows) {
    sizes.add(rows.size());
    BiPredicate<ChargeTable, List<ChargeRow>> next = appends.poll();
    return next == null ? memory.append(rows) : next.test(memory, rows);
  }

  /** The table keeps the first charge until the others wait. */
  private boolean slow(ChargeTable table, List<ChargeRow> rows) {
    begun.countDown();
    try {
      assertTrue(released.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return table.append(rows);
  }

  private FutureTask<FilterDecision> begin(Budget budget, Function<Budget, FilterDecision> charge) {
    FutureTask<FilterDecision> task = new FutureTask<>(() -> charge.apply(budget));
    Thread thread = new Thread(task);
    threads.add(thread);
    thread.start();
    return task;
  }

  /** Returns when the charge waits behind the first. */
  private FutureTask<FilterDecision> start(Budget budget, Function<Budget, FilterDecision> charge) {
    FutureTask<FilterDecision> task = begin(budget, charge);
    Thread thread = threads.get(threads.size() - 1);
    while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
      Thread.onSpinWait();
    }
    return task;
  }

  /** A first charge that is being written, behind which others wait. */
  private void writeSlowly(Budget budget) throws InterruptedException {
    appends.add(this::slow);
    FutureTask<FilterDecision> task = begin(budget, first -> first.charge(TENTH, "first"));
    assertTrue(begun.await(30, TimeUnit.SECONDS));
    assertFalse(task.isDone());
  }

  private Budget team(double epsilon) {
    store.create("team", new Guarantee.Pure(epsilon, ADD_OR_REMOVE));
    sizes.clear();
    return store.budget("team");
  }

  private static List<FilterDecision> answers(List<FutureTask<FilterDecision>> tasks)
      throws Exception {
    List<FilterDecision> answers = new ArrayList<>();
    for (FutureTask<FilterDecision> task : tasks) {
      answers.add(task.get());
    }
    return answers;
  }

  private List<FutureTask<FilterDecision>> start(int count, Budget budget) {
    return IntStream.range(0, count)
        .mapToObj(i -> start(budget, waiting -> waiting.charge(TENTH, "label", "id-" + i)))
        .toList();
  }

  @Test
  void thoseThatWaitShareOneTransaction() throws Exception {
    Budget budget = team(1);
    writeSlowly(budget);
    List<FutureTask<FilterDecision>> tasks = start(12, budget);
    released.countDown();
    List<FilterDecision> answers = answers(tasks);
    assertEquals(9, answers.stream().filter(FilterDecision::granted).count());
    assertEquals(List.of(1, 9), sizes);
    assertEquals(10, budget.history().size());
    assertEquals(
        9,
        answers.stream()
            .filter(FilterDecision::granted)
            .map(answer -> ((FilterDecision.Granted) answer).id())
            .distinct()
            .count());
    store.verify(Map.of());
  }

  @Test
  void budgetsOfOneOwnerShareTheTransactionToo() throws Exception {
    Budget team = team(1);
    Budget a = store.create("team/a", new Guarantee.Pure(1, ADD_OR_REMOVE));
    Budget b = store.create("team/b", new Guarantee.Pure(0.2, ADD_OR_REMOVE));
    sizes.clear();
    writeSlowly(team);
    List<FutureTask<FilterDecision>> tasks = new ArrayList<>(start(3, a));
    for (int i = 0; i < 3; i++) {
      tasks.add(start(b, waiting -> waiting.charge(TENTH, "")));
    }
    released.countDown();
    assertEquals(5, answers(tasks).stream().filter(FilterDecision::granted).count());
    assertEquals(List.of(1, 10), sizes);
    store.verify(Map.of());
  }

  /** An id names one charge, for any number of simultaneous requests. */
  @Test
  void oneIdIsChargedOnce() throws Exception {
    Budget budget = team(1);
    writeSlowly(budget);
    List<FutureTask<FilterDecision>> tasks =
        IntStream.range(0, 5)
            .mapToObj(i -> start(budget, waiting -> waiting.charge(TENTH, "label", "one")))
            .toList();
    released.countDown();
    for (FilterDecision answer : answers(tasks)) {
      assertEquals(2, ((FilterDecision.Granted) answer).id());
    }
    assertEquals(2, budget.history().size());
  }

  @Test
  void anIdOfAnotherChargeFailsAlone() throws Exception {
    Budget budget = team(1);
    budget.charge(TENTH, "yesterday", "id-1");
    writeSlowly(budget);
    // The charge goes straight to the queue, as if the id had been granted after the look-up.
    FutureTask<FilterDecision> other =
        start(
            budget,
            waiting ->
                store
                    .queue("team")
                    .charge(
                        List.of("team"),
                        List.of(List.of(Rational.parse("1/10"))),
                        new ChargeRow.Request("team", "id-1", "today", "pure", Instant.EPOCH)));
    List<FutureTask<FilterDecision>> tasks =
        List.of(
            start(budget, waiting -> waiting.charge(TENTH, "", "id-2")),
            start(budget, waiting -> waiting.charge(TENTH, "", "id-3")));
    released.countDown();
    assertTrue(answers(tasks).stream().allMatch(FilterDecision::granted));
    var failure = assertThrows(Exception.class, other::get);
    assertInstanceOf(IllegalArgumentException.class, failure.getCause());
    assertEquals(4, budget.history().size());
  }

  /** The answer of a commit was lost: the id is looked up. */
  @Test
  void aLostAnswerIsFoundByItsId() {
    Budget budget = team(0.1);
    appends.add((table, rows) -> !table.append(rows));
    assertTrue(budget.charge(TENTH, "", "alone").granted());
    assertEquals(1, budget.history().size());
  }

  /** Another client took the last of the budget under this id after the look-up before. */
  @Test
  void whatIsFullByTheSameChargeIsGranted() {
    Budget budget = team(0.1);
    budget.charge(TENTH, "label", "alone");
    String event = budget.history().get(0).event();
    ChargeRow.Request again = new ChargeRow.Request("team", "alone", "label", event, Instant.EPOCH);
    FilterDecision answer =
        store
            .queue("team")
            .charge(List.of("team"), List.of(List.of(Rational.parse("1/10"))), again);
    assertEquals(1, assertInstanceOf(FilterDecision.Granted.class, answer).id());
    assertEquals(1, budget.history().size());
  }

  /** The table broke after the commit. */
  @Test
  void afterAFailureTheSameIdIsAskedAgain() {
    Budget budget = team(0.1);
    appends.add(this::broken);
    assertThrows(JournalException.class, () -> budget.charge(TENTH, "", "alone"));
    assertTrue(budget.charge(TENTH, "", "alone").granted());
    assertEquals(1, budget.history().size());
  }

  private boolean broken(ChargeTable table, List<ChargeRow> rows) {
    table.append(rows);
    throw new JournalException("a table", "went away");
  }

  /** The queue waits for an unavailable table once, not once for each charge. */
  @Test
  void aFailureOfTheTableFailsForAllAtOnce() throws Exception {
    Budget budget = team(0.4);
    writeSlowly(budget);
    appends.add(this::broken);
    List<FutureTask<FilterDecision>> tasks = start(5, budget);
    released.countDown();
    for (FutureTask<FilterDecision> task : tasks) {
      var failure = assertThrows(ExecutionException.class, task::get);
      assertInstanceOf(JournalException.class, failure.getCause());
    }
    assertEquals(List.of(1, 3), sizes);
    int granted = 0;
    for (int i = 0; i < 5; i++) {
      granted += budget.charge(TENTH, "label", "id-" + i).granted() ? 1 : 0;
    }
    assertEquals(3, granted);
    assertEquals(4, budget.history().size());
    store.verify(Map.of());
  }

  /** The deciding thread has the error; the others are asked to repeat their request. */
  @Test
  void anErrorReachesWhoeverDecides() throws Exception {
    Budget budget = team(1);
    writeSlowly(budget);
    appends.add(
        (table, rows) -> {
          throw new LinkageError("an error");
        });
    List<FutureTask<FilterDecision>> tasks = start(3, budget);
    released.countDown();
    List<Class<?>> causes = new ArrayList<>();
    for (FutureTask<FilterDecision> task : tasks) {
      Throwable cause = assertThrows(ExecutionException.class, task::get).getCause();
      causes.add(Objects.requireNonNull(cause).getClass());
    }
    assertEquals(1, Collections.frequency(causes, LinkageError.class));
    assertEquals(2, Collections.frequency(causes, JournalException.class));
    assertTrue(budget.charge(TENTH, "label", "id-0").granted());
  }

  /** A row that was changed, in one of two budgets that are charged together. */
  @Test
  void aDamagedBudgetFailsAlone() throws Exception {
    Budget team = team(1);
    Budget a = store.create("team/a", new Guarantee.Pure(1, ADD_OR_REMOVE));
    Budget b = store.create("team/b", new Guarantee.Pure(1, ADD_OR_REMOVE));
    ChargeRow head = store.heads(List.of("team/b")).get(0);
    ChargeRow.Request request =
        new ChargeRow.Request("team/b", "forged", "", "pure", Instant.EPOCH);
    ChargeRow.Seal wrong = new ChargeRow.Seal(JournalFormat.PLAIN, "another store");
    memory.append(List.of(head.next(request, head.costs(), head.totals(), wrong)));
    writeSlowly(team);
    FutureTask<FilterDecision> damaged = start(b, waiting -> waiting.charge(TENTH, ""));
    FutureTask<FilterDecision> sound = start(a, waiting -> waiting.charge(TENTH, ""));
    released.countDown();
    assertTrue(sound.get().granted());
    var failure = assertThrows(ExecutionException.class, damaged::get);
    assertTrue(String.valueOf(failure.getMessage()).contains("row 1 of budget team/b was changed"));
  }

  /** Databases lock rows in the order of their insertion. */
  @Test
  void rowsAreAppendedInTheOrderOfTheirBudgets() {
    team(1);
    Budget leaf = store.create("team/a", new Guarantee.Pure(1, ADD_OR_REMOVE));
    List<String> order = new ArrayList<>();
    appends.add(
        (table, rows) -> {
          rows.forEach(row -> order.add(row.budget()));
          return table.append(rows);
        });
    assertTrue(leaf.charge(TENTH, "").granted());
    assertEquals(List.of("team", "team/a"), order);
  }

  /** Another client was granted between the reading and the writing. */
  @Test
  void afterAConflictAllAreDecidedAgain() throws Exception {
    Budget budget = team(0.4);
    writeSlowly(budget);
    appends.add(
        (table, rows) -> {
          ChargeRow head = table.last(List.of("team")).get(0);
          ChargeRow.Request request =
              new ChargeRow.Request("team", "else", "", "pure", Instant.EPOCH);
          var cost = rows.get(0).costs();
          table.append(
              List.of(head.next(request, cost, Budget.sum(head.totals(), cost), store.seal())));
          return table.append(rows);
        });
    List<FutureTask<FilterDecision>> tasks = start(5, budget);
    released.countDown();
    assertEquals(2, answers(tasks).stream().filter(FilterDecision::granted).count());
    assertEquals(List.of(1, 3, 2), sizes);
    store.verify(Map.of());
  }

  /** An interrupted thread fails alone, when it waits and when it decides for others. */
  @Test
  void anInterruptedThreadFailsAlone() throws Exception {
    Budget budget = team(1);
    writeSlowly(budget);
    List<FutureTask<FilterDecision>> tasks = start(3, budget);
    threads.get(1).interrupt();
    threads.get(1).join();
    released.countDown();
    var failure = assertThrows(Exception.class, tasks.get(0)::get);
    assertInstanceOf(JournalException.class, failure.getCause());
    assertTrue(answers(tasks.subList(1, 3)).stream().allMatch(FilterDecision::granted));
    assertEquals(3, budget.history().size());
  }

  @Test
  void whoIsInterruptedWhileDecidingLeavesOthersToTheNext() throws Exception {
    Budget budget = team(1);
    writeSlowly(budget);
    for (int i = 0; i < 9; i++) {
      appends.add(
          (table, rows) -> {
            Thread.currentThread().interrupt();
            return false;
          });
    }
    List<FutureTask<FilterDecision>> tasks = start(3, budget);
    released.countDown();
    int granted = 0;
    int interrupted = 0;
    for (FutureTask<FilterDecision> task : tasks) {
      try {
        granted += task.get().granted() ? 1 : 0;
      } catch (ExecutionException e) {
        assertInstanceOf(JournalException.class, e.getCause());
        interrupted++;
      }
    }
    assertEquals(1, interrupted);
    assertEquals(2, granted);
    assertFalse(budget.history().isEmpty());
    store.verify(Map.of());
  }
}
