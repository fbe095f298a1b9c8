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
import org.assay.accountant.event.ParallelEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.internal.analysis.ContourAnalysis;
import org.assay.accountant.internal.analysis.GaussianAnalysis;
import org.assay.accountant.internal.analysis.PldAnalysis;
import org.assay.accountant.internal.analysis.RunShape;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.iteration.LastIterate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Brief;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.ContradictionException;
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
  /** Wider contour results are narrowed by convolution. */
  private static final double NARROW = 1e-4;

  /** The same from so many unlike steps on, which take minutes to convolve. */
  private static final double NARROW_OF_MANY = 5e-4;

  private static final int MANY_KINDS = 100;

  /** An epsilon of Gaussians from which on a lattice does not come near their bound. */
  private static final double LOUD = 50;

  /** A bound this close to 0 is not worth narrowing. */
  private static final double NEGLIGIBLE = 1e-15;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;
  private final Accuracy accuracy;

  /** Whether only the upper end is asked for, and nothing is done for lower ends alone. */
  private final boolean guarantees;

  private TightestBound(DpEvent event, AdjacencyRelation adjacency, Accuracy accuracy) {
    this(event, adjacency, accuracy, false);
  }

  private TightestBound(
      DpEvent event, AdjacencyRelation adjacency, Accuracy accuracy, boolean guarantees) {
    this.event = event;
    this.adjacency = adjacency;
    this.accuracy = accuracy;
    this.guarantees = guarantees;
  }

  /**
   * The bound of an event.
   *
   * @param event what was run
   * @param adjacency the relation that the bound is about
   * @return the bound, computed when asked for a number
   */
  public static TightestBound of(DpEvent event, AdjacencyRelation adjacency) {
    return new TightestBound(
        Parameters.requireGiven("event", event),
        Parameters.requireGiven("adjacency", adjacency),
        Accuracy.FINE);
  }

  /**
   * The same with another accuracy, which matters to convolutions only: a finer one costs more.
   *
   * @param relative the relative width to aim at, in (0, 1); {@link Accuracy#FINE} unless stated
   * @return a new bound
   * @throws IllegalArgumentException if the accuracy is out of range
   */
  public TightestBound withAccuracy(double relative) {
    return new TightestBound(event, adjacency, Accuracy.of(relative));
  }

  /**
   * What the bound restates by a theorem, because it is stated under another relation.
   *
   * @return the parts of the event, each once; empty if it is stated under the bound's relation
   * @throws UnsupportedEventException if no known theorem restates a part
   */
  public List<Restatement> restatements() {
    return Restatement.of(event, adjacency);
  }

  /** How a number was obtained. */
  public enum Method {
    /** The exact profile of the Gaussian mechanism. */
    EXACT_GAUSSIAN("BalleWang2018", "Theorem 8", true),

    /** The profile of one Gaussian mechanism that dominates the event. */
    DOMINATING_GAUSSIAN("DongRothSu2022", "Corollary 2.13", false),

    /** Contour inversion of the composition's moment generating function. */
    CONTOUR("MironovTalwarZhang2019", "Theorem 4", true),

    /** The same with random allocations among the steps. */
    ALLOCATED_CONTOUR(
        "FeldmanShenfeld2025", "the pair, with the proof in random-allocation.md", true),

    /** The same for other pairs of distributions that some neighbours attain. */
    ATTAINED_CONTOUR("ZhuDongWang2022", "Theorem 10", true),

    /** The same for pairs of distributions that dominate the steps. */
    DOMINATING_CONTOUR("ZhuDongWang2022", "Theorem 10", false),

    /** The profile of the one pair of a single step that some neighbours attain. */
    ATTAINED_PAIR("ZhuDongWang2022", "Definition 7", true),

    /** Convolution of privacy loss distributions, where the contour would cost too much. */
    LOSS_DISTRIBUTION("ZhuDongWang2022", "Theorem 10", true),

    /** The same for pairs of distributions that dominate the parts. */
    DOMINATING_LOSS_DISTRIBUTION("ZhuDongWang2022", "Theorem 10", false),

    /** Between a test of shuffled batches and the Gaussian that dominates them. */
    SHUFFLED_BATCHES("ChuaEtAl2024", "batches by shuffling", true),

    /** Hockey-stick divergences of the runs of which the best is released. */
    SELECTION("PapernotSteinke2022", "Definition 1, with the proof in repeat-and-select.md", false),

    /** The bound of a selection, with a lower end that tests of the released output prove. */
    TESTED_SELECTION(
        "PapernotSteinke2022", "Definition 1, with the proof in repeat-and-select.md", true),

    /** Amplification by iteration over random batches. */
    ITERATION("AltschulerTalwar2022", "Theorem 3.1", false),

    /**
     * The upper end from Rényi divergences, which say more than the privacy loss distributions that
     * prove the lower end: no bound from the pairs that dominate the steps is below it.
     */
    RENYI_ABOVE_LOSSES("CanonneKamathSteinke2020", "Proposition 12", false),

    /** Rényi divergences above what a program of the event's description loses. */
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
     * Where the method is proved.
     *
     * @return the citation
     */
    public Citation citation() {
      return new Citation(key, locator);
    }

    /** The same method for a pair that dominates, which is no longer exact. */
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
   * A number and how it was obtained.
   *
   * @param value the enclosure; its upper end is a guarantee
   * @param method the method
   */
  public record Bound(Enclosure value, Method method) {
    /** A relative width that needs an explanation. */
    private static final double WIDE = 1e-3;

    /** Searches for an epsilon end here. */
    private static final double LARGEST = 1e300;

    /**
     * Why the interval is wide, where it is: relative to its upper end, by more than a thousandth.
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
    return meant().answer(new Question.EpsilonAt(delta, accuracy));
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
    return meant().answer(new Question.DeltaAt(epsilon, accuracy));
  }

  /**
   * How it is proved that epsilon at a delta is at most a number: cheaper than {@link #epsilon},
   * which narrows what is proved already.
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
    return meant().answer(new Question.EpsilonAt(delta, accuracy, proved)).method();
  }

  /**
   * The upper end of an epsilon, without the work that only its lower end needs.
   *
   * @param settled whether an enclosure tells enough, although it may be wide
   */
  double guaranteedEpsilon(double delta, Predicate<Enclosure> settled) {
    Parameters.requireOpenProbability("delta", delta);
    return guaranteed(new Question.EpsilonAt(delta, accuracy, settled));
  }

  /**
   * The upper end of a delta, without the work that only its lower end needs.
   *
   * @param settled whether an enclosure tells enough, although it may be wide
   */
  double guaranteedDelta(double epsilon, Predicate<Enclosure> settled) {
    Parameters.requireNonNegative("epsilon", epsilon);
    return guaranteed(new Question.DeltaAt(epsilon, accuracy, settled));
  }

  private double guaranteed(Question question) {
    return new TightestBound(EventMeaning.of(event), adjacency, accuracy, true)
        .answer(question)
        .value()
        .upper();
  }

  /** Whether contours of other noise price the event: a delta costs a fraction of an epsilon. */
  boolean inverts() {
    return adjacency == event.adjacency() && EventMeaning.of(event).accept(new Inverted());
  }

  private final class Inverted extends DefaultVisitor<Boolean> {
    @Override
    protected Boolean visitOther(DpEvent other) {
      return ContourAnalysis.of(other, adjacency).filter(run -> !run.isGaussian()).isPresent();
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

  /** The bound of the computation that the event stands for. */
  private TightestBound meant() {
    return new TightestBound(EventMeaning.of(event), adjacency, accuracy);
  }

  private Bound answer(Question question) {
    return adjacency == event.adjacency()
        ? event.accept(new LastIterates(question))
        : composed(question);
  }

  /** Knows more about last iterates and about shuffled batches than about other events. */
  private final class LastIterates extends DefaultVisitor<Bound> {
    private final Question question;

    LastIterates(Question question) {
      this.question = question;
    }

    @Override
    protected Bound visitOther(DpEvent other) {
      return composed(question);
    }

    @Override
    public Bound visitNoisyGradientDescent(NoisyGradientDescentEvent run) {
      return LastIterateAnswer.of(question, run).orElseGet(() -> composed(question));
    }

    @Override
    public Bound visitNoisySgd(NoisySgdEvent descent) {
      Bound all = new TightestBound(descent.composition(), adjacency, accuracy).answer(question);
      return LastIterateAnswer.of(question, all, descent.run());
    }

    /**
     * The worst of the parts where slots are fixed: a neighbour differs in one part alone, all that
     * the others do is post-processing, and the profile of a composition holds for every adaptive
     * choice of what comes in between.
     */
    @Override
    public Bound visitParallel(ParallelEvent parallel) {
      boolean alike = RunShape.of(parallel, adjacency).gaussian();
      if (alike || parallel.assignment() != ParallelEvent.Assignment.BY_SLOT) {
        return composed(question);
      }
      List<Bound> bounds = parallel.events().stream().distinct().map(this::ofCase).toList();
      return bounds.get(Bounds.worst(bounds));
    }

    /** The worst of its cases. */
    @Override
    public Bound visitDominated(DominatedEvent dominated) {
      List<Bound> bounds = dominated.cases().stream().map(this::ofCase).toList();
      int worst = Bounds.worst(bounds);
      Bound most = bounds.get(worst);
      DpEvent least = dominated.casesRoundedDown().get(worst);
      double lower =
          guarantees || least.equals(dominated.cases().get(worst))
              ? most.value().lower()
              : ofCase(least).value().lower();
      return new Bound(
          Enclosure.of(Math.min(lower, most.value().upper()), most.value().upper()),
          dominated.attains(worst) ? most.method() : most.method().ofDominating());
    }

    private Bound ofCase(DpEvent one) {
      return new TightestBound(EventMeaning.of(one), adjacency, accuracy, guarantees)
          .answer(question);
    }

    @Override
    public Bound visitRepeatAndSelect(RepeatAndSelectEvent selection) {
      TightestBound once = new TightestBound(selection.event(), adjacency, accuracy);
      return SelectionAnswer.of(question, selection.repetitions(), once, byOrders(question));
    }

    @Override
    public Bound visitShuffledBatches(ShuffledBatchesEvent shuffled) {
      Bound composed = composed(question);
      return guarantees ? composed : ShuffledBatchesAnswer.of(question, shuffled, composed);
    }
  }

  private Bound composed(Question question) {
    RunShape shape = RunShape.of(event, adjacency);
    if (shape.gaussian()) {
      Enclosure mu = new GaussianAnalysis(adjacency).analyze(event).sqrt();
      if (mu.upper() < Double.POSITIVE_INFINITY) {
        Enclosure profile = question.ofGaussian(mu.lower()).hull(question.ofGaussian(mu.upper()));
        return new Bound(
            profile, shape.attainsPairs() ? Method.EXACT_GAUSSIAN : Method.DOMINATING_GAUSSIAN);
      }
    }
    Bound bound =
        ContourAnalysis.of(event, adjacency)
            .map(run -> contour(question, shape, run))
            .orElseGet(() -> dominated(question, shape));
    return byPublishing(question)
        .map(gaussian -> Bounds.withGuarantee(bound, gaussian, gaussian, bound.method().exact()))
        .orElse(bound);
  }

  /** What one Gaussian guarantees where samples and allocations are known to everybody. */
  private Optional<Bound> byPublishing(Question question) {
    try {
      double mu = new GaussianAnalysis(adjacency).analyze(event).sqrt().upper();
      return mu < Double.POSITIVE_INFINITY
          ? Optional.of(new Bound(question.ofGaussian(mu), Method.DOMINATING_GAUSSIAN))
          : Optional.empty();
    } catch (UnsupportedEventException notGaussian) {
      return Optional.empty();
    }
  }

  private Bound contour(Question question, RunShape shape, MixedComposition run) {
    Enclosure exact = question.of(run);
    Method exactly = run.isGaussian() ? Method.CONTOUR : Method.ATTAINED_CONTOUR;
    Method attained = shape.allocated() ? Method.ALLOCATED_CONTOUR : exactly;
    Method method = shape.attainsProfile() ? attained : Method.DOMINATING_CONTOUR;
    Bound contour = new Bound(exact, method);
    double narrow = run.kinds() >= MANY_KINDS ? NARROW_OF_MANY : NARROW;
    boolean known = exact.relativeWidth() <= narrow || exact.upper() <= NEGLIGIBLE;
    if (known || question.isSettledBy(exact)) {
      return run.decidesOrders()
          ? contour
          : byOrders(question)
              .map(orders -> Bounds.withOrders(contour, orders, shape.attainsProfile()))
              .orElse(contour);
    }
    Optional<Bound> published = byPublishing(question);
    if (published.filter(one -> one.value().upper() <= exact.upper()).isPresent()
        && published.get().value().upper() >= LOUD) {
      // Lattices of losses this large are coarser than what samples and allocations hide.
      return contour;
    }
    Bound other = dominated(question, shape);
    if (!shape.attainsProfile()) {
      return exact.upper() < Double.POSITIVE_INFINITY ? Bounds.smaller(contour, other) : other;
    }
    ContradictionException.requireOrdered(
        exact.lower(), other.value().upper(), question + " of " + event.describe());
    Enclosure narrowed = exact.intersect(Enclosure.of(0, other.value().upper()));
    return other.method().exact()
        ? new Bound(narrowed.intersect(other.value()), other.method())
        : new Bound(narrowed, method);
  }

  /** Where the steps' Rényi divergences are smaller than those of the pairs. */
  private Optional<Bound> byOrders(Question question) {
    try {
      return Optional.of(byRenyi(question));
    } catch (UnsupportedEventException noCurve) {
      return Optional.empty();
    }
  }

  /** The smaller one of the bounds from loss distributions and from Rényi divergences. */
  private Bound dominated(Question question, RunShape shape) {
    Optional<Enclosure> convolved = convolved(question, shape);
    if (convolved.isEmpty()) {
      return byRenyi(question);
    }
    Bound losses = new Bound(convolved.get(), ofLosses(shape));
    boolean narrow =
        convolved.get().relativeWidth() <= NARROW || convolved.get().upper() <= NEGLIGIBLE;
    // Rényi divergences let rare cases decide, and take long.
    if (shape.rareCasesDominate() || (shape.pairsDecide() && narrow)) {
      return losses;
    }
    return byOrders(question)
        .map(orders -> Bounds.withOrders(losses, orders, shape.attainsProfile()))
        .orElse(losses);
  }

  private static Method ofLosses(RunShape shape) {
    Method exactly = shape.steps() == 1 ? Method.ATTAINED_PAIR : Method.LOSS_DISTRIBUTION;
    return shape.attainsProfile() ? exactly : Method.DOMINATING_LOSS_DISTRIBUTION;
  }

  /** Deltas have no Rényi divergence, and are added up beside the curve. */
  private Bound byRenyi(Question question) {
    DeltaAside aside = DeltaAside.of(event, adjacency);
    Accountant rest = Accountant.rdp(adjacency).compose(aside.event());
    if (aside.delta() == 0) {
      return new Bound(question.of(rest), Method.RENYI);
    }
    double upper = question.besides(aside.delta(), rest);
    double lower = ofProgram(question);
    ContradictionException.requireOrdered(lower, upper, question + " of " + event.describe());
    return lower > 0
        ? new Bound(Enclosure.of(lower, upper), Method.PROGRAM_BELOW_RENYI)
        : new Bound(Enclosure.of(0, upper), Method.RENYI);
  }

  /** The lower end of the profile of a program of the event's description. */
  private double ofProgram(Question question) {
    DpEvent program = EventMeaning.of(AttainingProgram.of(event, adjacency));
    return ContourAnalysis.of(program, adjacency)
        .map(question::of)
        .or(
            () ->
                new TightestBound(program, adjacency, accuracy)
                    .convolved(question, RunShape.of(program, adjacency)))
        .map(Enclosure::lower)
        .orElse(0.0);
  }

  /** Loss distributions count their convolutions, up to the same limit. */
  private Optional<Enclosure> convolved(Question question, RunShape shape) {
    if (!(shape.steps() <= GaussianComposition.LARGEST_COUNT)) {
      return Optional.empty();
    }
    try {
      return Optional.of(question.of(new PldAnalysis(adjacency).analyze(event)));
    } catch (UnsupportedEventException noPair) {
      return Optional.empty();
    }
  }

  /** What is run, and the relation. */
  @Override
  public String toString() {
    return "tightest bound of " + Brief.of(event.describe()) + " under " + adjacency;
  }
}
