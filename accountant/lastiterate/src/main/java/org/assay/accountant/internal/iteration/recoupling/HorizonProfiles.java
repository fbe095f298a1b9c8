package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.starts.TwoStartTable;
import org.assay.accountant.internal.iteration.step.NoisySgdComposition;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;
import org.assay.accountant.numeric.Rounding;

/**
 * Profiles of two runs after each horizon, without re-coupling, on one lattice. All arguments on
 * the lattice share these profiles. The profiles are upper bounds if the compositions are upper
 * bounds.
 */
final class HorizonProfiles {
  /** Largest excess of a rough bound over a fine one, in logarithms of delta. Not tuned. */
  private static final double ROUGHLY = 0.2;

  private final NoisySgdStep step;
  private final MixingWalk walk;
  private final RecoupledProfiles.Compositions compositions;
  private final ProfileLattice lattice;
  private final Optional<TwoDataBound> twoData;

  /**
   * Rough bounds for random batches, which decide whether the expensive fine lattice is computed.
   */
  private final Optional<TwoDataBound> roughTwoData;

  private final Map<Long, LatticeProfile> same = new ConcurrentHashMap<>();
  private final Map<Long, LatticeProfile> any = new ConcurrentHashMap<>();

  HorizonProfiles(
      NoisySgdStep step,
      MixingWalk walk,
      ProfileLattice lattice,
      TwoDataLattice.Resolution resolution,
      RecoupledProfiles.Compositions compositions) {
    this.step = step;
    this.walk = walk;
    this.lattice = lattice;
    this.compositions = compositions;
    this.twoData = TwoDataBound.of(step, resolution);
    this.roughTwoData =
        step.isFullBatch()
            ? Optional.empty()
            : TwoDataBound.of(step, TwoDataLattice.Resolution.ROUGH);
  }

  ProfileLattice lattice() {
    return lattice;
  }

  /** Profile of two runs on neighbouring data from one point. */
  LatticeProfile same(long horizon) {
    return same.computeIfAbsent(
        horizon,
        steps -> {
          double[] losses = lattice.losses(2 * lattice.points());
          double[] bounds = compositions.logDeltas(steps, losses);
          return LatticeProfile.extended(
              lattice, i -> Math.min(bounds[i], together(steps, losses[i])));
        });
  }

  private double together(long steps, double loss) {
    return twoData.map(bound -> Rounding.logUp(bound.together(steps, loss))).orElse(0.0);
  }

  /**
   * Profile of two runs on neighbouring data from any two points. One bound is the triangle over a
   * run on either dataset. The other is tilted reflection, which for random batches is computed
   * roughly first to see whether it helps.
   */
  LatticeProfile any(long horizon) {
    return any.computeIfAbsent(
        horizon,
        steps -> {
          LatticeProfile triangle =
              LatticeProfile.of(lattice, new ProfileTriangle(same(steps), moved(steps)));
          return twoData.isPresent() && mayHelp(triangle, steps)
              ? LatticeProfile.of(
                  lattice, i -> Math.min(triangle.logAt(i), reflected(twoData, steps, i)))
              : triangle;
        });
  }

  private boolean mayHelp(LatticeProfile triangle, long horizon) {
    return step.isFullBatch()
        || IntStream.rangeClosed(0, lattice.points())
            .anyMatch(i -> reflected(roughTwoData, horizon, i) < triangle.logAt(i) + ROUGHLY);
  }

  private double reflected(Optional<TwoDataBound> bounds, long horizon, int index) {
    return bounds
        .map(bound -> Rounding.logUp(bound.bound(horizon, lattice.loss(index))))
        .orElse(0.0);
  }

  /** Profile of two runs on the same data from any two points. */
  private LatticeProfile moved(long horizon) {
    double diameter = step.settings().diameterOverNoise().upper();
    double alive = Rounding.logUp(walk.survival(horizon));
    double mu =
        step.hiddenSquare(step.settings().diameterOverNoise(), (double) horizon).sqrt().upper();
    TwoStartTable table = TwoStartTable.shipped();
    int row = step.contractionMinusOne().upper() <= 0 ? table.row(diameter, horizon) : -1;
    return LatticeProfile.extended(
        lattice,
        i -> {
          double reflected = Rounding.logUp(table.bound(row, lattice.loss(i)));
          return Math.min(
              Math.min(alive, reflected), NoisySgdComposition.logGaussian(mu, lattice.loss(i)));
        });
  }

  /**
   * Logarithms of {@code inf over η of H_η(P‖Q) + ηH_{γ/η}(Q‖R)}, η a power of the lattice, for
   * both orders of two profiles: bounds between P and R, {@code doc-files/recoupling.md}.
   */
  static final class ProfileTriangle implements IntToDoubleFunction {
    private final ProfileLattice lattice;
    private final Side[] sides;

    ProfileTriangle(LatticeProfile first, LatticeProfile second) {
      this.lattice = first.lattice();
      double[] one = logs(first);
      double[] two = logs(second);
      this.sides = new Side[] {new Side(one, two), new Side(two, one)};
    }

    /** At all indices from minus twice the points to twice the points. */
    private static double[] logs(LatticeProfile profile) {
      int points = profile.lattice().points();
      double[] logs = new double[4 * points + 1];
      Arrays.setAll(logs, i -> profile.logAt(i - 2 * points));
      return logs;
    }

    /**
     * An upper bound at an index. Rising indices are fastest.
     *
     * @param index from 0 to the lattice's points
     */
    @Override
    public double applyAsDouble(int index) {
      double best = 0;
      for (Side side : sides) {
        best = side.smaller(best, index);
      }
      return best;
    }

    /**
     * One of both orders, and the place of the last smallest sum, which is near that of the next
     * index.
     */
    private final class Side {
      private final double[] before;
      private final double[] after;
      private int place;

      private Side(double[] before, double[] after) {
        this.before = before;
        this.after = after;
      }

      /**
       * Lowers a bound at an index. For convex profiles the first summand falls with the place and
       * the second rises. The search of a side therefore ends at the first place where one summand
       * alone is too large. For other profiles too, every sum is a bound.
       */
      private double smaller(double most, int index) {
        int points = lattice.points();
        int start = place;
        double best = most;
        for (int j = start; j <= 2 * points && second(index, j) < best; j++) {
          best = smaller(best, index, j);
        }
        for (int j = start - 1; j >= -points && first(j) < best; j--) {
          best = smaller(best, index, j);
        }
        return best;
      }

      private double smaller(double best, int index, int j) {
        double here = LogSum.smaller(best, first(j), second(index, j));
        place = here < best ? j : place;
        return here;
      }

      private double first(int j) {
        return before[j + 2 * lattice.points()];
      }

      private double second(int index, int j) {
        return lattice.loss(j) + after[index - j + 2 * lattice.points()];
      }
    }
  }
}
