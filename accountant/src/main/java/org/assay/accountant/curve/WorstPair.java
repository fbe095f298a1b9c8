package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * One pair for several: its profile is at least the largest of theirs at every epsilon, in both
 * orders ({@code doc-files/worst-pair.md}). Upper bounds at many epsilons are joined by straight
 * lines.
 */
final class WorstPair {
  /** Bounds of compositions are about this much too large, relatively. */
  private static final double ACCURACY = 1e-4;

  private final List<PairCounts> forward;
  private final List<PairCounts> backward;
  private final ProfileGrid grid;

  private WorstPair(List<PairCounts> forward, List<PairCounts> backward) {
    this.forward = forward;
    this.backward = backward;
    this.grid = grid(forward);
  }

  private static ProfileGrid grid(List<PairCounts> alternatives) {
    double scale = Double.POSITIVE_INFINITY;
    List<Double> bends = new ArrayList<>();
    for (PairCounts alternative : alternatives) {
      scale = Math.min(scale, alternative.smallestScale());
      bends.addAll(alternative.losses());
    }
    return ProfileGrid.of(scale, bends);
  }

  /** The pair of the alternatives; under replace-one neighbours may have either order. */
  static OrderedPair of(List<PairCounts> alternatives, AdjacencyRelation adjacency) {
    List<PairCounts> reversed = alternatives.stream().map(PairCounts::reversed).toList();
    if (adjacency != AdjacencyRelation.REPLACE_ONE) {
      return new WorstPair(alternatives, reversed).pair();
    }
    List<PairCounts> both = new ArrayList<>(alternatives);
    reversed.stream().filter(pair -> !alternatives.contains(pair)).forEach(both::add);
    return new WorstPair(both, both).pair();
  }

  private OrderedPair pair() {
    double[] first = bounds(forward);
    double[] second = forward == backward ? first : bounds(backward);
    // The total variation is the same in both orders, so the larger bound holds in both.
    first[0] = Math.max(first[0], second[0]);
    second[0] = first[0];
    return ProfilePair.of("the worst of" + names(), grid.factors(), first, second);
  }

  private String names() {
    StringBuilder text = new StringBuilder();
    forward.forEach(pair -> text.append(text.isEmpty() ? "" : " or").append(pair));
    return text.toString();
  }

  private double[] bounds(List<PairCounts> all) {
    double[] bounds = new double[grid.factors().length];
    for (PairCounts pair : all) {
      double[] more = pair.boundsInThisOrder(grid.epsilons(), ACCURACY, ProfileGrid.NEGLIGIBLE);
      Arrays.setAll(bounds, i -> Math.max(bounds[i], more[i]));
    }
    return bounds;
  }
}
