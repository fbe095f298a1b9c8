package org.assay.accountant.iteration;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.assay.accountant.internal.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.internal.iteration.evaluation.NoisySgdEvaluation;
import org.assay.accountant.internal.iteration.mixing.MixingWalk;
import org.assay.accountant.internal.iteration.step.NoisySgdStep;

/**
 * Chooses the larger order b that bounds the tail of the divergence of order a best. The tail
 * beyond a loss l is about {@code e^((b − 1) D_b + (a − b) l)}. A poor choice makes the bound
 * larger, never wrong.
 */
@FunctionalInterface
interface DivergenceTails {
  /** A larger order, and the argument that bounds the divergence of that order. */
  record Tail(NoisySgdArgument.OfBlocks argument, double order) {}

  /** The larger order, with its argument, for which the tail beyond a loss is least. */
  Tail beyond(double loss);

  /** Tails by split noise or by mixing. */
  static DivergenceTails atLargerOrders(
      NoisySgdStep step, MixingWalk walk, NoisySgdSearch search, double order) {
    return new AtLargerOrders(step, walk, search, order);
  }

  /** Tails by the split of the noise, or the mixing steps, that are best near the larger order. */
  final class AtLargerOrders implements DivergenceTails {
    /** Number of larger orders that are tried. Not tuned: bounds the time. */
    private static final int ORDERS = 20;

    /** Distance of the first larger order, in units of the order's excess over 1. Not tuned. */
    private static final double FIRST_DISTANCE = 0.05;

    /** Smallest excess of an order over 1 that scales the distances. Not tuned. */
    private static final double SMALL_EXCESS = 0.5;

    /** Ratio of the distances of successive orders. Not tuned. */
    private static final double RATIO = 1.3;

    /** Random batches try mixing at every third order, as a trial is expensive. Not tuned. */
    private static final int MIXED = 3;

    /** Grid points between the two neighbours of the best order. Not tuned. */
    private static final int REFINEMENT = 5;

    private final NoisySgdStep step;
    private final MixingWalk walk;
    private final double order;
    private final List<Tail> tails;

    private AtLargerOrders(
        NoisySgdStep step, MixingWalk walk, NoisySgdSearch search, double order) {
      this.step = step;
      this.walk = walk;
      this.order = order;
      double scale = Math.max(order - 1, SMALL_EXCESS);
      this.tails =
          IntStream.range(0, ORDERS)
              .mapToObj(i -> tail(search, i, order + scale * FIRST_DISTANCE * Math.pow(RATIO, i)))
              .toList();
    }

    private Tail tail(NoisySgdSearch search, int index, double higher) {
      NoisySgdArgument.SplitNoise split = search.splitNoise(higher);
      return step.isFullBatch() || index % MIXED != 0
          ? new Tail(split, higher)
          : new Tail(mixed(search, split, higher), higher);
    }

    private NoisySgdArgument.OfBlocks mixed(
        NoisySgdSearch search, NoisySgdArgument.SplitNoise split, double higher) {
      double value = NoisySgdEvaluation.of(step, walk, split).estimate(higher);
      return new MixingSearch(step, walk, search, higher, value)
          .findSmoothing()
          .<NoisySgdArgument.OfBlocks>map(argument -> argument)
          .orElse(split);
    }

    @Override
    public Tail beyond(double loss) {
      Tail rough =
          tails.stream()
              .min(Comparator.comparingDouble(tail -> log(tail.argument(), tail.order(), loss)))
              .orElseThrow();
      double logDistance = Math.log(rough.order() - order);
      double best =
          NoisySgdSearch.minimize(
              x -> log(rough.argument(), order + Math.exp(x), loss),
              logDistance - Math.log(RATIO),
              logDistance + Math.log(RATIO),
              REFINEMENT);
      return new Tail(rough.argument(), order + Math.exp(best));
    }

    private double log(NoisySgdArgument.OfBlocks argument, double higher, double loss) {
      double divergence = NoisySgdEvaluation.of(step, walk, argument).estimate(higher);
      double log = (higher - 1) * divergence - (higher - order) * loss;
      return log < Double.MAX_VALUE ? log : Double.MAX_VALUE;
    }
  }
}
