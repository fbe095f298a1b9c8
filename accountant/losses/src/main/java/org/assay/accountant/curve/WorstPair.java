package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.loss.JoinedProfile;
import org.assay.accountant.internal.loss.ProfileGrid;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.ProfilePair;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * One pair for several: its profile is at least the largest profile of the others at every epsilon,
 * in both orders ({@code doc-files/worst-pair.md}). Upper bounds at many epsilons are joined by
 * straight lines.
 */
final class WorstPair {
  /** Approximate relative excess of the bounds of compositions. Not tuned. */
  private static final double ACCURACY = 1e-4;

  /** Number of pairs that are kept for the next step of a search, about 0.2 MB each. Not tuned. */
  private static final int KEPT = 8;

  private static final Map<Question, OrderedPair> KNOWN = new LinkedHashMap<>();

  private final List<PairCounts> forward;
  private final List<PairCounts> backward;
  private final ProfileGrid grid;

  private WorstPair(List<PairCounts> forward, List<PairCounts> backward) {
    this.forward = forward;
    this.backward = backward;
    List<Double> bends = new ArrayList<>();
    forward.forEach(alternative -> bends.addAll(alternative.losses()));
    this.grid = ProfileGrid.of(scale(forward), bends);
  }

  /** The smallest approximate size of a loss. */
  static double scale(List<PairCounts> alternatives) {
    return alternatives.stream()
        .mapToDouble(PairCounts::smallestScale)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The worst of alternatives under a relation whose orders differ. */
  static WorstPair of(List<PairCounts> alternatives) {
    return new WorstPair(alternatives, alternatives.stream().map(PairCounts::reversed).toList());
  }

  /** The parameters of a pair. */
  private record Question(List<PairCounts> alternatives, AdjacencyRelation adjacency) {}

  /** The pair of the alternatives; under replace-one neighbours may have either order. */
  static OrderedPair of(List<PairCounts> alternatives, AdjacencyRelation adjacency) {
    Question question = new Question(List.copyOf(alternatives), adjacency);
    synchronized (KNOWN) {
      OrderedPair known = KNOWN.remove(question);
      if (known != null) {
        KNOWN.put(question, known);
        return known;
      }
    }
    OrderedPair found = found(alternatives, adjacency);
    synchronized (KNOWN) {
      KNOWN.put(question, found);
      if (KNOWN.size() > KEPT) {
        KNOWN.remove(KNOWN.keySet().iterator().next());
      }
    }
    return found;
  }

  private static OrderedPair found(List<PairCounts> alternatives, AdjacencyRelation adjacency) {
    if (adjacency != AdjacencyRelation.REPLACE_ONE) {
      return of(alternatives).pair();
    }
    List<PairCounts> reversed = alternatives.stream().map(PairCounts::reversed).toList();
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
    return ProfilePair.of("the worst of" + names(forward), factors(), first, second);
  }

  /** The factors at which the profile is bounded. */
  double[] factors() {
    return grid.factors();
  }

  /** The bounds at these factors, joined by straight lines. */
  JoinedProfile profile() {
    return new JoinedProfile(factors(), bounds(forward), bounds(backward));
  }

  static String names(List<PairCounts> alternatives) {
    StringBuilder text = new StringBuilder();
    alternatives.forEach(pair -> text.append(text.isEmpty() ? "" : " or").append(pair));
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
