package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behaviour of every store of budgets. */
abstract class BudgetStoreContract {
  static final Guarantee ONE = new Guarantee.Pure(1, ADD_OR_REMOVE);
  static final DpEvent TENTH = DpEvent.pure(0.1, ADD_OR_REMOVE);

  private Instant now = Instant.parse("2026-01-05T10:00:00Z");
  private BudgetStore store = BudgetStore.inMemory();

  /** A new place without budgets, or the place as it was left. */
  abstract ChargeTable open();

  /** Whether the place keeps its rows. */
  boolean keeps() {
    return true;
  }

  @BeforeEach
  void openStore() {
    store = new BudgetStore(open(), JournalFormat.PLAIN, () -> now);
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private void reopen() {
    if (keeps()) {
      store.close();
      openStore();
    }
  }

  BudgetStore store() {
    return store;
  }

  @Test
  void tenTimesOneTenthFitsIntoOne() {
    Budget budget = store.create("team", ONE);
    assertEquals(10, budget.mostTimes(TENTH));
    for (int i = 1; i <= 10; i++) {
      assertTrue(budget.fits(TENTH));
      FilterDecision decision = budget.charge(TENTH, "run " + i);
      assertEquals(i, ((FilterDecision.Granted) decision).id());
    }
    assertEquals(Rational.ZERO, budget.remaining().get(0).remaining());
    assertFalse(budget.fits(TENTH));
    FilterDecision refused = budget.charge(TENTH, "one too many");
    assertEquals(
        "pure(0.1, adjacency=add-remove) would exceed the limit on epsilon by 0.1 in budget team",
        ((FilterDecision.Refused) refused).reason());
    assertEquals(10, budget.history().size());
    store.verify(Map.of());
  }

  @Test
  void aChargeIsGrantedByAllAboveOrByNone() {
    store.create("org", ONE);
    store.create("org/alice", new Guarantee.ZeroConcentrated(0.02, ADD_OR_REMOVE));
    Budget query = store.create("org/alice/q1", new Guarantee.Pure(5, ADD_OR_REMOVE));
    // zCDP of 0.1-DP is 0.004995…, so that four fit into 0.02 and a fifth does not.
    assertEquals(4, query.mostTimes(TENTH));
    for (int i = 0; i < 4; i++) {
      assertTrue(query.charge(TENTH, "count").granted());
    }
    FilterDecision refused = query.charge(TENTH, "count");
    assertTrue(((FilterDecision.Refused) refused).reason().endsWith("in budget org/alice"));
    assertEquals(Rational.parse("6/10"), store.budget("org").remaining().get(0).remaining());
    assertEquals(4, store.budget("org").history().size());
    assertEquals("org/alice/q1", store.budget("org").history().get(0).budget());
    assertTrue(store.budget("org").charge(TENTH.times(6), "all that is left").granted());
    assertFalse(store.budget("org/alice").fits(TENTH));
    store.verify(Map.of());
  }

  @Test
  void whatIsAboveMustBeThere() {
    var thrown = assertThrows(IllegalArgumentException.class, () -> store.create("a/b", ONE));
    assertEquals(
        "name was 'a': there is no such budget; create it first",
        String.valueOf(thrown.getMessage()));
    store.create("a", ONE);
    store.create("a/b", ONE);
    assertThrows(IllegalArgumentException.class, () -> store.create("a/b", ONE));
    assertThrows(IllegalArgumentException.class, () -> store.budget("a/c"));
    for (String name : List.of("", "/a", "a/", "a//b", "a b", "a\n", "ä", "a/b".repeat(99))) {
      assertThrows(IllegalArgumentException.class, () -> store.create(name, ONE), name);
    }
    assertEquals(List.of("a", "a/b"), store.names(""));
    assertEquals(List.of("a/b"), store.names("a/"));
  }

  @Test
  void anIdIsGrantedOnce() {
    Budget budget = store.create("team", ONE);
    store.create("team/a", ONE);
    FilterDecision first = budget.charge(TENTH.times(10), "all", "run-7");
    assertTrue(first.granted());
    reopen();
    Budget again = store.budget("team");
    assertEquals(first, again.charge(TENTH.times(10), "all", "run-7"));
    assertEquals(1, again.history().size());
    assertThrows(IllegalArgumentException.class, () -> again.charge(TENTH, "other", "run-7"));
    // The same event for another purpose is another charge.
    assertThrows(
        IllegalArgumentException.class, () -> again.charge(TENTH.times(10), "other", "run-7"));
    for (String id : List.of("", "create", "a b", "x".repeat(101))) {
      assertThrows(IllegalArgumentException.class, () -> again.charge(TENTH, "", id), id);
    }
    for (String label : List.of("a\nb", "\ud800", "x".repeat(1001))) {
      assertThrows(IllegalArgumentException.class, () -> again.charge(TENTH, label));
    }
  }

  /** Nothing is opened if a name is given twice. */
  @Test
  void aNameIsGivenOnce() {
    assertThrows(
        IllegalArgumentException.class, () -> store.createAll(List.of("a", "b", "a"), ONE));
    assertEquals(List.of(), store.names(""));
    store.create("a", ONE);
    assertThrows(IllegalArgumentException.class, () -> store.createAll(List.of("b", "a"), ONE));
    assertEquals(List.of("a"), store.names(""));
    store.verify(Map.of());
  }

  @Test
  void oneBudgetIsVerifiedWithThoseAbove() {
    store.create("a", ONE);
    store.create("a/b", ONE);
    Budget other = store.create("c", ONE);
    assertEquals(java.util.Set.of("a", "a/b"), store.verify("a/b", Map.of()).keySet());
    assertThrows(IllegalArgumentException.class, () -> store.verify("a/c", Map.of()));
    assertThrows(
        IllegalArgumentException.class, () -> store.verify("a/b", Map.of("c", other.anchor())));
  }

  /** An id of a sibling is in the budget above. */
  @Test
  void anIdOfAnotherBudgetIsRefused() {
    store.create("team", ONE);
    Budget a = store.create("team/a", ONE);
    Budget b = store.create("team/b", ONE);
    assertTrue(a.charge(TENTH, "", "x").granted());
    assertThrows(IllegalArgumentException.class, () -> b.charge(TENTH, "", "x"));
    assertTrue(b.history().isEmpty());
  }

  @Test
  void aRunThatThrowsStaysCharged() {
    Budget budget = store.create("team", ONE);
    AtomicInteger runs = new AtomicInteger();
    assertEquals(1, budget.runIfGranted(TENTH, "ok", runs::incrementAndGet).orElseThrow());
    assertThrows(
        ArithmeticException.class,
        () ->
            budget.runIfGranted(
                TENTH,
                "fails",
                () -> {
                  throw new ArithmeticException();
                }));
    assertEquals(2, budget.history().size());
    assertTrue(budget.charge(TENTH.times(8), "rest").granted());
    assertTrue(budget.runIfGranted(TENTH, "no", runs::incrementAndGet).isEmpty());
    assertEquals(1, runs.get());
  }

  @Test
  void partsAlwaysFit() {
    Budget whole = store.create("team", ONE);
    List<Budget> parts = whole.split(3);
    assertEquals("team/2", parts.get(1).name());
    assertEquals(Rational.parse("1/3"), parts.get(2).remaining().get(0).limit());
    for (Budget part : parts) {
      for (int i = 0; i < 3; i++) {
        assertTrue(part.charge(TENTH, "").granted());
      }
      assertFalse(part.charge(TENTH, "").granted());
    }
    Budget pair = store.create("pair", new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE));
    var thrown = assertThrows(IllegalArgumentException.class, () -> pair.split(2));
    assertTrue(
        String.valueOf(thrown.getMessage()).contains("share one of its limits: epsilon, rho"));
    List<Budget> halves = pair.split(2, "rho");
    DpEvent gaussian = DpEvent.parse("gaussian(12)", ADD_OR_REMOVE);
    for (Budget half : halves) {
      long times = half.mostTimes(gaussian);
      assertEquals(2, times);
      for (long i = 0; i < times; i++) {
        assertTrue(half.charge(gaussian, "").granted());
      }
    }
    // Plain addition has no limit for a part of another rule.
    assertFalse(halves.get(0).fits(DpEvent.pure(0.4, ADD_OR_REMOVE)));
    store.verify(Map.of());
  }

  @Test
  void historyHasLabelsAndTimes() {
    Budget budget = store.create("team", ONE);
    budget.charge(TENTH, "weekly counts: ä, \" ' ; -- %", "first");
    now = Instant.parse("2025-12-31T23:59:59Z");
    // A clock that runs backwards changes no order.
    budget.charge(TENTH.times(2), "second");
    reopen();
    List<BudgetCharge> history = store.budget("team").history();
    assertEquals(List.of(1L, 2L), history.stream().map(BudgetCharge::sequence).toList());
    assertEquals("weekly counts: ä, \" ' ; -- %", history.get(0).label());
    assertEquals(Instant.parse("2026-01-05T10:00:00Z"), history.get(0).at());
    assertEquals(List.of(Rational.parse("1/5")), history.get(1).costs());
    assertEquals(now, history.get(1).at());
    assertTrue(
        store.budget("team").toString().startsWith("budget team of 1.0-DP under add-remove"));
    store.verify(Map.of("team", store.budget("team").anchor()));
  }

  @Test
  void currenciesTakeEventsAtTheSmallestCost() {
    Guarantee pair = new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
    Budget budget = store.create("pair", pair);
    assertTrue(budget.charge(DpEvent.parse("laplace(10)", ADD_OR_REMOVE), "").granted());
    // Laplace noise needs no delta.
    assertEquals(Rational.ZERO, budget.remaining().get(0).spent());
    assertTrue(budget.charge(new ApproximateEvent(0.1, 1e-7, ADD_OR_REMOVE), "").granted());
    assertEquals(Rational.parse("1/10000000"), budget.remaining().get(0).spent());
    Budget pure = store.create("pure", ONE);
    assertThrows(
        UnsupportedEventException.class,
        () -> pure.charge(new ApproximateEvent(0.1, 1e-7, ADD_OR_REMOVE), ""));
    Budget gaussian = store.create("gdp", new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    assertEquals(100, gaussian.mostTimes(DpEvent.parse("gaussian(10)", ADD_OR_REMOVE)));
    // A charge under another relation is restated by a theorem.
    Budget replace = store.create("replace", new Guarantee.Pure(1, REPLACE_ONE));
    assertEquals(5, replace.mostTimes(TENTH));
    Budget plain = store.create("plain", new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE), 1e-6);
    assertEquals(10, plain.mostTimes(new ApproximateEvent(0.1, 1e-7, ADD_OR_REMOVE)));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            store.create(
                "other",
                new Guarantee.Tradeoff(new java.util.TreeMap<>(Map.of(0.0, 1.0)), ADD_OR_REMOVE)));
  }

  /** Eight threads charge three leaves of one budget: exactly what fits is granted. */
  @Test
  void threadsTogetherAreGrantedWhatFits() throws Exception {
    store.create("team", new Guarantee.Pure(6, ADD_OR_REMOVE));
    List<Budget> leaves =
        store.createAll(
            List.of("team/a", "team/b", "team/c"), new Guarantee.Pure(3, ADD_OR_REMOVE));
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> counts = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        Budget leaf = leaves.get(thread % 3);
        Callable<Integer> work =
            () ->
                (int)
                    IntStream.range(0, 12)
                        .filter(i -> leaf.charge(TENTH, "thread").granted())
                        .count();
        counts.add(pool.submit(work));
      }
      int granted = 0;
      for (Future<Integer> count : counts) {
        granted += count.get();
      }
      assertEquals(60, granted);
    } finally {
      pool.shutdownNow();
    }
    reopen();
    assertEquals(60, store.budget("team").history().size());
    assertEquals(Rational.ZERO, store.budget("team").remaining().get(0).remaining());
    assertEquals(60, Objects.requireNonNull(store.verify(Map.of()).get("team")).charges());
  }

  @Test
  void anAnchorShowsWhatIsNotThere() {
    Budget budget = store.create("team", ONE);
    budget.charge(TENTH, "a");
    JournalAnchor anchor = budget.anchor();
    budget.charge(TENTH, "b");
    store.verify(Map.of("team", anchor));
    JournalAnchor later = new JournalAnchor(3, anchor.checksum());
    JournalAnchor other = new JournalAnchor(1, "0".repeat(32));
    for (JournalAnchor wrong : List.of(later, other)) {
      assertThrows(JournalException.class, () -> store.verify(Map.of("team", wrong)));
    }
    assertThrows(JournalException.class, () -> store.verify(Map.of("none", anchor)));
  }
}
