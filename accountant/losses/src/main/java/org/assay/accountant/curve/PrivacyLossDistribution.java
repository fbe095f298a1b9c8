package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.FixedSizePair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.internal.loss.pair.PublishedMixturePair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The distribution of the privacy loss of a computation, given by dominating pairs of distributions
 * and their numbers of occurrences. Values are immutable; composition only counts, and the profile
 * is computed when asked. Neighbours may differ in several ways, for example in one of several
 * disjoint parts of the data. Every way then has its own pairs, and the profile is the largest one.
 *
 * <p>An answer is an enclosure of the exact value for the composed pairs, the larger of both
 * orders. Neighbours in one order compose the pairs, in the other order the exchanged pairs. If the
 * pairs are tight, so is the answer. Losses are discretized on a lattice from above and from below
 * and convolved ({@code internal/loss/lattice/doc-files/lattice-laws.md}). Composition of
 * dominating pairs dominates ([@ZhuDongWang2022], Theorem 10), also when later mechanisms are
 * chosen from earlier outputs within pairs fixed in advance.
 *
 * <p>The way in which neighbours differ may be fixed before anything is released ({@link #max}) or
 * chosen anew from the outputs so far ({@link #chosenFromOutputs}). In the second case every
 * composition first replaces the ways by one pair whose profile is at least theirs everywhere.
 */
public final class PrivacyLossDistribution {
  /** Largest number of alternatives; composing alternatives multiplies their number. Not tuned. */
  private static final int MOST_ALTERNATIVES = 64;

  private final AdjacencyRelation adjacency;

  /** The ways in which neighbours may differ: never empty, none dominated by another. */
  private final List<PairCounts> alternatives;

  /** Whether every run may choose another alternative, based on earlier outputs. */
  private final boolean chosenFromOutputs;

  private PrivacyLossDistribution(AdjacencyRelation adjacency, List<PairCounts> alternatives) {
    this(adjacency, alternatives, false);
  }

  private PrivacyLossDistribution(
      AdjacencyRelation adjacency, List<PairCounts> alternatives, boolean chosenFromOutputs) {
    this.adjacency = adjacency;
    this.alternatives = PairCounts.withoutDominated(alternatives);
    this.chosenFromOutputs = chosenFromOutputs && this.alternatives.size() > 1;
    if (this.alternatives.size() > MOST_ALTERNATIVES) {
      throw new UnsupportedEventException(
          toString(),
          "neighbours may differ in more than "
              + MOST_ALTERNATIVES
              + " ways, none of which is the worst for certain; use the Rényi accountant");
    }
  }

  /**
   * The loss of a computation that does not look at the data.
   *
   * @param adjacency the relation
   * @return the loss that is always 0
   */
  public static PrivacyLossDistribution zero(AdjacencyRelation adjacency) {
    return new PrivacyLossDistribution(adjacency, List.of(PairCounts.NONE));
  }

  /**
   * The Gaussian mechanism.
   *
   * @param mu an enclosure of sensitivity over standard deviation, above 0 and finite
   * @param adjacency the relation
   * @return its loss
   * @throws IllegalArgumentException if mu is out of range
   */
  public static PrivacyLossDistribution gaussian(Enclosure mu, AdjacencyRelation adjacency) {
    Parameters.requirePositive("mu", mu.lower());
    Parameters.requirePositive("mu", mu.upper());
    return of(new GaussianPair(mu), adjacency);
  }

  /**
   * The Gaussian mechanism on a Poisson sample, under add-or-remove.
   *
   * @param samplingProbability in [0, 1]
   * @param mu an enclosure of sensitivity over standard deviation, above 0 and finite
   * @return its loss, both of removing and of adding a record
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PrivacyLossDistribution poissonSampledGaussian(
      double samplingProbability, Enclosure mu) {
    return gaussian(mu, AdjacencyRelation.ADD_OR_REMOVE).poissonSampled(samplingProbability);
  }

  /**
   * The Laplace mechanism.
   *
   * @param scale the noise's scale over the sensitivity, finite and above 0
   * @param adjacency the relation
   * @return its loss
   * @throws IllegalArgumentException if the scale is out of range
   * @throws UnsupportedEventException if it is below 1/600
   */
  public static PrivacyLossDistribution laplace(double scale, AdjacencyRelation adjacency) {
    Parameters.requirePositive("scale", scale);
    return DominatingPairs.laplace(Enclosure.ONE.dividedBy(scale), adjacency);
  }

  /**
   * Randomized response on one bit: the answer is true with a given probability.
   *
   * @param truth the probability of a true answer, strictly between 1/2 and 1
   * @param adjacency the relation
   * @return its loss
   * @throws IllegalArgumentException if the probability is out of range
   */
  public static PrivacyLossDistribution randomizedResponse(
      double truth, AdjacencyRelation adjacency) {
    Parameters.requireOpenProbability("truth", truth);
    if (!(truth > 0.5)) {
      throw new IllegalArgumentException("truth was " + truth + ": it must be above 1/2");
    }
    Enclosure yes = Enclosure.exact(truth);
    Enclosure no = Enclosure.ONE.minus(truth);
    List<LossAtom> atoms = List.of(new LossAtom(yes, no), new LossAtom(no, yes));
    return ofAtoms("randomized response", atoms, Math.log(truth / (1 - truth)), adjacency);
  }

  /**
   * A mechanism with finitely many distinct losses.
   *
   * @param name a description
   * @param atoms its outcomes with their probabilities under both neighbours
   * @param period a number whose multiples all finite losses are, up to rounding, so that the
   *     lattice adds no error; 0 if there is none
   * @param adjacency the relation
   * @return its loss
   * @throws IllegalArgumentException if probabilities do not sum to 1 or the period is negative or
   *     not finite
   */
  public static PrivacyLossDistribution ofAtoms(
      String name, List<LossAtom> atoms, double period, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("period", period);
    return of(AtomicPair.of(name, atoms, period), adjacency);
  }

  static PrivacyLossDistribution of(OrderedPair pair, AdjacencyRelation adjacency) {
    return new PrivacyLossDistribution(adjacency, List.of(new PairCounts(Map.of(pair, 1L))));
  }

  /**
   * The relation of the loss.
   *
   * @return the relation
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * The loss of this computation followed by another.
   *
   * @param other the loss of the other computation
   * @return the loss of both
   * @throws IllegalArgumentException if the relations differ
   * @throws UnsupportedEventException if neighbours may then differ in too many ways
   */
  public PrivacyLossDistribution plus(PrivacyLossDistribution other) {
    adjacency.requireSame(other.adjacency);
    if (isZero() || other.isZero()) {
      return isZero() ? other : this;
    }
    List<PairCounts> sums = new ArrayList<>();
    for (PairCounts one : settled().alternatives) {
      for (PairCounts two : other.settled().alternatives) {
        sums.add(one.plus(two));
      }
    }
    return new PrivacyLossDistribution(adjacency, sums);
  }

  List<PairCounts> alternatives() {
    return alternatives;
  }

  private boolean isZero() {
    return alternatives.size() == 1 && alternatives.get(0).equals(PairCounts.NONE);
  }

  /** One pair for all alternatives if every run may choose among them, else this loss. */
  PrivacyLossDistribution settled() {
    return chosenFromOutputs ? of(WorstPair.of(alternatives, adjacency), adjacency) : this;
  }

  /**
   * The loss of this computation run a number of times; neighbours may differ in another way each
   * time.
   *
   * @param count number of runs, at least 1
   * @return the multiple
   * @throws IllegalArgumentException if the count is below 1
   * @throws UnsupportedEventException if neighbours may then differ in too many ways
   */
  public PrivacyLossDistribution times(long count) {
    Parameters.requireAtLeastOne("count", count);
    if (count == 1) {
      return this;
    }
    if (alternatives.size() == 1) {
      return new PrivacyLossDistribution(adjacency, List.of(alternatives.get(0).times(count)));
    }
    if (chosenFromOutputs) {
      return settled().times(count);
    }
    PrivacyLossDistribution half = times(count / 2);
    PrivacyLossDistribution even = half.plus(half);
    return count % 2 == 1 ? even.plus(this) : even;
  }

  /**
   * The loss if neighbours may differ in the ways of this or of another computation, but not of
   * both. An example is one record in one of two disjoint parts of the data. The part is fixed
   * before anything is released unless {@link #chosenFromOutputs} is used.
   *
   * @param other the loss of the other computation
   * @return the larger loss
   * @throws IllegalArgumentException if the relations differ
   * @throws UnsupportedEventException if neighbours may then differ in too many ways
   */
  public PrivacyLossDistribution max(PrivacyLossDistribution other) {
    adjacency.requireSame(other.adjacency);
    List<PairCounts> both = new ArrayList<>(alternatives);
    both.addAll(other.alternatives);
    return new PrivacyLossDistribution(
        adjacency, both, chosenFromOutputs || other.chosenFromOutputs);
  }

  /**
   * This computation if the way in which neighbours differ may depend on earlier outputs. An
   * example is a function that divides the data and is chosen from outputs. A single computation
   * costs the same. In compositions the cost is that of the pointwise largest profile, which is the
   * profile of a pair ([@ZhuDongWang2022], Proposition 8; {@code doc-files/worst-pair.md}).
   *
   * @return the loss
   */
  public PrivacyLossDistribution chosenFromOutputs() {
    return new PrivacyLossDistribution(adjacency, alternatives, true);
  }

  /**
   * One of several computations, or none. The choice is random, independent of the data, and
   * published.
   *
   * @param weights enclosures of the probabilities of the computations
   * @param losses as many losses, at least one, all under one relation
   * @param idle an enclosure of the probability of none
   * @param rest upper bound of the probability of further computations, which count as if they
   *     revealed everything
   * @return the loss, whose profile is the weighted sum of theirs
   * @throws IllegalArgumentException if relations or numbers differ
   * @throws UnsupportedEventException if a loss is that of a composition, or neighbours may differ
   *     in several ways in one of several computations
   */
  public static PrivacyLossDistribution published(
      List<Enclosure> weights, List<PrivacyLossDistribution> losses, Enclosure idle, double rest) {
    if (!(weights.size() == losses.size() && !losses.isEmpty())) {
      throw new IllegalArgumentException(
          "there were "
              + weights.size()
              + " weights and "
              + losses.size()
              + " losses: both must be equally many, and at least one");
    }
    PrivacyLossDistribution first = losses.get(0);
    if (losses.size() == 1) {
      boolean certain = weights.get(0).equals(Enclosure.ONE) && rest == 0;
      return certain
          ? first
          : first.eachSingle(pair -> new PublishedMixturePair(weights, List.of(pair), idle, rest));
    }
    List<OrderedPair> pairs = new ArrayList<>();
    for (PrivacyLossDistribution loss : losses) {
      first.adjacency.requireSame(loss.adjacency);
      pairs.add(loss.onlyPair());
    }
    return of(new PublishedMixturePair(weights, pairs, idle, rest), first.adjacency);
  }

  /**
   * A bound of this loss by one pair, to which sampling can be applied ({@code
   * doc-files/worst-pair.md}).
   *
   * @param exact the composition of this loss, if its profile is known and the same in both orders
   * @return the bound; one sample of an exact composition has an exact profile
   */
  public PrivacyLossDistribution asOne(Optional<MixedComposition> exact) {
    Optional<MixedComposition> known = exact.filter(run -> alternatives.size() == 1);
    return mapped(alternative -> alternative.asOne(known, adjacency));
  }

  private OrderedPair onlyPair() {
    if (alternatives.size() != 1) {
      throw new UnsupportedEventException(
          toString(), "neighbours may differ in several ways, each of them a random number");
    }
    return alternatives.get(0).single();
  }

  /**
   * The loss of a record that leaves this computation's part of the data and enters another's.
   *
   * @param entered the loss of the other computation, under add-or-remove like this one
   * @return the loss under replace-one
   * @throws IllegalArgumentException if a relation is not add-or-remove
   * @throws UnsupportedEventException if neighbours may then differ in too many ways
   */
  public PrivacyLossDistribution movedTo(PrivacyLossDistribution entered) {
    AdjacencyRelation.ADD_OR_REMOVE.requireSame(adjacency);
    AdjacencyRelation.ADD_OR_REMOVE.requireSame(entered.adjacency);
    List<PairCounts> moves = new ArrayList<>();
    for (PairCounts removal : alternatives) {
      for (PairCounts addition : entered.alternatives) {
        moves.add(removal.plus(addition.reversed()));
      }
    }
    return new PrivacyLossDistribution(AdjacencyRelation.REPLACE_ONE, moves);
  }

  /**
   * The loss of one mechanism on a Poisson sample, for one record present or absent
   * ([@ZhuDongWang2022], Theorem 11).
   *
   * @param samplingProbability in [0, 1]
   * @return its loss, both of removing and of adding a record
   * @throws IllegalArgumentException if the probability is out of range
   * @throws UnsupportedEventException if this is a composition, or under replace-one
   */
  public PrivacyLossDistribution poissonSampled(double samplingProbability) {
    return poissonSampled(Enclosure.exact(samplingProbability));
  }

  /**
   * The loss of one mechanism on a Poisson sample, for a probability that is not a double.
   *
   * @param samplingProbability an enclosure of the probability, in [0, 1]
   * @return its loss, both of removing and of adding a record
   * @throws IllegalArgumentException if the probability is out of range
   * @throws UnsupportedEventException if this is a composition, or under replace-one
   */
  public PrivacyLossDistribution poissonSampled(Enclosure samplingProbability) {
    Parameters.requireProbability("samplingProbability", samplingProbability.lower());
    Parameters.requireProbability("samplingProbability", samplingProbability.upper());
    if (adjacency == AdjacencyRelation.REPLACE_ONE) {
      throw new UnsupportedEventException(
          toString(), "independent sampling is bounded through a record's absence from the sample");
    }
    return sampled(samplingProbability, pair -> new SampledPair(samplingProbability, pair));
  }

  /**
   * The loss of one mechanism on a sample of fixed size without replacement, for one replaced
   * record ([@DongRothSu2022], Theorem 4.2).
   *
   * @param share an enclosure of the sampled share of the records, in [0, 1]
   * @return its loss
   * @throws IllegalArgumentException if the share is out of range
   * @throws UnsupportedEventException if this is a composition, the loss differs between the
   *     orders, or the relation is not replace-one
   */
  public PrivacyLossDistribution fixedSizeSampled(Enclosure share) {
    Parameters.requireProbability("share", share.lower());
    Parameters.requireProbability("share", share.upper());
    if (adjacency != AdjacencyRelation.REPLACE_ONE) {
      throw new UnsupportedEventException(
          toString(), "a sample of fixed size is bounded under replace-one only");
    }
    return sampled(share, pair -> new FixedSizePair(new SampledPair(share, pair)));
  }

  private PrivacyLossDistribution sampled(
      Enclosure share, Function<OrderedPair, OrderedPair> sampling) {
    if (share.upper() == 0) {
      return zero(adjacency);
    }
    if (share.lower() == 1) {
      return this;
    }
    return eachSingle(sampling);
  }

  PrivacyLossDistribution eachSingle(Function<OrderedPair, OrderedPair> change) {
    return mapped(
        alternative ->
            alternative.equals(PairCounts.NONE)
                ? alternative
                : new PairCounts(Map.of(change.apply(alternative.single()), 1L)));
  }

  private PrivacyLossDistribution mapped(Function<PairCounts, PairCounts> change) {
    List<PairCounts> changed = alternatives.stream().map(change).toList();
    return new PrivacyLossDistribution(adjacency, changed, chosenFromOutputs);
  }

  /**
   * The smallest delta at an epsilon, to {@link Accuracy#ROUGH}.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure within [0, 1]
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    return delta(epsilon, Accuracy.ROUGH);
  }

  /**
   * The smallest delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @param accuracy the relative width to aim at
   * @return an enclosure within [0, 1]
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon, Accuracy accuracy) {
    return PairCounts.largestDelta(
        alternatives, Parameters.requireNonNegative("epsilon", epsilon), accuracy);
  }

  /**
   * The smallest delta in one order of the neighbours.
   *
   * @param epsilon finite and at least 0
   * @param accuracy the relative width to aim at
   * @param exchanged whether the second of both has the record, not the first
   * @return an enclosure; lower end 0 if neighbours differ in several ways
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure deltaInOrder(double epsilon, Accuracy accuracy, boolean exchanged) {
    return PairCounts.deltaInOrder(alternatives, epsilon, accuracy, exchanged);
  }

  /**
   * Upper bounds of delta at many epsilons, each in a fraction of the time of {@link #delta}.
   *
   * @param epsilons finite, at least 0 and rising
   * @param accuracy wanted relative excess of a bound over the smallest delta, in (0, 1); no
   *     promise is made
   * @param negligible the first bound below this is used for all later epsilons
   * @return a bound for each
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public double[] deltaBounds(double[] epsilons, double accuracy, double negligible) {
    Parameters.requireOpenProbability("accuracy", accuracy);
    Parameters.requireRising("epsilon", epsilons);
    return PairCounts.largestBounds(alternatives, epsilons, accuracy, negligible);
  }

  /**
   * The smallest epsilon of at least 0 at a delta, to {@link Accuracy#ROUGH}.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure; its ends are infinite if outcomes of more than delta reveal everything
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilon(double delta) {
    return epsilon(delta, Accuracy.ROUGH);
  }

  /**
   * The smallest epsilon of at least 0 at a delta.
   *
   * @param delta strictly between 0 and 1
   * @param accuracy the relative width to aim at
   * @return an enclosure; its ends are infinite if outcomes of more than delta reveal everything
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilon(double delta, Accuracy accuracy) {
    Parameters.requireOpenProbability("delta", delta);
    return PairCounts.largestEpsilon(alternatives, delta, accuracy);
  }

  /** The pairs and their numbers of occurrences. */
  @Override
  public String toString() {
    return alternatives.stream()
        .map(PairCounts::toString)
        .collect(Collectors.joining(" or", "privacy loss under " + adjacency + " of", ""));
  }
}
