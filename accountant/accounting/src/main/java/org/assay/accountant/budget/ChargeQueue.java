package org.assay.accountant.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Rational;

/**
 * Decides charges. One thread decides all charges that wait at the same time, one after the other,
 * and appends their rows in one transaction. Forcing a transaction to a disk takes longer than
 * deciding a hundred charges. No charge is answered before the transaction is durable.
 *
 * <p>Other processes append to the same budgets. A transaction whose sequence numbers were taken is
 * not stored. Its charges are decided again, except those that are found under their ids.
 */
final class ChargeQueue {
  /**
   * Largest number of charges in a transaction; with more, the first waits noticeably for the last.
   * Not tuned.
   */
  private static final int MOST = 100;

  /**
   * Number of conflicts after which a process waits before it tries again, so that not all
   * processes try at once. Not tuned.
   */
  private static final int EAGER_ATTEMPTS = 8;

  /** Longest wait of a process between two attempts, in milliseconds. Not tuned. */
  private static final int LONGEST_PAUSE = 16;

  private final BudgetStore store;
  private final ConcurrentLinkedDeque<Waiting> queue = new ConcurrentLinkedDeque<>();
  private boolean isDeciding;

  ChargeQueue(BudgetStore store) {
    this.store = store;
  }

  /** A charge and, once it is decided, its answer. */
  private static final class Waiting {
    final List<String> scopes;
    final List<List<Rational>> costs;
    final ChargeRow.Request request;
    private volatile Optional<FilterDecision> decision = Optional.empty();
    private volatile Optional<RuntimeException> failure = Optional.empty();

    Waiting(List<String> scopes, List<List<Rational>> costs, ChargeRow.Request request) {
      this.scopes = scopes;
      this.costs = costs;
      this.request = request;
    }

    boolean isOpen() {
      return decision.isEmpty() && failure.isEmpty();
    }

    void decide(FilterDecision found) {
      decision = Optional.of(found);
    }

    /** Fails this charge if it is still open; an answer that was found stays. */
    void fail(RuntimeException problem) {
      failure = isOpen() ? Optional.of(problem) : failure;
    }

    FilterDecision answer() {
      failure.ifPresent(
          problem -> {
            throw problem;
          });
      return decision.orElseThrow();
    }
  }

  /**
   * Charges all scopes or none.
   *
   * @param scopes a budget and all above it, the budget first
   * @param costs the cost for each of these budgets
   * @param request the charge; an existing grant under its id is the answer
   */
  FilterDecision charge(
      List<String> scopes, List<List<Rational>> costs, ChargeRow.Request request) {
    Waiting own = new Waiting(scopes, costs, request);
    queue.add(own);
    try {
      if (decides(own)) {
        try {
          while (own.isOpen()) {
            decide(next(), own);
          }
        } finally {
          leave();
        }
      }
    } finally {
      queue.remove(own);
    }
    return own.answer();
  }

  /**
   * Returns when the charge is decided, or when no thread decides: then this thread must decide.
   */
  private synchronized boolean decides(Waiting own) {
    try {
      while (own.isOpen() && isDeciding) {
        wait();
      }
    } catch (InterruptedException e) {
      throw interrupted();
    }
    boolean decides = own.isOpen();
    isDeciding |= decides;
    return decides;
  }

  private synchronized void leave() {
    isDeciding = false;
    notifyAll();
  }

  private JournalException interrupted() {
    Thread.currentThread().interrupt();
    return new JournalException(
        store.table().place(), "interrupted while charging; ask again by the same id");
  }

  /**
   * The charges that waited longest. Of two charges with one id, the second is left for later,
   * where it finds the first.
   */
  private List<Waiting> next() {
    Set<String> ids = new HashSet<>();
    return queue.stream().filter(waiting -> ids.add(waiting.request.id())).limit(MOST).toList();
  }

  /**
   * Decides charges. An exception, such as a failure of the store, fails all of them, as each would
   * otherwise wait for the store again. After an error of the program they fail as unfinished, and
   * the deciding thread throws the error.
   */
  private void decide(List<Waiting> charges, Waiting own) {
    try {
      attempt(charges);
    } catch (RuntimeException e) {
      fail(charges, own, e);
    } catch (Error e) {
      fail(charges, own, unfinished());
      throw e;
    } finally {
      charges.stream().filter(charge -> !charge.isOpen()).forEach(queue::remove);
    }
  }

  private JournalException unfinished() {
    return new JournalException(
        store.table().place(), "an error of the program came between; ask again by the same id");
  }

  /** Passes a failure on. Charges of an interrupted thread stay open for the next thread. */
  private static void fail(List<Waiting> charges, Waiting own, RuntimeException problem) {
    if (Thread.currentThread().isInterrupted()) {
      own.fail(problem);
    } else {
      charges.forEach(charge -> charge.fail(problem));
    }
  }

  private void attempt(List<Waiting> charges) {
    List<Waiting> open = charges;
    long deadline = deadline(store.table());
    for (int attempt = 0; true; attempt++) {
      Transaction transaction = new Transaction(open);
      if (transaction.isThere()) {
        transaction.answer();
        return;
      }
      open.stream().filter(Waiting::isOpen).forEach(this::lookUp);
      open = open.stream().filter(Waiting::isOpen).toList();
      if (open.isEmpty()) {
        return;
      }
      requireBefore(deadline, store.table());
      pause(attempt);
    }
  }

  /** The time at which rows that are tried from now on are given up. */
  static long deadline(ChargeTable table) {
    return System.nanoTime() + table.patience().toNanos();
  }

  /** Throws after the deadline, so that no caller waits for ever for a client that holds rows. */
  static void requireBefore(long deadline, ChargeTable table) {
    if (!(System.nanoTime() - deadline < 0)) {
      throw new JournalException(
          table.place(),
          "rows could not be appended for "
              + table.patience().toSeconds()
              + " seconds, as others were granted in between or hold a transaction open; end such a"
              + " transaction");
    }
  }

  /** Rows of successive charges, decided on the rows that a store holds. */
  private final class Transaction {
    private final Map<String, ChargeRow> heads = new HashMap<>();
    private final Map<Waiting, FilterDecision> decisions = new HashMap<>();
    private final List<ChargeRow> rows = new ArrayList<>();

    Transaction(List<Waiting> charges) {
      Set<String> scopes = new HashSet<>();
      charges.forEach(charge -> scopes.addAll(charge.scopes));
      Function<String, ChargeRow> last = store.lastRows(scopes);
      charges.forEach(charge -> add(charge, last));
    }

    /** Adds a charge; a damaged budget fails only its own charges. */
    private void add(Waiting charge, Function<String, ChargeRow> last) {
      try {
        List<ChargeRow> before =
            charge.scopes.stream().map(name -> heads.computeIfAbsent(name, last)).toList();
        decisions.put(charge, decided(charge, before));
      } catch (JournalException damage) {
        charge.fail(damage);
      }
    }

    private FilterDecision decided(Waiting charge, List<ChargeRow> before) {
      List<List<Rational>> sums =
          IntStream.range(0, before.size())
              .mapToObj(i -> Budget.sum(before.get(i).totals(), charge.costs.get(i)))
              .toList();
      Optional<FilterDecision> refusal =
          IntStream.range(0, before.size())
              .mapToObj(i -> refusal(charge.request, before.get(i), sums.get(i)))
              .flatMap(Optional::stream)
              .findFirst();
      return refusal.orElseGet(() -> appended(charge, before, sums));
    }

    private FilterDecision appended(
        Waiting charge, List<ChargeRow> before, List<List<Rational>> sums) {
      List<ChargeRow> next =
          IntStream.range(0, before.size())
              .mapToObj(
                  i ->
                      before
                          .get(i)
                          .next(charge.request, charge.costs.get(i), sums.get(i), store.seal()))
              .toList();
      next.forEach(row -> heads.put(row.budget(), row));
      rows.addAll(next);
      return granted(next.get(0));
    }

    /** Whether the decisions are durable now. */
    boolean isThere() {
      if (rows.isEmpty()) {
        store.table().settle();
        return true;
      }
      // Two clients that lock budgets in the same order cannot wait for each other.
      rows.sort(Comparator.comparing(ChargeRow::budget));
      boolean appended = store.table().append(rows);
      if (appended) {
        rows.forEach(store::saw);
      }
      return appended;
    }

    /** Under the id of a refused charge, another client may have been granted in the meantime. */
    void answer() {
      decisions.forEach(
          (charge, decision) -> {
            if (!decision.granted()) {
              lookUp(charge);
            }
            if (charge.isOpen()) {
              charge.decide(decision);
            }
          });
    }
  }

  private Optional<FilterDecision> refusal(
      ChargeRow.Request request, ChargeRow head, List<Rational> sums) {
    BudgetTerms terms = store.terms(head.budget());
    List<Balance> after = terms.balances(sums);
    OptionalInt limit = terms.currency().exceeded(after);
    return limit.stream()
        .mapToObj(after::get)
        .<FilterDecision>map(
            exceeded ->
                new FilterDecision.Refused(
                    request.event()
                        + " would exceed the limit on "
                        + exceeded.name()
                        + " by "
                        + exceeded.remaining().negate().upperDecimal()
                        + " in budget "
                        + head.budget(),
                    terms.balances(head.totals())))
        .findFirst();
  }

  /** Looks up a charge: an existing grant is the answer; a row of another charge is a failure. */
  private void lookUp(Waiting charge) {
    charge.scopes.stream()
        .map(scope -> store.find(scope, charge.request.id()))
        .flatMap(Optional::stream)
        .findFirst()
        .ifPresent(
            row ->
                otherCharge(row, charge.request)
                    .ifPresentOrElse(charge::fail, () -> charge.decide(granted(row))));
  }

  /**
   * The grant of a row.
   *
   * @throws IllegalArgumentException if the row is of another charge
   */
  FilterDecision known(ChargeRow row, ChargeRow.Request request) {
    otherCharge(row, request)
        .ifPresent(
            problem -> {
              throw problem;
            });
    return granted(row);
  }

  private static Optional<IllegalArgumentException> otherCharge(
      ChargeRow row, ChargeRow.Request request) {
    boolean same =
        row.leaf().equals(request.leaf())
            && row.event().equals(request.event())
            && row.label().equals(request.label());
    return same
        ? Optional.empty()
        : Optional.of(
            new IllegalArgumentException(
                "id was '"
                    + request.id()
                    + "': it names a charge of "
                    + Brief.of(row.event())
                    + " to "
                    + row.leaf()
                    + " for '"
                    + row.label()
                    + "' already; one id is for one run"));
  }

  private FilterDecision granted(ChargeRow row) {
    BudgetTerms terms = store.terms(row.budget());
    return new FilterDecision.Granted(row.sequence(), terms.balances(row.totals()));
  }

  private void pause(int attempt) {
    if (attempt < EAGER_ATTEMPTS) {
      return;
    }
    try {
      int most = Math.min(LONGEST_PAUSE, attempt);
      Thread.sleep(ThreadLocalRandom.current().nextInt(1 + most));
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }
}
