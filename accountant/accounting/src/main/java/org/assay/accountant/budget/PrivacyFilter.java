package org.assay.accountant.budget;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.accounting.Restatement;
import org.assay.accountant.budget.FilterBudget.ApproximateBudget;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Decides before a mechanism runs whether the mechanism still fits a privacy budget. Mechanisms and
 * their privacy parameters may be chosen from everything released before, and the interaction may
 * stop at any time. The whole interaction satisfies {@link #budget()}.
 *
 * <pre>{@code
 * PrivacyFilter filter = PrivacyFilter.of(new Guarantee.ZeroConcentrated(0.5, ADD_OR_REMOVE));
 * if (filter.tryCharge(event).granted()) {
 *   mechanism.run();
 * }
 * }</pre>
 *
 * <table>
 * <caption>A charge is granted while all of these hold, its own cost included</caption>
 * <tr><th>budget</th><th>condition</th><th>theorem</th></tr>
 * <tr><td>pure</td><td>sum of epsilon ≤ epsilon</td>
 *     <td>[@RogersRothUllmanVadhan2016], basic composition</td></tr>
 * <tr><td>Rényi at several orders</td><td>sum of divergences ≤ limit at every order</td>
 *     <td>[@FeldmanZrnic2021], Theorem 3.1</td></tr>
 * <tr><td>zCDP</td><td>sum of rho ≤ rho</td><td>the same, at all orders</td></tr>
 * <tr><td>Gaussian</td><td>sum of mu² ≤ mu²</td><td>[@SmithThakurta2022]</td></tr>
 * <tr><td>(epsilon, delta' + delta'')</td>
 *     <td>{@code sqrt(2 log(1/delta') S) + S/2 ≤ epsilon} with S twice the sum of rho, and sum of
 *     delta ≤ delta''</td><td>[@WhitehouseRamdasRogersWu2023]</td></tr>
 * </table>
 *
 * <p>Proofs, and what they need from the caller: {@code doc-files/adaptive-composition.md}.
 *
 * <p>A charge is the smallest cost that is proved for it. The cost is an exact fraction of the
 * parameters, such as {@code 1/(2 σ²)} for Gaussian noise, or an upper end if it is no fraction.
 * Fractions are added without rounding ({@link Rational#plusUp}), and limits that are not doubles
 * are rounded down. A budget of 0.1 admits five Gaussians of noise multiplier 5, and a budget of 1
 * eight charges of 0.125. It does not admit ten charges of 0.1: the double 0.1 is above one tenth.
 * A refusal by less than 1e-9 of a limit tells what would fit.
 *
 * <p>The amount spent is no guarantee for an interaction that stops early because of its outputs;
 * {@link PrivacyOdometer} gives one.
 *
 * <p>Safe for use by several threads. A grant covers one run of a mechanism that answers once.
 */
public final class PrivacyFilter implements AutoCloseable {
  /**
   * Largest excess, as a part of a limit, for which a refusal tells what would fit; far above
   * rounding errors. Not tuned.
   */
  private static final double LITTLE = 1e-9;

  private final Object lock = new Object();
  private final FilterBudget budget;
  private final ChargeLog log;
  private List<Balance> balances;
  private long granted;

  private PrivacyFilter(FilterBudget budget, ChargeLog log, List<Charge> past) {
    this.budget = budget;
    this.log = log;
    this.balances = budget.balances();
    for (Charge charge : past) {
      balances = plus(balances, charge.costs());
      granted++;
    }
  }

  /**
   * A filter that lives as long as the process.
   *
   * @param budget a pure, Rényi, zero-concentrated or Gaussian guarantee
   * @return the filter
   * @throws IllegalArgumentException if the budget is of another kind
   */
  public static PrivacyFilter of(Guarantee budget) {
    return new PrivacyFilter(FilterBudget.of(budget), ChargeLog.NONE, List.of());
  }

  /**
   * A filter for (epsilon, delta) that lives as long as the process.
   *
   * @param budget epsilon, and delta = delta' + delta''
   * @param slack delta', spent on composing; the rest of delta is left for the charges' own deltas
   * @return the filter
   * @throws IllegalArgumentException if epsilon is infinite or the slack is not in (0, delta]
   */
  public static PrivacyFilter of(Guarantee.Approximate budget, double slack) {
    Parameters.requireGiven("budget", budget);
    return new PrivacyFilter(new ApproximateBudget(budget, slack), ChargeLog.NONE, List.of());
  }

  /**
   * A filter whose charges are booked in a file, and are all restored when the file is reopened.
   * {@code doc-files/charge-journal.md} lists the failures that charges survive.
   *
   * @param journal the file; created if missing
   * @param budget a pure, Rényi, zero-concentrated or Gaussian guarantee, the same at every opening
   * @param durability the failures that a booked charge survives
   * @return the filter; close it to let others open the journal
   * @throws IllegalArgumentException if the journal is for another budget
   * @throws JournalException if the journal is damaged or in use
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyFilter open(Path journal, Guarantee budget, Durability durability) {
    return open(Storage.ofSystem(), JournalPlace.of(journal, durability), budget);
  }

  /**
   * Opens a journal that is known to hold the charges of an anchor.
   *
   * @param journal the file
   * @param budget a pure, Rényi, zero-concentrated or Gaussian guarantee, the same at every opening
   * @param durability the failures that a booked charge survives
   * @param anchor an {@link #anchor()} of this journal that was kept elsewhere
   * @return the filter; close it to let others open the journal
   * @throws IllegalArgumentException if the journal is for another budget
   * @throws JournalException if the journal is damaged or in use, or does not hold what it held at
   *     the anchor
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyFilter open(
      Path journal, Guarantee budget, Durability durability, JournalAnchor anchor) {
    return open(
        Storage.ofSystem(), JournalPlace.of(journal, durability).withAnchor(anchor), budget);
  }

  /**
   * Opens a journal with further requirements, such as a key against forgery.
   *
   * @param place the file and its requirements
   * @param budget a Rényi, zero-concentrated or Gaussian guarantee, the same at every opening
   * @return the filter; close it to let others open the journal
   * @throws IllegalArgumentException if the journal is for another budget
   * @throws JournalException if the journal is damaged or in use, was not begun with the key, or
   *     does not hold what it held at the anchor
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyFilter open(JournalPlace place, Guarantee budget) {
    return open(Storage.ofSystem(), Parameters.requireGiven("place", place), budget);
  }

  /**
   * Opens an (epsilon, delta) budget in a journal.
   *
   * @param place the file and its requirements
   * @param budget epsilon, and delta = delta' + delta''
   * @param slack delta', as in {@link #of(Guarantee.Approximate, double)}
   * @return the filter; close it to let others open the journal
   * @throws IllegalArgumentException if the journal is for another budget or a parameter is out of
   *     range
   * @throws JournalException as for the other budgets
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyFilter open(JournalPlace place, Guarantee.Approximate budget, double slack) {
    Parameters.requireGiven("place", place);
    Parameters.requireGiven("budget", budget);
    return open(Storage.ofSystem(), place, new ApproximateBudget(budget, slack));
  }

  static PrivacyFilter open(Storage storage, JournalPlace place, Guarantee budget) {
    return open(storage, place, FilterBudget.of(budget));
  }

  /**
   * Opens an (epsilon, delta) budget in a journal.
   *
   * @param journal the file; created if missing
   * @param budget epsilon, and delta = delta' + delta''
   * @param slack delta', as in {@link #of(Guarantee.Approximate, double)}
   * @param durability the failures that a booked charge survives
   * @return the filter; close it to let others open the journal
   * @throws IllegalArgumentException if the journal is for another budget or a parameter is out of
   *     range
   * @throws JournalException if the journal is damaged or in use
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyFilter open(
      Path journal, Guarantee.Approximate budget, double slack, Durability durability) {
    Parameters.requireGiven("budget", budget);
    return open(
        Storage.ofSystem(),
        JournalPlace.of(journal, durability),
        new ApproximateBudget(budget, slack));
  }

  /**
   * Opens an (epsilon, delta) budget in a journal that is known to hold the charges of an anchor.
   *
   * @param journal the file
   * @param budget epsilon, and delta = delta' + delta''
   * @param slack delta', as in {@link #of(Guarantee.Approximate, double)}
   * @param durability the failures that a booked charge survives
   * @param anchor an {@link #anchor()} of this journal that was kept elsewhere
   * @return the filter; close it to let others open the journal
   * @throws IllegalArgumentException if the journal is for another budget or a parameter is out of
   *     range
   * @throws JournalException if the journal is damaged or in use, or does not hold what it held at
   *     the anchor
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyFilter open(
      Path journal,
      Guarantee.Approximate budget,
      double slack,
      Durability durability,
      JournalAnchor anchor) {
    Parameters.requireGiven("budget", budget);
    return open(
        Storage.ofSystem(),
        JournalPlace.of(journal, durability).withAnchor(anchor),
        new ApproximateBudget(budget, slack));
  }

  private static PrivacyFilter open(Storage storage, JournalPlace place, FilterBudget budget) {
    List<Charge> past = new ArrayList<>();
    String header = "filter " + budget.header();
    ChargeJournal journal =
        ChargeJournal.open(storage, place, header, JournalCosts.of(budget), past::add);
    PrivacyFilter filter = new PrivacyFilter(budget, journal, past);
    if (budget.exceeded(filter.balances).isPresent()) {
      journal.close();
      throw new JournalException(place.path().toString(), "its charges exceed its own budget");
    }
    return filter;
  }

  /**
   * The guarantee of the whole interaction, for every choice of its charges.
   *
   * @return the budget
   */
  public Guarantee budget() {
    return budget.guarantee();
  }

  /**
   * The limits and the amounts spent.
   *
   * @return one balance for each limit, unmodifiable
   */
  public List<Balance> balances() {
    synchronized (lock) {
      return balances;
    }
  }

  /**
   * Charges the smallest proved cost of an event. An event under another relation than the budget's
   * is restated where a theorem allows it. {@link Restatement#of}, the journal and the reason of a
   * refusal list the restated parts.
   *
   * @param event the event that is about to run; chosen from past outputs only
   * @return the decision
   * @throws UnsupportedEventException if the event cannot be bounded in the budget's currency and
   *     relation; nothing is charged
   * @throws IllegalArgumentException if the bound is infinite; nothing is charged
   * @throws JournalException if the journal was removed, replaced or changed by somebody else; the
   *     charge must count as spent
   * @throws java.io.UncheckedIOException if the charge cannot be booked; it must count as spent
   */
  public FilterDecision tryCharge(DpEvent event) {
    Parameters.requireGiven("event", event);
    return decide(Charge.of(event, budget.guarantee().adjacency(), budget.cost(event)));
  }

  /**
   * Charges the guarantee that a mechanism is known to satisfy given everything released before.
   *
   * @param charge a guarantee that bounds what the budget limits; chosen from past outputs only
   * @return the decision
   * @throws IllegalArgumentException if the charge is about another relation, bounds nothing that
   *     the budget limits, or is infinite; nothing is charged
   * @throws JournalException if the journal was removed, replaced or changed by somebody else; the
   *     charge must count as spent
   * @throws java.io.UncheckedIOException if the charge cannot be booked; it must count as spent
   */
  public FilterDecision tryCharge(Guarantee charge) {
    Parameters.requireGiven("charge", charge);
    return decide(new Charge(charge.describe(), budget.cost(charge)));
  }

  private FilterDecision decide(Charge charge) {
    synchronized (lock) {
      List<Balance> next = plus(balances, charge.costs());
      OptionalInt limit = budget.exceeded(next);
      if (limit.isPresent()) {
        int i = limit.getAsInt();
        String reason = charge.label() + excess(balances.get(i), next.get(i));
        return new FilterDecision.Refused(reason, balances);
      }
      log.append(charge);
      balances = next;
      granted++;
      return new FilterDecision.Granted(granted, balances);
    }
  }

  /**
   * The excess in words; for a small excess with the cost that would fit, as a rounded parameter
   * may be the reason.
   */
  static String excess(Balance before, Balance exceeded) {
    Rational excess = exceeded.spent().minus(exceeded.limit());
    String words =
        " would exceed the limit on "
            + exceeded.name()
            + " by "
            + Enclosure.exact(excess.up()).upperDecimal();
    return excess.compareTo(exceeded.limit().times(LITTLE)) < 0
        ? words
            + ", which is less than 1e-9 of it: what costs at most "
            + Enclosure.exact(before.remainingDown()).lowerDecimal()
            + " fits, and a limit of at least "
            + Enclosure.exact(exceeded.spent().up()).upperDecimal()
            + " would hold this too"
        : words;
  }

  static List<Balance> plus(List<Balance> balances, List<Rational> cost) {
    List<Balance> sum = new ArrayList<>(balances.size());
    for (int i = 0; i < balances.size(); i++) {
      sum.add(balances.get(i).plus(cost.get(i)));
    }
    return List.copyOf(sum);
  }

  /**
   * The position of the journal. An anchor that is stored elsewhere lets {@link #open(Path,
   * Guarantee, Durability, JournalAnchor)} detect that the journal was cut off or replaced.
   *
   * @return the anchor, or nothing for a filter that lives as long as the process
   */
  public Optional<JournalAnchor> anchor() {
    synchronized (lock) {
      return log.anchor();
    }
  }

  /** Closes the journal, if there is one; charges of a filter with a journal then throw. */
  @Override
  public void close() {
    synchronized (lock) {
      log.close();
    }
  }

  /** The budget, the number of charges granted and what is left. */
  @Override
  public String toString() {
    synchronized (lock) {
      List<String> left = balances.stream().map(Balance::toString).toList();
      String limits = Brief.of("limits", left);
      return "filter of " + Brief.of(budget().describe()) + ", granted: " + granted + ", " + limits;
    }
  }
}
