package org.assay.accountant.internal.iteration.certificate;

import java.util.Collections;
import java.util.List;
import org.assay.accountant.privacy.Parameters;

/**
 * The argument that proves a bound on the last iterate of noisy stochastic gradient descent: the
 * theorem and its free parameters. Every choice of parameters gives a valid bound; a search looks
 * for the best one.
 */
public sealed interface NoisySgdArgument {
  /**
   * Dispatch on the kind of argument.
   *
   * @param visitor what to do with each kind
   * @param <R> the result
   * @return what the visitor returned
   */
  <R> R accept(Visitor<R> visitor);

  /**
   * The last iterate is a function of all iterates: composition over all steps with the full noise.
   */
  record Composition() implements NoisySgdArgument {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitComposition(this);
    }
  }

  /**
   * Privacy amplification by iteration over the last steps, with the noise split between hiding the
   * distance so far and hiding the last gradients: {@code step/doc-files/noisy-sgd-renyi.md}.
   *
   * @param horizon number of last steps, from 1 to the number of steps
   * @param split share of the noise's variance that hides the distance, strictly between 0 and 1
   */
  record SplitNoise(long horizon, double split) implements OfBlocks {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public SplitNoise {
      Parameters.requireAtLeastOne("horizon", horizon);
      Parameters.requireOpenProbability("split", split);
    }

    @Override
    public long block() {
      return horizon;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitSplitNoise(this);
    }
  }

  /**
   * Mixing: the run forgets where it was before the last steps, except with a small probability
   * that adds to delta. The last steps compose with the full noise: {@code
   * mixing/doc-files/mixing.md}.
   *
   * @param horizon number of last steps, from 1 to the number of steps
   */
  record Mixing(long horizon) implements NoisySgdArgument {
    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if the horizon is below 1
     */
    public Mixing {
      Parameters.requireAtLeastOne("horizon", horizon);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitMixing(this);
    }
  }

  /**
   * Mixing for Rényi divergences. The first {@code smoothing} of the last steps make the divergence
   * between starting points finite, by shifts of the noise or by reflections, whichever bound is
   * less. The remaining steps, if any, contract the divergence: {@code mixing/doc-files/mixing.md}.
   *
   * @param horizon number of last steps, from 1 to the number of steps
   * @param smoothing number of these steps that smooth, from 1 to {@code horizon}
   * @param exponent Hölder exponent p of the weak triangle inequality, finite and above 1
   */
  record SmoothedMixing(long horizon, long smoothing, double exponent) implements OfBlocks {
    /**
     * Checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public SmoothedMixing {
      Parameters.requireAtLeastOne("smoothing", smoothing);
      if (!(horizon >= smoothing)) {
        throw new IllegalArgumentException(
            "horizon was " + horizon + ": it must be at least smoothing, which was " + smoothing);
      }
      if (!(exponent > 1 && exponent < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "exponent was " + exponent + ": it must be finite and above 1");
      }
    }

    @Override
    public long block() {
      return horizon;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitSmoothedMixing(this);
    }
  }

  /**
   * Clipped re-coupling: privacy from any two starting points over a first horizon, improved by
   * stages. Each stage uses the profile some steps earlier and couples the runs anew only where the
   * loss exceeds a threshold: {@code recoupling/doc-files/recoupling.md}. Profiles are kept at
   * losses {@code i · spacing}.
   *
   * @param spacing of the losses, above 0, with at most 24 bits
   * @param points number of losses above 0
   * @param composed number of first steps. If above 0, these steps are composed, and the stages
   *     follow and end with the run. If 0, the stages cover the last steps only and allow any
   *     starting points
   * @param starts first horizons; at each loss the best one counts
   * @param stages the horizons of each stage; at each loss the best one counts. After composed
   *     steps each stage has one horizon
   */
  record Recoupled(
      double spacing, int points, long composed, List<Long> starts, List<List<Long>> stages)
      implements NoisySgdArgument {
    /**
     * Copies the lists and checks the ranges.
     *
     * @throws IllegalArgumentException if a parameter is out of range
     */
    public Recoupled {
      Parameters.requirePositive("spacing", spacing);
      Parameters.requireAtLeastOne("points", points);
      Parameters.requireNonNegative("composed", (double) composed);
      starts = List.copyOf(starts);
      stages = stages.stream().map(List::copyOf).toList();
      stages.forEach(Recoupled::requireHorizons);
      if (composed == 0) {
        requireHorizons(starts);
      } else if (!(starts.isEmpty() && stages.stream().allMatch(stage -> stage.size() == 1))) {
        throw new IllegalArgumentException(
            "starts were "
                + starts
                + " and stages "
                + stages
                + ": after composed steps there must be no starts, and one horizon in each stage");
      }
    }

    private static void requireHorizons(List<Long> horizons) {
      Parameters.requireAtLeastOne("number of horizons", horizons.size());
      horizons.forEach(horizon -> Parameters.requireAtLeastOne("horizon", horizon));
    }

    /**
     * The number of last steps that the argument covers.
     *
     * @return the sum of the longest horizons and the composed steps
     * @throws ArithmeticException if it overflows
     */
    public long horizon() {
      long sum = composed > 0 ? composed : Collections.max(starts);
      for (List<Long> stage : stages) {
        sum = Math.addExact(sum, Collections.max(stage));
      }
      return sum;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitRecoupled(this);
    }
  }

  /**
   * An argument that bounds Rényi divergences by a block of last steps. The bound holds for any
   * earlier iterates, as long as no sample of the block is too large for its step.
   */
  sealed interface OfBlocks extends NoisySgdArgument {
    /**
     * The number of last steps that must be without too large a sample.
     *
     * @return the longest horizon
     * @throws ArithmeticException if it overflows
     */
    long block();
  }

  /**
   * A Rényi divergence from the profile of clipped re-coupling, and beyond the profile's largest
   * loss from the divergence of a larger order, which may be proved by another profile: {@code
   * recoupling/doc-files/recoupled-divergences.md}.
   *
   * @param profile the argument for the profile
   * @param tail the argument for the divergence of the larger order
   * @param tailOrder the larger order
   */
  record RecoupledDivergence(Recoupled profile, OfBlocks tail, double tailOrder)
      implements OfBlocks {
    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if the order is out of range
     */
    public RecoupledDivergence {
      Parameters.requireOrder(tailOrder);
    }

    @Override
    public long block() {
      return Math.max(profile.horizon(), tail.block());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visitRecoupledDivergence(this);
    }
  }

  /**
   * What to do with each kind of argument.
   *
   * @param <R> the result
   */
  interface Visitor<R> {
    /**
     * Composition over all steps.
     *
     * @param argument the argument
     * @return the result
     */
    R visitComposition(Composition argument);

    /**
     * Amplification by iteration with split noise.
     *
     * @param argument the argument
     * @return the result
     */
    R visitSplitNoise(SplitNoise argument);

    /**
     * Mixing.
     *
     * @param argument the argument
     * @return the result
     */
    R visitMixing(Mixing argument);

    /**
     * Mixing for Rényi divergences.
     *
     * @param argument the argument
     * @return the result
     */
    R visitSmoothedMixing(SmoothedMixing argument);

    /**
     * Clipped re-coupling.
     *
     * @param argument the argument
     * @return the result
     */
    R visitRecoupled(Recoupled argument);

    /**
     * A Rényi divergence from the profile of clipped re-coupling.
     *
     * @param argument the argument
     * @return the result
     */
    R visitRecoupledDivergence(RecoupledDivergence argument);
  }
}
