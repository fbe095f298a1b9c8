package org.assay.accountant.internal.analysis;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.assay.accountant.curve.PrivacyLossDistribution;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.EventMeaning;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;

/**
 * The steps of a run: the meaning of an event between neighbours of one relation. Groups and
 * wrappers are resolved, and every mechanism is a {@link Step}. All bounds of a run are folds over
 * its steps.
 */
public final class Steps {
  /**
   * Largest number of kinds of steps of an exact profile; other methods bound longer runs. Not
   * tuned.
   */
  private static final int MOST_KINDS = 100_000;

  /** Largest number of kinds of sampled steps of an exact profile, which cost more. Not tuned. */
  private static final int MOST_SAMPLED_KINDS = 1000;

  private final AdjacencyRelation adjacency;
  private final Node root;

  private Steps(AdjacencyRelation adjacency, Node root) {
    this.adjacency = adjacency;
    this.root = root;
  }

  /**
   * The steps of the computation that an event represents: see {@link EventMeaning#of}.
   *
   * @param event the event
   * @param adjacency the relation of the bounds
   * @return the steps; no bound is computed yet
   * @throws UnsupportedEventException if the event has no computation, or no known theorem bounds a
   *     part in any currency; the message names the part
   */
  public static Steps of(DpEvent event, AdjacencyRelation adjacency) {
    return of(event, Neighbours.of(adjacency));
  }

  static Steps of(DpEvent event, Neighbours neighbours) {
    Node root = EventMeaning.of(event).accept(new StepVisitor(neighbours));
    return new Steps(neighbours.adjacency(), root);
  }

  /** A part of a run. */
  sealed interface Node {
    <C> C in(Fold<C> fold);

    /** One step. */
    record One(Step step) implements Node {
      @Override
      public <C> C in(Fold<C> fold) {
        return fold.step(step);
      }
    }

    /** A part that is repeated. */
    record Repeated(Node once, long count) implements Node {
      @Override
      public <C> C in(Fold<C> fold) {
        return fold.multiple(once.in(fold), count);
      }
    }

    /** Parts one after the other. */
    record Sequence(List<Node> parts) implements Node {
      @Override
      public <C> C in(Fold<C> fold) {
        return fold.total(parts.stream().map(part -> part.in(fold)).toList());
      }
    }

    /** A part for which only a dominating computation is known. */
    record Dominated(Node dominating) implements Node {
      @Override
      public <C> C in(Fold<C> fold) {
        return fold.dominatedBy(dominating.in(fold.computed()));
      }
    }

    /** Allocated steps for which only the steps with a published allocation are known. */
    record Published(Node known) implements Node {
      @Override
      public <C> C in(Fold<C> fold) {
        return fold.published(known.in(fold));
      }
    }
  }

  <C> C fold(Fold<C> fold) {
    return root.in(fold);
  }

  /**
   * The epsilon of pure differential privacy. Epsilons add up, and neighbours k steps of the
   * relation apart cost k epsilons.
   *
   * @return an enclosure of the bound
   * @throws UnsupportedEventException if a step is not known to be purely private
   */
  public Enclosure epsilon() {
    return fold(new Sum(Step::epsilon));
  }

  /**
   * The square of the mu of Gaussian differential privacy. Squares add up ([@DongRothSu2022],
   * Corollary 3.3), also when later mechanisms depend on earlier outputs.
   *
   * @return an enclosure of the bound
   * @throws UnsupportedEventException if a step is not known to be Gaussian differentially private
   */
  public Enclosure squaredMu() {
    return fold(new Sum(Step::squaredMu));
  }

  /** Numbers that add up. */
  private static final class Sum extends Fold<Enclosure> {
    private final Function<Step, Enclosure> once;

    Sum(Function<Step, Enclosure> once) {
      this.once = once;
    }

    @Override
    Enclosure zero() {
      return Enclosure.ZERO;
    }

    @Override
    Enclosure sum(Enclosure first, Enclosure second) {
      return first.plus(second);
    }

    @Override
    Enclosure multiple(Enclosure one, long count) {
      return one.times(Enclosure.ofCount(count));
    }

    @Override
    Enclosure step(Step step) {
      return once.apply(step);
    }
  }

  /**
   * The Rényi divergences, which add up.
   *
   * @return the curve
   * @throws UnsupportedEventException if none are known of a step
   */
  public RdpCurve renyi() {
    return fold(new Divergences(adjacency));
  }

  private static final class Divergences extends Fold<RdpCurve> {
    private final AdjacencyRelation adjacency;

    Divergences(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    @Override
    RdpCurve zero() {
      return RdpCurve.zero(adjacency);
    }

    @Override
    RdpCurve sum(RdpCurve first, RdpCurve second) {
      return first.plus(second);
    }

    @Override
    RdpCurve multiple(RdpCurve once, long count) {
      return once.times(count);
    }

    @Override
    RdpCurve step(Step step) {
      return step.renyi();
    }
  }

  /**
   * The privacy loss of the pairs that dominate the steps ([@ZhuDongWang2022], Theorem 10).
   *
   * @return the distribution of the sum
   * @throws UnsupportedEventException if no pair of a step is known
   */
  public PrivacyLossDistribution losses() {
    return fold(new Losses(adjacency));
  }

  private static final class Losses extends Fold<PrivacyLossDistribution> {
    private final AdjacencyRelation adjacency;

    Losses(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    @Override
    PrivacyLossDistribution zero() {
      return PrivacyLossDistribution.zero(adjacency);
    }

    @Override
    PrivacyLossDistribution sum(PrivacyLossDistribution first, PrivacyLossDistribution second) {
      return first.plus(second);
    }

    @Override
    PrivacyLossDistribution multiple(PrivacyLossDistribution once, long count) {
      return once.times(count);
    }

    @Override
    PrivacyLossDistribution step(Step step) {
      return step.losses();
    }
  }

  /**
   * Rényi divergences that one program of the run's description attains between two neighbours.
   *
   * @return a curve whose lower ends are the result; they are 0 if nothing is known
   * @throws UnsupportedEventException if a step cannot be bounded under the relation
   */
  public RdpCurve attained() {
    return fold(new AttainedDivergences(adjacency)).together();
  }

  /**
   * The properties that decide which bound is the best one.
   *
   * @return the shape
   */
  public RunShape shape() {
    return fold(new RunShape.Shapes());
  }

  /**
   * The run as a composition with an exact profile.
   *
   * @return the composition; empty if a step has no pair known to compositions, or if numbers are
   *     out of range. A single step whose profile needs no composition is empty too
   * @throws UnsupportedEventException if a step is a Gaussian that is not stated under the relation
   */
  public Optional<MixedComposition> composition() {
    return anyComposition()
        .filter(run -> !((run.isSingle() || run.isBracketed()) && alone().isPresent()))
        .filter(run -> !run.allocatesWithSmallLoss())
        .filter(run -> run.kinds() <= MOST_KINDS && run.sampledKinds() <= MOST_SAMPLED_KINDS);
  }

  /** The composition, even if another method gives a better bound. */
  Optional<MixedComposition> anyComposition() {
    return fold(new Compositions(adjacency));
  }

  private static final class Compositions extends Fold<Optional<MixedComposition>> {
    private final AdjacencyRelation adjacency;

    Compositions(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
    }

    @Override
    Optional<MixedComposition> zero() {
      return Optional.of(MixedComposition.under(adjacency));
    }

    @Override
    Optional<MixedComposition> sum(
        Optional<MixedComposition> first, Optional<MixedComposition> second) {
      return total(List.of(first, second));
    }

    /** Sums the compositions; equal steps are counted together, for any number of parts. */
    @Override
    Optional<MixedComposition> total(List<Optional<MixedComposition>> parts) {
      return parts.stream().allMatch(Optional::isPresent)
          ? MixedComposition.sum(adjacency, parts.stream().flatMap(Optional::stream).toList())
          : Optional.empty();
    }

    @Override
    Optional<MixedComposition> multiple(Optional<MixedComposition> once, long count) {
      return once.flatMap(some -> some.times(count));
    }

    @Override
    Optional<MixedComposition> step(Step step) {
      return step.composition();
    }
  }

  /**
   * The only step, or Gaussian noise several times, which is Gaussian noise once; empty for other
   * runs.
   */
  Optional<Step> alone() {
    return fold(new Alone());
  }

  private static final class Alone extends Fold<Optional<Step>> {
    @Override
    Optional<Step> zero() {
      return Optional.empty();
    }

    @Override
    Optional<Step> total(List<Optional<Step>> parts) {
      return parts.stream().reduce(this::sum).orElseGet(this::zero);
    }

    @Override
    Optional<Step> sum(Optional<Step> first, Optional<Step> second) {
      Optional<GaussianStep> other = second.flatMap(Step::gaussian);
      return first.flatMap(Step::gaussian).flatMap(one -> other.flatMap(one::and));
    }

    @Override
    Optional<Step> multiple(Optional<Step> once, long count) {
      return once.flatMap(Step::gaussian).flatMap(one -> one.repeated(count));
    }

    @Override
    Optional<Step> step(Step step) {
      return Optional.of(step);
    }

    /** Sampling theorems need the step itself, not a step that dominates the computation. */
    @Override
    Optional<Step> published(Optional<Step> known) {
      return Optional.empty();
    }
  }

  /**
   * Lower bounds of a run's Rényi divergences: those of one program of the run's description
   * between two neighbours, chosen for every order. Divergences of independent steps add up. A step
   * without known properties may release nothing: {@code doc-files/attained.md}.
   */
  private static final class AttainedDivergences extends Fold<AttainedDivergences.Parts> {
    private final RdpCurve nothing;

    AttainedDivergences(AdjacencyRelation adjacency) {
      this.nothing = RdpCurve.zero(adjacency);
    }

    /**
     * The divergences of the parts of a run.
     *
     * @param anywhere divergences of the parts that may contain any record
     * @param inSlots the largest divergence of the parts that only the records of some slot meet:
     *     no record need be in the worst slots of two divisions
     */
    record Parts(RdpCurve anywhere, RdpCurve inSlots) {
      RdpCurve together() {
        return anywhere.plus(inSlots);
      }
    }

    @Override
    Parts zero() {
      return new Parts(nothing, nothing);
    }

    @Override
    Parts sum(Parts first, Parts second) {
      return new Parts(first.anywhere.plus(second.anywhere), first.inSlots.max(second.inSlots));
    }

    @Override
    Parts multiple(Parts once, long count) {
      return new Parts(once.anywhere.times(count), once.inSlots.times(count));
    }

    @Override
    Parts step(Step step) {
      return step.isInSlots()
          ? new Parts(nothing, step.attained())
          : new Parts(step.attained(), nothing);
    }

    @Override
    Parts dominatedBy(Parts dominating) {
      return zero();
    }
  }
}
