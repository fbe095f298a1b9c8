package org.assay.accountant.accounting;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.analysis.rdp.RdpAnalysis;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.curve.RenyiConversion;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
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
  private final RdpAnalysis analysis;
  private final RdpCurve curve;
  private final List<DpEvent> ledger;

  private Accountant(RdpAnalysis analysis, RdpCurve curve, List<DpEvent> ledger) {
    this.analysis = analysis;
    this.curve = curve;
    this.ledger = List.copyOf(ledger);
  }

  /**
   * An empty ledger that accounts by Rényi divergences.
   *
   * @param adjacency the relation that guarantees are about
   * @return the accountant
   */
  public static Accountant rdp(AdjacencyRelation adjacency) {
    return new Accountant(new RdpAnalysis(adjacency), RdpCurve.zero(adjacency), List.of());
  }

  /**
   * The accountant after one more event; this one is unchanged.
   *
   * @param event what was run
   * @return the new accountant
   * @throws UnsupportedEventException if the event cannot be bounded under the relation
   */
  public Accountant compose(DpEvent event) {
    RdpCurve sum = curve.plus(analysis.analyze(event));
    List<DpEvent> longer = new ArrayList<>(ledger);
    longer.add(event);
    return new Accountant(analysis, sum, longer);
  }

  /**
   * What has been composed so far.
   *
   * @return the events in order, unmodifiable
   */
  public List<DpEvent> ledger() {
    return ledger;
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
    return RenyiConversion.bestEpsilon(curve, delta).max(Enclosure.ZERO);
  }

  /**
   * Epsilon at a delta by the best conversion of Rényi divergences known here, the lossless one of
   * [@AsoodehEtAl2021]: never above {@link #epsilonAt}, and slower. {@link TightestBound} looks at
   * the events instead of their Rényi divergences, and is tighter for most of them.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure whose upper end is a guarantee, with ends as in {@link
   *     RenyiConversion#tightestEpsilon}
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure tightestEpsilonAt(double delta) {
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
   * @return the upper end of {@link #tightestEpsilonAt} as a statement
   * @throws IllegalArgumentException if delta is out of range
   */
  public Guarantee guaranteeAt(double delta) {
    return new Guarantee.Approximate(tightestEpsilonAt(delta).upper(), delta, analysis.adjacency());
  }
}
