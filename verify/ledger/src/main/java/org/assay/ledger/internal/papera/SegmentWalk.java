package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.internal.precision.PreciseFunctions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.ledger.internal.claim.Precise;

/**
 * A certified lower bound on the privacy of the last iterate of projected noisy gradient descent on
 * a segment, from its middle. One record has slope L against -L, the others have slope 0. All share
 * a quadratic part λw²/2, by which a step multiplies distances by |c_t|, c_t = 1 - η_t λ.
 *
 * <p>Without projection the last iterates are Gaussians of one variance s². Their means are m = L
 * η_t/B_t Π_{s>t} |c_s| to the left and to the right. A walk leaves the segment of half width h
 * with probability at most e = 2T Pr[N(0,1) > (h-m)/s], as no earlier variance is larger. An
 * interval therefore has at least its Gaussian probability minus e, and at most that plus e. By
 * data processing
 *
 * <pre>D_2 ≥ log Σ_i (p_i - e)²/(q_i + e),</pre>
 *
 * with p_i, q_i the Gaussians' probabilities of disjoint intervals.
 *
 * @param schedule step sizes, batch sizes and noise; with λ above 0 all steps are equal, so that
 *     variances grow
 * @param slope L
 * @param curvature λ, at least 0 and below 2/η_t
 * @param halfWidth h
 */
record SegmentWalk(GradientSchedule schedule, double slope, double curvature, double halfWidth) {
  /** The intervals reach this many standard deviations beyond the means. */
  private static final double SPAN = 8;

  /** Number of intervals: more make a sharper bound. */
  private static final int INTERVALS = 128;

  /** Tails beyond this many standard deviations are bounded by the tail there. */
  private static final double FAR = 30;

  /**
   * Correct digits of differences of tails: tails are computed at doubles, whose rounding costs
   * digits.
   */
  static final int PRECISE_DIGITS = 9;

  /** A lower bound on the root of D_2, which is ρ if D_2 = ρ². */
  Enclosure rho() {
    Enclosure deviation = squaredDeviation().sqrt();
    Enclosure mean = mean();
    double escape = escape(mean, deviation);
    Enclosure mu = mean.times(2).dividedBy(deviation);
    Enclosure moment = Enclosure.ZERO;
    double low = -SPAN - mu.upper();
    double width = (SPAN - low) / INTERVALS;
    for (int i = 0; i < INTERVALS; i++) {
      Enclosure from = Enclosure.exact(low + i * width);
      Enclosure to = Enclosure.exact(low + (i + 1) * width);
      Enclosure p = mass(from, to).minus(escape).max(Enclosure.ZERO);
      Enclosure q = mass(from.minus(mu), to.minus(mu)).plus(escape);
      moment = q.lower() > 0 ? moment.plus(p.square().dividedBy(q)) : moment;
    }
    return moment.max(Enclosure.ONE).log().sqrt();
  }

  /** The bound {@link #rho} by arbitrary precision. */
  BigDecimal preciseRho() {
    BigDecimal variance = BigDecimal.ZERO;
    BigDecimal longest = BigDecimal.ZERO;
    BigDecimal kept = BigDecimal.ONE;
    for (int t = schedule.steps() - 1; t >= 0; t--) {
      BigDecimal size = Precise.exactly(schedule.stepSize(t));
      BigDecimal noise = size.multiply(Precise.exactly(schedule.noiseStandardDeviation(t)));
      variance = variance.add(Precise.multiply(noise.pow(2), kept.pow(2)));
      BigDecimal step = Precise.divide(size, Precise.exactly(schedule.batchSize(t)));
      longest = longest.max(Precise.multiply(step, kept));
      BigDecimal lost = size.multiply(Precise.exactly(curvature));
      kept = Precise.multiply(kept, BigDecimal.ONE.subtract(lost).abs());
    }
    BigDecimal deviation = Precise.sqrt(variance);
    BigDecimal mean = longest.multiply(Precise.exactly(slope));
    BigDecimal escape =
        preciseTail(Precise.divide(Precise.exactly(halfWidth).subtract(mean), deviation))
            .multiply(Precise.exactly(2.0 * schedule.steps()));
    return Precise.sqrt(Precise.log(preciseMoment(mean, deviation, escape)));
  }

  private static BigDecimal preciseMoment(
      BigDecimal mean, BigDecimal deviation, BigDecimal escape) {
    BigDecimal mu = Precise.divide(mean.multiply(Precise.exactly(2)), deviation);
    double low = -SPAN - mu.doubleValue();
    double width = (SPAN - low) / INTERVALS;
    BigDecimal moment = BigDecimal.ZERO;
    BigDecimal pBeyond = preciseTail(Precise.exactly(low));
    BigDecimal qBeyond = preciseTail(Precise.exactly(low).subtract(mu));
    for (int i = 1; i <= INTERVALS; i++) {
      BigDecimal edge = Precise.exactly(low + i * width);
      BigDecimal pNext = preciseTail(edge);
      BigDecimal qNext = preciseTail(edge.subtract(mu));
      BigDecimal p = pBeyond.subtract(pNext).subtract(escape).max(BigDecimal.ZERO);
      BigDecimal q = qBeyond.subtract(qNext).add(escape);
      moment = q.signum() > 0 ? moment.add(Precise.divide(p.pow(2), q)) : moment;
      pBeyond = pNext;
      qBeyond = qNext;
    }
    return moment;
  }

  private Enclosure squaredDeviation() {
    Enclosure sum = Enclosure.ZERO;
    Enclosure kept = Enclosure.ONE;
    for (int t = schedule.steps() - 1; t >= 0; t--) {
      Enclosure noise =
          Enclosure.exact(schedule.stepSize(t)).times(schedule.noiseStandardDeviation(t));
      sum = sum.plus(noise.times(kept).square());
      kept = kept.times(contraction(t));
    }
    return sum;
  }

  private Enclosure contraction(int t) {
    Enclosure signed = Enclosure.ONE.minus(Enclosure.exact(schedule.stepSize(t)).times(curvature));
    return signed.square().sqrt();
  }

  /** The largest mean over all places of the record. */
  private Enclosure mean() {
    Enclosure longest = Enclosure.ZERO;
    Enclosure kept = Enclosure.exact(slope);
    for (int t = schedule.steps() - 1; t >= 0; t--) {
      Enclosure step = Enclosure.exact(schedule.stepSize(t)).dividedBy(schedule.batchSize(t));
      longest = longest.max(step.times(kept));
      kept = kept.times(contraction(t));
    }
    return longest;
  }

  private double escape(Enclosure mean, Enclosure deviation) {
    Enclosure reach = Enclosure.exact(halfWidth).minus(mean).dividedBy(deviation);
    double tail = NormalTail.upperTail(reach).upper();
    return Math.min(1, Enclosure.exact(tail).times(2.0 * schedule.steps()).upper());
  }

  /** {@code Pr[from < N(0,1) < to]}, as a difference of the smaller tails. */
  private static Enclosure mass(Enclosure from, Enclosure to) {
    return to.upper() < 0
        ? NormalTail.upperTail(to.negate()).minus(NormalTail.upperTail(from.negate()))
        : NormalTail.upperTail(from).minus(NormalTail.upperTail(to));
  }

  /** {@code Pr[N(0,1) > t] = (1 - δ)/2} with δ of the Gaussian mechanism of mu = 2t at ε = 0. */
  private static BigDecimal preciseTail(BigDecimal t) {
    double mu = 2 * Math.min(FAR, t.abs().doubleValue());
    int digits = 40 + (int) (mu * mu / 8);
    BigDecimal delta =
        mu == 0 ? BigDecimal.ZERO : PreciseFunctions.gaussianDelta(mu, 0, digits).value();
    BigDecimal half = Precise.exactly(0.5);
    BigDecimal tail = half.subtract(delta.multiply(half), MathContext.UNLIMITED);
    return t.signum() >= 0 ? tail : BigDecimal.ONE.subtract(tail);
  }
}
