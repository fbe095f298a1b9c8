package org.assay.verify.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;

/**
 * Pairs of datasets whose records are gradients, for gradient sums and for stochastic gradient
 * descent. One record, the canary, is removed, replaced by its opposite, or replaced by zero. The
 * pair carries the canary's direction.
 *
 * <p>The canary always reaches the clipping norm. It stands last, first and in the middle in turn.
 * In the leading pairs all other gradients are 0, and then oppose the canary at full length, along
 * one direction after the other. With Poisson samples, gradients of 0 show the canary best: only
 * the canary moves the model, while opposing gradients are sampled at random and hide the canary
 * like noise. Batches in a fixed or shuffled order need opposing gradients to show that the canary
 * is absent. Beside gradients of 0, batches in a fixed or shuffled order look more private than
 * they are.
 */
public final class GradientPairs {
  /** The other gradients, as multiples of the canary. */
  private static final double[] NONE_AND_AGAINST = {0, -1};

  private GradientPairs() {}

  /**
   * Gradients of Euclidean norm at most a clipping norm.
   *
   * @param adjacency the relation
   * @param clippingNorm finite and above 0
   * @param dimension at least 1
   * @param records size of the larger dataset, at least 1
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<double[]>> clipped(
      AdjacencyRelation adjacency, double clippingNorm, int dimension, int records) {
    Settings settings = new Settings(adjacency, clippingNorm, dimension, records);
    LeadingPairs<List<double[]>> leads = new LeadingPairs<>(adjacency);
    List<Directions.Named> directions = Directions.leading(dimension);
    int turn = 0;
    for (Directions.Named direction : directions) {
      for (double others : NONE_AND_AGAINST) {
        int index = Place.turn(turn++).among(records - 1);
        leads.addLazily(random -> settings.canary(direction, 1, others, records, index));
      }
    }
    for (Directions.Named direction : directions) {
      int index = Place.turn(turn++).among(records - 1);
      leads.addLazily(random -> settings.canary(direction, 1, 1, records, index));
    }
    leads.addLazily(random -> settings.canary(directions.get(0), 1, 0, 1, 0));
    return leads.then(random -> drawn(settings, random));
  }

  /**
   * Gradients for a training with batches of a known size. The larger dataset, or the smaller one,
   * fills one batch, then two, then half of one. At these sizes values computed from the number of
   * records jump: steps per epoch, a sampling rate, a divisor.
   *
   * @param adjacency the relation
   * @param clippingNorm finite and above 0
   * @param dimension at least 1
   * @param batchSize number of records in a batch, from 1 to 100,000
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<double[]>> inBatches(
      AdjacencyRelation adjacency, double clippingNorm, int dimension, int batchSize) {
    return VectorPairs.lists(adjacency, Norm.L2, clippingNorm, dimension, 0, batchSize);
  }

  /**
   * Gradients before clipping, for mechanisms that clip themselves: those of {@link #clipped}, and
   * canaries that are a million times as long, infinite, or NaN.
   *
   * @param adjacency the relation
   * @param clippingNorm finite and above 0
   * @param dimension at least 1
   * @param records size of the larger dataset, at least 1
   * @return an endless family
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static PairFamily<List<double[]>> unclipped(
      AdjacencyRelation adjacency, double clippingNorm, int dimension, int records) {
    Settings settings = new Settings(adjacency, clippingNorm, dimension, records);
    LeadingPairs<List<double[]>> leads = new LeadingPairs<>(adjacency);
    int turn = 0;
    for (double size : new double[] {1e6, Double.NaN, Double.POSITIVE_INFINITY, 1e150}) {
      for (double others : NONE_AND_AGAINST) {
        for (Directions.Named direction : Directions.leading(dimension)) {
          int index = Place.turn(turn++).among(records - 1);
          leads.addLazily(random -> settings.canary(direction, size, others, records, index));
        }
      }
    }
    return clipped(adjacency, clippingNorm, dimension, records).union(leads.finite());
  }

  private static AdjacentPair<List<double[]>> drawn(Settings settings, RandomGenerator random) {
    Directions.Named direction = Directions.drawn(settings.dimension(), random);
    int records = 1 + random.nextInt(settings.records());
    double others = random.nextInt(-4, 5) / 4.0;
    return settings.canary(direction, 1, others, records, random.nextInt(records));
  }

  private record Settings(
      AdjacencyRelation adjacency, double clippingNorm, int dimension, int records) {
    Settings {
      Parameters.requirePositive("clippingNorm", clippingNorm);
      Parameters.requireAtLeastOne("dimension", dimension);
      Parameters.requireAtLeastOne("records", records);
    }

    AdjacentPair<List<double[]>> canary(
        Directions.Named direction, double size, double others, int count, int index) {
      double[] unit = Norm.L2.scaled(direction.vector(), clippingNorm);
      List<double[]> left = new ArrayList<>(Collections.nCopies(count - 1, times(others, unit)));
      List<double[]> right = new ArrayList<>(left);
      left.add(index, times(size, unit));
      String change = "removed";
      if (adjacency == AdjacencyRelation.REPLACE_ONE) {
        right.add(index, times(Double.isNaN(size) ? -1 : -size, unit));
        change = "replaced by an opposite";
      } else if (adjacency == AdjacencyRelation.ZERO_OUT) {
        right.add(index, new double[dimension]);
        change = "replaced by zero";
      }
      String words =
          String.format(
              Locale.ROOT,
              "canary %d of %s times norm %s along %s %s, %d others at %s times norm along it",
              index,
              size,
              clippingNorm,
              direction.name(),
              change,
              count - 1,
              others);
      return AdjacentPair.of(words, List.copyOf(left), List.copyOf(right), adjacency)
          .withCanaryDirection(unit);
    }

    /**
     * A multiple of a vector; an infinite or NaN factor changes only coordinates that are not 0.
     */
    private static double[] times(double factor, double[] vector) {
      return Arrays.stream(vector).map(x -> x == 0 || factor == 0 ? 0 : factor * x).toArray();
    }
  }
}
