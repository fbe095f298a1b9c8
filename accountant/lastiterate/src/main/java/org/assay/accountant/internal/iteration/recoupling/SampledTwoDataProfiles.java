package org.assay.accountant.internal.iteration.recoupling;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.assay.accountant.numeric.Rounding;

/**
 * Of random batches: compositions of the pairs of their steps, and the triangle of these and of the
 * Gaussian mechanism that hides a distance on the same data. As two runs that have met may part
 * again in what is left of their block, all contain the composition of one more block, where it is
 * not known which of its steps sample the record.
 */
final class SampledTwoDataProfiles extends TwoDataProfiles {
  /** Compositions are taken of numbers of blocks that have no more binary digits than this. */
  private static final int DIGITS = 5;

  private final DistanceGrowth growth;
  private final RecoupledProfiles.Compositions compositions;
  private final double[] losses;
  private final Map<Integer, double[]> kept = new ConcurrentHashMap<>();

  SampledTwoDataProfiles(
      TwoDataLattice lattice, DistanceGrowth growth, RecoupledProfiles.Compositions compositions) {
    super(lattice);
    this.growth = growth;
    this.compositions = compositions;
    this.losses = new double[lattice.losses()];
    Arrays.setAll(losses, l -> l * lattice.spacing());
  }

  /** More steps tell more, so their number may be rounded up. */
  @Override
  double[] composed(int blocks) {
    if (lattice.shifts().isRevealed() && blocks > TwoDataLattice.COMPOSED_JUMPS) {
      double[] nothing = new double[losses.length];
      Arrays.fill(nothing, 1);
      return nothing;
    }
    int unit = Math.max(1, Integer.highestOneBit(blocks) >> (DIGITS - 1));
    int rounded = (blocks + unit - 1) / unit * unit;
    return kept.computeIfAbsent(
        rounded,
        number -> {
          double[] logs = compositions.logDeltas((long) lattice.steps(number), losses);
          return Arrays.stream(logs).map(log -> Math.min(1, Rounding.expUp(log))).toArray();
        });
  }

  @Override
  double[] hidden(int place, int blocks) {
    int farthest = place + Math.max(0, (int) Math.ceil(lattice.shifts().owed()));
    double mu =
        growth
            .hidingMu(lattice.distance(Math.min(lattice.cells(), farthest)), lattice.steps(blocks))
            .upper();
    double[] hiding = GaussianTwoDataProfiles.profile(lattice, mu);
    double[] composed = met(blocks);
    double never = lattice.shifts().never();
    double[] bounds = new double[composed.length];
    for (int l = 0; l < bounds.length; l++) {
      double best = 1;
      for (int m = 0; m <= l; m++) {
        double power = Math.exp(losses[m]);
        best = Math.min(best, composed[m] + power * hiding[l - m]);
        best = Math.min(best, hiding[m] + power * composed[l - m]);
      }
      bounds[l] = Math.min(1, best * RAISED + never);
    }
    return bounds;
  }

  @Override
  boolean hidesEasily() {
    return false;
  }

  @Override
  double[] met(int blocks) {
    return composed(lattice.shifts().isRevealed() ? blocks : blocks + 1);
  }
}
