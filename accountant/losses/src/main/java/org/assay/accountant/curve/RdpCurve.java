package org.assay.accountant.curve;

import java.util.List;
import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.InterruptedComputationException;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * The Rényi divergence of a private computation as a function of the order. At every real order
 * above 1 the curve is an enclosure of the bound that the analysis proves. A tight analysis gives
 * {@code sup D_order(P ‖ Q)} over neighbours in both orders. The upper end is a guarantee.
 *
 * <p>Composition happens here and nowhere else: the curves of two computations add up
 * ([@Mironov2017], Proposition 1). The second computation may be chosen from the first output
 * within a bound fixed in advance.
 *
 * <p>Values at finitely many orders do not bound the largest orders. A curve therefore also carries
 * the slope of a line through the origin that bounds the divergence at every order, if one is
 * known.
 */
public final class RdpCurve {
  private final AdjacencyRelation adjacency;
  private final double zeroConcentration;
  private final boolean convex;

  /** Replaced by its flat equivalent at the first evaluation, which frees its parts. */
  private volatile CurveForm form;

  private RdpCurve(
      AdjacencyRelation adjacency, DoubleFunction<Enclosure> divergence, double zeroConcentration) {
    this(adjacency, new CurveForm.Values(divergence), zeroConcentration, true);
  }

  private RdpCurve(
      AdjacencyRelation adjacency, CurveForm form, double zeroConcentration, boolean convex) {
    this.adjacency = Parameters.requireGiven("adjacency", adjacency);
    this.form = form;
    this.zeroConcentration = zeroConcentration;
    this.convex = convex;
  }

  /**
   * A curve given by its values.
   *
   * @param adjacency the relation of the curve
   * @param divergence the enclosure of the divergence at each order above 1; must be a pure
   *     function, safe to call from any thread
   * @return the curve
   */
  public static RdpCurve of(AdjacencyRelation adjacency, DoubleFunction<Enclosure> divergence) {
    return new RdpCurve(adjacency, divergence, Double.POSITIVE_INFINITY);
  }

  /**
   * This curve for a computation that is known to be zero-concentrated differentially private.
   *
   * @param rho a bound on {@code divergence / order} at every order, at least 0; the smaller of
   *     this bound and the known one counts
   * @return the curve with the bound
   * @throws IllegalArgumentException if rho is NaN or negative
   */
  public RdpCurve withZeroConcentration(double rho) {
    if (!(rho >= 0)) {
      throw new IllegalArgumentException("rho was " + rho + ": it must be at least 0");
    }
    return new RdpCurve(adjacency, form, Math.min(rho, zeroConcentration), convex);
  }

  /**
   * This curve without the knowledge that {@code (order - 1) · divergence} is convex. Every
   * divergence has this property, but not every bound of a divergence. Conversions of the returned
   * curve, and of compositions with it, have no lower ends.
   *
   * @return the curve without that knowledge
   */
  public RdpCurve withoutConvexity() {
    return new RdpCurve(adjacency, form, zeroConcentration, false);
  }

  /** Whether {@code (order - 1) · divergence} is taken to be convex. */
  boolean convex() {
    return convex;
  }

  /**
   * The curve of a computation that does not look at the data.
   *
   * @param adjacency the relation
   * @return the curve that is 0 at every order
   */
  public static RdpCurve zero(AdjacencyRelation adjacency) {
    return new RdpCurve(adjacency, new CurveForm.Flat(List.of()), 0, true);
  }

  /**
   * The line {@code order · rho} of zero-concentrated differential privacy.
   *
   * @param rho an enclosure of the slope, at least 0
   * @param adjacency the relation
   * @return the curve
   * @throws IllegalArgumentException if the slope reaches below 0
   */
  public static RdpCurve zeroConcentrated(Enclosure rho, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("rho", rho.lower());
    return new RdpCurve(adjacency, new CurveForm.Line(rho), rho.upper(), true);
  }

  /**
   * The line {@code order · rho} below an order, infinite from that order on: truncated
   * concentrated differential privacy ([@BunDworkRothblumSteinke2018], Definition 1).
   *
   * @param rho an enclosure of the slope, at least 0
   * @param omega the order from which the curve is infinite, above 1
   * @param adjacency the relation
   * @return the curve
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static RdpCurve truncatedConcentrated(
      Enclosure rho, double omega, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("rho", rho.lower());
    Parameters.requireOrder(omega);
    return new RdpCurve(
        adjacency,
        order -> order < omega ? rho.times(order) : Enclosure.exact(Double.POSITIVE_INFINITY),
        Double.POSITIVE_INFINITY);
  }

  /**
   * The relation of the curve.
   *
   * @return the adjacency relation
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * The known rho of zero-concentrated differential privacy ([@BunSteinke2016], Definition 1.1):
   * the divergence is at most {@code order · rho} at every order above 1. Slopes add under
   * composition ([@BunSteinke2016], Lemma 1.7).
   *
   * @return an upper bound, at least 0; infinite if none is known
   */
  public double zeroConcentration() {
    return zeroConcentration;
  }

  /**
   * The divergence at an order.
   *
   * @param order any real number above 1
   * @return an enclosure of the divergence, in nats; the upper end may be infinite
   * @throws IllegalArgumentException if the order is not finite or not above 1
   */
  public Enclosure at(double order) {
    InterruptedComputationException.check();
    Parameters.requireOrder(order);
    CurveForm made = form;
    CurveForm.Flat flat = made.flat();
    if (made != flat) {
      form = flat;
    }
    return flat.at(order);
  }

  /**
   * The curve of this computation followed by another, in constant time. Curves of the same origin
   * are counted and evaluated once, for any number of compositions.
   *
   * @param other the curve of the other computation
   * @return the sum of both
   * @throws IllegalArgumentException if the relations differ
   */
  public RdpCurve plus(RdpCurve other) {
    adjacency.requireSame(other.adjacency);
    return new RdpCurve(
        adjacency,
        CurveForm.sum(form, other.form),
        Rounding.addUp(zeroConcentration, other.zeroConcentration),
        convex && other.convex);
  }

  /**
   * The curve of this computation run a number of times, in constant time.
   *
   * @param count number of runs, at least 1
   * @return the multiple
   * @throws IllegalArgumentException if the count is below 1
   */
  public RdpCurve times(long count) {
    Parameters.requireAtLeastOne("count", count);
    Enclosure exactCount = Enclosure.ofCount(count);
    return new RdpCurve(
        adjacency,
        new CurveForm.Multiple(form, exactCount),
        Rounding.multiplyUp(zeroConcentration, exactCount.upper()),
        convex);
  }

  /**
   * The larger of two curves, for a computation that is one of two, or whose neighbours affect one
   * of two independent parts.
   *
   * @param other the other curve
   * @return the pointwise maximum
   * @throws IllegalArgumentException if the relations differ
   */
  public RdpCurve max(RdpCurve other) {
    adjacency.requireSame(other.adjacency);
    return new RdpCurve(
        adjacency,
        new CurveForm.Maximum(form, other.form),
        Math.max(zeroConcentration, other.zeroConcentration),
        convex && other.convex);
  }

  /**
   * The curve for neighbours that are several steps of the relation apart, {@code size · order · Σ
   * D(c)/c} over {@code c = size · order - i, 0 ≤ i < size}. Hölder's inequality proves the bound
   * for any curve that bounds one step. A line through the origin is multiplied by {@code size²},
   * as in [@BunSteinke2016], Proposition 1.9. Proof: {@code doc-files/group-privacy.md}. The result
   * times {@code (order - 1)} need not be convex.
   *
   * @param size number of steps, at least 1
   * @return a curve that bounds that many steps
   * @throws IllegalArgumentException if the size is below 1
   */
  public RdpCurve forGroupsOf(long size) {
    Parameters.requireAtLeastOne("size", size);
    if (size == 1) {
      return this;
    }
    double squared = Enclosure.ofCount(size).square().upper();
    return new RdpCurve(
        adjacency,
        new CurveForm.Values(order -> new GroupDivergence(this, size).at(order)),
        Rounding.multiplyUp(zeroConcentration, squared),
        false);
  }

  /** The relation, and the line that bounds the curve at every order, if one is known. */
  @Override
  public String toString() {
    String line =
        zeroConcentration < Double.POSITIVE_INFINITY
            ? "at most the order times " + Enclosure.exact(zeroConcentration).upperDecimal()
            : "no line is known to bound it";
    return "Rényi curve under " + adjacency + ", " + line;
  }

  /**
   * The bound of {@code doc-files/group-privacy.md} for data sets several steps of the relation
   * apart.
   */
  static final class GroupDivergence {
    /**
     * Largest size whose sum is evaluated; above it the largest term is used for all terms. Not
     * tuned: bounds the time.
     */
    private static final long SUMMED = 64;

    /**
     * Largest order at which divergences are evaluated; above it only the bounding line is known.
     */
    private static final double LARGEST_ORDER = 0x1p52;

    private final RdpCurve curve;
    private final long size;

    GroupDivergence(RdpCurve curve, long size) {
      this.curve = curve;
      this.size = size;
    }

    Enclosure at(double order) {
      Enclosure top = Enclosure.ofCount(size).times(order);
      if (!(top.upper() <= LARGEST_ORDER)) {
        return Enclosure.of(0, onLine(order));
      }
      Enclosure sum = Enclosure.ZERO;
      if (size > SUMMED) {
        Enclosure smallest = top.minus(Enclosure.ofCount(size).minus(1));
        return atLeast(top).times(Enclosure.ofCount(size)).times(top).dividedBy(smallest);
      }
      for (int i = 0; i < size; i++) {
        Enclosure inner = top.minus(i);
        sum = sum.plus(atLeast(inner).times(top).dividedBy(inner));
      }
      return sum;
    }

    private double onLine(double order) {
      if (curve.zeroConcentration() == 0) {
        return 0;
      }
      double squared = Enclosure.ofCount(size).square().upper();
      return Rounding.multiplyUp(Rounding.multiplyUp(squared, order), curve.zeroConcentration());
    }

    /** The curve at an order that may need rounding; divergences rise with the order. */
    private Enclosure atLeast(Enclosure order) {
      double high = order.upper();
      double low = Math.max(order.lower(), Rounding.addUp(1, Double.MIN_VALUE));
      return low >= high
          ? curve.at(high)
          : Enclosure.of(curve.at(low).lower(), curve.at(high).upper());
    }
  }
}
