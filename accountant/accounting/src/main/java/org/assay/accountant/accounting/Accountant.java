package org.assay.accountant.accounting;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * An immutable ledger of events under one adjacency relation and the privacy they spend together.
 *
 * <pre>{@code
 * Guarantee guarantee =
 *     Accountant.rdp(AdjacencyRelation.ADD_OR_REMOVE)
 *         .compose(DpEvent.gaussian(1.1, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(0.01).times(10_000))
 *         .guaranteeAt(1e-5);
 * }</pre>
 */
public final class Accountant {
  private final RecentCurves curves;
  private final RdpCurve curve;
  private final EventLedger ledger;

  private Accountant(RecentCurves curves, RdpCurve curve, EventLedger ledger) {
    this.curves = curves;
    this.curve = curve;
    this.ledger = ledger;
  }

  /**
   * An empty ledger that accounts by Rényi divergences.
   *
   * @param adjacency the relation of the guarantees
   * @return the accountant
   */
  public static Accountant rdp(AdjacencyRelation adjacency) {
    return new Accountant(
        new RecentCurves(Parameters.requireGiven("adjacency", adjacency)),
        RdpCurve.zero(adjacency),
        EventLedger.EMPTY);
  }

  /**
   * The accountant after one more event; this one is unchanged. Time and memory do not depend on
   * the number of earlier events, and an event that was composed recently is not evaluated again.
   * An event under another relation is restated where a theorem allows it, and then listed in
   * {@link #restatements}.
   *
   * @param event what was run
   * @return the new accountant
   * @throws UnsupportedEventException if the event cannot be bounded under the relation
   */
  public Accountant compose(DpEvent event) {
    Parameters.requireGiven("event", event);
    return new Accountant(curves, curve.plus(curves.of(event)), ledger.with(event));
  }

  /**
   * What has been composed so far.
   *
   * @return the events in order, unmodifiable; a copy, so ask once
   */
  public List<DpEvent> ledger() {
    return ledger.events();
  }

  /**
   * The parts that were stated under another relation than the accountant's and restated by a
   * theorem.
   *
   * @return the parts of the ledger, each once; empty if all parts are under the accountant's
   *     relation
   */
  public List<Restatement> restatements() {
    return Restatements.of(ledger.events(), curve.adjacency());
  }

  /**
   * The Rényi curve of everything composed so far.
   *
   * @return the curve
   */
  public RdpCurve curve() {
    return curve;
  }

  /**
   * Epsilon at a delta: the conversion of [@CanonneKamathSteinke2020] minimised over all real
   * orders, and at least 0.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure of the minimum; the upper end is a guarantee
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilonAt(double delta) {
    return RenyiConversion.bestEpsilon(curve, delta);
  }

  /**
   * Epsilon at a delta by the best conversion of Rényi divergences known here, the lossless one of
   * [@AsoodehEtAl2021]. The result is never above {@link #epsilonAt}, and takes more time. {@link
   * TightestBound} uses the events instead of their Rényi divergences, and is tighter for most of
   * them.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure whose upper end is a guarantee, with ends as in {@link
   *     RenyiConversion#tightestEpsilon}
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure tightestRenyiEpsilonAt(double delta) {
    return RenyiConversion.tightestEpsilon(curve, delta);
  }

  /**
   * Delta at an epsilon, by the conversion of {@link #epsilonAt}, and at most 1.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure of the minimum; the upper end is a guarantee
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure deltaAt(double epsilon) {
    return RenyiConversion.bestLogDelta(curve, epsilon).exp().min(Enclosure.ONE);
  }

  /**
   * The guarantee at a delta, rounded to the safe side, by the best conversion.
   *
   * @param delta strictly between 0 and 1
   * @return the upper end of {@link #tightestRenyiEpsilonAt} as a statement
   * @throws IllegalArgumentException if delta is out of range
   */
  public Guarantee guaranteeAt(double delta) {
    return new Guarantee.Approximate(
        tightestRenyiEpsilonAt(delta).upper(), delta, curve.adjacency());
  }

  /** The relation and the composed events. */
  @Override
  public String toString() {
    List<String> events = ledger.events().stream().map(DpEvent::describe).toList();
    return "Rényi accountant under " + curve.adjacency() + ", " + Brief.of("events", events);
  }

  /**
   * Events in order, immutable: a longer ledger links to the shorter one, so that adding an event
   * takes constant time and memory.
   */
  static final class EventLedger {
    static final EventLedger EMPTY = new EventLedger(0, Optional.empty(), Optional.empty());

    private final int size;
    private final Optional<EventLedger> before;
    private final Optional<DpEvent> last;

    private EventLedger(int size, Optional<EventLedger> before, Optional<DpEvent> last) {
      this.size = size;
      this.before = before;
      this.last = last;
    }

    EventLedger with(DpEvent event) {
      return new EventLedger(Math.addExact(size, 1), Optional.of(this), Optional.of(event));
    }

    /** The events, copied. */
    List<DpEvent> events() {
      DpEvent[] events = new DpEvent[size];
      EventLedger ledger = this;
      while (ledger.last.isPresent()) {
        events[ledger.size - 1] = ledger.last.get();
        ledger = ledger.before.orElse(EMPTY);
      }
      return List.copyOf(Arrays.asList(events));
    }
  }

  /**
   * The curves of the most recent events. An event that occurs again has the same curve, which is
   * counted instead of evaluated again. Safe to share between threads.
   */
  static final class RecentCurves {
    /**
     * Largest number of curves: above the number of different steps that a training loop
     * alternates. Not tuned.
     */
    private static final int MOST = 64;

    private final AdjacencyRelation adjacency;
    private final Map<DpEvent, RdpCurve> recent = new LinkedHashMap<>(MOST, 0.75f, true);

    RecentCurves(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    synchronized RdpCurve of(DpEvent event) {
      RdpCurve known = recent.get(event);
      if (known != null) {
        return known;
      }
      RdpCurve curve = Steps.of(event, adjacency).renyi();
      recent.put(event, curve);
      if (recent.size() > MOST) {
        recent.remove(recent.keySet().iterator().next());
      }
      return curve;
    }
  }
}
