package org.assay.accountant.accounting;

import java.util.List;
import org.assay.accountant.accounting.TightestBound.Bound;
import org.assay.accountant.curve.PrivacyLossDistribution;
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
import org.assay.accountant.internal.divergence.LargestCoordinate;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.ContradictionException;
import org.assay.accountant.privacy.LossAtom;

/**
 * The tightest bound by the kind of the event. Last iterates, shuffled batches, selections, fixed
 * slots and dominated events have better bounds than the composition of their steps.
 */
final class BoundOfKind extends DefaultVisitor<Bound> {
  private final AdjacencyRelation adjacency;
  private final Question question;

  /** Whether only the upper end is wanted, so that work for the lower end alone is skipped. */
  private final boolean guarantees;

  private BoundOfKind(AdjacencyRelation adjacency, Question question, boolean guarantees) {
    this.adjacency = adjacency;
    this.question = question;
    this.guarantees = guarantees;
  }

  /** The answer for an event that is a computation. */
  static Bound of(DpEvent event, AdjacencyRelation adjacency, Question question) {
    return new BoundOfKind(adjacency, question, false).answer(event);
  }

  /** The upper end of the answer, without the work that only the lower end needs. */
  static double guarantee(DpEvent event, AdjacencyRelation adjacency, Question question) {
    return new BoundOfKind(adjacency, question, true).answer(event).value().upper();
  }

  private Bound answer(DpEvent event) {
    return adjacency == event.adjacency() ? event.accept(this) : composed(event);
  }

  private Bound composed(DpEvent event) {
    return new ComposedBound(event, adjacency, question).bound();
  }

  @Override
  protected Bound visitOther(DpEvent other) {
    return composed(other);
  }

  @Override
  public Bound visitNoisyGradientDescent(NoisyGradientDescentEvent run) {
    return LastIterateAnswer.of(question, run).orElseGet(() -> composed(run));
  }

  @Override
  public Bound visitNoisySgd(NoisySgdEvent descent) {
    return LastIterateAnswer.of(question, () -> answer(descent.composition()), descent.run());
  }

  /**
   * The worst of the parts where slots are fixed. Neighbours differ in one part alone, and the
   * outputs of the other parts are post-processing. The profile of a composition holds for every
   * adaptive choice of the events in between.
   */
  @Override
  public Bound visitParallel(ParallelEvent parallel) {
    boolean alike = Steps.of(parallel, adjacency).shape().gaussian();
    if (alike || parallel.assignment() != ParallelEvent.Assignment.BY_SLOT) {
      return composed(parallel);
    }
    List<Bound> bounds = parallel.events().stream().distinct().map(this::ofCase).toList();
    return bounds.get(Bounds.worst(bounds));
  }

  /** The largest bound of the cases of the dominating event. */
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
    return answer(EventMeaning.of(one));
  }

  @Override
  public Bound visitRepeatAndSelect(RepeatAndSelectEvent selection) {
    TightestBound once = TightestBound.of(selection.event(), adjacency, question.accuracy());
    ComposedBound composed = new ComposedBound(selection, adjacency, question);
    return SelectionAnswer.of(question, selection.repetitions(), once, composed.byOrders());
  }

  @Override
  public Bound visitShuffledBatches(ShuffledBatchesEvent shuffled) {
    Bound composed = composed(shuffled);
    return guarantees ? composed : ShuffledBatchesAnswer.of(question, shuffled, composed);
  }

  /**
   * The answer for shuffled batches alone. The lower end is that of a test between some neighbours,
   * the upper end a guarantee for all: {@code internal/divergence/doc-files/shuffled-batches.md}.
   */
  private static final class ShuffledBatchesAnswer {
    /**
     * Accuracy of convolutions, finer than the default, as their error lowers the lower end. Not
     * tuned.
     */
    private static final double ACCURACY = 1e-4;

    /**
     * Largest number of epochs in a test; fewer epochs make a weaker test. Not tuned: bounds the
     * time.
     */
    private static final long MOST_EPOCHS = 1L << 14;

    private ShuffledBatchesAnswer() {}

    static Bound of(Question question, ShuffledBatchesEvent shuffled, Bound guarantee) {
      double upper = guarantee.value().upper();
      double lower = lower(question, shuffled);
      ContradictionException.requireOrdered(lower, upper, question + " of " + shuffled.describe());
      return new Bound(Enclosure.of(lower, upper), TightestBound.Method.SHUFFLED_BATCHES);
    }

    /**
     * The better of two tests: a threshold for one epoch, and the cells of the largest coordinates
     * of all epochs, in both orders of the neighbours.
     */
    private static double lower(Question question, ShuffledBatchesEvent shuffled) {
      LargestCoordinate test = test(shuffled);
      PrivacyLossDistribution cells =
          cellsOfEach(test, shuffled).times(shuffled.reshuffled() ? epochs(shuffled) : 1);
      return Math.max(question.ofTest(test), question.finer(ACCURACY).of(cells).lower());
    }

    private static long epochs(ShuffledBatchesEvent shuffled) {
      return Math.min(MOST_EPOCHS, shuffled.epochs());
    }

    private static PrivacyLossDistribution cellsOfEach(
        LargestCoordinate test, ShuffledBatchesEvent shuffled) {
      List<LossAtom> cells =
          test.cells().stream().map(cell -> new LossAtom(cell.p(), cell.q())).toList();
      return PrivacyLossDistribution.ofAtoms(
          "largest coordinate of " + shuffled.batches(), cells, 0, shuffled.adjacency());
    }

    /** Outputs of equal batches of epochs that share a shuffle are averaged. */
    private static LargestCoordinate test(ShuffledBatchesEvent shuffled) {
      Enclosure deviation = Enclosure.exact(shuffled.noiseMultiplier());
      Enclosure averaged =
          shuffled.reshuffled()
              ? deviation
              : deviation.dividedBy(Enclosure.ofCount(shuffled.epochs()).sqrt());
      double near = shuffled.adjacency() == AdjacencyRelation.REPLACE_ONE ? 0 : 1;
      return LargestCoordinate.of(shuffled.batches(), averaged, 2, near);
    }
  }
}
