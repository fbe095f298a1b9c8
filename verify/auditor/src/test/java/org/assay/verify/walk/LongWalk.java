package org.assay.verify.walk;

import java.util.Arrays;
import java.util.List;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.NormalTail;
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
    WalkDistribution left = staged(settings, commonSlopes, 1);
    WalkDistribution right = staged(settings, commonSlopes, -1);
    double raised = 1.001 * delta;
    double epsilon =
        Math.max(
            DirectedPair.of(left, right).epsilon(raised),
            DirectedPair.of(right, left).epsilon(raised));
    double missed = missed(settings);
    double kept = Rounding.multiplyDown(Rounding.subtractDown(1, missed), raised);
    double lost = Rounding.multiplyUp(missed, Rounding.expUp(epsilon));
    if (!(Rounding.subtractDown(kept, lost) >= delta)) {
      throw new IllegalArgumentException("the start is not reached: " + settings);
    }
    return epsilon;
  }

  /** The walk from 0 of the dataset whose record pulls in a direction. */
  private static WalkDistribution staged(NoisySgd settings, double[] commonSlopes, int direction) {
    double limit = WalkScale.of(settings).slopeLimit();
    List<StepLaw> laws =
        Arrays.stream(commonSlopes)
            .mapToObj(slope -> new LinearLosses(settings, slope * limit, direction * limit))
            .map(LinearLosses::activeLaw)
            .toList();
    long part = settings.steps() / laws.size();
    StepLaw last = laws.get(laws.size() - 1);
    List<WalkModel.Stage> stages =
        laws.subList(0, laws.size() - 1).stream()
            .map(law -> new WalkModel.Stage(part, law))
            .toList();
    WalkModel model =
        new WalkModel(
            WalkScale.of(settings).width(), 1, 0, settings.steps(), 1, 0, last, last, stages);
    return WalkLowerBound.law(model, false, done -> {});
  }

  /** Bounds the probability of not being at 0 after steps in which all records pull there. */
  private static double missed(NoisySgd settings) {
    double pull =
        Rounding.multiplyDown(WalkScale.of(settings).slopeLimit(), (double) settings.batchSize());
    double steps =
        Math.ceil(Rounding.divideUp(2 * WalkScale.of(settings).width(), pull) * (1 + 1e-9));
    double tail = NormalTail.upperTail(Enclosure.exact(pull / 2)).upper();
    return Rounding.multiplyUp(steps, tail);
  }
}
