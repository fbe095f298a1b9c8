package org.assay.accountant.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * One budget of a {@link BudgetStore}. Mechanisms may be chosen from everything released before:
 * the whole interaction satisfies the guarantee that the budget was opened with, and so does each
 * budget above it.
 *
 * <p>A charge is the smallest cost that is proved in the budget's currency. Stated numbers (an
 * epsilon, a delta, a rho) are read as the decimals that their text shows, so ten charges of 0.1
 * fit into 1. Noise multipliers are read as doubles, with which a program draws. Sums are exact.
 *
 * <p>A grant covers one run of a mechanism. Safe for use by several threads.
 */
public final class Budget {
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9._:@+-]{1,100}(?:/[A-Za-z0-9._:@+-]{1,100}){0,9}");

  private static final Pattern LABEL =
      Pattern.compile("[^\\p{Cntrl}\\p{Cs}\\u2028\\u2029]{0,1000}");
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:@+-]{1,100}");

  private static final int LONGEST_NAME = 250;

  /**
   * Largest number of characters of an event's description that are kept; the rest is replaced by
   * its hash. Not tuned.
   */
  private static final int LONGEST_EVENT = 4000;

  private final BudgetStore store;
  private final String name;
  private final List<String> scopes;

  Budget(BudgetStore store, String name) {
    this.store = store;
    this.name = name;
    this.scopes = scopes(name);
  }

  /** The names of a budget and of all budgets above it, the budget itself first. */
  static List<String> scopes(String name) {
    if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "name was '"
              + name
              + "': it must be at most 10 parts with slashes between, each of 1 to 100 letters,"
              + " digits and . _ : @ + -");
    }
    List<String> scopes = new ArrayList<>(List.of(name));
    for (int at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      scopes.add(name.substring(0, at));
    }
    return scopes;
  }

  /**
   * The name.
   *
   * @return a path
   */
  public String name() {
    return name;
  }

  /**
   * The limits and the remaining amounts of this budget. Budgets above may have less left. In an
   * (epsilon, delta) budget the sum of delta must hold, and one of the other limits.
   *
   * @return one balance for each limit, unmodifiable
   * @throws JournalException if the store cannot be used
   */
  public List<Balance> remaining() {
    return balances(durableHeads(List.of(name)).get(0));
  }

  List<String> scopes() {
    return scopes;
  }

  /** The last rows, once they are durable: an answer must not depend on rows that may be lost. */
  private List<ChargeRow> durableHeads(List<String> budgets) {
    List<ChargeRow> heads = store.heads(budgets);
    store.table().settle();
    return heads;
  }

  private List<Balance> balances(ChargeRow head) {
    return store.terms(head.budget()).balances(head.totals());
  }

  /**
   * Whether a charge would be granted now. Another client may be granted a charge in between.
   *
   * @param event the event that might run
   * @return whether the event fits this budget and all above
   * @throws UnsupportedEventException if the event cannot be bounded in a budget's currency
   * @throws JournalException if the store cannot be used
   */
  public boolean fits(DpEvent event) {
    return mostTimes(event) > 0;
  }

  /**
   * The number of times that an event fits now, exactly.
   *
   * @param event the event that might run repeatedly
   * @return the largest number of times; {@link Long#MAX_VALUE} if the event costs nothing
   * @throws UnsupportedEventException if the event cannot be bounded in a budget's currency
   * @throws JournalException if the store cannot be used
   */
  public long mostTimes(DpEvent event) {
    List<List<Rational>> costs = costs(event);
    List<ChargeRow> heads = durableHeads(scopes);
    return IntStream.range(0, scopes.size())
        .mapToLong(
            i ->
                store
                    .terms(scopes.get(i))
                    .currency()
                    .mostTimes(balances(heads.get(i)), costs.get(i)))
        .min()
        .orElseThrow();
  }

  private List<List<Rational>> costs(DpEvent event) {
    Parameters.requireGiven("event", event);
    return scopes.stream().map(scope -> store.terms(scope).currency().statedCost(event)).toList();
  }

  /**
   * Charges this budget and all above, or none of them.
   *
   * @param event the event that is about to run; chosen from past outputs only
   * @param label the purpose, at most 1000 characters
   * @return the decision; a grant's number counts those of this budget
   * @throws UnsupportedEventException if the event cannot be bounded in a budget's currency;
   *     nothing is charged
   * @throws JournalException if the store cannot be used, or a row of it was changed; the charge
   *     must count as spent
   * @throws java.io.UncheckedIOException if the file cannot be written; the charge must count as
   *     spent
   */
  public FilterDecision charge(DpEvent event, String label) {
    ChargeRow.Request request = request(event, label, UUID.randomUUID().toString());
    return queue().charge(scopes, costs(event), request);
  }

  /**
   * Charges once, for any number of calls with one id. A client that did not receive the answer
   * asks again with the same id, and gets the existing grant as the answer.
   *
   * @param event the event that is about to run; chosen from past outputs only
   * @param label the purpose, at most 1000 characters
   * @param id names the charge: 1 to 100 letters, digits and . _ : @ + -, the same for one run only
   * @return the decision
   * @throws IllegalArgumentException if the id is malformed, or names another charge: of another
   *     event, to another budget, or for another label
   * @throws UnsupportedEventException as above
   * @throws JournalException as above
   * @throws java.io.UncheckedIOException as above
   */
  public FilterDecision charge(DpEvent event, String label, String id) {
    ChargeRow.Request request = request(event, label, requireId(id));
    return store
        .find(name, id)
        .map(row -> queue().known(row, request))
        .orElseGet(() -> queue().charge(scopes, costs(event), request));
  }

  private ChargeQueue queue() {
    return store.queue(scopes.get(scopes.size() - 1));
  }

  private ChargeRow.Request request(DpEvent event, String label, String id) {
    Parameters.requireGiven("event", event);
    if (!LABEL.matcher(Parameters.requireGiven("label", label)).matches()) {
      throw new IllegalArgumentException(
          "label was '" + Brief.of(label) + "': it must be one line of at most 1000 characters");
    }
    return new ChargeRow.Request(name, id, label, described(event), store.clock().instant());
  }

  private static String requireId(String id) {
    if (!ID.matcher(Parameters.requireGiven("id", id)).matches() || id.equals(ChargeRow.OPENING)) {
      throw new IllegalArgumentException(
          "id was '"
              + Brief.of(id)
              + "': it must be 1 to 100 letters, digits and . _ : @ + -, and not '"
              + ChargeRow.OPENING
              + "'");
    }
    return id;
  }

  private static String described(DpEvent event) {
    String text = event.describe().replaceAll("[\\p{Cntrl}\\p{Cs}]", " ");
    return text.length() <= LONGEST_EVENT
        ? text
        : text.substring(0, LONGEST_EVENT)
            + " … "
            + JournalFormat.PLAIN.digest(text, JournalFormat.CHECKSUM_DIGITS);
  }

  static List<Rational> sum(List<Rational> first, List<Rational> second) {
    return IntStream.range(0, first.size())
        .mapToObj(i -> first.get(i).plusUp(second.get(i)))
        .toList();
  }

  /**
   * Charges, and runs the mechanism once if the charge is granted. A run that throws stays charged.
   *
   * @param <T> what the run returns
   * @param event the event that is about to run
   * @param label the purpose
   * @param run the mechanism
   * @return the result of the run; empty if the charge was refused
   * @throws UnsupportedEventException as {@link #charge(DpEvent, String)}
   * @throws JournalException as {@link #charge(DpEvent, String)}; nothing ran
   */
  public <T> Optional<T> runIfGranted(DpEvent event, String label, Supplier<T> run) {
    Parameters.requireGiven("run", run);
    return charge(event, label).granted() ? Optional.of(run.get()) : Optional.empty();
  }

  /**
   * Opens equal parts of the remaining amounts, below this budget and named by numbers from 1. If
   * nothing else is charged here, charges that fit a part fit this budget too.
   *
   * @param parts number of parts, from 1 to 100000
   * @return the parts
   * @throws IllegalArgumentException if this is an (epsilon, delta) budget, whose parts share one
   *     limit by {@link #split(int, String)}; or if such a name is taken
   * @throws JournalException if the store cannot be used
   */
  public List<Budget> split(int parts) {
    return split(parts, Optional.empty());
  }

  /**
   * Opens equal parts of one limit of an (epsilon, delta) budget. If each part held by another
   * rule, the parts together might fit no rule.
   *
   * @param parts number of parts, from 1 to 100000
   * @param limit the name of one of {@link #remaining()}, other than the sum of delta
   * @return the parts
   * @throws IllegalArgumentException if there is no choice of such a limit, or such a name is taken
   * @throws JournalException if the store cannot be used
   */
  public List<Budget> split(int parts, String limit) {
    return split(parts, Optional.of(Parameters.requireGiven("limit", limit)));
  }

  private List<Budget> split(int parts, Optional<String> limit) {
    if (!(parts >= 1 && parts <= 100_000)) {
      throw new IllegalArgumentException("parts were " + parts + ": from 1 to 100000 are possible");
    }
    FilterBudget currency = store.terms(name).currency();
    BudgetTerms part = new BudgetTerms(currency, currency.part(remaining(), parts, limit));
    List<String> names = LongStream.rangeClosed(1, parts).mapToObj(i -> name + "/" + i).toList();
    return store.create(names, part);
  }

  /**
   * Every granted charge, charges to budgets below included.
   *
   * @return the charges in their order, unmodifiable
   * @throws JournalException if the store cannot be used
   */
  public List<BudgetCharge> history() {
    Stream.Builder<BudgetCharge> charges = Stream.builder();
    store.eachCharge(store.opening(name), row -> charges.add(row.charge()));
    store.table().settle();
    return charges.build().toList();
  }

  /**
   * The position of the budget's chain. An anchor that is stored elsewhere lets {@link
   * BudgetStore#verify} detect that an older copy replaced the chain.
   *
   * @return the number of charges and the hash of the last row
   * @throws JournalException if the store cannot be used
   */
  public JournalAnchor anchor() {
    ChargeRow head = durableHeads(List.of(name)).get(0);
    return new JournalAnchor(head.sequence(), head.hash());
  }

  /** The name, the guarantee and what is left. */
  @Override
  public String toString() {
    return "budget "
        + name
        + " of "
        + store.terms(name).currency().guarantee().describe()
        + ", "
        + Brief.of("limits", remaining().stream().map(Balance::toString).toList());
  }
}
