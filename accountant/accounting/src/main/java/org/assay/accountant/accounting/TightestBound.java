package org.assay.accountant.accounting;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DominatedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The tightest (epsilon, delta) statement that Assay can certify for an event: the exact profile of
 * any sequence of Gaussian and sampled Gaussian steps, and of the pairs that dominate other steps
 * among them; the profile of the dominating Gaussian for last iterates of one pass and for
 * Gaussians on disjoint slots; for the last iterate of noisy (stochastic) gradient descent the
 * smallest of composition, such a Gaussian and {@link LastIterate}; for everything else the smaller
 * one of the bounds from privacy loss distributions and from Rényi divergences.
 */
public final class TightestBound {
  private final DpEvent event;
  private final AdjacencyRelation adjacency;
  private final Accuracy accuracy;

  private TightestBound(DpEvent event, AdjacencyRelation adjacency, Accuracy accuracy) {
    this.event = event;
    this.adjacency = adjacency;
    this.accuracy = accuracy;
  }

  /**
   * The bound of an event.
   *
   * @param event what was run
   * @param adjacency the relation of the bound
   * @return the bound; numbers are computed when requested
   */
  public static TightestBound of(DpEvent event, AdjacencyRelation adjacency) {
    return new TightestBound(
        Parameters.requireGiven("event", event),
        Parameters.requireGiven("adjacency", adjacency),
        Accuracy.FINE);
  }

  /**
   * This bound with another accuracy of convolutions: a finer accuracy takes more time.
   *
   * @param relative the relative width to aim at, in (0, 1); {@link Accuracy#FINE} unless stated
   * @return a new bound
   * @throws IllegalArgumentException if the accuracy is out of range
   */
  public TightestBound withAccuracy(double relative) {
    return of(event, adjacency, Accuracy.of(relative));
  }

  static TightestBound of(DpEvent event, AdjacencyRelation adjacency, Accuracy accuracy) {
    return new TightestBound(event, adjacency, accuracy);
  }

  /**
   * The parts of the event that are restated by a theorem, because they are stated under another
   * relation.
   *
   * @return the parts of the event, each once; empty if all are stated under the bound's relation
   * @throws UnsupportedEventException if no known theorem restates a part
   */
  public List<Restatement> restatements() {
    return Restatement.of(event, adjacency);
  }

  /** The method by which a number was obtained. */
  public enum Method {
    /** The exact profile of the Gaussian mechanism. */
    EXACT_GAUSSIAN("BalleWang2018", "Theorem 8", true),

    /** The profile of one Gaussian mechanism that dominates the event. */
    DOMINATING_GAUSSIAN("DongRothSu2022", "Corollary 2.13", false),

    /** Contour inversion of the composition's moment generating function. */
    CONTOUR("MironovTalwarZhang2019", "Theorem 4", true),

    /** Contour inversion with random allocations among the steps. */
    ALLOCATED_CONTOUR(
        "FeldmanShenfeld2025", "the pair, with the proof in random-allocation.md", true),

    /** Contour inversion for other pairs of distributions that some neighbours attain. */
    ATTAINED_CONTOUR("ZhuDongWang2022", "Theorem 10", true),

    /** Contour inversion for pairs of distributions that dominate the steps. */
    DOMINATING_CONTOUR("ZhuDongWang2022", "Theorem 10", false),

    /** The profile of the one pair of a single step that some neighbours attain. */
    ATTAINED_PAIR("ZhuDongWang2022", "Definition 7", true),

    /** Convolution of privacy loss distributions, where the contour would cost too much. */
    LOSS_DISTRIBUTION("ZhuDongWang2022", "Theorem 10", true),

    /** Convolution for pairs of distributions that dominate the parts. */
    DOMINATING_LOSS_DISTRIBUTION("ZhuDongWang2022", "Theorem 10", false),

    /**
     * A test of shuffled batches gives the lower end; the Gaussian that dominates them gives the
     * upper.
     */
    SHUFFLED_BATCHES("ChuaEtAl2024", "batches by shuffling", true),

    /** Hockey-stick divergences of single runs, of which the best is released. */
    SELECTION("PapernotSteinke2022", "Definition 1, with the proof in repeat-and-select.md", false),

    /** The bound of a selection, with a lower end that tests of the released output prove. */
    TESTED_SELECTION(
        "PapernotSteinke2022", "Definition 1, with the proof in repeat-and-select.md", true),

    /** Amplification by iteration over random batches. */
    ITERATION("AltschulerTalwar2022", "Theorem 3.1", false),

    /**
     * The upper end from Rényi divergences. It is below the bound from the privacy loss
     * distributions, which prove the lower end: no bound from the pairs that dominate the steps is
     * smaller.
     */
    RENYI_ABOVE_LOSSES("CanonneKamathSteinke2020", "Proposition 12", false),

    /**
     * Rényi divergences for the upper end; the lower end is the loss of a program of the event's
     * description.
     */
    PROGRAM_BELOW_RENYI(
        "CanonneKamathSteinke2020", "Proposition 12, above a program in attained.md", true),

    /** Rényi divergences at the best real order. */
    RENYI("CanonneKamathSteinke2020", "Proposition 12", false);

    private final String key;
    private final String locator;
    private final boolean exact;

    Method(String key, String locator, boolean exact) {
      this.key = key;
      this.locator = locator;
      this.exact = exact;
    }

    /**
     * The source that proves the method.
     *
     * @return the citation
     */
    public Citation citation() {
      return new Citation(key, locator);
    }

    /** This method for a pair that only dominates, so the result is no longer exact. */
    Method ofDominating() {
      return switch (this) {
        case EXACT_GAUSSIAN -> DOMINATING_GAUSSIAN;
        case CONTOUR, ALLOCATED_CONTOUR, ATTAINED_CONTOUR -> DOMINATING_CONTOUR;
        case ATTAINED_PAIR, LOSS_DISTRIBUTION -> DOMINATING_LOSS_DISTRIBUTION;
        case TESTED_SELECTION -> SELECTION;
        case PROGRAM_BELOW_RENYI -> RENYI;
        default -> this;
      };
    }

    /**
     * Whether the interval encloses the true value, and not only the method's bound of it.
     *
     * @return true if it does
     */
    public boolean exact() {
      return exact;
    }
  }

  /**
   * A number and the method by which it was obtained.
   *
   * @param value the enclosure; its upper end is a guarantee
   * @param method the method
   */
  public record Bound(Enclosure value, Method method) {
    /** Relative width above which {@link #whyWide} explains the interval. Not tuned. */
    private static final double WIDE = 1e-3;

    /** Largest epsilon of a search; larger results count as infinite. Not tuned. */
    private static final double LARGEST = 1e300;

    /**
     * The reason why the interval is wider than a thousandth, relative to its upper end.
     *
     * @return what limits the method; empty for narrow intervals
     */
    public Optional<String> whyWide() {
      boolean narrow = value.lower() >= value.upper() * (1 - WIDE);
      boolean unbounded = value.lower() >= LARGEST;
      return narrow || unbounded ? Optional.empty() : Optional.of(MethodLimit.of(method));
    }
  }

  /**
   * Epsilon at a delta.
   *
   * @param delta strictly between 0 and 1
   * @return the bound
   * @throws UnsupportedEventException if no known theorem bounds the event, or there is no
   *     computation of that description ({@link EventMeaning#of})
   * @throws IllegalArgumentException if delta is out of range
   */
  public Bound epsilon(double delta) {
    Parameters.requireOpenProbability("delta", delta);
    return answer(new Question.EpsilonAt(delta, accuracy));
  }

  /**
   * Delta at an epsilon.
   *
   * @param epsilon finite and at least 0
   * @return the bound
   * @throws UnsupportedEventException if no known theorem bounds the event, or there is no
   *     computation of that description ({@link EventMeaning#of})
   * @throws IllegalArgumentException if epsilon is out of range
   */
  public Bound delta(double epsilon) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return answer(new Question.DeltaAt(epsilon, accuracy));
  }

  /**
   * The method that proves that epsilon at a delta is at most a number. This takes less time than
   * {@link #epsilon}, which narrows an interval that is proved already.
   *
   * @param epsilon the number, at least 0
   * @param delta strictly between 0 and 1
   * @return the method
   * @throws UnsupportedEventException if no known theorem bounds the event
   * @throws IllegalArgumentException if delta is out of range
   */
  public Method methodFor(double epsilon, double delta) {
    Parameters.requireNonNegative("epsilon", epsilon);
    Parameters.requireOpenProbability("delta", delta);
    Predicate<Enclosure> proved = found -> found.upper() <= epsilon;
    return answer(new Question.EpsilonAt(delta, accuracy, proved)).method();
  }

  /**
   * The upper end of an epsilon, without the work that only its lower end needs.
   *
   * @param settled whether an enclosure, although perhaps wide, suffices
   */
  double guaranteedEpsilon(double delta, Predicate<Enclosure> settled) {
    Parameters.requireOpenProbability("delta", delta);
    return guaranteed(new Question.EpsilonAt(delta, accuracy, settled));
  }

  /**
   * The upper end of a delta, without the work that only its lower end needs.
   *
   * @param settled whether an enclosure, although perhaps wide, suffices
   */
  double guaranteedDelta(double epsilon, Predicate<Enclosure> settled) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return guaranteed(new Question.DeltaAt(epsilon, accuracy, settled));
  }

  private double guaranteed(Question question) {
    return BoundOfKind.guarantee(EventMeaning.of(event), adjacency, question);
  }

  /**
   * Whether the event is bounded by contours of other noise, where a delta takes a fraction of the
   * time of an epsilon.
   */
  boolean inverts() {
    return adjacency == event.adjacency() && EventMeaning.of(event).accept(new Inverted(adjacency));
  }

  private static final class Inverted extends DefaultVisitor<Boolean> {
    private final AdjacencyRelation adjacency;

    private Inverted(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    @Override
    protected Boolean visitOther(DpEvent other) {
      return Steps.of(other, adjacency).composition().filter(run -> !run.isGaussian()).isPresent();
    }

    @Override
    public Boolean visitDominated(DominatedEvent dominated) {
      return dominated.cases().stream().allMatch(one -> EventMeaning.of(one).accept(this));
    }

    @Override
    public Boolean visitNoisySgd(NoisySgdEvent descent) {
      return false;
    }

    @Override
    public Boolean visitNoisyGradientDescent(NoisyGradientDescentEvent run) {
      return false;
    }

    @Override
    public Boolean visitRepeatAndSelect(RepeatAndSelectEvent selection) {
      return false;
    }

    @Override
    public Boolean visitShuffledBatches(ShuffledBatchesEvent shuffled) {
      return false;
    }
  }

  private Bound answer(Question question) {
    return BoundOfKind.of(EventMeaning.of(event), adjacency, question);
  }

  /** The event and the adjacency relation. */
  @Override
  public String toString() {
    return "tightest bound of " + Brief.of(event.describe()) + " under " + adjacency;
  }

  /** Why the two ends of a method's interval differ, in words. */
  static final class MethodLimit {
    private MethodLimit() {}

    static String of(TightestBound.Method method) {
      return switch (method) {
        case EXACT_GAUSSIAN, DOMINATING_GAUSSIAN ->
            "the Gaussian is known from both sides only, as where the worst steps of a matrix are"
                + " bounded and not found, or rounding decides at numbers this small";
        case DOMINATING_CONTOUR ->
            "pairs that may differ from step to step have no lower end here, or the integral would"
                + " take too many nodes to be narrower";
        case CONTOUR, ALLOCATED_CONTOUR, ATTAINED_CONTOUR ->
            "the integral would take too many nodes to be narrower, or rounding decides at numbers"
                + " this small";
        case ATTAINED_PAIR, LOSS_DISTRIBUTION, DOMINATING_LOSS_DISTRIBUTION ->
            "losses are rounded to a lattice, and a finer one would cost more than is allowed";
        case SHUFFLED_BATCHES ->
            "no better guarantee is known for shuffled batches than that of one Gaussian, and no"
                + " better test than the largest coordinate";
        case SELECTION ->
            "the bound has no lower end: what the best run reveals at least is not known";
        case TESTED_SELECTION ->
            "no better guarantee is known for the best of several runs, and no better test than one"
                + " of single runs that puts likely outputs first or last";
        case ITERATION -> "a guarantee without a lower end; 'assay walk' looks for one";
        case RENYI_ABOVE_LOSSES ->
            "the guarantee is that of Rényi divergences, which loses something in the conversion;"
                + " the lattice of losses that proves the lower end loses more from above";
        case PROGRAM_BELOW_RENYI ->
            "the guarantee is that of Rényi divergences, which loses something in the conversion;"
                + " no program is known that loses more than a Gaussian beside randomized response";
        case RENYI ->
            "no pair of distributions that dominates the event is known or within reach, and its"
                + " bound over orders is not known from below";
      };
    }
  }
}
