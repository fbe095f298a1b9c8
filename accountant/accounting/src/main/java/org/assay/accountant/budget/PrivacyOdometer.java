package org.assay.accountant.budget;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.accounting.Restatement;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.calculus.MonotoneInverse;
import org.assay.accountant.internal.storage.Storage;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Reports how much privacy an interaction has lost so far, without limiting it. For each pair of
 * neighbours, with probability at least {@code 1 - delta} the privacy loss {@code log(P/Q)} of
 * everything released stays below the reported bound at all times at once (
 * [@RogersRothUllmanVadhan2016]; bound by Ville's inequality, [@Ville1939], in {@code
 * doc-files/adaptive-composition.md}). So the bound also holds at a time chosen by looking at the
 * outputs. Mechanisms and their parameters may be chosen from everything released before.
 *
 * <p>Sums of divergences are exact ({@link Rational#plusUp}); bounds are rounded up. Safe for use
 * by several threads.
 */
public final class PrivacyOdometer implements AutoCloseable {
  private final Object lock = new Object();
  private final RenyiCharges charges;
  private final AdjacencyRelation adjacency;
  private final double delta;
  private final ChargeLog log;
  private List<Rational> sums;
  private long recorded;

  private PrivacyOdometer(
      AdjacencyRelation adjacency,
      RenyiCharges charges,
      double delta,
      ChargeLog log,
      List<Charge> past) {
    this.charges = charges;
    this.adjacency = adjacency;
    this.delta = delta;
    this.log = log;
    this.sums = Collections.nCopies(charges.orders().size(), Rational.ZERO);
    past.forEach(charge -> sums = plus(sums, charge));
    this.recorded = past.size();
  }

  /**
   * Orders that suit most interactions: {@code 1 + 2^(k/2)} from 1.5 to 1025.
   *
   * @return the orders, unmodifiable
   */
  public static SortedSet<Double> defaultOrders() {
    return IntStream.rangeClosed(-2, 20)
        .mapToObj(k -> 1 + Math.pow(2, k / 2.0))
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(TreeSet::new), Collections::unmodifiableSortedSet));
  }

  /**
   * An odometer that lives as long as the process.
   *
   * @param adjacency the relation of the bound
   * @param orders Rényi orders that are summed; each costs its share of delta
   * @param delta the probability that the bound ever fails, strictly between 0 and 1
   * @return the odometer
   * @throws IllegalArgumentException if there is no order or a parameter is out of range
   */
  public static PrivacyOdometer of(
      AdjacencyRelation adjacency, SortedSet<Double> orders, double delta) {
    RenyiCharges charges = checked(adjacency, orders, delta);
    return new PrivacyOdometer(adjacency, charges, delta, ChargeLog.NONE, List.of());
  }

  /**
   * An odometer whose charges are booked in a file and are all restored when it is reopened, as for
   * {@link PrivacyFilter#open}.
   *
   * @param journal the file; created if missing
   * @param adjacency the relation of the bound
   * @param orders Rényi orders that are summed
   * @param delta the probability that the bound ever fails, strictly between 0 and 1
   * @param durability the failures that a recorded charge survives
   * @return the odometer; close it to let others open the journal
   * @throws IllegalArgumentException if a parameter is out of range or the journal was opened with
   *     others
   * @throws JournalException if the journal is damaged or in use
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyOdometer open(
      Path journal,
      AdjacencyRelation adjacency,
      SortedSet<Double> orders,
      double delta,
      Durability durability) {
    return open(JournalPlace.of(journal, durability), adjacency, orders, delta);
  }

  /**
   * Opens a journal that is known to hold the charges of an anchor.
   *
   * @param journal the file
   * @param adjacency the relation of the bound
   * @param orders Rényi orders that are summed
   * @param delta the probability that the bound ever fails, strictly between 0 and 1
   * @param durability the failures that a recorded charge survives
   * @param anchor an {@link #anchor()} of this journal that was kept elsewhere
   * @return the odometer; close it to let others open the journal
   * @throws IllegalArgumentException if a parameter is out of range or the journal was opened with
   *     others
   * @throws JournalException if the journal is damaged or in use, or does not hold what it held at
   *     the anchor
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyOdometer open(
      Path journal,
      AdjacencyRelation adjacency,
      SortedSet<Double> orders,
      double delta,
      Durability durability,
      JournalAnchor anchor) {
    return open(JournalPlace.of(journal, durability).withAnchor(anchor), adjacency, orders, delta);
  }

  /**
   * Opens a journal with further requirements, such as a key against forgery.
   *
   * @param place the file and its requirements
   * @param adjacency the relation of the bound
   * @param orders Rényi orders that are summed
   * @param delta the probability that the bound ever fails, strictly between 0 and 1
   * @return the odometer; close it to let others open the journal
   * @throws IllegalArgumentException if a parameter is out of range or the journal was opened with
   *     others
   * @throws JournalException if the journal is damaged or in use, was not begun with the key, or
   *     does not hold what it held at the anchor
   * @throws java.io.UncheckedIOException if the file cannot be read or written
   */
  public static PrivacyOdometer open(
      JournalPlace place, AdjacencyRelation adjacency, SortedSet<Double> orders, double delta) {
    Parameters.requireGiven("place", place);
    RenyiCharges charges = checked(adjacency, orders, delta);
    String header =
        charges.orders().stream()
            .map(Double::toHexString)
            .collect(
                Collectors.joining(
                    ",", "odometer " + adjacency + " " + Double.toHexString(delta) + ":", ""));
    List<Charge> past = new ArrayList<>();
    JournalCosts costs = new JournalCosts(orders.size(), Charge::exactly);
    ChargeLog log = ChargeJournal.open(Storage.ofSystem(), place, header, costs, past::add);
    return new PrivacyOdometer(adjacency, charges, delta, log, past);
  }

  private static RenyiCharges checked(
      AdjacencyRelation adjacency, SortedSet<Double> orders, double delta) {
    Parameters.requireGiven("adjacency", adjacency);
    Parameters.requireOpenProbability("delta", delta);
    Parameters.requireAtLeastOne("number of orders", orders.size());
    return new RenyiCharges(adjacency, orders);
  }

  /**
   * Records an event, at the smallest divergences that are proved for it. Call this before the
   * event runs, so that a failure in between leaves the bound valid. An event under another
   * relation than the odometer's is restated where a theorem allows it; {@link Restatement#of} and
   * the journal list the restated parts.
   *
   * @param event the event that is about to run; chosen from past outputs only
   * @return number of charges recorded now
   * @throws UnsupportedEventException if the event cannot be bounded; nothing is recorded
   * @throws IllegalArgumentException if the bound is infinite at an order; nothing is recorded
   * @throws JournalException if the journal was removed, replaced or changed by somebody else
   * @throws java.io.UncheckedIOException if the charge cannot be booked
   */
  public long record(DpEvent event) {
    Parameters.requireGiven("event", event);
    return record(Charge.of(event, adjacency, charges.of(event)));
  }

  /**
   * Records the guarantee that a mechanism is known to satisfy given everything released before.
   *
   * @param charge a guarantee that bounds Rényi divergences; chosen from past outputs only
   * @return number of charges recorded now
   * @throws IllegalArgumentException if the charge is about another relation or bounds no
   *     divergence; nothing is recorded
   * @throws JournalException if the journal was removed, replaced or changed by somebody else
   * @throws java.io.UncheckedIOException if the charge cannot be booked
   */
  public long record(Guarantee charge) {
    Parameters.requireGiven("charge", charge);
    return record(new Charge(charge.describe(), charges.of(charge)));
  }

  private long record(Charge charge) {
    synchronized (lock) {
      log.append(charge);
      sums = plus(sums, charge);
      recorded++;
      return recorded;
    }
  }

  /**
   * The relation of the bound.
   *
   * @return the adjacency relation
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * The probability that the bound ever fails.
   *
   * @return delta
   */
  public double delta() {
    return delta;
  }

  /**
   * The bound that mixes all orders: the largest u with {@code sum over the m orders a of
   * exp((a-1)(u - S_a)) / m ≤ 1/delta}, where {@code S_a} is the sum of divergences at order a.
   * Never above {@link #lossBoundByUnion()}, up to rounding.
   *
   * @return an upper bound on the privacy loss of everything recorded so far
   */
  public double lossBound() {
    return LossBound.byMixture(charges.orders(), currentSums(), delta);
  }

  /**
   * The bound of the best single order: {@code min over the m orders a of S_a +
   * log(m/delta)/(a-1)}.
   *
   * @return an upper bound on the privacy loss of everything recorded so far
   */
  public double lossBoundByUnion() {
    return LossBound.byUnion(charges.orders(), currentSums(), delta);
  }

  private List<Double> currentSums() {
    List<Rational> exact;
    synchronized (lock) {
      exact = sums;
    }
    return exact.stream().map(Rational::up).toList();
  }

  private static List<Rational> plus(List<Rational> sums, Charge charge) {
    return IntStream.range(0, sums.size())
        .mapToObj(i -> sums.get(i).plusUp(charge.costs().get(i)))
        .toList();
  }

  /**
   * The position of the journal, to be stored elsewhere and checked when the journal is opened
   * again.
   *
   * @return the anchor, or nothing for an odometer that lives as long as the process
   */
  public Optional<JournalAnchor> anchor() {
    synchronized (lock) {
      return log.anchor();
    }
  }

  /** Closes the journal, if there is one; charges of an odometer with a journal then throw. */
  @Override
  public void close() {
    synchronized (lock) {
      log.close();
    }
  }

  /** The relation, the number of charges and the bound of the loss so far. */
  @Override
  public String toString() {
    synchronized (lock) {
      String bound = Enclosure.exact(lossBound()).upperDecimal();
      return "odometer under "
          + adjacency
          + ", recorded: "
          + recorded
          + ", loss at most "
          + bound
          + " but for delta "
          + delta;
    }
  }

  /**
   * Upper bounds on a privacy loss that hold at all times at once, from sums of Rényi divergences
   * and Ville's inequality: {@code doc-files/adaptive-composition.md}.
   */
  static final class LossBound {
    private LossBound() {}

    /** The bound with an equal share of delta for each order. */
    static double byUnion(List<Double> orders, List<Double> sums, double delta) {
      double logShares = logInverseShare(orders.size(), delta).upper();
      double smallest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < orders.size(); i++) {
        double b = Rounding.subtractDown(orders.get(i), 1);
        double bound = Rounding.addUp(sums.get(i), Rounding.divideUp(logShares, b));
        smallest = Math.min(smallest, bound);
      }
      return smallest;
    }

    /**
     * The bound with the average of the orders' supermartingales, to which the inequality is
     * applied once.
     */
    static double byMixture(List<Double> orders, List<Double> sums, double delta) {
      double union = byUnion(orders, sums, delta);
      Enclosure logWeight = logInverseShare(orders.size(), delta).negate();
      Enclosure root =
          MonotoneInverse.ofRising(
              loss -> mixture(orders, sums, logWeight, loss), Enclosure.ONE, 0, union);
      return Math.min(union, root.upper());
    }

    /**
     * {@code delta/m · sum of exp((a-1)(loss - S_a))}, which may reach 1 with probability delta.
     */
    private static Enclosure mixture(
        List<Double> orders, List<Double> sums, Enclosure logWeight, double loss) {
      Enclosure total = Enclosure.ZERO;
      for (int i = 0; i < orders.size(); i++) {
        Enclosure b = Enclosure.exact(orders.get(i)).minus(1);
        Enclosure exponent = Enclosure.exact(loss).minus(sums.get(i)).times(b).plus(logWeight);
        total = total.plus(exponent.exp());
      }
      return total;
    }

    /** {@code log(m/delta)}. */
    private static Enclosure logInverseShare(int orders, double delta) {
      return Enclosure.exact(orders).dividedBy(delta).log();
    }
  }
}
