package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;

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
 * start. So every probability of the longer walk lies within 0.383^m of that of the shorter one,
 * and every one before the last projection, which takes a step less, within 0.383^(m - 1).
 */
final class MixedWalk {
  private static final double FACTOR = 0.383;
  private static final int BLOCKS = 45;

  private final LawPair laws;

  private MixedWalk(LawPair laws) {
    this.laws = laws;
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
    double gap = whole ? 0 : Math.pow(FACTOR, BLOCKS - 1.0) * (1 + 1e-9);
    return new MixedWalk(
        new LawPair(bound.left().orElsewhere(gap), bound.right().orElsewhere(gap)));
  }

  double renyi(double order) {
    return laws.renyi(order).value();
  }

  double epsilon(double delta) {
    return laws.epsilon(delta).value();
  }
}
