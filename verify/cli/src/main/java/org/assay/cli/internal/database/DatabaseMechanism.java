package org.assay.cli.internal.database;

import com.fasterxml.jackson.databind.JsonNode;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assay.verify.trial.BatchMechanism;
import org.assay.verify.trial.Outcome;

/**
 * Queries as a mechanism. An error of the engine is no outcome: it ends the runs with a reason, and
 * nothing is concluded from it.
 */
public final class DatabaseMechanism implements BatchMechanism<JsonNode> {
  /** The environment variable that holds the password if no file holds it. */
  public static final String PASSWORD = "ASSAY_DATABASE_PASSWORD";

  /**
   * Number of trials between two fillings of the tables, half of them on either dataset. Not tuned:
   * filling takes as long as ten or more runs.
   */
  private static final int TRIALS = 256;

  /**
   * Largest number of connections to H2, each with a dataset: enough for two datasets of each of 24
   * pairs. Each takes a megabyte or two of memory. A server has one connection for each thread. Not
   * tuned.
   */
  private static final int KEPT = 64;

  private final Query query;
  private final Deque<Session> idle = new ArrayDeque<>();
  private final Set<Session> opened = new HashSet<>();

  /** A shutdown hook, so that statements end with this process. */
  private final Thread interruption = new Thread(this::interrupt, "interrupted queries");

  private Optional<String> failure = Optional.empty();
  private boolean interrupted;

  /**
   * A mechanism; nothing is connected before the first run.
   *
   * @param query the queries
   */
  public DatabaseMechanism(Query query) {
    this.query = query;
  }

  @Override
  public int trialsPerRequest() {
    return TRIALS;
  }

  @Override
  public Optional<List<Outcome>> runAll(JsonNode dataset, long[] seeds, long deadline)
      throws InterruptedException {
    if (failure().isPresent()) {
      return Optional.empty();
    }
    try {
      Session session = take(dataset);
      boolean sound = false;
      try {
        Optional<List<Outcome>> outcomes = session.run(dataset, seeds, deadline);
        sound = true;
        return outcomes;
      } finally {
        release(session, sound);
      }
    } catch (SQLException e) {
      fail(e);
      return Optional.empty();
    }
  }

  private Session take(JsonNode dataset) throws SQLException {
    Optional<Session> waiting = waiting(dataset);
    if (waiting.isPresent()) {
      return waiting.get();
    }
    Optional<String> password =
        JdbcAddress.password("password_file", query.passwordFile(), PASSWORD);
    Session session = Session.open(new JdbcAddress(query.address(), query.user(), password), query);
    synchronized (this) {
      if (opened.isEmpty()) {
        Runtime.getRuntime().addShutdownHook(interruption);
      }
      opened.add(session);
    }
    return session;
  }

  /** A connection that holds the dataset, or the one that was used longest ago. */
  private synchronized Optional<Session> waiting(JsonNode dataset) {
    Optional<Session> best =
        idle.stream()
            .filter(session -> session.holds(dataset))
            .findFirst()
            .or(
                () ->
                    query.isH2() && opened.size() < KEPT
                        ? Optional.empty()
                        : Optional.ofNullable(idle.peekLast()));
    best.ifPresent(idle::remove);
    return best;
  }

  private synchronized void release(Session session, boolean sound) {
    if (sound && opened.contains(session)) {
      idle.push(session);
    } else {
      session.close();
    }
  }

  private synchronized void fail(SQLException e) throws InterruptedException {
    if (interrupted) {
      throw new InterruptedException("the audit was interrupted");
    }
    SQLException told = Optional.ofNullable(e.getNextException()).orElse(e);
    String message = "the engine says (" + told.getSQLState() + ") " + told.getMessage();
    failure = failure.or(() -> Optional.of(message));
  }

  @Override
  public synchronized Optional<String> failure() {
    return failure;
  }

  synchronized void interrupt() {
    interrupted = true;
    opened.forEach(Session::cancel);
    opened.forEach(Session::close);
  }

  /** Closes all connections; a later run opens new ones. */
  @Override
  public synchronized void close() {
    if (!opened.isEmpty()) {
      try {
        Runtime.getRuntime().removeShutdownHook(interruption);
      } catch (IllegalStateException ending) {
        // A signal arrived first: the hook closes the connections too.
        return;
      }
    }
    opened.forEach(Session::close);
    opened.clear();
    idle.clear();
  }
}
