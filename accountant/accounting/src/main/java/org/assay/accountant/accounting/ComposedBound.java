package org.assay.accountant.accounting;

import static org.assay.accountant.privacy.UnsupportedEventException.ifKnown;

import java.util.Optional;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.accounting.TightestBound.Method;
import org.assay.accountant.event.ApproximateEvent;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.event.PureEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.ZcdpEvent;
import org.assay.accountant.internal.analysis.DeltaAside;
import org.assay.accountant.internal.analysis.RunShape;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.Sensitivity;

/**
 * The tightest bound of the composition of an event's steps: one Gaussian, an exact profile, a
 * privacy loss distribution or Rényi divergences, whichever is smallest.
 */
final class ComposedBound {
  /** Relative width above which an exact profile is narrowed by convolution. Not tuned. */
  private static final double NARROW = 1e-4;

  /**
   * The width {@link #NARROW} for {@link #MANY_KINDS} kinds of steps or more, which take minutes to
   * convolve. Not tuned.
   */
  private static final double NARROW_OF_MANY = 5e-4;

  /** Number of kinds of steps from which convolution takes minutes. Not tuned. */
  private static final int MANY_KINDS = 100;

  /**
   * Epsilon of Gaussians above which a lattice is too coarse to improve on their bound. Not tuned.
   */
  private static final double LOUD = 50;

  /** Bound below which narrowing has no use. Not tuned. */
  private static final double NEGLIGIBLE = 1e-15;

  private final DpEvent event;
  private final AdjacencyRelation adjacency;
  private final Question question;
  private final Steps steps;
  private final RunShape shape;

  ComposedBound(DpEvent event, AdjacencyRelation adjacency, Question question) {
    this.event = event;
    this.adjacency = adjacency;
    this.question = question;
    this.steps = Steps.of(event, adjacency);
    this.shape = steps.shape();
  }

  Bound bound() {
    if (shape.gaussian()) {
      Enclosure mu = steps.squaredMu().sqrt();
      if (mu.upper() < Double.POSITIVE_INFINITY) {
        Enclosure profile = question.ofGaussian(mu.lower()).hull(question.ofGaussian(mu.upper()));
        return new Bound(
            profile, shape.attainsPairs() ? Method.EXACT_GAUSSIAN : Method.DOMINATING_GAUSSIAN);
      }
    }
    Bound bound = steps.composition().map(this::contour).orElseGet(this::dominated);
    return byPublishing()
        .map(gaussian -> Bounds.withGuarantee(bound, gaussian, gaussian, bound.method().exact()))
        .orElse(bound);
  }

  /** The bound of one Gaussian if samples and allocations are published. */
  private Optional<Bound> byPublishing() {
    return ifKnown(() -> steps.squaredMu().sqrt().upper())
        .filter(mu -> mu < Double.POSITIVE_INFINITY)
        .map(mu -> new Bound(question.ofGaussian(mu), Method.DOMINATING_GAUSSIAN));
  }

  private Bound contour(MixedComposition run) {
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
          : byOrders()
              .map(orders -> Bounds.withOrders(contour, orders, shape.attainsProfile()))
              .orElse(contour);
    }
    Optional<Bound> published = byPublishing();
    if (published.filter(one -> one.value().upper() <= exact.upper()).isPresent()
        && published.get().value().upper() >= LOUD) {
      // A lattice for losses this large is coarser than the gain by samples and allocations.
      return contour;
    }
    Bound other = dominated();
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

  /** The bound by Rényi divergences, which may be smaller than those of the pairs. */
  Optional<Bound> byOrders() {
    return ifKnown(this::byRenyi);
  }

  /** The smaller one of the bounds from loss distributions and from Rényi divergences. */
  private Bound dominated() {
    Optional<Enclosure> convolved = convolved();
    if (convolved.isEmpty()) {
      return byRenyi();
    }
    Bound losses = new Bound(convolved.get(), ofLosses());
    boolean narrow =
        convolved.get().relativeWidth() <= NARROW || convolved.get().upper() <= NEGLIGIBLE;
    // Rényi divergences depend on rare cases here, and take long.
    boolean pairsDecide = shape.pairsDecide() && narrow && !exceedsSum(convolved.get());
    if (shape.rareCasesDominate() || pairsDecide) {
      return losses;
    }
    return byOrders()
        .map(orders -> Bounds.withOrders(losses, orders, shape.attainsProfile()))
        .orElse(losses);
  }

  /**
   * Whether a lattice, which rounds the largest losses too, gives no better bound than the sum of
   * the steps' pure epsilons. That sum is the limit of large Rényi orders.
   */
  private boolean exceedsSum(Enclosure convolved) {
    return ifKnown(() -> question.ofPure(steps.epsilon().upper()))
        .filter(sum -> convolved.upper() > sum)
        .isPresent();
  }

  private Method ofLosses() {
    Method exactly = shape.steps() == 1 ? Method.ATTAINED_PAIR : Method.LOSS_DISTRIBUTION;
    return shape.attainsProfile() ? exactly : Method.DOMINATING_LOSS_DISTRIBUTION;
  }

  /** The bound by Rényi divergences. Deltas have none, and are added separately. */
  private Bound byRenyi() {
    DeltaAside aside = DeltaAside.of(event, adjacency);
    Accountant rest = Accountant.rdp(adjacency).compose(aside.event());
    if (aside.delta() == 0) {
      return new Bound(question.of(rest), Method.RENYI);
    }
    double upper = question.besides(aside.delta(), rest);
    double lower = ofProgram();
    ContradictionException.requireOrdered(lower, upper, question + " of " + event.describe());
    return lower > 0
        ? new Bound(Enclosure.of(lower, upper), Method.PROGRAM_BELOW_RENYI)
        : new Bound(Enclosure.of(0, upper), Method.RENYI);
  }

  /** The lower end of the profile of a program of the event's description. */
  private double ofProgram() {
    DpEvent program = EventMeaning.of(AttainingProgram.of(event, adjacency));
    ComposedBound bound = new ComposedBound(program, adjacency, question);
    return bound
        .steps
        .composition()
        .map(question::of)
        .or(bound::convolved)
        .map(Enclosure::lower)
        .orElse(0.0);
  }

  /** The bound by loss distributions, which limit their number of convolutions themselves. */
  private Optional<Enclosure> convolved() {
    return shape.steps() <= GaussianComposition.LARGEST_COUNT
        ? ifKnown(() -> question.of(steps.losses()))
        : Optional.empty();
  }

  /**
   * A program of an event's description whose pair of output distributions is known, between
   * neighbours that all its steps share: {@code internal/analysis/doc-files/attained.md}. Its own
   * profile is a lower end of the event's. Steps without known properties release nothing.
   */
  static final class AttainingProgram extends DefaultVisitor<DpEvent> {
    /** Smallest mu of a Gaussian that is kept: smaller ones change no answer. */
    private static final double SMALLEST_MU = 1e-100;

    private final AdjacencyRelation adjacency;

    private AttainingProgram(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    /** The program as an event, every step of which has an attained pair of its own. */
    static DpEvent of(DpEvent event, AdjacencyRelation adjacency) {
      return event.accept(new AttainingProgram(adjacency));
    }

    @Override
    protected DpEvent visitOther(DpEvent event) {
      RunShape shape = Steps.of(event, adjacency).shape();
      return shape.attainsPairs() && !shape.bySlot() ? event : DpEvent.pure(0, adjacency);
    }

    @Override
    public DpEvent visitComposed(ComposedEvent event) {
      return new ComposedEvent(event.events().stream().map(part -> part.accept(this)).toList());
    }

    @Override
    public DpEvent visitSelfComposed(SelfComposedEvent event) {
      return event.event().accept(this).times(event.count());
    }

    /**
     * The program reveals everything with probability delta, and is randomized response otherwise.
     */
    @Override
    public DpEvent visitApproximate(ApproximateEvent event) {
      return event.adjacency() == adjacency ? event : visitOther(event);
    }

    /**
     * A Gaussian of {@code mu² = 2 rho}, whose divergences are {@code rho} times the order, beside
     * randomized response of epsilon {@code xi}, whose divergences are below xi; with probability
     * delta everything is revealed.
     */
    @Override
    public DpEvent visitZcdp(ZcdpEvent event) {
      if (event.adjacency() != adjacency) {
        return visitOther(event);
      }
      DpEvent rest =
          DpEvent.sequence(
              new PureEvent(event.xi(), adjacency),
              new ApproximateEvent(0, event.delta(), adjacency));
      double mu = Enclosure.exact(event.rho()).times(2).sqrt().lower();
      return mu >= SMALLEST_MU
          ? DpEvent.sequence(
              DpEvent.gaussian(Rounding.divideUp(1, mu), Sensitivity.unit(adjacency)), rest)
          : rest;
    }
  }
}
