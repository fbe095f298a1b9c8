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
  /**
   * Largest number of stretches of equal steps, so that no description exhausts memory. Not tuned.
   */
  private static final int MOST_STRETCHES = 1 << 16;

  /** Largest number of releases from one sample. Not tuned. */
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
   * @throws IllegalArgumentException if the event is no list of noisy steps on samples
   */
  static StepPlan of(DpEvent event) {
    return new StepPlan(event.accept(new Steps()), event.adjacency());
  }

  /**
   * Equal steps.
   *
   * @param count number of steps, at least 1
   * @param period number of steps after which the event begins anew
   * @param sampling the sampling of records
   * @param noise the noise on the sum of gradients
   */
  record Stretch(long count, long period, Sampling sampling, Noise noise) {}

  /**
   * Gaussian noise on a sum of clipped vectors.
   *
   * @param multipliers for each Gaussian on one sample, in the order of the event, its standard
   *     deviation over the sensitivity: more than one if the same sample answers further noisy
   *     queries, such as the count of clipped gradients
   * @param sensitivity sensitivity of the sum, in clipping norms
   * @param independent whether the noise of different steps is independent
   */
  record Noise(List<Double> multipliers, double sensitivity, boolean independent) {
    /** Copies the multipliers. */
    Noise {
      multipliers = List.copyOf(multipliers);
    }

    boolean adaptive() {
      return multipliers.size() > 1;
    }

    /** Whether the Gaussians have different multipliers, so that a log must name its Gaussian. */
    boolean isAmbiguous() {
      return multipliers.stream().distinct().count() > 1;
    }

    /** The smallest multiplier, which the noise of every Gaussian reaches. */
    double multiplier() {
      return multipliers.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    /** The noise of the Gaussian that a log names by its number, from 1, if there are several. */
    Noise named(OptionalLong gaussian) {
      if (gaussian.isEmpty() || multipliers.size() == 1) {
        return this;
      }
      long place = gaussian.getAsLong();
      if (!(place >= 1 && place <= multipliers.size())) {
        throw new IllegalArgumentException(
            "gaussian was " + place + ": the event has " + multipliers.size() + " on one sample");
      }
      return new Noise(List.of(multipliers.get((int) place - 1)), sensitivity, independent);
    }
  }

  /**
   * A step with its place.
   *
   * @param stretch the stretch of the step
   * @param position place in its block, from 0
   * @param begins whether the step is the first of the stretch, or of a repetition
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
        placed.add(new Placed(stretch, i % stretch.sampling().block(), i % stretch.period() == 0));
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
      List<Double> multipliers = noise.stream().map(GaussianEvent::noiseMultiplier).toList();
      return List.of(new Stretch(count, count, sampling, new Noise(multipliers, norms, true)));
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
      long steps = Math.multiplyExact(event.batches(), event.epochs());
      return List.of(
          new Stretch(
              steps,
              steps,
              new Sampling.Shuffled(event.batches(), event.reshuffled()),
              new Noise(List.of(event.noiseMultiplier()), 1, true)));
    }

    @Override
    public List<Stretch> visitMatrixMechanism(MatrixMechanismEvent event) {
      long steps = event.matrix().steps();
      return List.of(
          new Stretch(
              steps,
              steps,
              new Sampling.Planned(steps, event.participations(), event.separation()),
              new Noise(List.of(event.noiseMultiplier()), 1, false)));
    }

    @Override
    public List<Stretch> visitDominated(DominatedEvent event) {
      SampledMatrixEvent sampled = event.sampledMatrix().orElseThrow(() -> unsupported(event));
      long steps = sampled.matrix().steps();
      return List.of(
          new Stretch(
              steps,
              steps,
              new Sampling.Parts(steps, sampled.matrix().bands()),
              new Noise(List.of(sampled.noiseMultiplier()), 1, false)));
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
        return List.of(new Stretch(count, only.period(), only.sampling(), only.noise()));
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
