package org.assay.accountant.curve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;

/**
 * The law of the privacy loss of a computation, given by dominating pairs of distributions and how
 * often each is composed. Immutable; composition only counts, and the profile is computed when
 * asked.
 *
 * <p>Each answer is an enclosure of the exact value for the composed pairs, the larger of both
 * orders: neighbours in one order compose the first pairs, in the other order the exchanged ones.
 * Where the pairs are tight so is the answer. Losses are put on a lattice from above and from below
 * and convolved ({@code doc-files/lattice-laws.md}, {@code doc-files/lattice-composition.md}).
 * Composition of dominating pairs dominates ([@ZhuDongWang2022], Theorem 10), also when later
 * mechanisms are chosen from earlier outputs within pairs fixed in advance.
 */
public final class PrivacyLossDistribution {
  /** The relative width of results unless another one is asked for. */
  public static final double DEFAULT_ACCURACY = 5e-3;

  private final AdjacencyRelation adjacency;
  private final Map<OrderedPair, Long> counts;

  private PrivacyLossDistribution(AdjacencyRelation adjacency, Map<OrderedPair, Long> counts) {
    this.adjacency = adjacency;
    this.counts = counts;
  }

  /**
   * The loss of a computation that does not look at the data.
   *
   * @param adjacency the relation
   * @return the loss that is always 0
   */
  public static PrivacyLossDistribution zero(AdjacencyRelation adjacency) {
    return new PrivacyLossDistribution(adjacency, Map.of());
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
    return of(new SampledGaussianPair(1, requirePositive("mu", mu)), adjacency);
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
    Parameters.requireProbability("samplingProbability", samplingProbability);
    requirePositive("mu", mu);
    if (samplingProbability == 0) {
      return zero(AdjacencyRelation.ADD_OR_REMOVE);
    }
    return of(new SampledGaussianPair(samplingProbability, mu), AdjacencyRelation.ADD_OR_REMOVE);
  }

  /**
   * The Laplace mechanism.
   *
   * @param scale the noise's scale over the sensitivity, finite and above 0
   * @param adjacency the relation
   * @return its loss
   * @throws IllegalArgumentException if the scale is out of range
   */
  public static PrivacyLossDistribution laplace(double scale, AdjacencyRelation adjacency) {
    Parameters.requirePositive("scale", scale);
    return of(new LaplacePair(Enclosure.ONE.dividedBy(scale)), adjacency);
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
   * @param name what it is
   * @param atoms its outcomes with their probabilities under both neighbours
   * @param period a number of which all finite losses are multiples, as near as doubles can say;
   *     with it the lattice adds no error. 0 if there is none
   * @param adjacency the relation
   * @return its loss
   * @throws IllegalArgumentException if probabilities do not sum to 1 or the period is negative or
   *     not finite
   */
  public static PrivacyLossDistribution ofAtoms(
      String name, List<LossAtom> atoms, double period, AdjacencyRelation adjacency) {
    Parameters.requireNonNegative("period", period);
    return of(new AtomicPair(name, atoms, period), adjacency);
  }

  private static PrivacyLossDistribution of(OrderedPair pair, AdjacencyRelation adjacency) {
    return new PrivacyLossDistribution(adjacency, Map.of(pair, 1L));
  }

  /**
   * The relation the loss is about.
   *
   * @return the adjacency relation
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
   */
  public PrivacyLossDistribution plus(PrivacyLossDistribution other) {
    adjacency.requireSame(other.adjacency);
    Map<OrderedPair, Long> sum = new LinkedHashMap<>(counts);
    other.counts.forEach((pair, count) -> sum.merge(pair, count, Math::addExact));
    return new PrivacyLossDistribution(adjacency, sum);
  }

  /**
   * The loss of this computation run a number of times.
   *
   * @param count how often, at least 1
   * @return the multiple
   * @throws IllegalArgumentException if the count is below 1
   */
  public PrivacyLossDistribution times(long count) {
    Parameters.requireAtLeastOne("count", count);
    Map<OrderedPair, Long> multiple = new LinkedHashMap<>(counts);
    multiple.replaceAll((pair, once) -> Math.multiplyExact(once, count));
    return new PrivacyLossDistribution(adjacency, multiple);
  }

  /**
   * The smallest delta at an epsilon, to {@link #DEFAULT_ACCURACY}.
   *
   * @param epsilon finite and at least 0
   * @return an enclosure within [0, 1]
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Enclosure delta(double epsilon) {
    return delta(epsilon, DEFAULT_ACCURACY);
  }

  /**
   * The smallest delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @param accuracy the relative width to aim at, in (0, 1); where the work would exceed its limit
   *     the enclosure is wider
   * @return an enclosure within [0, 1]
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Enclosure delta(double epsilon, double accuracy) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireOpenProbability("accuracy", accuracy);
    if (counts.isEmpty()) {
      return Enclosure.ZERO;
    }
    Enclosure first = profile(false).delta(epsilon, accuracy, Double.MIN_NORMAL);
    if (symmetric()) {
      return first;
    }
    // A rough look at the other order often shows that it does not matter.
    double enough = Math.max(first.lower(), Double.MIN_NORMAL);
    Enclosure glance = profile(true).delta(epsilon, Math.max(accuracy, 0.3), enough);
    return glance.upper() <= first.lower()
        ? first
        : first.max(profile(true).delta(epsilon, accuracy, enough));
  }

  /**
   * The smallest epsilon of at least 0 at a delta, to {@link #DEFAULT_ACCURACY}.
   *
   * @param delta strictly between 0 and 1
   * @return an enclosure; its ends are infinite where outcomes of more than delta reveal everything
   * @throws IllegalArgumentException if delta is out of range
   */
  public Enclosure epsilon(double delta) {
    return epsilon(delta, DEFAULT_ACCURACY);
  }

  /**
   * The smallest epsilon of at least 0 at a delta.
   *
   * @param delta strictly between 0 and 1
   * @param accuracy the relative width to aim at, in (0, 1); where the work would exceed its limit
   *     the enclosure is wider
   * @return an enclosure; its ends are infinite where outcomes of more than delta reveal everything
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public Enclosure epsilon(double delta, double accuracy) {
    Parameters.requireOpenProbability("delta", delta);
    Parameters.requireOpenProbability("accuracy", accuracy);
    if (counts.isEmpty()) {
      return Enclosure.ZERO;
    }
    Enclosure first = profile(false).epsilon(delta, accuracy, 0);
    if (symmetric()) {
      return first;
    }
    // A rough look at the other order often shows that it does not matter.
    Enclosure glance = profile(true).epsilon(delta, Math.max(accuracy, 0.3), first.lower());
    return glance.upper() <= first.lower()
        ? first
        : first.max(profile(true).epsilon(delta, accuracy, first.lower()));
  }

  private boolean symmetric() {
    return counts.keySet().stream().allMatch(pair -> pair.equals(pair.reversed()));
  }

  private OrderedProfile profile(boolean exchanged) {
    List<OrderedPair> pairs = new ArrayList<>();
    long[] numbers = new long[counts.size()];
    for (Map.Entry<OrderedPair, Long> entry : counts.entrySet()) {
      numbers[pairs.size()] = entry.getValue();
      pairs.add(exchanged ? entry.getKey().reversed() : entry.getKey());
    }
    return new OrderedProfile(pairs, numbers);
  }

  private static Enclosure requirePositive(String name, Enclosure value) {
    Parameters.requirePositive(name, value.lower());
    Parameters.requirePositive(name, value.upper());
    return value;
  }

  /** The pairs and how often each is composed. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("privacy loss under " + adjacency + " of");
    counts.forEach(
        (pair, count) -> text.append(' ').append(count).append(" x ").append(pair.name()));
    return text.toString();
  }
}
