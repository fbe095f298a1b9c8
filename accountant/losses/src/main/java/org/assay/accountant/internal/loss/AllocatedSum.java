package org.assay.accountant.internal.loss;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assay.accountant.internal.loss.lattice.LatticeComposition;
import org.assay.accountant.internal.loss.lattice.LatticeLaw;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;

/**
 * Prices of options on the sum of t independent copies of a likelihood ratio X, from two lattice
 * laws. Up to a slack, options on the dear law are worth at least as much as options on X. Options
 * on the cheap law are worth at most as much. Sums keep this order, up to t slacks. Every slack is
 * computed from the law's exact masses, so neither law is trusted. Proof: {@code
 * doc-files/random-allocation.md}.
 */
final class AllocatedSum {
  /** Relative change of masses that exceeds their roundings, which therefore need no slack. */
  private static final double NUDGE = 1e-10;

  /** Strikes within this distance of logarithms share one tilted convolution. */
  private static final double BUCKET = 0.25;

  /** Tail mass at which convolutions are truncated. */
  private static final double TAIL = 1e-19;

  private final CappedLognormal ratio;
  private final long terms;
  private final int cells;
  private final double step;
  private final double cap;
  private final Enclosure beyond;
  private final double[] masses;
  private final Side dearCall;

  /** The laws that upper bounds of calls do not need, once they are asked for. */
  private Optional<Side> dearPut = Optional.empty();

  private Optional<Side> cheap = Optional.empty();

  /**
   * The sum.
   *
   * @param cap largest value of a term, a power of 2
   * @param cells number of lattice cells of a term, a power of 2
   */
  AllocatedSum(CappedLognormal ratio, long terms, double cap, int cells) {
    this.ratio = ratio;
    this.terms = terms;
    this.cells = cells;
    this.cap = cap;
    this.step = cap / cells;
    this.beyond = ratio.call(cap);
    this.masses = spread();
    this.dearCall = dear(masses, 1 + NUDGE);
  }

  private synchronized Side dearPut() {
    if (dearPut.isEmpty()) {
      dearPut = Optional.of(dear(masses, 1 - NUDGE));
    }
    return dearPut.get();
  }

  private synchronized Side cheap() {
    if (cheap.isEmpty()) {
      cheap = Optional.of(cheap(masses));
    }
    return cheap.get();
  }

  /** {@code E (S - strike)_+}. */
  Enclosure call(Enclosure strike) {
    double lower = cheap().call(strike.upper()).lower();
    double low = Rounding.subtractDown(lower, times(cheap().callSlack));
    // A term above the cap makes the sum exceed the strike, so its whole excess counts.
    low = cap >= strike.upper() ? Rounding.addDown(low, excesses().lower()) : low;
    return Enclosure.of(Math.max(0, low), callBound(strike));
  }

  /** Upper bound of {@code E (S - strike)_+}, for half the work. */
  double callBound(Enclosure strike) {
    double upper = dearCall.call(strike.lower()).upper();
    return Rounding.addUp(upper, Rounding.addUp(excesses().upper(), times(dearCall.callSlack)));
  }

  /** The mean of what all terms exceed the cap by. */
  private Enclosure excesses() {
    return Enclosure.ofCount(terms).times(beyond);
  }

  /** {@code E (strike - S)_+}. */
  Enclosure put(Enclosure strike) {
    double lower = cheap().put(strike.lower()).lower();
    double low = Rounding.subtractDown(lower, times(cheap().putSlack));
    double lost = cap >= strike.upper() ? 0 : times(beyond.upper());
    return Enclosure.of(Math.max(0, Rounding.subtractDown(low, lost)), putBound(strike));
  }

  /** Upper bound of {@code E (strike - S)_+}, for half the work. */
  double putBound(Enclosure strike) {
    double upper = dearPut().put(strike.upper()).upper();
    return Rounding.addUp(upper, times(dearPut().putSlack));
  }

  private double times(double slack) {
    return Rounding.multiplyUp(Enclosure.ofCount(terms).upper(), slack);
  }

  /** The masses of min(X, cap) after every value moved to its two lattice neighbours. */
  private double[] spread() {
    double[] masses = new double[cells + 1];
    for (int j = 0; j < cells; j++) {
      double[] divided = ratio.divided(j * step, (j + 1) * step);
      masses[j] += divided[0];
      masses[j + 1] += divided[1];
    }
    masses[cells] += ratio.above(cap);
    return masses;
  }

  /** The dear law: larger terms raise calls, smaller terms raise puts. */
  private Side dear(double[] spread, double nudge) {
    double[] masses = spread.clone();
    double sum = 0;
    for (int j = cells; j > 0; j--) {
      masses[j] *= nudge;
      sum = Rounding.addDown(sum, masses[j]);
    }
    masses[0] = Math.max(0, Rounding.subtractUp(1, sum));
    Side side = new Side(masses);
    for (int j = 1; j <= cells; j++) {
      double k = j * step;
      double call = Rounding.subtractUp(cappedCall(k).upper(), side.callLow[j]);
      double put = Rounding.subtractUp(ratio.put(k).upper(), side.putLow[j]);
      side.callSlack = Math.max(side.callSlack, call);
      side.putSlack = Math.max(side.putSlack, put);
    }
    double mean = Rounding.subtractUp(1 - beyond.lower(), side.callLow[0]);
    side.callSlack = Math.max(side.callSlack, mean);
    return side;
  }

  /** {@code E (min(X, cap) - k)_+}. */
  private Enclosure cappedCall(double k) {
    return ratio.call(k).minus(beyond).max(Enclosure.ZERO);
  }

  /**
   * The cheap law: prices are lowered by the largest excess of a chord, {@code h²/8} times the
   * density.
   */
  private Side cheap(double[] spread) {
    double[] density = new double[cells + 2];
    for (int j = 0; j < cells; j++) {
      double largest = ratio.largestDensity(j * step, (j + 1) * step);
      density[j] = Math.max(density[j], largest);
      density[j + 1] = largest;
    }
    density[cells] = 0;
    double[] masses = spread.clone();
    double sum = 0;
    for (int j = cells; j > 0; j--) {
      double bend = density[j - 1] - 2 * density[j] + density[j + 1];
      masses[j] = Math.max(0, masses[j] - step / 8 * bend) * (1 - NUDGE);
      sum = Rounding.addUp(sum, masses[j]);
    }
    masses[0] = Math.max(0, Rounding.subtractDown(1, sum));
    if (sum > 1) {
      double scale = (1 - NUDGE) / sum;
      for (int j = 1; j <= cells; j++) {
        masses[j] *= scale;
      }
    }
    Side side = new Side(masses);
    double before = Rounding.subtractUp(side.callHigh[0], 1 - beyond.upper());
    for (int j = 0; j < cells; j++) {
      double after = Rounding.subtractUp(side.callHigh[j + 1], cappedCall((j + 1) * step).lower());
      double chord = step * step / 8 * ratio.largestDensity(j * step, (j + 1) * step) * (1 + 1e-9);
      side.callSlack = Math.max(side.callSlack, Rounding.addUp(Math.max(before, after), chord));
      before = after;
    }
    double mean = Rounding.subtractUp(1 - beyond.lower(), side.callLow[0]);
    side.putSlack = Rounding.addUp(side.callSlack, Math.max(0, mean));
    return side;
  }

  /** One of the two laws. */
  private final class Side {
    private final LatticeLaw law;
    private final LatticeLaw negated;
    private final double[] callLow = new double[cells + 1];
    private final double[] callHigh = new double[cells + 1];
    private final double[] putLow = new double[cells + 1];
    private final Map<Long, LatticeComposition> calls = new HashMap<>();
    private final Map<Long, LatticeComposition> puts = new HashMap<>();
    private double callSlack;
    private double putSlack;

    Side(double[] masses) {
      Map<Long, Double> here = new HashMap<>();
      Map<Long, Double> there = new HashMap<>();
      for (int j = 0; j <= cells; j++) {
        here.put((long) j, masses[j]);
        there.put((long) -j, masses[j]);
      }
      law = new LatticeLaw(step, here, 0);
      negated = new LatticeLaw(step, there, 0);
      double low = 0;
      double high = 0;
      for (int j = cells - 1; j >= 0; j--) {
        low = Rounding.addDown(low, masses[j + 1]);
        high = Rounding.addUp(high, masses[j + 1]);
        callLow[j] = Rounding.addDown(callLow[j + 1], step * low);
        callHigh[j] = Rounding.addUp(callHigh[j + 1], step * high);
      }
      double below = 0;
      for (int j = 1; j <= cells; j++) {
        below = Rounding.addDown(below, masses[j - 1]);
        putLow[j] = Rounding.addDown(putLow[j - 1], step * below);
      }
    }

    synchronized Enclosure call(double strike) {
      return calls.computeIfAbsent(bucket(strike), b -> tilted(law, strike)).call(strike);
    }

    synchronized Enclosure put(double strike) {
      return puts.computeIfAbsent(bucket(strike), b -> tilted(negated, -strike)).call(-strike);
    }

    private long bucket(double strike) {
      return (long) Math.floor(Math.log(strike) / BUCKET);
    }

    private LatticeComposition tilted(LatticeLaw which, double strike) {
      double[] flat = which.logMoments(0);
      double spread = Math.sqrt(terms * Math.max(flat[2], step * step));
      double least = Math.min(0.05 / spread, 0.1 / cap);
      double low = Math.log(least);
      double high = Math.log(1e3 / step);
      for (int i = 0; i < 40; i++) {
        double middle = (low + high) / 2;
        boolean beyondStrike = terms * which.logMoments(Math.exp(middle))[1] > strike;
        low = beyondStrike ? low : middle;
        high = beyondStrike ? middle : high;
      }
      return new LatticeComposition(List.of(which), new long[] {terms}, Math.exp(low), TAIL);
    }
  }
}
