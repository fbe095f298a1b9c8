package org.assay.accountant.iteration;

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
 * from one point and Θ two runs from any two points. The smallest over all thresholds. Proof:
 * {@code doc-files/recoupling.md}.
 */
final class RecouplingStep {
  /** More than the relative rounding error of the sums below. */
  private static final double SLACK = 1 + 0x1p-38;

  /** Stands for the logarithm of infinity. */
  private static final double LARGEST_LOG = 1e6;

  private final ProfileLattice lattice;
  private final int points;
  private final double[] first;
  private final double[] firstUpTo;
  private final double[] keptFrom;
  private final double[] excessUp;
  private final double[] excessDown;

  /** Where on the lattice {@code log(b/a)} is, for the indices of both thresholds. */
  private final int[][] shifts;

  private final double[][] weights;

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
    for (int low = 0; low < count - 1; low++) {
      for (int high = low + 1; high < count; high++) {
        placeExcess(low, high);
      }
    }
  }

  /** The profile after steps with the given bounds from one point and from any two. */
  LatticeProfile after(LatticeProfile same, LatticeProfile any) {
    double[] values = new double[points + 1];
    for (int i = 0; i <= points; i++) {
      values[i] = at(i, same, any);
    }
    return LatticeProfile.of(lattice, i -> values[i]);
  }

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
    double best = 1;
    for (int low = 0; low < count - 1; low++) {
      double kept = firstUpTo[low] * loss[low];
      for (int high = low + 1; high < count; high++) {
        int shift = shifts[low][high] + count;
        double weight = weights[low][high];
        double far = (1 - weight) * elsewhere[shift] + weight * elsewhere[shift + 1];
        double total = kept + keptFrom[high] * loss[high] + excessUp[high] * far;
        best = Math.min(best, total);
        kept += first[high] * loss[high];
      }
    }
    return best * SLACK;
  }

  /**
   * Rounds {@code log(b/a)} down to the lattice, and the rest to a weight of the next point; the
   * lowest shift stands for all below.
   */
  private void placeExcess(int low, int high) {
    double a = excessUp[high];
    double b = excessDown[2 * points - low];
    int lowest = -first.length;
    shifts[low][high] = lowest;
    if (!(b > 0)) {
      return;
    }
    double log = a == 0 ? LARGEST_LOG : Rounding.logDown(Rounding.divideDown(b, a));
    double multiple = Math.min(2.0 * points, Math.floor(log / lattice.spacing()));
    if (!(multiple > lowest + 1)) {
      return;
    }
    int shift = (int) multiple;
    double rest = Rounding.subtractDown(log, lattice.loss(shift));
    shifts[low][high] = rest >= 0 ? shift : shift - 1;
    if (rest > 0) {
      double part = Math.expm1(rest) / Math.expm1(lattice.spacing()) / SLACK;
      weights[low][high] = Math.min(1, part);
    }
  }
}
