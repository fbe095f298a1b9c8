package org.assay.ledger.internal.paperc;

import org.assay.accountant.numeric.Enclosure;

/**
 * A proved lower bound on D_100 of the last iterates of two walks on a segment: {@code
 * doc-files/lower-bound.md}.
 *
 * @param room K = W q J, at least 750
 * @param length W/J, at least 1000
 * @param time T/T̄
 */
record DriftingWalks(double room, double length, double time) {
  /** Order of the divergence. */
  static final double ORDER = 100;

  /** The constant of T̄ = 0.75 D n/(L η). */
  static final double FRACTION = 0.75;

  /** Largest signal for which the second moments of the proof's case C suffice. */
  private static final double SMALL_SIGNAL = 1.2e6;

  /** With fewer expected draws of the record, the proof's case of few draws is used. */
  private static final double FEW_HITS = 100;

  /** Bound of the record's push plus the others', divided by J. */
  private static final double PUSH = 1.125;

  /** Deviation from the mean position that the proof allows for, as a part of the segment. */
  private static final double SLACK = 0.08;

  /** {@code (qJ)² min(T, T̄)}. */
  Enclosure signal() {
    return Enclosure.exact(room).times(FRACTION).times(Math.min(1, time));
  }

  /** {@code qT}, for T at most T̄. */
  private Enclosure hits() {
    return Enclosure.exact(length).times(FRACTION).times(time);
  }

  /** An enclosure whose lower end bounds D_100 from below. */
  Enclosure divergence() {
    if (time >= 1) {
      return afterBurnIn();
    }
    if (time <= 0.25 && signal().upper() <= SMALL_SIGNAL) {
      return smallSignal();
    }
    return time <= 0.25 && hits().lower() < FEW_HITS ? fewHits() : drift();
  }

  private Enclosure afterBurnIn() {
    Enclosure spread =
        Enclosure.exact(FRACTION)
            .dividedBy(room)
            .plus(Enclosure.exact(PUSH * PUSH).times(FRACTION).dividedBy(length))
            .times(751)
            .dividedBy(750);
    Enclosure seen = Enclosure.ONE.minus(spread.dividedBy(SLACK * SLACK));
    Enclosure end = Enclosure.exact(0.875 * FRACTION - 0.5).minus(SLACK);
    return event(seen, end.times(0.25).times(room), 2);
  }

  private Enclosure drift() {
    Enclosure missed =
        Enclosure.ONE
            .dividedBy(signal())
            .plus(Enclosure.exact(PUSH * PUSH).dividedBy(hits()))
            .times(25);
    return event(Enclosure.ONE.minus(missed), signal().dividedBy(16), 2);
  }

  private Enclosure fewHits() {
    Enclosure squared = signal().dividedBy(hits().square());
    Enclosure calm = Enclosure.ONE.minus(squared.dividedBy(-32).exp().times(2));
    Enclosure hit = hits().negate().expm1().negate();
    return event(calm.times(hit), squared.times(0.28125), 1.5);
  }

  private Enclosure smallSignal() {
    Enclosure ends = Enclosure.exact(-80).exp().times(2).plus(Enclosure.exact(-28).exp());
    Enclosure half = Enclosure.exact(0.5).minus(ends);
    return half.square().times(signal()).log1p();
  }

  /**
   * The bound from an event. Its probability is at least {@code seen} on one side, and at most
   * {@code factor} times e^(-exponent) on the other.
   */
  private static Enclosure event(Enclosure seen, Enclosure exponent, double factor) {
    if (!(seen.lower() > 0)) {
      return Enclosure.ZERO;
    }
    Enclosure price = seen.log().negate().times(ORDER).dividedBy(ORDER - 1);
    Enclosure bound = exponent.minus(Enclosure.exact(factor).log()).minus(price);
    return bound.max(Enclosure.ZERO);
  }
}
