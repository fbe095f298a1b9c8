package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.lattice.LossCells;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.JointPair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.PublishedMixturePair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * Pairs and their numbers of occurrences: one way in which neighbours may differ. Results are for
 * the larger of both orders.
 *
 * @param counts the pairs with their counts
 */
record PairCounts(Map<OrderedPair, Long> counts) {
  /**
   * Relative accuracy of a first answer for the second order, which often shows that this order
   * does not matter. Not tuned.
   */
  private static final double GLANCE = 0.3;

  /** Largest number of kinds of steps; every kind takes memory and a transform. Not tuned. */
  private static final int MOST_KINDS = 2000;

  /** Largest number of losses that become points of a grid. Not tuned: bounds the time. */
  private static final int MOST_LOSSES = 2000;

  static final PairCounts NONE = new PairCounts(Map.of());

  PairCounts plus(PairCounts other) {
    Map<OrderedPair, Long> sum = new LinkedHashMap<>(counts);
    other.counts.forEach((pair, count) -> sum.merge(pair, count, Math::addExact));
    if (sum.size() > MOST_KINDS) {
      throw new UnsupportedEventException(
          "a composition of " + sum.size() + " kinds of steps",
          "loss distributions are composed of at most "
              + MOST_KINDS
              + " kinds that are not Gaussians or samples of them; round their parameters to fewer"
              + " kinds, towards more loss, or use the Rényi accountant");
    }
    return new PairCounts(sum);
  }

  PairCounts times(long count) {
    Map<OrderedPair, Long> multiple = new LinkedHashMap<>(counts);
    multiple.replaceAll((pair, once) -> Math.multiplyExact(once, count));
    return new PairCounts(multiple);
  }

  /** These neighbours in the other order. */
  PairCounts reversed() {
    Map<OrderedPair, Long> exchanged = new LinkedHashMap<>();
    counts.forEach((pair, count) -> exchanged.merge(pair.reversed(), count, Math::addExact));
    return new PairCounts(exchanged);
  }

  /** Whether every part of the other is dominated by a different part of this one. */
  boolean dominates(PairCounts other) {
    Map<OrderedPair, Long> free = new LinkedHashMap<>(counts);
    for (Map.Entry<OrderedPair, Long> part : other.counts.entrySet()) {
      OrderedPair found = null;
      for (Map.Entry<OrderedPair, Long> mine : free.entrySet()) {
        if (mine.getValue() >= part.getValue() && mine.getKey().dominates(part.getKey())) {
          found = mine.getKey();
          break;
        }
      }
      if (found == null) {
        return false;
      }
      free.remove(found);
    }
    return true;
  }

  /** The pair of a single mechanism. */
  OrderedPair single() {
    if (counts.size() != 1 || counts.values().iterator().next() != 1) {
      throw new UnsupportedEventException(
          toString().trim(),
          "amplification by sampling is known here for one mechanism with one pair, not for a"
              + " composition; sample each mechanism, or use the Rényi accountant");
    }
    return counts.keySet().iterator().next();
  }

  /**
   * These pairs as one pair that dominates their composition; a single pair or none stays the same.
   * Gaussians become one Gaussian. Pairs that reveal everything or nothing are kept apart, exactly:
   * {@code doc-files/worst-pair.md}.
   */
  PairCounts asOne(Optional<MixedComposition> exact, AdjacencyRelation adjacency) {
    PairCounts gaussian = withOneGaussian();
    if (gaussian.isAtMostOne()) {
      return gaussian;
    }
    PairCounts revealing = gaussian.where(pair -> pair.allOrNothing().upper() > 0);
    PairCounts others = gaussian.where(pair -> pair.allOrNothing().upper() == 0);
    boolean known = others.isAtMostOne();
    OrderedPair bound = known ? others.onlyPair() : WorstPair.of(List.of(others), adjacency);
    OrderedPair all = revealing.beside(bound);
    return of(known ? all : exact.<OrderedPair>map(run -> new JointPair(all, run)).orElse(all));
  }

  private static PairCounts of(OrderedPair pair) {
    return new PairCounts(Map.of(pair, 1L));
  }

  private boolean isAtMostOne() {
    return counts.isEmpty() || (counts.size() == 1 && counts.values().iterator().next() == 1);
  }

  private OrderedPair onlyPair() {
    return counts.isEmpty() ? AtomicPair.NOTHING : counts.keySet().iterator().next();
  }

  private PairCounts where(Predicate<OrderedPair> condition) {
    Map<OrderedPair, Long> some = new LinkedHashMap<>(counts);
    some.keySet().removeIf(condition.negate());
    return new PairCounts(some);
  }

  /**
   * Merges all Gaussians: the pairs {@code N(mu_i, 1)} against {@code N(0, 1)} are one with the
   * root of the sum of mu_i².
   */
  private PairCounts withOneGaussian() {
    Enclosure square = Enclosure.ZERO;
    for (Map.Entry<OrderedPair, Long> part : counts.entrySet()) {
      Enclosure mu = part.getKey().gaussianMu();
      square = square.plus(mu.square().times(Enclosure.ofCount(part.getValue())));
    }
    PairCounts others = where(pair -> pair.gaussianMu().upper() == 0);
    boolean none = others.counts.size() == counts.size();
    return none || isAtMostOne() ? this : others.plus(of(new GaussianPair(square.sqrt())));
  }

  /** The pair, or a pair that reveals everything if one of these parts does. */
  private OrderedPair beside(OrderedPair pair) {
    Enclosure logKept = Enclosure.ZERO;
    for (Map.Entry<OrderedPair, Long> part : counts.entrySet()) {
      Enclosure once = part.getKey().allOrNothing().negate().log1p();
      logKept = logKept.plus(once.times(Enclosure.ofCount(part.getValue())));
    }
    Enclosure kept = logKept.exp().min(Enclosure.ONE);
    Enclosure revealed = logKept.expm1().negate().max(Enclosure.ZERO);
    return counts.isEmpty()
        ? pair
        : new PublishedMixturePair(
            List.of(kept, revealed), List.of(pair, AtomicPair.EVERYTHING), Enclosure.ZERO, 0);
  }

  /** The alternatives that no other one dominates. */
  static List<PairCounts> withoutDominated(List<PairCounts> all) {
    List<PairCounts> kept = new ArrayList<>();
    for (PairCounts one : all) {
      if (kept.stream().noneMatch(other -> other.dominates(one))) {
        kept.removeIf(one::dominates);
        kept.add(one);
      }
    }
    return List.copyOf(kept);
  }

  /**
   * An enclosure of the profile, to an accuracy or until the profile is proved to be at most {@code
   * enough}.
   */
  Enclosure delta(double epsilon, Accuracy accuracy, double enough) {
    if (counts.isEmpty()) {
      return Enclosure.ZERO;
    }
    Enclosure first = profile().delta(epsilon, accuracy, enough);
    PairCounts other = reversed();
    if (other.equals(this)) {
      return first;
    }
    double known = Math.max(first.lower(), enough);
    Enclosure glance = other.profile().delta(epsilon, glance(accuracy), known);
    return glance.upper() <= known
        ? first.max(glance)
        : first.max(other.profile().delta(epsilon, accuracy, known));
  }

  /** The largest profile of several alternatives. */
  static Enclosure largestDelta(List<PairCounts> all, double epsilon, Accuracy accuracy) {
    Enclosure largest = Enclosure.ZERO;
    for (PairCounts alternative : all) {
      double enough = Math.max(largest.lower(), Double.MIN_NORMAL);
      largest = largest.max(alternative.delta(epsilon, accuracy, enough));
    }
    return largest;
  }

  /** The largest upper bounds of several alternatives at rising epsilons. */
  static double[] largestBounds(
      List<PairCounts> all, double[] epsilons, double accuracy, double negligible) {
    return ProfileSweep.max(
        all.stream().map(one -> one.deltaBounds(epsilons, accuracy, negligible)).toList());
  }

  /** The largest epsilon of several alternatives. */
  static Enclosure largestEpsilon(List<PairCounts> all, double delta, Accuracy accuracy) {
    Enclosure largest = Enclosure.ZERO;
    for (PairCounts alternative : all) {
      largest = largest.max(alternative.epsilon(delta, accuracy, largest.lower()));
    }
    return largest;
  }

  /**
   * The largest profile of several alternatives in one order. Another alternative may be the worst
   * at each epsilon, so there is no lower bound.
   */
  static Enclosure deltaInOrder(
      List<PairCounts> all, double epsilon, Accuracy accuracy, boolean exchanged) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Enclosure largest = Enclosure.ZERO;
    for (PairCounts alternative : all) {
      largest = largest.max(alternative.deltaInOrder(epsilon, accuracy, exchanged));
    }
    return all.size() == 1 ? largest : Enclosure.of(0, largest.upper());
  }

  /** An enclosure of the profile in one order, the order of the pairs or the other one. */
  private Enclosure deltaInOrder(double epsilon, Accuracy accuracy, boolean exchanged) {
    PairCounts pairs = exchanged ? reversed() : this;
    return counts.isEmpty()
        ? Enclosure.ZERO
        : pairs.profile().delta(epsilon, accuracy, Double.MIN_NORMAL);
  }

  /**
   * An enclosure of epsilon, to an accuracy or until epsilon is proved to be at most {@code
   * enough}.
   */
  Enclosure epsilon(double delta, Accuracy accuracy, double enough) {
    if (counts.isEmpty()) {
      return Enclosure.ZERO;
    }
    Enclosure first = profile().epsilon(delta, accuracy, enough);
    PairCounts other = reversed();
    if (other.equals(this)) {
      return first;
    }
    double known = Math.max(first.lower(), enough);
    Enclosure glance = other.profile().epsilon(delta, glance(accuracy), known);
    return glance.upper() <= known
        ? first.max(glance)
        : first.max(other.profile().epsilon(delta, accuracy, known));
  }

  private static Accuracy glance(Accuracy accuracy) {
    return Accuracy.of(Math.max(accuracy.needed(), GLANCE));
  }

  /** Upper bounds of the profile at rising epsilons. */
  double[] deltaBounds(double[] epsilons, double accuracy, double negligible) {
    if (counts.isEmpty()) {
      return new double[epsilons.length];
    }
    double[] first = profile().deltaBounds(epsilons, accuracy, negligible);
    PairCounts other = reversed();
    return other.equals(this)
        ? first
        : ProfileSweep.max(
            List.of(first, other.profile().deltaBounds(epsilons, accuracy, negligible)));
  }

  /** Upper bounds of the profile at rising epsilons, for the pairs in this order only. */
  double[] boundsInThisOrder(double[] epsilons, double accuracy, double negligible) {
    return counts.isEmpty()
        ? new double[epsilons.length]
        : profile().deltaBounds(epsilons, accuracy, negligible);
  }

  /** The smallest approximate size of a loss; infinite if there is none. */
  double smallestScale() {
    return counts.keySet().stream()
        .mapToDouble(OrderedPair::scale)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The positive losses of atoms, rounded. */
  List<Double> losses() {
    List<Double> losses = new ArrayList<>();
    for (OrderedPair pair : counts.keySet()) {
      for (LossAtom atom : pair.atoms()) {
        double loss = Math.abs(Math.log(atom.p().lower() / atom.q().lower()));
        if (loss > 0 && loss < LossCells.LARGEST_LOSS && losses.size() < MOST_LOSSES) {
          losses.add(loss);
        }
      }
    }
    return losses;
  }

  private OrderedProfile profile() {
    List<OrderedPair> pairs = new ArrayList<>(counts.keySet());
    return new OrderedProfile(pairs, pairs.stream().mapToLong(counts::get).toArray());
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    counts.forEach(
        (pair, count) -> text.append(' ').append(count).append(" x ").append(pair.name()));
    return text.toString();
  }
}
