package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** Connections to a server that says nothing more: each is given up after its own time limit. */
class SilentServerTest {
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final int IDLE = 3;

  private final JdbcDataSource database = new JdbcDataSource();
  private final List<Wire> wires = new CopyOnWriteArrayList<>();
  private final DataSource source =
      (DataSource)
          Proxy.newProxyInstance(
              DataSource.class.getClassLoader(),
              new Class<?>[] {DataSource.class},
              (proxy, method, arguments) -> connect());

  /** Which calls find the server silent, on connections that are made from now on. */
  private Predicate<String> silentOnNew = call -> false;

  SilentServerTest() {
    database.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
  }

  private Connection connect() throws SQLException {
    Wire wire = new Wire(database.getConnection(), silentOnNew);
    wires.add(wire);
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> wire.call(method, arguments));
  }

  /** A connection with what was asked of it. */
  private static final class Wire {
    final Connection connection;
    volatile Predicate<String> silent;
    volatile int limit;
    final AtomicInteger waits = new AtomicInteger();
    volatile boolean closed;

    Wire(Connection connection, Predicate<String> silent) {
      this.connection = connection;
      this.silent = silent;
    }

    Object call(Method method, Object[] arguments) throws Throwable {
      String name = method.getName();
      if (name.equals("close")) {
        closed = true;
      } else if (silent.test(name)) {
        waits.incrementAndGet();
        assertTrue(limit > 0 || name.equals("setNetworkTimeout"), "waits for ever in " + name);
        throw new SQLException("no answer for " + limit + " ms", "08006");
      }
      if (name.equals("setNetworkTimeout")) {
        limit = (Integer) arguments[1];
      }
      try {
        return method.invoke(connection, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }

  private ChargeTable open() {
    return JdbcTable.open(source, "of a test", PATIENCE);
  }

  private long open(List<Wire> some) {
    return some.stream().filter(wire -> !wire.closed).count();
  }

  /** As many connections as threads that ask at once, idle afterwards. */
  private List<Wire> idleConnections(ChargeTable table) throws Exception {
    int before = wires.size();
    CyclicBarrier together = new CyclicBarrier(IDLE);
    silentOnNew =
        call -> {
          if (call.equals("prepareStatement")) {
            meet(together);
          }
          return false;
        };
    ExecutorService pool = Executors.newFixedThreadPool(IDLE);
    try {
      List<Callable<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < IDLE; i++) {
        all.add(() -> table.find("team", "x").isPresent());
      }
      for (Future<Boolean> one : pool.invokeAll(all)) {
        assertFalse(one.get());
      }
    } finally {
      pool.shutdownNow();
    }
    silentOnNew = call -> false;
    List<Wire> made = List.copyOf(wires.subList(before, wires.size()));
    assertEquals(IDLE, open(made));
    return made;
  }

  private static void meet(CyclicBarrier together) {
    try {
      together.await();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** The first that is silent is waited for, the others are not, and none is kept. */
  @Test
  void oneSilentConnectionIsWaitedFor() throws Exception {
    try (ChargeTable table = open()) {
      List<Wire> idle = idleConnections(table);
      idle.forEach(wire -> wire.silent = call -> true);
      assertEquals(List.of(), table.names(""));
      assertEquals(1, idle.stream().mapToInt(wire -> wire.waits.get()).sum());
      assertEquals(0, open(idle));
      assertEquals(1, open(wires));
    }
    assertEquals(0, open(wires));
  }

  /** The limit is longer than rows are waited for, and no longer than the page says. */
  @Test
  void everyConnectionHasItsLimit() throws Exception {
    try (ChargeTable table = open()) {
      idleConnections(table);
    }
    // Opening a store asks with the limit of a patient table.
    int opening = Math.toIntExact(JdbcTable.PATIENCE.toMillis()) + 5000;
    wires.forEach(wire -> assertTrue(List.of(5500, opening).contains(wire.limit), wire.limit + ""));
    assertEquals(0, open(wires));
  }

  /** Also who is silent while a session is set up leaves nothing open. */
  @Test
  void aConnectionThatFailsIsNotLeaked() {
    try (ChargeTable table = open()) {
      for (String silent : List.of("setNetworkTimeout", "setAutoCommit", "getMetaData")) {
        int before = wires.size();
        silentOnNew = silent::equals;
        assertThrows(JournalException.class, table::settle, silent);
        silentOnNew = call -> false;
        List<Wire> made = List.copyOf(wires.subList(before, wires.size()));
        assertTrue(made.size() > 1, silent);
        assertEquals(0, open(made), silent);
      }
    }
    int before = wires.size();
    silentOnNew = "prepareStatement"::equals;
    assertThrows(JournalException.class, this::open);
    assertEquals(0, open(wires.subList(before, wires.size())));
  }

  /** A server that falls silent at any call of a charge: granted once, over another connection. */
  @Test
  void aChargeIsGrantedOnceOverAnotherConnection() {
    DpEvent tenth = DpEvent.pure(0.1, ADD_OR_REMOVE);
    try (BudgetStore store = new BudgetStore(open(), JournalFormat.PLAIN, InstantSource.system())) {
      Budget budget = store.create("team", new Guarantee.Pure(1, ADD_OR_REMOVE));
      int charges = 0;
      for (String silent : List.of("setAutoCommit", "prepareStatement", "commit", "getMetaData")) {
        List<Wire> idle = wires.stream().filter(wire -> !wire.closed).toList();
        idle.forEach(wire -> wire.silent = silent::equals);
        assertTrue(budget.charge(tenth, silent, silent).granted());
        charges++;
        assertEquals(charges, budget.history().size());
        assertEquals(1, idle.stream().mapToInt(wire -> wire.waits.get()).sum(), silent);
        assertEquals(0, open(idle));
      }
    }
    assertEquals(0, open(wires));
  }
}
