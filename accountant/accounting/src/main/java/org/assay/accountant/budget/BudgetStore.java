package org.assay.accountant.budget;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;

/**
 * Budgets by name, with every charge that was granted. Names are paths: {@code team/alice/2026} is
 * part of {@code team/alice}, which is part of {@code team}. A charge to a budget is also charged
 * to those above, each in its own currency, by all or by none.
 *
 * <pre>{@code
 * try (BudgetStore store = BudgetStore.inMemory()) {
 *   Budget team = store.create("team", new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE));
 *   if (team.charge(event, "weekly counts").granted()) {
 *     mechanism.run();
 *   }
 * }
 * }</pre>
 *
 * <p>Each budget is a chain of rows that are only ever appended. A grant reads the last row of each
 * budget that it concerns and appends the next rows in one transaction, so its time does not grow
 * with the history. {@code doc-files/budgets.md} lists the failures that a store survives, and the
 * changes by others that it detects.
 *
 * <p>Several threads may use a store. Several processes may use one in a database.
 */
public final class BudgetStore implements AutoCloseable {
  /** Largest number of budgets that are opened in one transaction. Not tuned. */
  private static final int BATCH = 500;

  private final ChargeTable table;
  private final ChargeRow.Seal seal;
  private final InstantSource clock;
  private final Map<String, BudgetTerms> terms = new ConcurrentHashMap<>();
  private final Map<String, ChargeRow> seen = new ConcurrentHashMap<>();
  private final Map<String, ChargeQueue> queues = new ConcurrentHashMap<>();

  BudgetStore(ChargeTable table, JournalFormat format, InstantSource clock) {
    this.table = table;
    this.seal = new ChargeRow.Seal(format, table.identity());
    this.clock = clock;
  }

  /**
   * A store that lives as long as the process.
   *
   * @return the store, without budgets
   */
  public static BudgetStore inMemory() {
    return new BudgetStore(
        new MemoryTable("of budgets in memory"), JournalFormat.PLAIN, InstantSource.system());
  }

  /**
   * A store in one file, for one process at a time. {@code doc-files/charge-journal.md} says which
   * failures it survives.
   *
   * @param place the file, with its key and its required state; created if missing
   * @return the store; close it to let others open the file
   * @throws JournalException if the file is damaged or in use, or is not in the required state
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static BudgetStore open(JournalPlace place) {
    return open(Storage.ofSystem(), place);
  }

  static BudgetStore open(Storage storage, JournalPlace place) {
    Parameters.requireGiven("place", place);
    return new BudgetStore(
        JournalTable.open(storage, place), place.format(), InstantSource.system());
  }

  /**
   * A store in a database that any number of processes may use: PostgreSQL or H2. Missing tables
   * are created; later clients only select and insert.
   *
   * @param source gives connections that no other code uses
   * @param key key of the hashes of rows, if any; the same for every client
   * @return the store
   * @throws JournalException if the database cannot be used, or its tables are of another version
   */
  public static BudgetStore connect(DataSource source, Optional<JournalKey> key) {
    return connect(source, key, true);
  }

  /**
   * A store that exists in a database already, as {@link #connect}; no table is created.
   *
   * @param source gives connections that no other code uses
   * @param key key of the hashes of rows, if any
   * @return the store
   * @throws JournalException if there is no store, or as above
   */
  public static BudgetStore connectExisting(DataSource source, Optional<JournalKey> key) {
    return connect(source, key, false);
  }

  private static BudgetStore connect(DataSource source, Optional<JournalKey> key, boolean creates) {
    Parameters.requireGiven("source", source);
    Parameters.requireGiven("key", key);
    return new BudgetStore(
        JdbcTable.open(source, "of budgets in the database", JdbcTable.PATIENCE, creates),
        key.map(JournalFormat::of).orElse(JournalFormat.PLAIN),
        InstantSource.system());
  }

  /**
   * Opens a new budget. Its limits are the decimals that the guarantee's numbers show.
   *
   * @param name a path; all above the last slash must be a budget already
   * @param guarantee a pure, (epsilon, delta), Rényi, zCDP or Gaussian guarantee. Half of a delta
   *     is for the charges' own deltas, the other half for composing
   * @return the budget
   * @throws IllegalArgumentException if the name is malformed or taken, or nothing above it is a
   *     budget, or the guarantee is of another kind
   * @throws JournalException if the store cannot be used
   */
  public Budget create(String name, Guarantee guarantee) {
    return create(List.of(name), FilterBudget.of(guarantee)).get(0);
  }

  /**
   * Opens a new budget of (epsilon, delta) with another share for the charges' own deltas.
   *
   * @param name as in {@link #create(String, Guarantee)}
   * @param guarantee epsilon and delta of the whole interaction
   * @param ownDelta the part of delta for the charges' own deltas, in [0, delta]; all of delta
   *     means plain addition of epsilons and of deltas
   * @return the budget
   * @throws IllegalArgumentException as above, or if the part is out of range
   * @throws JournalException if the store cannot be used
   */
  public Budget create(String name, Guarantee.Approximate guarantee, double ownDelta) {
    Parameters.requireGiven("guarantee", guarantee);
    return create(List.of(name), RulesBudget.of(guarantee, ownDelta)).get(0);
  }

  /**
   * Opens many budgets of one guarantee, such as one for each device. Not atomic: budgets that were
   * opened before a failure stay.
   *
   * @param names as in {@link #create(String, Guarantee)}
   * @param guarantee the guarantee of each
   * @return the budgets in the order of the names
   * @throws IllegalArgumentException as above
   * @throws JournalException if the store cannot be used
   */
  public List<Budget> createAll(Collection<String> names, Guarantee guarantee) {
    return create(List.copyOf(names), FilterBudget.of(guarantee));
  }

  private List<Budget> create(List<String> names, FilterBudget currency) {
    List<Rational> limits = currency.statedBalances().stream().map(Balance::limit).toList();
    return create(names, new BudgetTerms(currency, limits));
  }

  List<Budget> create(List<String> names, BudgetTerms opened) {
    Set<String> distinct = new HashSet<>();
    for (String name : names) {
      requireAbove(name);
      if (!distinct.add(name)) {
        throw new IllegalArgumentException("name was '" + name + "': it was given twice");
      }
    }
    List<Budget> budgets = new ArrayList<>();
    for (int i = 0; i < names.size(); i += BATCH) {
      List<String> some = names.subList(i, Math.min(names.size(), i + BATCH));
      appendOpenings(some.stream().map(name -> opening(name, opened)).toList());
      some.forEach(name -> budgets.add(new Budget(this, name)));
    }
    return List.copyOf(budgets);
  }

  /** Appends opening rows. Existing different rows belong to other clients. */
  private void appendOpenings(List<ChargeRow> rows) {
    requireNone(rows.stream().map(ChargeRow::budget).toList());
    long deadline = ChargeQueue.deadline(table);
    while (!table.append(rows)) {
      List<ChargeRow> there =
          rows.stream().flatMap(row -> table.find(row.budget(), row.id()).stream()).toList();
      if (there.equals(rows)) {
        return;
      }
      if (!there.isEmpty()) {
        throw new IllegalArgumentException(taken(there.get(0).budget()));
      }
      ChargeQueue.requireBefore(deadline, table);
    }
  }

  /** Requires that no rows remain of a budget without first row, which must not get another. */
  private void requireNone(List<String> names) {
    table.last(names).stream()
        .map(ChargeRow::budget)
        .findFirst()
        .ifPresent(
            name -> {
              // This call throws if that budget has no first row.
              terms(name);
              throw new IllegalArgumentException(taken(name));
            });
  }

  private static String taken(String name) {
    return "name was '" + name + "': there is such a budget already";
  }

  private ChargeRow opening(String name, BudgetTerms opened) {
    return ChargeRow.opening(
        name, opened.limits(), opened.currency().header(), clock.instant(), seal);
  }

  private void requireAbove(String name) {
    List<String> scopes = Budget.scopes(Parameters.requireGiven("name", name));
    if (scopes.size() > 1) {
      terms(scopes.get(1));
    }
  }

  /**
   * A budget that was opened before.
   *
   * @param name its name
   * @return the budget
   * @throws IllegalArgumentException if there is none
   * @throws JournalException if the store cannot be used or the budget's first row was changed
   */
  public Budget budget(String name) {
    terms(Parameters.requireGiven("name", name));
    return new Budget(this, name);
  }

  /**
   * The names of all budgets that begin with a text, damaged budgets included.
   *
   * @param start the beginning; empty for all
   * @return the names, sorted
   * @throws JournalException if the store cannot be used
   */
  public List<String> names(String start) {
    return table.names(Parameters.requireGiven("start", start));
  }

  /**
   * Replays every budget that has any row. Checks sequence numbers, hashes, totals and limits, and
   * that every charge is also in all budgets above. The time is proportional to the history. If
   * rows were cut off at the end of a budget that has no budget above, only an anchor shows it.
   *
   * @param anchors anchors by budget that were kept elsewhere; each must be in its chain
   * @return the anchor of every budget now
   * @throws JournalException if something does not fit; the message says which budget and row
   */
  public Map<String, JournalAnchor> verify(Map<String, JournalAnchor> anchors) {
    return verify(Optional.empty(), anchors);
  }

  /**
   * Replays a budget and all budgets above it.
   *
   * @param name the budget
   * @param anchors anchors of these budgets that were kept elsewhere
   * @return the anchor of each of them now
   * @throws IllegalArgumentException if there is no such budget, or an anchor is of another one
   * @throws JournalException if something does not fit; the message says which budget and row
   */
  public Map<String, JournalAnchor> verify(String name, Map<String, JournalAnchor> anchors) {
    List<String> scopes = budget(name).scopes();
    anchors.keySet().stream()
        .filter(anchored -> !scopes.contains(anchored))
        .forEach(
            other -> {
              throw new IllegalArgumentException(
                  "anchors had " + other + ": only " + String.join(", ", scopes) + " are verified");
            });
    return verify(Optional.of(scopes), anchors);
  }

  private Map<String, JournalAnchor> verify(
      Optional<List<String>> wanted, Map<String, JournalAnchor> anchors) {
    // The list is read before the chains, as other clients may append meanwhile.
    Map<String, Long> counts = table.counts();
    Map<String, JournalAnchor> found = new LinkedHashMap<>();
    for (String name : wanted.orElseGet(() -> counts.keySet().stream().sorted().toList())) {
      ChainReplay chain = new ChainReplay(this, name, Optional.ofNullable(anchors.get(name)));
      chain.requireAll(counts.getOrDefault(name, 0L));
      found.put(name, chain.anchor());
    }
    anchors.keySet().stream()
        .filter(name -> !found.containsKey(name))
        .forEach(
            name -> {
              throw damaged("budget " + name + " has an anchor and is not there");
            });
    return Map.copyOf(found);
  }

  /** The terms of a budget, which never change. */
  BudgetTerms terms(String name) {
    return terms.computeIfAbsent(
        name,
        missing -> {
          Budget.scopes(missing);
          return terms(opening(missing));
        });
  }

  /** The intact first row of a budget. */
  ChargeRow opening(String name) {
    ChargeRow opening = find(name, ChargeRow.OPENING).orElseThrow(() -> withoutOpening(name));
    if (!opening.opens()) {
      throw changed(opening);
    }
    return opening;
  }

  private RuntimeException withoutOpening(String name) {
    return table.last(List.of(name)).isEmpty()
        ? new IllegalArgumentException(noSuch(name))
        : damaged("row 0 of budget " + name + " is missing");
  }

  /** The row of an id, if any; checks that the row is intact and follows its predecessor. */
  Optional<ChargeRow> find(String budget, String id) {
    Optional<ChargeRow> found = table.find(budget, id);
    found.ifPresent(
        row -> {
          if (!row.budget().equals(budget) || !row.id().equals(id)) {
            throw damaged(
                "id "
                    + id
                    + " of budget "
                    + budget
                    + " was looked up and "
                    + row.id()
                    + " of budget "
                    + row.budget()
                    + " was found: the database must tell capital letters from small ones");
          }
          requireIntact(row);
          if (row.sequence() == 0 ? !row.opens() : !followsItsPredecessor(row)) {
            throw misplaced(row, row.sequence() - 1);
          }
        });
    return found;
  }

  private boolean followsItsPredecessor(ChargeRow row) {
    return table
        .at(row.budget(), row.sequence() - 1)
        .filter(before -> before.isIntact(seal) && row.follows(before))
        .isPresent();
  }

  /** Passes the charges of a budget on in order, each checked as by {@link #find}. */
  void eachCharge(ChargeRow opening, Consumer<ChargeRow> consumer) {
    AtomicReference<ChargeRow> last = new AtomicReference<>();
    table.each(
        opening.budget(),
        row -> {
          requireIntact(row);
          ChargeRow before = last.get();
          if (before == null ? !row.equals(opening) : !row.follows(before)) {
            throw misplaced(row, before == null ? row.sequence() - 1 : before.sequence());
          }
          last.set(row);
          if (before != null) {
            consumer.accept(row);
          }
        });
  }

  private JournalException misplaced(ChargeRow row, long before) {
    return damaged(
        "row " + row.sequence() + " of budget " + row.budget() + " does not follow row " + before);
  }

  private void requireIntact(ChargeRow row) {
    if (!row.isIntact(seal)) {
      throw changed(row);
    }
  }

  BudgetTerms terms(ChargeRow opening) {
    try {
      return new BudgetTerms(FilterBudget.parse(opening.event()), opening.costs());
    } catch (IllegalArgumentException e) {
      throw damaged("budget " + opening.budget() + ": " + e.getMessage());
    }
  }

  private static String noSuch(String name) {
    return "name was '" + name + "': there is no such budget; create it first";
  }

  /** The last rows of existing budgets, in order; each is intact and no older than seen before. */
  List<ChargeRow> heads(List<String> scopes) {
    return scopes.stream().map(lastRows(scopes)).toList();
  }

  /** Last rows by budget: all are read at once, and each is checked when it is requested. */
  Function<String, ChargeRow> lastRows(Collection<String> scopes) {
    Map<String, ChargeRow> before = new HashMap<>();
    scopes.forEach(name -> Optional.ofNullable(seen.get(name)).ifPresent(r -> before.put(name, r)));
    Map<String, ChargeRow> found = new HashMap<>();
    table.last(List.copyOf(scopes)).forEach(row -> found.put(row.budget(), row));
    return name -> checked(name, Optional.ofNullable(found.get(name)), before);
  }

  private ChargeRow checked(String name, Optional<ChargeRow> found, Map<String, ChargeRow> before) {
    Optional<ChargeRow> known = Optional.ofNullable(before.get(name));
    ChargeRow head =
        found.orElseThrow(
            () ->
                known.isPresent()
                    ? damaged("budget " + name + " is gone")
                    : new IllegalArgumentException(noSuch(name)));
    requireIntact(head);
    known.ifPresent(row -> requireNoOlder(row, head));
    saw(head);
    return head;
  }

  /** Stores the last known row of a budget. */
  void saw(ChargeRow row) {
    seen.merge(row.budget(), row, (a, b) -> a.sequence() >= b.sequence() ? a : b);
  }

  private void requireNoOlder(ChargeRow known, ChargeRow head) {
    boolean same = head.sequence() == known.sequence() && head.hash().equals(known.hash());
    if (!same && !(head.sequence() > known.sequence())) {
      throw damaged(
          "budget "
              + head.budget()
              + " ended in row "
              + known.sequence()
              + " before and now ends in row "
              + head.sequence()
              + ": an older copy was put in its place");
    }
  }

  JournalException changed(ChargeRow row) {
    return damaged("row " + row.sequence() + " of budget " + row.budget() + " was changed");
  }

  JournalException damaged(String what) {
    return new JournalException(
        table.place(),
        what + "; a granted charge may be lost, so restore the rows or count the budget as spent");
  }

  /** The queue in which charges to a root and to all budgets below wait. */
  ChargeQueue queue(String root) {
    return queues.computeIfAbsent(table.queue(root), name -> new ChargeQueue(this));
  }

  ChargeTable table() {
    return table;
  }

  ChargeRow.Seal seal() {
    return seal;
  }

  InstantSource clock() {
    return clock;
  }

  /** Closes the file or the connections. */
  @Override
  public void close() {
    table.close();
  }

  /** The place of the store. */
  @Override
  public String toString() {
    return "store at " + table.place();
  }
}
