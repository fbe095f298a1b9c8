package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.numeric.Rounding;

/**
 * A certified lower bound for walks of any number of steps, long ones included, from a walk that
 * has mixed.
 *
 * <p>Two runs of one walk with common shifts and noise never move apart, so the noise of k steps
 * hides a distance of W like a Gaussian mechanism with mu = W/√k (amplification by iteration,
 * [@FeldmanMironovTalwarThakurta2018], Theorem 22): the laws of k steps from any two points are
 * within 2Φ(W/(2√k)) − 1 in total variation. For k ≥ W² that is below 0.383, and by the Markov
 * property below 0.383^m for m k steps. The last m k steps of a longer walk are the same walk,
 * since the record's place in the cycle is counted from the end, from a random point instead of the
 * start. So every probability of the longer walk lies within 0.383^m of that of the shorter one.
 */
final class MixedWalk {
  private static final double FACTOR = 0.383;
  private static final int BLOCKS = 45;

  private final WalkDistribution left;
  private final WalkDistribution right;

  private MixedWalk(WalkDistribution left, WalkDistribution right) {
    this.left = left;
    this.right = right;
  }

  /** The settings, with as few steps as tell what the walk is like after it has mixed. */
  static NoisySgd shortened(NoisySgd settings) {
    double block =
        Math.ceil(Math.max(1, WalkScale.of(settings).width() * WalkScale.of(settings).width()));
    long steps = Math.min(settings.steps(), BLOCKS * (long) block);
    return settings.but().steps(steps, settings.stepSize()).build();
  }

  /** The bounds that a walk proves for its own number of steps. */
  static MixedWalk of(RandomWalk walk) {
    NoisySgd steps = shortened(walk.settings());
    WalkLowerBound bound =
        WalkLowerBound.of(new RandomWalk(steps, walk.start(), walk.commonSlope()));
    boolean whole = steps.steps() == walk.settings().steps();
    double gap = whole ? 0 : Math.pow(FACTOR, BLOCKS) * (1 + 1e-9);
    return new MixedWalk(widened(bound.left(), gap), widened(bound.right(), gap));
  }

  private static WalkDistribution widened(WalkDistribution law, double gap) {
    double[] lower = new double[law.bins()];
    double[] upper = new double[law.bins()];
    for (int bin = 0; bin < lower.length; bin++) {
      lower[bin] = Math.max(0, Rounding.subtractDown(law.probability(bin).lower(), gap));
      upper[bin] = Math.min(1, Rounding.addUp(law.probability(bin).upper(), gap));
    }
    return new WalkDistribution(law.width(), lower, upper, new double[0], new double[0]);
  }

  double renyi(double order) {
    return projected(left, right).renyi(order).value();
  }

  double epsilon(double delta) {
    return projected(left, right).epsilon(delta).value();
  }

  /** Two laws of the last iterate itself, without what was there before its projection. */
  static LawPair projected(WalkDistribution left, WalkDistribution right) {
    return new LawPair(widened(left, 0), widened(right, 0));
  }
}
