package org.assay.ledger.internal.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.LedgerClaim;

/** Judges claims in parallel, and attacks them one after the other. */
public final class LedgerRun {
  private final int threads;
  private final Consumer<String> progress;

  /**
   * A run.
   *
   * @param threads how many computations may be in progress at once; results do not depend on it
   * @param progress receives a few words about each step
   */
  public LedgerRun(int threads, Consumer<String> progress) {
    this.threads = threads;
    this.progress = progress;
  }

  /**
   * Judges claims.
   *
   * @param claims which ones
   * @return an entry for each, in their order
   */
  public List<Entry> judge(List<LedgerClaim> claims) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      return collected(pool, claims);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(String.valueOf(e.getMessage()), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private List<Entry> collected(ExecutorService pool, List<LedgerClaim> claims)
      throws InterruptedException, ExecutionException {
    ExecutorCompletionService<Entry> service = new ExecutorCompletionService<>(pool);
    claims.forEach(claim -> service.submit(() -> entry(claim)));
    List<Entry> entries = new ArrayList<>();
    for (int done = 0; done < claims.size(); done++) {
      progress.accept("judged " + done + " of " + claims.size() + " claims");
      entries.add(service.take().get());
    }
    entries.sort(java.util.Comparator.comparingInt(entry -> claims.indexOf(entry.claim())));
    return entries;
  }

  private static Entry entry(LedgerClaim claim) {
    try {
      Optional<String> obstacle = claim.attack().obstacle().map(Supplier::get);
      return new Entry(claim, claim.judge().judge(), obstacle, Optional.empty());
    } catch (RuntimeException e) {
      throw new IllegalStateException(claim.id() + " could not be judged: " + e.getMessage(), e);
    }
  }

  /**
   * Attacks the claims that have an attack.
   *
   * @param entries judged claims
   * @return the same, with the auditor's reports
   */
  public List<Entry> attack(List<Entry> entries) {
    return entries.stream().map(this::attack).toList();
  }

  private Entry attack(Entry entry) {
    return entry.claim().attack().check().map(check -> attacked(entry, check)).orElse(entry);
  }

  private Entry attacked(Entry entry, EmpiricalCheck check) {
    String words = "attacking " + entry.claim().id();
    progress.accept(words);
    return entry.withAudit(
        check.run(threads, state -> progress.accept(words + ", " + state.runs() + " runs")));
  }
}
