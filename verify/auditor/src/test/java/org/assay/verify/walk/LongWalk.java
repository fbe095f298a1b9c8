package org.assay.verify.walk;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.numeric.Rounding;

/**
 * What walks of some number of steps prove about all longer runs: the last two sections of {@code
 * doc-files/walk-instances.md}.
 */
final class LongWalk {
  private LongWalk() {}

  /** Epsilon of every run of at least as many steps, from any starting point. */
  static double anyStart(NoisySgd settings, double commonSlope, double delta) {
    WalkDistribution low = WalkLowerBound.of(new RandomWalk(settings, 0, commonSlope)).left();
    WalkDistribution high = WalkLowerBound.of(new RandomWalk(settings, 1, commonSlope)).right();
    double best = 0;
    double first = 0;
    double second = 0;
    for (int bin = 0; bin < low.bins(); bin++) {
      first = Rounding.addDown(first, high.probability(bin).lower());
      second = Rounding.addUp(second, low.probability(bin).upper());
      double beyond = Rounding.subtractDown(first, delta);
      if (beyond > 0) {
        best = Math.max(best, Rounding.logDown(Rounding.divideDown(beyond, second)));
      }
    }
    return best;
  }

  /**
   * Epsilon of every longer run whose losses may change from step to step.
   *
   * @param commonSlopes of the other records, each for an equal part of the steps
   */
  static double afterReset(NoisySgd settings, double[] commonSlopes, double delta) {
    long part = settings.steps() / commonSlopes.length;
    List<RampWalk.Block> blocks =
        Arrays.stream(commonSlopes).mapToObj(slope -> new RampWalk.Block(part, slope)).toList();
    long reset = WalkReset.of(settings).steps();
    NoisySgd longer = settings.but().steps(settings.steps() + reset, settings.stepSize()).build();
    return RampLowerBound.of(new RampWalk(longer, 0, blocks, true)).epsilon(delta).value();
  }
}
