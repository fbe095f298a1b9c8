package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.assay.accountant.budget.Budget;
import org.assay.accountant.budget.BudgetStore;
import org.assay.accountant.budget.Durability;
import org.assay.accountant.budget.FilterDecision;
import org.assay.accountant.budget.JournalPlace;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.h2.jdbcx.JdbcDataSource;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Charges a second that a budget grants to threads of one process, each forced before its answer.
 * The aims are 2,000 in a file and 500 in PostgreSQL. A server is named by {@code -p
 * store=jdbc:postgresql://HOST/DATABASE}; the threads by {@code -t}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Threads(64)
public class BudgetBenchmark {
  @Param({"file", "h2"})
  private String store = "file";

  private final DpEvent event = DpEvent.pure(0.1, ADD_OR_REMOVE);
  private BudgetStore opened = BudgetStore.inMemory();
  private Budget budget = opened.create("none", new Guarantee.Pure(1, ADD_OR_REMOVE));

  /**
   * Opens a budget that no benchmark uses up.
   *
   * @throws IOException if there is no room for files
   */
  @Setup
  public void open() throws IOException {
    Path file = Files.createTempDirectory("budgets").resolve("store");
    opened =
        switch (store) {
          case "file" -> BudgetStore.open(JournalPlace.of(file, Durability.FSYNC));
          case "h2" -> {
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:" + file);
            yield BudgetStore.connect(source, Optional.empty());
          }
          default -> {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(store);
            yield BudgetStore.connect(source, Optional.empty());
          }
        };
    budget =
        opened.create(
            UUID.randomUUID().toString(), new Guarantee.Approximate(1e9, 1e-6, ADD_OR_REMOVE));
  }

  /** Lets the file or the connections go. */
  @TearDown
  public void close() {
    opened.close();
  }

  /**
   * One charge.
   *
   * @return the decision
   */
  @Benchmark
  public FilterDecision charge() {
    FilterDecision decision = budget.charge(event, "benchmark");
    if (!decision.granted()) {
      throw new IllegalStateException("refused: " + decision);
    }
    return decision;
  }
}
