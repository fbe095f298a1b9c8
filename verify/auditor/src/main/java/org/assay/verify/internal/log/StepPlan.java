package org.assay.verify.internal.log;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DominatedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.GroupEvent;
import org.assay.accountant.event.MatrixMechanismEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.RandomAllocationEvent;
import org.assay.accountant.event.SampledMatrixEvent;
import org.assay.accountant.event.SampledWithReplacementEvent;
import org.assay.accountant.event.SampledWithoutReplacementEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.event.ShuffledBatchesEvent;
import org.assay.accountant.event.TruncatedPoissonSampledEvent;
import org.assay.accountant.privacy.AdjacencyRelation;

/** The steps of an event, as a training loop takes them. Immutable. */
final class StepPlan {
  /** The most stretches of equal steps, so that no description exhausts memory. */
  private static final int MOST_STRETCHES = 1 << 16;

  /** The most releases from one sample. */
  private static final int MOST_RELEASES = 16;

  private final List<Stretch> stretches;
  private final AdjacencyRelation adjacency;

  private StepPlan(List<Stretch> stretches, AdjacencyRelation adjacency) {
    this.stretches = List.copyOf(stretches);
    this.adjacency = adjacency;
  }

  /**
   * The steps of an event.
   *
   * @throws IllegalArgumentException if it is no list of noisy steps on samples
   */
  static StepPlan of(DpEvent event) {
    return new StepPlan(event.accept(new Steps()), event.adjacency());
  }

  /**
   * Equal steps.
   *
   * @param count how many, at least 1
   * @param sampling who takes part
   * @param noise the noise on the sum of gradients
   */
  record Stretch(long count, Sampling sampling, Noise noise) {}

  /**
   * Gaussian noise on a sum of clipped vectors.
   *
   * @param multiplier its standard deviation over the sensitivity
   * @param sensitivity of the sum, in clipping norms
   * @param independent whether the noise of different steps is
   * @param adaptive whether the same sample answers further noisy queries, such as the count of
   *     clipped gradients
   */
  record Noise(double multiplier, double sensitivity, boolean independent, boolean adaptive) {}

  /**
   * A step in its place.
   *
   * @param stretch the steps that it is one of
   * @param position in its block, from 0
   * @param begins whether it is the first of them
   */
  record Placed(Stretch stretch, long position, boolean begins) {}

  long steps() {
    return stretches.stream().mapToLong(Stretch::count).reduce(0, Math::addExact);
  }

  List<Stretch> stretches() {
    return stretches;
  }

  AdjacencyRelation adjacency() {
    return adjacency;
  }

  /** The number of records that the event states. */
  OptionalLong statedRecords() {
    return stretches.stream()
        .map(stretch -> stretch.sampling().statedRecords())
        .filter(OptionalLong::isPresent)
        .findFirst()
        .orElse(OptionalLong.empty());
  }

  /** The first steps, at most as many as the event has. */
  List<Placed> first(int most) {
    List<Placed> placed = new ArrayList<>();
    for (Stretch stretch : stretches) {
      for (long i = 0; i < stretch.count() && placed.size() < most; i++) {
        placed.add(new Placed(stretch, i % stretch.sampling().block(), i == 0));
      }
    }
    return placed;
  }

  private static IllegalArgumentException unsupported(DpEvent event) {
    return new IllegalArgumentException(
        "the event has "
            + event.describe(event.adjacency())
            + ": a training log can be compared with Gaussian noise on sums over all records,"
            + " samples, shuffled batches or allocated steps, and with matrix mechanisms");
  }

  /** The stretches of an event. */
  private static final class Steps extends DefaultVisitor<List<Stretch>> {
    @Override
    protected List<Stretch> visitOther(DpEvent event) {
      throw unsupported(event);
    }

    private static List<Stretch> one(long count, Sampling sampling, DpEvent releases) {
      List<GaussianEvent> noise = releases.accept(new Releases());
      GaussianEvent first = noise.get(0);
      double norms = first.adjacency() == AdjacencyRelation.REPLACE_ONE ? 2 : 1;
      return List.of(
          new Stretch(
              count, sampling, new Noise(first.noiseMultiplier(), norms, true, noise.size() > 1)));
    }

    @Override
    public List<Stretch> visitGaussian(GaussianEvent event) {
      return one(1, new Sampling.Everything(), event);
    }

    @Override
    public List<Stretch> visitPoissonSampled(PoissonSampledEvent event) {
      return one(1, new Sampling.Poisson(event.samplingProbability()), event.event());
    }

    @Override
    public List<Stretch> visitTruncatedPoissonSampled(TruncatedPoissonSampledEvent event) {
      Sampling sampling =
          new Sampling.Truncated(
              event.records(), event.samplingProbability(), event.largestBatch());
      return one(1, sampling, event.event());
    }

    @Override
    public List<Stretch> visitSampledWithoutReplacement(SampledWithoutReplacementEvent event) {
      return one(
          1, new Sampling.FixedSize(event.sampleSize(), event.populationSize()), event.event());
    }

    @Override
    public List<Stretch> visitSampledWithReplacement(SampledWithReplacementEvent event) {
      return one(
          1,
          new Sampling.WithReplacement(event.sampleSize(), event.populationSize()),
          event.event());
    }

    @Override
    public List<Stretch> visitRandomAllocation(RandomAllocationEvent event) {
      Sampling sampling = new Sampling.Allocated(event.steps(), event.selected());
      return one(event.steps(), sampling, event.event());
    }

    @Override
    public List<Stretch> visitShuffledBatches(ShuffledBatchesEvent event) {
      return List.of(
          new Stretch(
              Math.multiplyExact(event.batches(), event.epochs()),
              new Sampling.Shuffled(event.batches(), event.reshuffled()),
              new Noise(event.noiseMultiplier(), 1, true, false)));
    }

    @Override
    public List<Stretch> visitMatrixMechanism(MatrixMechanismEvent event) {
      long steps = event.matrix().steps();
      return List.of(
          new Stretch(
              steps,
              new Sampling.Planned(steps, event.participations(), event.separation()),
              new Noise(event.noiseMultiplier(), 1, false, false)));
    }

    @Override
    public List<Stretch> visitDominated(DominatedEvent event) {
      SampledMatrixEvent sampled = event.sampledMatrix().orElseThrow(() -> unsupported(event));
      long steps = sampled.matrix().steps();
      return List.of(
          new Stretch(
              steps,
              new Sampling.Parts(steps, sampled.matrix().bands()),
              new Noise(sampled.noiseMultiplier(), 1, false, false)));
    }

    @Override
    public List<Stretch> visitGroup(GroupEvent event) {
      return event.event().accept(this);
    }

    @Override
    public List<Stretch> visitComposed(ComposedEvent event) {
      List<Stretch> all = new ArrayList<>();
      event.events().forEach(part -> all.addAll(part.accept(this)));
      requireFew(all.size());
      return all;
    }

    @Override
    public List<Stretch> visitSelfComposed(SelfComposedEvent event) {
      List<Stretch> once = event.event().accept(this);
      if (once.size() == 1) {
        Stretch only = once.get(0);
        long count = Math.multiplyExact(only.count(), event.count());
        return List.of(new Stretch(count, only.sampling(), only.noise()));
      }
      requireFew(Math.multiplyExact(once.size(), event.count()));
      List<Stretch> all = new ArrayList<>();
      for (long i = 0; i < event.count(); i++) {
        all.addAll(once);
      }
      return all;
    }

    private static void requireFew(long stretches) {
      if (!(stretches <= MOST_STRETCHES)) {
        throw new IllegalArgumentException(
            "the event has more than "
                + MOST_STRETCHES
                + " stretches of different steps: write equal steps as one repetition");
      }
    }
  }

  /** The Gaussians on one sample. */
  private static final class Releases extends DefaultVisitor<List<GaussianEvent>> {
    @Override
    protected List<GaussianEvent> visitOther(DpEvent event) {
      throw unsupported(event);
    }

    @Override
    public List<GaussianEvent> visitGaussian(GaussianEvent event) {
      return List.of(event);
    }

    @Override
    public List<GaussianEvent> visitGroup(GroupEvent event) {
      return event.event().accept(this);
    }

    @Override
    public List<GaussianEvent> visitComposed(ComposedEvent event) {
      List<GaussianEvent> all = new ArrayList<>();
      event.events().forEach(part -> all.addAll(part.accept(this)));
      if (!(all.size() <= MOST_RELEASES)) {
        throw unsupported(event);
      }
      return all;
    }
  }
}
