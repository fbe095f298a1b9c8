package org.assay.accountant.accounting;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.curve.PrivacyProfile;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DominatedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.composition.OneOrder;
import org.assay.accountant.internal.contour.Narrow;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The success of an attacker who sees everything that is released, knows both neighbouring datasets
 * and guesses which of them was used ({@code doc-files/attacker-risk.md}).
 *
 * <p>Every number is an enclosure for the best attacker against the worst neighbours. The upper end
 * holds for every attacker. Some attacker attains the lower end, between some neighbours or in the
 * limit of neighbours. If no neighbours are known to attain the bound, the lower end is the success
 * of a guess without the release, and {@link #attained} is false. A guarantee is attained by some
 * computation that satisfies it. Immutable; numbers are computed when requested.
 */
public final class AttackerRisk {
  /**
   * Width (relative, absolute) at which the enclosure of a one-sided delta is accepted. Rates of
   * 10^-6 or more need this width. Not tuned.
   */
  private static final Narrow RATES = new Narrow(1e-4, 1e-9);

  /**
   * The accepted width (relative, absolute) of the larger of both one-sided deltas: mu is fitted to
   * deltas down to 10^-10. Not tuned.
   */
  private static final Narrow FITS = new Narrow(1e-4, 1e-12);

  /**
   * Factor over the accepted width above which an enclosure is narrowed by convolution, for example
   * at atoms of the loss. Convolutions take seconds. Not tuned.
   */
  private static final double WIDER = 10;

  private final String subject;
  private final AdjacencyRelation adjacency;
  private final boolean attained;
  private final DoubleFunction<Enclosure> profile;
  private final TwoOrders pair;
  private final DoubleFunction<Enclosure> errors;
  private final OptionalDouble pureEpsilon;
  private final double knownMu;

  private AttackerRisk(
      String subject,
      AdjacencyRelation adjacency,
      boolean attained,
      DoubleFunction<Enclosure> profile,
      TwoOrders pair,
      DoubleFunction<Enclosure> errors,
      OptionalDouble pureEpsilon,
      double knownMu) {
    this.subject = subject;
    this.adjacency = adjacency;
    this.attained = attained;
    this.profile = profile;
    this.pair = pair;
    this.errors = errors;
    this.pureEpsilon = pureEpsilon;
    this.knownMu = knownMu;
  }

  /** The hypothesis that the attacker claims to be true. */
  public enum Claim {
    /** Either hypothesis: the larger of both other numbers. */
    EITHER,
    /** That the first neighbour was used: the one with the record, where only one has it. */
    PRESENT,
    /** That the second neighbour was used: the one without the record. */
    ABSENT
  }

  /**
   * The risk of an event.
   *
   * @param event what is run
   * @param adjacency the relation between the datasets that the attacker tells apart
   * @return the risk
   */
  public static AttackerRisk of(DpEvent event, AdjacencyRelation adjacency) {
    Parameters.requireGiven("event", event);
    Parameters.requireGiven("adjacency", adjacency);
    DpEvent meaning = EventMeaning.of(event);
    boolean attained = Attained.by(meaning, adjacency);
    Steps steps = Steps.of(meaning, adjacency);
    boolean exact = steps.shape().attainsProfile();
    Optional<MixedComposition> run = attained || exact ? steps.composition() : Optional.empty();
    Optional<MixedComposition> profiled = run.filter(known -> exact);
    DoubleFunction<Enclosure> profile =
        TwoOrders.remembering(
            profile(
                profiled,
                Question.Order.EITHER,
                epsilon -> delta(meaning, adjacency, epsilon, Question.Order.EITHER, true)));
    Optional<MixedComposition> ordered = profiled.filter(known -> attained);
    TwoOrders pair =
        attained && run.filter(MixedComposition::isSymmetric).isPresent()
            ? TwoOrders.alike(profile)
            : TwoOrders.of(
                profile(
                    ordered,
                    Question.Order.REMOVING,
                    epsilon ->
                        delta(meaning, adjacency, epsilon, Question.Order.REMOVING, attained)),
                profile(
                    ordered,
                    Question.Order.ADDING,
                    epsilon ->
                        delta(meaning, adjacency, epsilon, Question.Order.ADDING, attained)));
    TwoOrders exchanged = pair.exchanged();
    return new AttackerRisk(
        Brief.of(event.describe()),
        adjacency,
        attained,
        profile,
        pair,
        alpha -> pair.error(alpha).min(exchanged.error(alpha)),
        pureEpsilon(event, adjacency),
        UnsupportedEventException.ifKnown(() -> Cost.of(event, adjacency).mu().upper())
            .orElse(Double.POSITIVE_INFINITY));
  }

  /**
   * The profile by contours that are used for many epsilons, and one by one where these are wide.
   */
  private static DoubleFunction<Enclosure> profile(
      Optional<MixedComposition> run, Question.Order order, DoubleFunction<Enclosure> alone) {
    Narrow narrow = narrow(order);
    Narrow enough = new Narrow(WIDER * narrow.width(), WIDER * narrow.negligible());
    return run.flatMap(known -> shared(known, order, narrow))
        .map(
            quick ->
                (DoubleFunction<Enclosure>)
                    epsilon -> {
                      Enclosure found = quick.apply(epsilon);
                      return enough.test(found) ? found : alone.apply(epsilon);
                    })
        .orElse(alone);
  }

  private static Narrow narrow(Question.Order order) {
    return order == Question.Order.EITHER ? FITS : RATES;
  }

  private static Optional<DoubleFunction<Enclosure>> shared(
      MixedComposition run, Question.Order order, Narrow narrow) {
    if (order != Question.Order.EITHER || run.isSymmetric()) {
      return OneOrder.profile(run, order == Question.Order.REMOVING, narrow);
    }
    return OneOrder.profile(run, /* removing= */ true, narrow)
        .flatMap(
            removing ->
                OneOrder.profile(run, /* removing= */ false, narrow)
                    .map(adding -> epsilon -> removing.apply(epsilon).max(adding.apply(epsilon))));
  }

  private static Enclosure delta(
      DpEvent event,
      AdjacencyRelation adjacency,
      double epsilon,
      Question.Order order,
      boolean attained) {
    Question question = new Question.DeltaAt(epsilon, Accuracy.ROUGH, narrow(order), order);
    TightestBound.Bound bound = BoundOfKind.of(event, adjacency, question);
    boolean both = attained && bound.method().exact();
    return both ? bound.value() : Enclosure.of(0, bound.value().upper());
  }

  private static OptionalDouble pureEpsilon(DpEvent event, AdjacencyRelation adjacency) {
    return UnsupportedEventException.ifKnown(
            () -> Cost.of(event, adjacency).pureEpsilonOrInfinity().upper())
        .filter(epsilon -> epsilon < Double.POSITIVE_INFINITY)
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  /**
   * The risk of a guarantee: what attackers can do against some computation that satisfies it.
   *
   * @param guarantee any guarantee
   * @return the risk
   */
  public static AttackerRisk of(Guarantee guarantee) {
    Parameters.requireGiven("guarantee", guarantee);
    PrivacyProfile implied = PrivacyProfile.of(guarantee);
    TradeoffCurve curve = TradeoffCurve.of(guarantee);
    return new AttackerRisk(
        guarantee.describe(),
        guarantee.adjacency(),
        true,
        implied::delta,
        TwoOrders.alike(implied::delta),
        curve::at,
        guarantee.accept(new Pure()),
        guarantee.accept(new Mu()));
  }

  /**
   * The relation between the two datasets.
   *
   * @return the adjacency relation
   */
  public AdjacencyRelation adjacency() {
    return adjacency;
  }

  /**
   * Whether every lower end is proved by an attacker who uses the release.
   *
   * @return false if one pair of neighbours that attains the whole curve is not known; lower ends
   *     of rates, and of guesses about one of both neighbours, are then those without looking
   */
  public boolean attained() {
    return attained;
  }

  /**
   * The largest difference between the true and the false positive rate of any test, {@code δ(0)}:
   * the total variation distance.
   *
   * @return the enclosure, within [0, 1]
   */
  public Enclosure advantage() {
    return profile.apply(0);
  }

  /**
   * The profile, {@code sup over events A of P(A) - e^epsilon Q(A)} in the worse order.
   *
   * @param epsilon at least 0
   * @return the enclosure, within [0, 1]
   * @throws IllegalArgumentException if epsilon is negative
   */
  public Enclosure delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return profile.apply(epsilon);
  }

  /**
   * The largest probability of a right guess, {@code max(p, 1-p) + min(p, 1-p) δ(|log(p/(1-p))|)}.
   *
   * @param prior probability p of the hypothesis, strictly between 0 and 1
   * @param claim the hypothesis
   * @return the enclosure; at least that of a guess without looking
   * @throws IllegalArgumentException if the prior is out of range
   */
  public Enclosure success(double prior, Claim claim) {
    Parameters.requireOpenProbability("prior", prior);
    return switch (claim) {
      case PRESENT -> pair.success(prior);
      case ABSENT -> pair.exchanged().success(prior);
      case EITHER -> TwoOrders.alike(profile).success(prior);
    };
  }

  /**
   * The largest true positive rate of a test at a false positive rate, {@code 1 - f(rate)}. The
   * upper end also bounds reconstruction. A guess of a record, or of a property of a record, that
   * is right with probability at most {@code rate} without the release is right with at most this
   * probability.
   *
   * @param falsePositiveRate strictly between 0 and 1
   * @param claim what the test claims
   * @return the enclosure; at least the false positive rate
   * @throws IllegalArgumentException if the rate is out of range
   */
  public Enclosure truePositiveRate(double falsePositiveRate, Claim claim) {
    Parameters.requireOpenProbability("falsePositiveRate", falsePositiveRate);
    Enclosure error =
        switch (claim) {
          case EITHER -> errors.apply(falsePositiveRate);
          case PRESENT -> pair.error(falsePositiveRate);
          case ABSENT -> pair.exchanged().error(falsePositiveRate);
        };
    return Enclosure.ONE.minus(error).max(Enclosure.exact(falsePositiveRate)).min(Enclosure.ONE);
  }

  /**
   * The epsilon of pure privacy: every release changes the odds of every guess by at most its
   * exponential.
   *
   * @return the epsilon, empty if none is known
   */
  public OptionalDouble surely() {
    return pureEpsilon;
  }

  /**
   * The smallest number that no release computed from this one exceeds with more than a
   * probability, by the log ratio of its two distributions. It is {@code log(x/a)}: some test has
   * the true positive rate x, the given probability, and the smallest false positive rate a.
   *
   * @param probability strictly between 0 and 1
   * @return the enclosure, at least 0. By the upper end l, the odds of what is true grow by a
   *     factor of at most {@code e^l} except with that probability; it is infinite if no such
   *     number is known. For every number below the lower end, the answer of some test exceeds it
   *     with more than that probability
   * @throws IllegalArgumentException if the probability is out of range
   */
  public Enclosure except(double probability) {
    Parameters.requireOpenProbability("probability", probability);
    Enclosure present = growth(pair, probability);
    Enclosure log =
        isSeldom(pair.exchanged(), present.upper(), probability)
            ? present
            : present.max(growth(pair.exchanged(), probability));
    return log.min(Enclosure.exact(pureEpsilon.orElse(Double.POSITIVE_INFINITY)));
  }

  private static Enclosure growth(TwoOrders pair, double probability) {
    Enclosure rate = pair.falsePositives(probability);
    return Enclosure.exact(probability).log().minus(rate.log()).max(Enclosure.ZERO);
  }

  /**
   * Whether l suffices by {@code P(L > l) ≤ δ(ε)/(1 - e^(ε - l))} at {@code ε = l - log 2}.
   * Profiles whose orders differ much need no second search then.
   */
  private static boolean isSeldom(TwoOrders pair, double l, double probability) {
    double epsilon = Rounding.subtractDown(l, Rounding.logUp(2));
    return epsilon >= 0
        && epsilon < Double.POSITIVE_INFINITY
        && pair.delta(epsilon).upper() <= Rounding.multiplyDown(probability, 0.5);
  }

  /**
   * The Gaussian pair that bounds a profile.
   *
   * @param mu the least mu whose profile is at least the profile of this risk, from epsilon 0 to
   *     where the latter is at most {@code downTo}; the upper end is such a mu. The lower end is 0
   *     where the bound is not known to be attained
   * @param regret how much more often the best guess at any prior is right by the Gaussian of the
   *     upper end of mu than by this risk
   * @param downTo the delta at the end of the range
   */
  public record GaussianFit(Enclosure mu, Enclosure regret, double downTo) {}

  /**
   * The least Gaussian above the profile, down to a delta. Profiles with lighter or heavier tails
   * than a Gaussian's have a larger mu, or none, without such an end.
   *
   * @param delta the delta at the end of the range, strictly between 0 and 1
   * @return mu and the regret; empty if the profile does not fall to delta
   * @throws IllegalArgumentException if delta is out of range
   */
  public Optional<GaussianFit> gaussian(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return GaussianAbove.of(profile, delta, knownMu);
  }

  /** Names what is at risk, and the relation. */
  @Override
  public String toString() {
    return "attacker's risk of " + subject + " under " + adjacency;
  }

  /** The epsilon of a guarantee of pure privacy. */
  private static final class Pure extends DefaultGuaranteeVisitor<OptionalDouble> {
    @Override
    public OptionalDouble visitPure(Guarantee.Pure guarantee) {
      return guarantee.epsilon() < Double.POSITIVE_INFINITY
          ? OptionalDouble.of(guarantee.epsilon())
          : OptionalDouble.empty();
    }

    @Override
    protected OptionalDouble visitOther(Guarantee guarantee) {
      return OptionalDouble.empty();
    }
  }

  /** The mu of a guarantee of Gaussian privacy. */
  private static final class Mu extends DefaultGuaranteeVisitor<Double> {
    @Override
    public Double visitGaussian(Guarantee.Gaussian guarantee) {
      return guarantee.mu();
    }

    @Override
    protected Double visitOther(Guarantee guarantee) {
      return Double.POSITIVE_INFINITY;
    }
  }

  /** Whether one pair of neighbours attains an event's profile at every epsilon in both orders. */
  private static final class Attained extends DefaultVisitor<Boolean> {
    private final AdjacencyRelation adjacency;

    private Attained(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    static boolean by(DpEvent event, AdjacencyRelation adjacency) {
      Attained attained = new Attained(adjacency);
      return adjacency == event.adjacency() ? event.accept(attained) : attained.visitOther(event);
    }

    @Override
    protected Boolean visitOther(DpEvent event) {
      return Steps.of(event, adjacency).shape().attainsPairs();
    }

    @Override
    public Boolean visitDominated(DominatedEvent event) {
      List<DpEvent> cases = event.cases();
      return cases.size() == 1
          && event.attains(0)
          && cases.equals(event.casesRoundedDown())
          && by(EventMeaning.of(cases.get(0)), adjacency);
    }

    @Override
    public Boolean visitParallel(ParallelEvent event) {
      return event.assignment() != ParallelEvent.Assignment.BY_SLOT && visitOther(event);
    }

    @Override
    public Boolean visitNoisySgd(NoisySgdEvent event) {
      return false;
    }

    @Override
    public Boolean visitNoisyGradientDescent(NoisyGradientDescentEvent event) {
      return false;
    }

    @Override
    public Boolean visitRepeatAndSelect(RepeatAndSelectEvent event) {
      return false;
    }

    @Override
    public Boolean visitShuffledBatches(ShuffledBatchesEvent event) {
      return false;
    }
  }
}
