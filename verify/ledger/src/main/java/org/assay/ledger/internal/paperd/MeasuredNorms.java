package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;
import static org.assay.ledger.internal.claim.Precise.sqrt;

import java.math.BigDecimal;
import java.util.function.UnaryOperator;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.paperd.BinnedDivergence.Bounds;

/**
 * Three steps of Algorithm 3 that its recorded spending allows. All slopes are constant, with a
 * mean of length L0/2; one record's slope is ±L0 across. With m = n√ρ, a measured norm is (L0/2)(1
 * + 2Z/√m).
 *
 * <p>The dimension and β determine √c = √(d ln(m/β)). They are such that the noise of a gradient is
 * s(1+h)(1 + 2Z/√m), with s = 2L0/m the least one. The number h is just large enough: two entries
 * are at most ρ/4 as long as Z ≥ -{@link #REACH}. A third step is then made. As long as |Z| ≤
 * {@link #REACH}, all noise is between s and λs. The sum of the three gradients across, in the unit
 * √3 s, is then ±√(3ρ)/2 plus noise between 1 and λ. Measured norms have one distribution for both
 * neighbours.
 *
 * @param size m = n√ρ, at least 1000
 * @param rho ρ
 */
record MeasuredNorms(double size, double rho) {
  /** Bound of |Z| in the proof, in standard deviations. */
  private static final double REACH = 9;

  /** The intervals reach this many standard deviations beyond the means. */
  private static final double SPAN = 7;

  /** λ, the largest noise divided by the least one. */
  private Enclosure widest() {
    Enclosure reach = Enclosure.exact(2 * REACH).dividedBy(Enclosure.exact(size).sqrt());
    Enclosure booked = Enclosure.ONE.minus(Enclosure.exact(4).dividedBy(size)).sqrt();
    return reach.plus(1).dividedBy(booked.times(Enclosure.ONE.minus(reach)));
  }

  private BinnedDivergence bins() {
    double mean = Math.sqrt(0.75 * rho);
    return new BinnedDivergence(-mean - SPAN, 3 * mean + SPAN);
  }

  /** A lower bound on D_2 of the released iterates. */
  Enclosure order2() {
    Enclosure mean = Enclosure.exact(rho).times(0.75).sqrt();
    Enclosure widest = widest();
    double escape = NormalTail.upperTail(Enclosure.exact(REACH)).times(6).upper();
    return bins()
        .order2(x -> beyond(x, mean, widest), x -> beyond(x, mean.negate(), widest), escape);
  }

  private static Enclosure beyond(double x, Enclosure mean, Enclosure widest) {
    Enclosure distance = Enclosure.exact(x).minus(mean);
    return NormalTail.upperTail(distance).hull(NormalTail.upperTail(distance.dividedBy(widest)));
  }

  /** The bound {@link #order2} by arbitrary precision. */
  BigDecimal preciseOrder2() {
    BigDecimal mean = sqrt(exactly(rho).multiply(exactly(0.75)));
    BigDecimal reach = divide(exactly(2 * REACH), sqrt(exactly(size)));
    BigDecimal one = BigDecimal.ONE;
    BigDecimal booked = sqrt(one.subtract(divide(exactly(4), exactly(size))));
    BigDecimal widest = divide(one.add(reach), booked.multiply(one.subtract(reach)));
    BigDecimal escape = Precise.upperTail(exactly(REACH)).multiply(exactly(6));
    UnaryOperator<BigDecimal> narrowed = distance -> divide(distance, widest);
    return bins()
        .preciseOrder2(
            x -> preciseBeyond(exactly(x).subtract(mean), narrowed),
            x -> preciseBeyond(exactly(x).add(mean), narrowed),
            escape);
  }

  private static Bounds preciseBeyond(BigDecimal distance, UnaryOperator<BigDecimal> narrowed) {
    BigDecimal one = Precise.upperTail(distance);
    BigDecimal other = Precise.upperTail(narrowed.apply(distance));
    return new Bounds(one.min(other), one.max(other));
  }

  /** Runs of these steps, against a claim of ρ. */
  static Experiment<Double> attack(double size, double rho) {
    double norm = 0.5;
    double least = size * norm * (1 - 2 * REACH / Math.sqrt(size));
    double spread = (0.25 - 1 / size) * least * least;
    return new ListedDescent(size, rho, spread, norm, 10).attack(rho);
  }

  /** Bound of the deviations of measured norms. */
  static double reach() {
    return REACH;
  }
}
