package org.assay.accountant.iteration.recoupling;

import java.util.Arrays;
import org.assay.accountant.numeric.Rounding;

/**
 * What a profile becomes after some more steps by clipped re-coupling: for thresholds {@code ρ₁ <
 * ρ} on the lattice
 *
 * <pre>
 *   H_γ ≤ E_Q[ min(R, ρ) C(γ / clip(R, ρ₁, ρ)) ] + a Θ(γb/a),
 *   a = E_Q(R − ρ)⁺,  b = E_Q(1 − R/ρ₁)⁺,
 * </pre>
 *
 * where R is the likelihood ratio of a pair that dominates the profile before, C bounds two runs
 * from one point and Θ two runs from any two points. The thresholds are optimized in turn, from
 * those of the loss before. Profiles and masses are logarithms; sums are taken with a scale near
 * the result taken out. Proof: {@code doc-files/recoupling.md}.
 */
final class RecouplingStep {
  /** More than the error of the logarithms below, which are at most 4e6. */
  private static final double SLACK = 0x1p-28;

  /** What may be left of a result at the scale of the one before: far above what underflows. */
  private static final double SMALLEST = 1e-250;

  private static final int UNKNOWN = Integer.MIN_VALUE;

  private final ProfileLattice lattice;
  private final int points;

  /** Logarithms, of which excessDown is a lower bound. */
  private final double[] first;

  private final double[] firstUpTo;
  private final double[] keptFrom;
  private final double[] excessUp;
  private final double[] excessDown;

  /**
   * Where on the lattice {@code log(b/a)} is, for the indices of both thresholds, {@link #UNKNOWN}
   * until it is asked for.
   */
  private final int[][] shifts;

  private final double[][] weights;

  /** The thresholds found last. */
  private int low;

  private int high;

  RecouplingStep(LatticePair pair) {
    this.lattice = pair.lattice();
    this.points = lattice.points();
    int count = 2 * points + 1;
    this.first = new double[count];
    this.firstUpTo = new double[count];
    this.keptFrom = new double[count];
    this.excessUp = new double[count];
    this.excessDown = new double[count];
    this.shifts = new int[count][count];
    this.weights = new double[count][count];
    double sum = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      first[i] = pair.firstUp(i - points);
      sum = LogSum.up(sum, first[i]);
      firstUpTo[i] = sum;
      excessUp[i] = pair.excessUp(i - points);
      excessDown[i] = pair.excessDown(i - points);
      Arrays.fill(shifts[i], UNKNOWN);
    }
    sum = Double.NEGATIVE_INFINITY;
    for (int i = count - 1; i >= 0; i--) {
      sum = LogSum.up(sum, pair.secondUp(i - points));
      keptFrom[i] = Rounding.addUp(sum, lattice.loss(i - points));
    }
  }

  /** The profile after steps with the given bounds from one point and from any two. */
  LatticeProfile after(LatticeProfile same, LatticeProfile any) {
    double[] logs = new double[points + 1];
    low = points;
    high = points + 1;
    double scale = 0;
    for (int i = 0; i <= points; i++) {
      scale = new Thresholds(i, scale, same, any).best();
      logs[i] = scale;
    }
    return LatticeProfile.of(lattice, i -> logs[i]);
  }

  /**
   * Rounds {@code log(b/a)} down to the lattice, and the rest to a weight of the next point; the
   * lowest shift stands for all below.
   */
  private void placeExcess(int from, int to) {
    int lowest = -first.length;
    shifts[from][to] = lowest;
    double surplus = excessDown[2 * points - from];
    if (!(surplus > LatticeProfile.LEAST)) {
      return;
    }
    double log = Rounding.subtractDown(surplus, excessUp[to]);
    double multiple = Math.min(2.0 * points, Math.floor(log / lattice.spacing()));
    if (!(multiple > lowest + 1)) {
      return;
    }
    int shift = (int) multiple;
    double rest = Rounding.subtractDown(log, lattice.loss(shift));
    shifts[from][to] = rest >= 0 ? shift : shift - 1;
    if (rest > 0) {
      double part = Math.expm1(rest) / Math.expm1(lattice.spacing()) / (1 + SLACK);
      weights[from][to] = Math.min(1, part);
    }
  }

  /** Any thresholds give a bound at an index; those of the index before are near the best ones. */
  private final class Thresholds {
    private final int index;
    private final double scale;
    private final LatticeProfile same;
    private final LatticeProfile any;
    private double best = Double.POSITIVE_INFINITY;
    private double logBest = Double.POSITIVE_INFINITY;

    Thresholds(int index, double scale, LatticeProfile same, LatticeProfile any) {
      this.index = index;
      this.scale = scale;
      this.same = same;
      this.any = any;
    }

    /** Upper bound of the logarithm of the result. */
    double best() {
      improveHigh();
      improveLow();
      double log = Math.log(Math.max(SMALLEST, best)) + scale + SLACK;
      return Math.max(LatticeProfile.LEAST, Math.min(0, log));
    }

    /** What is kept grows, so that the rest need not be looked at once it alone costs too much. */
    private void improveHigh() {
      double sum = Math.exp(firstUpTo[low] + loss(low));
      for (int j = low + 1; j < first.length && sum < best; j++) {
        double loss = loss(j);
        if (improves(sum, keptFrom[j] + loss, low, j)) {
          high = j;
        }
        sum += Math.exp(first[j] + loss);
      }
    }

    private void improveLow() {
      double sum = Math.exp(keptFrom[high] + loss(high));
      for (int j = high - 1; j >= 0 && sum < best; j--) {
        double loss = loss(j);
        if (improves(sum, firstUpTo[j] + loss, j, high)) {
          low = j;
        }
        sum += Math.exp(first[j] + loss);
      }
    }

    /** Logarithm of what is lost from the ratio of an index, over the scale. */
    private double loss(int ratio) {
      return same.logAt(index + points - ratio) - scale;
    }

    /** Logarithm of what is lost from any two points, over the scale; lowest shifts lose all. */
    private double elsewhere(int shift) {
      return shift <= -first.length ? -scale : any.logAt(index + shift) - scale;
    }

    private boolean improves(double sum, double logEdge, int from, int to) {
      if (logEdge >= logBest) {
        return false;
      }
      if (shifts[from][to] == UNKNOWN) {
        placeExcess(from, to);
      }
      int shift = shifts[from][to];
      double weight = weights[from][to];
      double near = excessUp[to] + elsewhere(shift);
      if (weight == 0 && near >= logBest) {
        return false;
      }
      double rest = (1 - weight) * Math.exp(near);
      if (weight > 0) {
        rest += weight * Math.exp(excessUp[to] + elsewhere(shift + 1));
      }
      double total = sum + Math.exp(logEdge) + rest;
      if (total < best) {
        best = total;
        logBest = Math.log(best);
        return true;
      }
      return false;
    }
  }
}
