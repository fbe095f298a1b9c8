package org.assay.testing.contract;

import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;

/**
 * jqwik properties to inherit, for events of your own, such as a {@link
 * org.assay.accountant.event.CertifiedEvent} with a curve that was proved elsewhere. They check the
 * event with the accountant. Rényi divergences are enclosures, so "equal" means overlapping.
 *
 * <pre>{@code
 * class OurMechanismProperties implements EventContract {
 *   public DpEvent event() { return new CertifiedEvent("ours", citation, curve); }
 * }
 * }</pre>
 */
public interface EventContract {
  /**
   * The event under test.
   *
   * @return the event; the same each time
   */
  DpEvent event();

  /**
   * Repeating an event equals composing it as many times.
   *
   * @param order an order
   * @param count how many times
   */
  @Property(tries = 50)
  default void repetitionIsThatManySingleCompositions(
      @ForAll @DoubleRange(min = 1.01, max = 256) @Scale(4) double order,
      @ForAll @IntRange(min = 1, max = 8) int count) {
    List<DpEvent> singles = Collections.nCopies(count, event());
    Enclosure apart =
        accountant().compose(DpEvent.sequence(singles.toArray(DpEvent[]::new))).curve().at(order);
    requireOverlap(apart, curve(event().times(count)).at(order), "repetition");
  }

  /**
   * Repetitions of repetitions multiply.
   *
   * @param order an order
   * @param inner inner number of repetitions
   * @param outer outer number of repetitions
   */
  @Property(tries = 50)
  default void nestedRepetitionMultiplies(
      @ForAll @DoubleRange(min = 1.01, max = 256) @Scale(4) double order,
      @ForAll @IntRange(min = 1, max = 100) int inner,
      @ForAll @IntRange(min = 1, max = 100) int outer) {
    Enclosure nested = curve(event().times(inner).times(outer)).at(order);
    requireOverlap(nested, curve(event().times((long) inner * outer)).at(order), "nesting");
  }

  /**
   * Divergences are at least 0 and rise with the order.
   *
   * @param one an order
   * @param other another
   */
  @Property(tries = 100)
  default void divergenceRisesWithTheOrder(
      @ForAll @DoubleRange(min = 1.01, max = 256) @Scale(4) double one,
      @ForAll @DoubleRange(min = 1.01, max = 256) @Scale(4) double other) {
    RdpCurve curve = curve(event());
    Enclosure low = curve.at(Math.min(one, other));
    Enclosure high = curve.at(Math.max(one, other));
    require(
        low.upper() >= 0 && low.lower() <= high.upper(),
        "the divergence falls from "
            + low
            + " to "
            + high
            + " between the orders "
            + one
            + " and "
            + other);
  }

  /**
   * No order exceeds the line of zero concentration, if there is such a line.
   *
   * @param order an order
   */
  @Property(tries = 100)
  default void noOrderIsAboveTheLineOfZeroConcentration(
      @ForAll @DoubleRange(min = 1.001, max = 256) @Scale(4) double order) {
    RdpCurve curve = curve(event());
    double line = order * curve.zeroConcentration() * (1 + 1e-12);
    require(
        curve.at(order).lower() <= line,
        curve.at(order) + " at order " + order + " is above order times rho, " + line);
  }

  /**
   * Epsilon falls as delta rises.
   *
   * @param one exponent of a delta
   * @param other exponent of another
   */
  @Property(tries = 50)
  default void epsilonFallsWithDelta(
      @ForAll @DoubleRange(min = -12, max = -0.5) double one,
      @ForAll @DoubleRange(min = -12, max = -0.5) double other) {
    Accountant accountant = accountant().compose(event());
    Enclosure less = accountant.epsilonAt(Math.pow(10, Math.min(one, other)));
    Enclosure more = accountant.epsilonAt(Math.pow(10, Math.max(one, other)));
    require(
        more.lower() <= less.upper(),
        "epsilon rises from " + less + " to " + more + " while delta rises");
  }

  /** The accountant's ledger names the event. */
  @Property(tries = 1)
  default void ledgerKeepsWhatWasComposed() {
    String written = accountant().compose(event()).ledger().get(0).describe();
    require(
        !written.isBlank() && written.equals(event().describe()),
        "the ledger says '" + written + "', the event '" + event().describe() + "'");
  }

  private Accountant accountant() {
    return Accountant.rdp(event().adjacency());
  }

  private RdpCurve curve(DpEvent composed) {
    return accountant().compose(composed).curve();
  }

  private static void requireOverlap(Enclosure one, Enclosure other, String what) {
    boolean overlap = one.lower() <= other.upper() && other.lower() <= one.upper();
    require(overlap, what + ": " + one + " and " + other + " have nothing in common");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }
}
