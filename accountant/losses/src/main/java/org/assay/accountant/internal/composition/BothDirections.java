package org.assay.accountant.internal.composition;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;
import org.assay.accountant.internal.contour.LossComposition;
import org.assay.accountant.numeric.Enclosure;

/** A composition in both orders of its dominating pairs; the larger result counts. */
final class BothDirections {
  final LossComposition removing;

  /** Empty if both orders have the same profile. */
  final Optional<LossComposition> adding;

  /**
   * A composition that loses no more and gives the lower ends; empty if this composition is exact.
   */
  private final Optional<BothDirections> least;

  private BothDirections(
      LossComposition removing, Optional<LossComposition> adding, Optional<BothDirections> least) {
    this.removing = removing;
    this.adding = adding;
    this.least = least;
  }

  /** A composition in both orders; the order whose results are mostly larger comes first. */
  static BothDirections of(LossComposition removing, LossComposition adding) {
    return new BothDirections(removing, Optional.of(adding), Optional.empty());
  }

  static BothDirections equal(LossComposition either) {
    return new BothDirections(either, Optional.empty(), Optional.empty());
  }

  /**
   * A composition known to lie between two others, the first of which loses no more than the
   * second.
   */
  static BothDirections between(BothDirections least, BothDirections most) {
    return new BothDirections(most.removing, most.adding, Optional.of(least));
  }

  Enclosure delta(double epsilon) {
    return delta(epsilon, never -> false);
  }

  /** An enclosure of delta, perhaps only as narrow as needed to decide a question. */
  Enclosure delta(double epsilon, Predicate<Enclosure> decided) {
    Enclosure most = largestDelta(epsilon, decided);
    return least.map(less -> Enclosure.of(less.delta(epsilon).lower(), most.upper())).orElse(most);
  }

  private Enclosure largestDelta(double epsilon, Predicate<Enclosure> decided) {
    Enclosure larger = removing.delta(epsilon, decided);
    return adding
        .filter(other -> !(other.deltaBound(epsilon) <= larger.lower()))
        .map(other -> larger.max(other.delta(epsilon, decided)))
        .orElse(larger);
  }

  /** The profile of one order alone, perhaps only as narrow as needed to decide a question. */
  Enclosure delta(double epsilon, boolean ofRemoving, Predicate<Enclosure> decided) {
    Enclosure most = adding.filter(other -> !ofRemoving).orElse(removing).delta(epsilon, decided);
    return least
        .map(less -> Enclosure.of(less.delta(epsilon, ofRemoving, decided).lower(), most.upper()))
        .orElse(most);
  }

  /** The composition in one order; empty if it is known between two others only. */
  Optional<LossComposition> one(boolean ofRemoving) {
    return least.isPresent()
        ? Optional.empty()
        : Optional.of(adding.filter(other -> !ofRemoving).orElse(removing));
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
    return epsilon(Enclosure.exact(delta), never -> false);
  }

  /**
   * Epsilon at all deltas of an interval, perhaps only as narrow as needed to decide a question.
   */
  Enclosure epsilon(Enclosure delta, Predicate<Enclosure> decided) {
    Enclosure most = largestEpsilon(delta, decided);
    return least
        .map(less -> Enclosure.of(less.epsilon(delta.upper()).lower(), most.upper()))
        .orElse(most);
  }

  private Enclosure largestEpsilon(Enclosure delta, Predicate<Enclosure> decided) {
    Enclosure larger = removing.epsilon(delta, decided);
    return adding
        .filter(other -> !other.isBelow(larger.upper(), delta.lower()))
        .map(other -> larger.max(other.epsilon(delta, decided)))
        .orElse(larger);
  }
}
