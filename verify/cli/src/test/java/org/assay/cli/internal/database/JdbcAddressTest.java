package org.assay.cli.internal.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logging in through a driver that answers when the test says so. */
@Timeout(60)
class JdbcAddressTest {
  private static final Duration PATIENT = Duration.ofSeconds(20);

  private final JdbcAddress address =
      new JdbcAddress("jdbc:fake:x", Optional.of("ann"), Optional.of("hidden"));
  private final CountDownLatch answers = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Connection connection = proxy(Connection.class);
  private final Driver driver = proxy(Driver.class);
  private final Properties given = new Properties();
  private Optional<Throwable> failure = Optional.empty();

  private <T> T proxy(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "connect" -> connect((String) arguments[0], (Properties) arguments[1]);
                  case "close" -> {
                    closed.countDown();
                    yield null;
                  }
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> 1;
                  default -> method.getName();
                }));
  }

  /** No connection is a driver's answer to the address of another. */
  private @Nullable Object connect(String place, Properties properties) throws Throwable {
    if (!place.equals(address.address())) {
      return null;
    }
    given.putAll(properties);
    answers.await();
    if (failure.isPresent()) {
      throw failure.get();
    }
    return connection;
  }

  @BeforeEach
  void register() throws SQLException {
    DriverManager.registerDriver(driver);
  }

  @AfterEach
  void deregister() throws SQLException {
    answers.countDown();
    DriverManager.deregisterDriver(driver);
  }

  @Test
  void whoLetsInIsConnected() throws SQLException {
    answers.countDown();
    assertSame(connection, address.getConnection());
    assertEquals(Map.of("user", "ann", "password", "hidden"), given);
    assertEquals(1, closed.getCount());
  }

  /** A server that says nothing counts as away, and what it says too late is closed. */
  @Test
  void aSilentServerIsLeft() throws Exception {
    long begin = System.nanoTime();
    var thrown =
        assertThrows(SQLTimeoutException.class, () -> address.connection(Duration.ofMillis(200)));
    assertTrue(System.nanoTime() - begin >= TimeUnit.MILLISECONDS.toNanos(200));
    assertEquals("08001", thrown.getSQLState());
    assertEquals(1, closed.getCount());
    answers.countDown();
    assertTrue(closed.await(20, TimeUnit.SECONDS));
  }

  /** Nobody is left waiting where an address gives no limit. */
  @Test
  @Tag("slow")
  void everyLoginHasALimit() {
    var thrown = assertThrows(SQLTimeoutException.class, address::getConnection);
    assertEquals("the server let nobody in for 30 seconds", thrown.getMessage());
  }

  @Test
  void whatADriverSaysIsTold() {
    answers.countDown();
    failure = Optional.of(new SQLException("wrong password", "28P01"));
    assertSame(failure.get(), assertThrows(SQLException.class, () -> address.connection(PATIENT)));
    for (Throwable fault : new Throwable[] {new IllegalArgumentException(), new LinkageError()}) {
      failure = Optional.of(fault);
      var thrown = assertThrows(IllegalStateException.class, () -> address.connection(PATIENT));
      assertSame(fault, thrown.getCause());
    }
  }

  @Test
  void anInterruptedLoginIsLeft() throws Exception {
    Thread.currentThread().interrupt();
    assertThrows(SQLException.class, () -> address.connection(PATIENT));
    assertTrue(Thread.interrupted());
    assertFalse(closed.await(0, TimeUnit.SECONDS));
    answers.countDown();
    assertTrue(closed.await(20, TimeUnit.SECONDS));
  }
}
