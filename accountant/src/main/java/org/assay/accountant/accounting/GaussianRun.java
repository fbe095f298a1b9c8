package org.assay.accountant.accounting;

import java.util.Optional;
import org.assay.accountant.analysis.LeafSensitivity;
import org.assay.accountant.divergence.GaussianComposition;
import org.assay.accountant.event.ComposedEvent;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.FixedSizeSampledEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.event.PoissonSampledEvent;
import org.assay.accountant.event.SelfComposedEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * A run made of Gaussian and sampled Gaussian steps only, as a composition with an exact profile.
 *
 * @param composition the steps
 * @param attained whether one pair of neighbours attains the profile at every epsilon: not known
 *     for samples of fixed size
 */
record GaussianRun(GaussianComposition composition, boolean attained) {
  /** Longer compositions of different kinds of steps are left to other methods. */
  private static final int MOST_KINDS = 300;

  /** The run of an event, or nothing if a part has no such step or the numbers are out of range. */
  static Optional<GaussianRun> of(DpEvent event, AdjacencyRelation adjacency) {
    Builder builder = new Builder(adjacency);
    return builder.add(event, 1)
        ? Optional.of(new GaussianRun(builder.composition, builder.attained))
        : Optional.empty();
  }

  private static final class Builder {
    private final AdjacencyRelation adjacency;
    private GaussianComposition composition;
    private boolean attained = true;
    private long steps;

    Builder(AdjacencyRelation adjacency) {
      this.adjacency = adjacency;
      this.composition = GaussianComposition.under(adjacency);
    }

    /** Adds an event so many times; false if it is not known here. */
    boolean add(DpEvent event, long count) {
      if (event instanceof SelfComposedEvent repeated) {
        boolean fits = repeated.count() <= GaussianComposition.LARGEST_COUNT / count;
        return fits && add(repeated.event(), repeated.count() * count);
      }
      if (event instanceof ComposedEvent sequence) {
        return sequence.events().stream().allMatch(part -> add(part, count));
      }
      steps += count;
      return steps <= GaussianComposition.LARGEST_COUNT && addStep(event, count);
    }

    private boolean addStep(DpEvent event, long count) {
      if (composition.kinds() > MOST_KINDS) {
        return false;
      }
      if (event instanceof GaussianEvent gaussian) {
        return addGaussian(gaussian, count);
      }
      if (event instanceof PoissonSampledEvent sampled
          && sampled.event() instanceof GaussianEvent gaussian) {
        return addPoisson(sampled.samplingProbability(), gaussian, count);
      }
      return event instanceof FixedSizeSampledEvent sampled
          && sampled.event() instanceof GaussianEvent gaussian
          && addFixedSize(sampled, gaussian, count);
    }

    private boolean restatable(GaussianEvent gaussian) {
      AdjacencyRelation own = gaussian.adjacency();
      boolean doubled =
          own == AdjacencyRelation.ADD_OR_REMOVE && adjacency == AdjacencyRelation.REPLACE_ONE;
      return own == adjacency || doubled;
    }

    /** The noise multiplier under the run's relation, where sensitivities may have doubled. */
    private double noise(GaussianEvent gaussian) {
      return gaussian.noiseMultiplier() / LeafSensitivity.growth(gaussian, adjacency);
    }

    private boolean addGaussian(GaussianEvent gaussian, long count) {
      if (!restatable(gaussian)) {
        return false;
      }
      Enclosure mu = Enclosure.ONE.dividedBy(noise(gaussian));
      Enclosure squares = mu.square().times((double) count);
      if (!(squares.upper() < Double.POSITIVE_INFINITY)) {
        return false;
      }
      composition = composition.withGaussian(squares);
      return true;
    }

    /** Independent sampling is bounded through a record's presence, whatever the relation. */
    private boolean addPoisson(double q, GaussianEvent gaussian, long count) {
      AdjacencyRelation presence =
          adjacency == AdjacencyRelation.REPLACE_ONE ? AdjacencyRelation.ADD_OR_REMOVE : adjacency;
      if (gaussian.adjacency() != presence) {
        return false;
      }
      composition = composition.withPoissonSampled(q, gaussian.noiseMultiplier(), count);
      return true;
    }

    private boolean addFixedSize(
        FixedSizeSampledEvent sampled, GaussianEvent gaussian, long count) {
      boolean known = adjacency == AdjacencyRelation.REPLACE_ONE && restatable(gaussian);
      if (!known || !(noise(gaussian) > 0)) {
        return false;
      }
      Enclosure size = Enclosure.ofCount(sampled.sampleSize());
      Enclosure share = size.dividedBy(Enclosure.ofCount(sampled.populationSize()));
      composition = composition.withFixedSizeSampled(share, noise(gaussian), count);
      attained = false;
      return true;
    }
  }
}
