package org.assay.accountant.divergence;

import java.util.Arrays;
import java.util.Optional;
import org.assay.accountant.numeric.Enclosure;

/** A composition in both orders of its pairs, of which the larger result counts. */
final class BothDirections {
  final LossComposition removing;

  /** Empty if it is the same. */
  final Optional<LossComposition> adding;

  private BothDirections(LossComposition removing, Optional<LossComposition> adding) {
    this.removing = removing;
    this.adding = adding;
  }

  /** The order in which the results are mostly larger comes first. */
  static BothDirections of(LossComposition removing, LossComposition adding) {
    return new BothDirections(removing, Optional.of(adding));
  }

  static BothDirections equal(LossComposition either) {
    return new BothDirections(either, Optional.empty());
  }

  Enclosure delta(double epsilon) {
    Enclosure larger = removing.delta(epsilon);
    return adding
        .filter(other -> !(other.deltaBound(epsilon) <= larger.lower()))
        .map(other -> larger.max(other.delta(epsilon)))
        .orElse(larger);
  }

  double[] deltaBounds(double[] epsilons, double negligible) {
    double[] bounds = removing.deltaBounds(epsilons, negligible);
    adding.ifPresent(
        other -> {
          double[] others = other.deltaBounds(epsilons, negligible);
          Arrays.setAll(bounds, i -> Math.max(bounds[i], others[i]));
        });
    return bounds;
  }

  Enclosure epsilon(double delta) {
    Enclosure larger = removing.epsilon(delta);
    return adding
        .filter(other -> !other.isBelow(larger.upper(), delta))
        .map(other -> larger.max(other.epsilon(delta)))
        .orElse(larger);
  }
}
