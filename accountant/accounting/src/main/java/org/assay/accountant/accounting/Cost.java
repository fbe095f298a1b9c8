package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.RunShape;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The cost of an event in each currency. Every currency has its own analysis. A conversion from
 * another currency would lose the gain by sampling: a step that uses few records has no Gaussian
 * bound better than a step that uses all.
 *
 * <p>The upper end of every enclosure is a guarantee. For epsilon and delta the lower end is that
 * of the method, which tells whether it is exact. The other lower ends are costs that some program
 * of the event's description has between some neighbours, and 0 where none are known ({@code
 * internal/analysis/doc-files/attained.md}). Immutable; every number is computed when requested.
 */
public final class Cost {
  /**
   * Relative accuracy of convolutions in the calibrations of algorithms. A check of such a
   * calibration needs the same accuracy, otherwise a target that is met appears to be missed. Not
   * tuned.
   */
  public static final double CALIBRATION_ACCURACY = 1e-3;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;
  private final double accuracy;

  private Cost(DpEvent event, AdjacencyRelation adjacency, double accuracy) {
    this.event = event;
    this.adjacency = adjacency;
    this.accuracy = accuracy;
  }

  /**
   * The cost of an event.
   *
   * @param event what is run
   * @param adjacency the relation of the cost
   * @return its cost
   */
  public static Cost of(DpEvent event, AdjacencyRelation adjacency) {
    return new Cost(
        Parameters.requireGiven("event", event),
        Parameters.requireGiven("adjacency", adjacency),
        Accuracy.ROUGH.needed());
  }

  /**
   * This cost with another accuracy of convolutions: see {@link TightestBound#withAccuracy}.
   *
   * @param relative the relative width to aim at, in (0, 1)
   * @return a new cost
   * @throws IllegalArgumentException if the accuracy is out of range
   */
  public Cost withAccuracy(double relative) {
    return new Cost(event, adjacency, Parameters.requireOpenProbability("accuracy", relative));
  }

  /**
   * The epsilon of pure differential privacy.
   *
   * @return the enclosure
   * @throws UnsupportedEventException if no theorem gives a part of the event a finite epsilon, or
   *     the event cannot be bounded under the relation
   */
  public Enclosure pureEpsilon() {
    double upper = Steps.of(event, adjacency).epsilon().upper();
    return between(attained().pureEpsilon(), upper);
  }

  /**
   * The epsilon of pure privacy; the upper end is infinite if no epsilon is known to suffice. The
   * lower end is infinite too if neighbours attain losses above every epsilon.
   *
   * @return the enclosure
   * @throws UnsupportedEventException if not even Rényi divergences of the event are bounded under
   *     the relation
   */
  public Enclosure pureEpsilonOrInfinity() {
    return ifKnown(this::pureEpsilon).orElseGet(this::unboundedPureEpsilon);
  }

  private Enclosure unboundedPureEpsilon() {
    double lower = attained().pureEpsilon();
    if (!(lower == Double.POSITIVE_INFINITY)) {
      // This call refuses the event if its relation does not fit.
      renyi();
    }
    return Enclosure.of(lower, Double.POSITIVE_INFINITY);
  }

  /**
   * Epsilon at a delta, by the tightest bound.
   *
   * @param delta strictly between 0 and 1
   * @return the bound and its method
   * @throws UnsupportedEventException if no known theorem bounds the event
   * @throws IllegalArgumentException if delta is out of range
   */
  public TightestBound.Bound epsilon(double delta) {
    return tightest().epsilon(delta);
  }

  /**
   * Delta at an epsilon, by the tightest bound.
   *
   * @param epsilon finite and at least 0
   * @return the bound and its method
   * @throws UnsupportedEventException if no known theorem bounds the event
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public TightestBound.Bound delta(double epsilon) {
    return tightest().delta(epsilon);
  }

  /**
   * The mu of Gaussian differential privacy.
   *
   * @return the enclosure
   * @throws UnsupportedEventException if no theorem bounds a part of the event by a Gaussian
   *     mechanism, or the event cannot be bounded under the relation
   */
  public Enclosure mu() {
    double lower = attained().mu();
    return between(lower, provedUnless(lower, () -> squaredMu().sqrt().upper()));
  }

  /**
   * The rho of zero-concentrated differential privacy: the smaller one of the bounds by the Rényi
   * curve and by mu.
   *
   * @return the enclosure; infinite where neither proves a finite one
   * @throws UnsupportedEventException if no known theorem bounds the event's Rényi divergences
   */
  public Enclosure rho() {
    double lower = attained().rho();
    return between(lower, provedUnless(lower, this::provedRho));
  }

  private double provedRho() {
    double byCurve = rhoByCurve().upper();
    return ifKnown(() -> Math.min(byCurve, rhoByMu().upper())).orElse(byCurve);
  }

  /**
   * The rho of the Rényi curve: see {@link RdpCurve#zeroConcentration}.
   *
   * @return a bound, so with a lower end of 0; infinite where none is known for all orders
   * @throws UnsupportedEventException if no known theorem bounds the event's Rényi divergences
   */
  public Enclosure rhoByCurve() {
    return Enclosure.of(0, renyi().zeroConcentration());
  }

  /**
   * The rho of mu-Gaussian differential privacy, mu²/2.
   *
   * @return the enclosure
   * @throws UnsupportedEventException as {@link #mu}
   */
  public Enclosure rhoByMu() {
    return squaredMu().times(0.5);
  }

  /**
   * The Rényi divergences.
   *
   * @return the curve
   * @throws UnsupportedEventException if no known theorem bounds them
   */
  public RdpCurve renyi() {
    return Steps.of(event, adjacency).renyi();
  }

  /**
   * The Rényi divergence of an order.
   *
   * @param order above 1
   * @return the enclosure
   * @throws UnsupportedEventException if no known theorem bounds it
   * @throws IllegalArgumentException if the order is out of range
   */
  public Enclosure renyi(double order) {
    double lower = attained().renyi(order);
    return between(lower, provedUnless(lower, () -> renyi().at(order).upper()));
  }

  private AttainedCost attained() {
    return new AttainedCost(event, adjacency);
  }

  /** An infinite attained cost needs no upper bound, and has none. */
  private static double provedUnless(double attained, DoubleSupplier upper) {
    return attained == Double.POSITIVE_INFINITY ? attained : upper.getAsDouble();
  }

  private Enclosure between(double lower, double upper) {
    ContradictionException.requireOrdered(lower, upper, event.describe());
    return Enclosure.of(lower, upper);
  }

  private Enclosure squaredMu() {
    return Steps.of(event, adjacency).squaredMu();
  }

  private TightestBound tightest() {
    return TightestBound.of(event, adjacency).withAccuracy(accuracy);
  }

  /** What is run, and the relation. */
  @Override
  public String toString() {
    return "cost of " + Brief.of(event.describe()) + " under " + adjacency;
  }

  /**
   * Lower bounds of an event's cost: some program that fits the event's description has this cost.
   * A bound is attained by two concrete neighbours, and is 0 if no such neighbours are known.
   * Proofs: {@code internal/analysis/doc-files/attained.md}.
   */
  private static final class AttainedCost {
    /**
     * Rényi orders at which rho is computed, as divergence over order. Bounded losses have the
     * largest quotient next to order 1, Gaussian tails at large orders. Not tuned: more orders
     * could only raise the lower bound.
     */
    private static final double[] ORDERS = {
      1 + 0x1p-40, 1 + 0x1p-20, 1 + 0x1p-10, 1.0625, 1.5, 2, 3, 4, 8, 16, 64, 256, 0x1p12, 0x1p16
    };

    /**
     * The order whose divergence approximates the largest loss, the limit of large orders. Not
     * tuned.
     */
    private static final double LARGEST_ORDER = 0x1p40;

    private final DpEvent event;
    private final AdjacencyRelation adjacency;
    private final Steps steps;
    private final RdpCurve divergences;
    private final RunShape shape;

    AttainedCost(DpEvent event, AdjacencyRelation adjacency) {
      this.event = event;
      this.adjacency = adjacency;
      this.steps = Steps.of(event, adjacency);
      this.divergences = steps.attained();
      this.shape = steps.shape();
    }

    /** The Rényi divergence of an order. */
    double renyi(double order) {
      return divergences.at(Parameters.requireOrder(order)).lower();
    }

    /** The least rho with divergences of at most rho times the order, at the orders above. */
    double rho() {
      return DoubleStream.of(ORDERS)
          .map(order -> Rounding.divideDown(renyi(order), order))
          .max()
          .orElseThrow();
    }

    /**
     * The mu of Gaussian differential privacy. A mechanism that is mu-GDP has rho at most {@code
     * mu²/2}, and at epsilon 0 its delta is at most the Gaussian one. Both give a least mu.
     */
    double mu() {
      if (shape.gaussian() && shape.attainsPairs()) {
        return steps.squaredMu().sqrt().lower();
      }
      double byLine = Rounding.sqrtDown(Rounding.multiplyDown(2, rho()));
      return byLine < Double.POSITIVE_INFINITY && shape.attainsProfile()
          ? Math.max(byLine, muOfDelta())
          : byLine;
    }

    private double muOfDelta() {
      Bound bound = TightestBound.of(event, adjacency).delta(0);
      double delta = bound.method().exact() ? bound.value().lower() : 0;
      return delta > 0 && delta < 1 ? GaussianMechanism.mu(0, delta).lower() : 0;
    }

    /**
     * The epsilon of pure differential privacy: the largest loss. The epsilon is infinite if the
     * pairs are attained and their losses are unbounded.
     */
    double pureEpsilon() {
      return shape.attainsPairs() ? largestLoss() : renyi(LARGEST_ORDER);
    }

    private double largestLoss() {
      return ifKnown(() -> steps.epsilon().lower()).orElse(Double.POSITIVE_INFINITY);
    }
  }
}
