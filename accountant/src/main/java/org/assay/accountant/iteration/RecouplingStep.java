package org.assay.accountant.iteration;

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
 * those of the loss before. Proof: {@code doc-files/recoupling.md}.
 */
final class RecouplingStep {
  /** More than the relative rounding error of the sums below. */
  private static final double SLACK = 1 + 0x1p-38;

  /** Stands for the logarithm of infinity. */
  private static final double LARGEST_LOG = 1e6;

  private static final int UNKNOWN = Integer.MIN_VALUE;

  private final ProfileLattice lattice;
  private final int points;
  private final double[] first;
  private final double[] firstUpTo;
  private final double[] keptFrom;
  private final double[] excessUp;
  private final double[] excessDown;

  /** Upper bounds of {@code log a} and lower bounds of {@code log b}. */
  private final double[] logExcess;

  private final double[] logSurplus;

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
    this.logExcess = new double[count];
    this.logSurplus = new double[count];
    this.shifts = new int[count][count];
    this.weights = new double[count][count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      first[i] = pair.firstUp(i - points);
      sum = Rounding.addUp(sum, first[i]);
      firstUpTo[i] = sum;
      excessUp[i] = pair.excessUp(i - points);
      excessDown[i] = Math.max(0, pair.excessDown(i - points));
    }
    sum = 0;
    for (int i = count - 1; i >= 0; i--) {
      sum = Rounding.addUp(sum, pair.secondUp(i - points));
      keptFrom[i] = Rounding.multiplyUp(sum, lattice.powerUp(i - points));
    }
    for (int i = 0; i < count; i++) {
      double surplus = excessDown[2 * points - i];
      logExcess[i] = excessUp[i] > 0 ? Rounding.logUp(excessUp[i]) : -LARGEST_LOG;
      logSurplus[i] = surplus > 0 ? Rounding.logDown(surplus) : 0;
      Arrays.fill(shifts[i], UNKNOWN);
    }
  }

  /** The profile after steps with the given bounds from one point and from any two. */
  LatticeProfile after(LatticeProfile same, LatticeProfile any) {
    double[] values = new double[points + 1];
    low = points;
    high = points + 1;
    for (int i = 0; i <= points; i++) {
      values[i] = at(i, same, any);
    }
    return LatticeProfile.of(lattice, i -> values[i]);
  }

  /** Any thresholds give a bound; those of the index before are near the best ones. */
  private double at(int index, LatticeProfile same, LatticeProfile any) {
    int count = first.length;
    double[] loss = new double[count];
    double[] elsewhere = new double[2 * count + 1];
    for (int j = 0; j < count; j++) {
      loss[j] = same.at(index - (j - points));
    }
    elsewhere[0] = 1;
    for (int shift = 1 - count; shift <= count; shift++) {
      elsewhere[shift + count] = any.at(index + shift);
    }
    double best = Math.min(bestHigh(loss, elsewhere), bestLow(loss, elsewhere));
    return Math.min(1, best) * SLACK;
  }

  /** What is kept grows, so that the rest need not be looked at once it alone costs too much. */
  private double bestHigh(double[] loss, double[] elsewhere) {
    double best = Double.POSITIVE_INFINITY;
    double kept = firstUpTo[low] * loss[low];
    for (int j = low + 1; j < first.length && kept < best; j++) {
      double total = kept + keptFrom[j] * loss[j] + excessUp[j] * far(low, j, elsewhere);
      if (total < best) {
        best = total;
        high = j;
      }
      kept += first[j] * loss[j];
    }
    return best;
  }

  private double bestLow(double[] loss, double[] elsewhere) {
    double best = Double.POSITIVE_INFINITY;
    double kept = keptFrom[high] * loss[high];
    for (int j = high - 1; j >= 0 && kept < best; j--) {
      double total = kept + firstUpTo[j] * loss[j] + excessUp[high] * far(j, high, elsewhere);
      if (total < best) {
        best = total;
        low = j;
      }
      kept += first[j] * loss[j];
    }
    return best;
  }

  private double far(int from, int to, double[] elsewhere) {
    if (shifts[from][to] == UNKNOWN) {
      placeExcess(from, to);
    }
    int shift = shifts[from][to] + first.length;
    double weight = weights[from][to];
    return (1 - weight) * elsewhere[shift] + weight * elsewhere[shift + 1];
  }

  /**
   * Rounds {@code log(b/a)} down to the lattice, and the rest to a weight of the next point; the
   * lowest shift stands for all below.
   */
  private void placeExcess(int from, int to) {
    int lowest = -first.length;
    shifts[from][to] = lowest;
    if (!(excessDown[2 * points - from] > 0)) {
      return;
    }
    double log = Rounding.subtractDown(logSurplus[from], logExcess[to]);
    double multiple = Math.min(2.0 * points, Math.floor(log / lattice.spacing()));
    if (!(multiple > lowest + 1)) {
      return;
    }
    int shift = (int) multiple;
    double rest = Rounding.subtractDown(log, lattice.loss(shift));
    shifts[from][to] = rest >= 0 ? shift : shift - 1;
    if (rest > 0) {
      double part = Math.expm1(rest) / Math.expm1(lattice.spacing()) / SLACK;
      weights[from][to] = Math.min(1, part);
    }
  }
}
