package org.assay.accountant.internal.iteration.allocation;

import java.util.List;
import org.assay.accountant.numeric.Rounding;

/**
 * Lower bound of the least cost by weak duality: for every sequence of slopes u ≥ 0 that, per
 * factor, never decreases, the cost of any feasible allocation is at least {@code Σ 2 u S − u² N}
 * (Lemma 5 of {@code doc-files/shift-allocation.md}). Slopes are raised where rounding would let
 * them decrease, or all earlier ones are dropped to 0 if that loses less.
 */
final class DualBound {
  /** Slopes beyond this would overflow when squared. */
  private static final double LARGEST_SLOPE = 1e150;

  private double total;
  private double previous;

  /** A segment's sums, its start distance included, and the slope to try. */
  record Piece(StepSums sums, double slope) {
    /** Lower bound of {@code 2 u S − u² N}. */
    double value(double u) {
      if (u == 0) {
        return 0;
      }
      if (sums.variance().upper() == 0) {
        return sums.shift().lower() > 0 ? Double.POSITIVE_INFINITY : 0;
      }
      if (!(u <= LARGEST_SLOPE)) {
        return -Double.MAX_VALUE;
      }
      double gain = Rounding.multiplyDown(2 * u, sums.shift().lower());
      double loss = Rounding.multiplyUp(Rounding.multiplyUp(u, u), sums.variance().upper());
      return Rounding.addDown(gain, -loss);
    }

    /** Least slope that does not decrease after a segment with the given one. */
    double leastAfter(double earlier) {
      double factor = sums.factor().lower();
      if (earlier == 0) {
        return 0;
      }
      return factor > 0 ? Rounding.divideUp(earlier, factor) : Double.POSITIVE_INFINITY;
    }
  }

  double value() {
    return Math.max(0, total);
  }

  /** Adds pieces, again and again. */
  void add(List<Piece> pieces, long repetitions) {
    pieces.forEach(this::add);
    if (repetitions == 1) {
      return;
    }
    if (!neverDecreases(pieces)) {
      total = 0;
      previous = 0;
      return;
    }
    boolean continues = pieces.get(0).leastAfter(previous) <= pieces.get(0).slope();
    double once = 0;
    for (Piece piece : pieces) {
      once = Rounding.addDown(once, piece.value(piece.slope()));
    }
    double others = Rounding.multiplyDown(Math.nextDown((double) (repetitions - 1)), once);
    total = Rounding.addDown(continues ? total : 0, Math.max(0, others));
    previous = pieces.get(pieces.size() - 1).slope();
  }

  private void add(Piece piece) {
    double raised = Math.max(piece.slope(), piece.leastAfter(previous));
    double kept =
        raised < Double.POSITIVE_INFINITY
            ? Rounding.addDown(total, piece.value(raised))
            : Double.NEGATIVE_INFINITY;
    double alone = piece.value(piece.slope());
    boolean keep = kept >= alone;
    total = keep ? kept : alone;
    previous = keep ? raised : piece.slope();
  }

  private static boolean neverDecreases(List<Piece> pieces) {
    double before = pieces.get(pieces.size() - 1).slope();
    for (Piece piece : pieces) {
      if (!(piece.leastAfter(before) <= piece.slope())) {
        return false;
      }
      before = piece.slope();
    }
    return true;
  }
}
