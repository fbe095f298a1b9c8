package org.assay.accountant.event;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;

/**
 * The last iterate of projected noisy stochastic gradient descent over random or full batches.
 * Batches are never released, and neither is any other iterate.
 *
 * <p>Gradients are those of the losses, or clipped where {@link NoisySgd} says that clipping is
 * covered, and all parameters are fixed before the data are seen. Where something else was done
 * (other clipping, averages, losses whose gradients jump), {@link #composition(NoisySgdSampling,
 * long, long, long, double, double)} is the event to state: it covers every iterate and needs
 * nothing but the bound of the gradients' norms.
 *
 * <p>Batches in a fixed order, and step sizes that differ, are {@link NoisyGradientDescentEvent}.
 *
 * @param run what was done; neighbours are those of its relation
 */
public record NoisySgdEvent(NoisySgd run) implements DpEvent {
  /**
   * Checks the run.
   *
   * @throws IllegalArgumentException if it is missing or its batches are in cyclic order
   */
  public NoisySgdEvent {
    Parameters.requireGiven("run", run);
    if (run.sampling() == NoisySgdSampling.CYCLIC) {
      throw new IllegalArgumentException(
          "sampling was "
              + run.sampling()
              + ": batches in a fixed order are another event, noisy gradient descent over epochs");
    }
  }

  /**
   * What a run spends that releases all iterates: the sampled Gaussian mechanism, once for each
   * step. It bounds the last iterate too, which is a function of all.
   *
   * @return a composition of sampled Gaussian events. Under Poisson sampling its sensitivity is
   *     that of a record's presence, which accountants restate for a replaced one
   */
  public DpEvent composition() {
    return composition(
        run.sampling(),
        run.records(),
        run.batchSize(),
        run.steps(),
        run.noise(),
        run.lipschitzConstant());
  }

  /**
   * The steps of noisy stochastic gradient descent as a composition, which covers whatever is
   * computed from the noisy gradients.
   *
   * @param sampling how the batch is chosen, not in cyclic order
   * @param records number of records
   * @param batchSize batch size, or the mean one
   * @param steps number of steps
   * @param noise standard deviation of the noise added to the mean gradient
   * @param gradientNorm bound of the Euclidean norm of what a record contributes to the sum; but
   *     for Poisson samples half of the distance of two records' contributions is enough
   * @return the event, its noise multiplier rounded down and its sampling probability up; about
   *     replaced records but for Poisson samples, which are about a record's presence
   * @throws IllegalArgumentException if the batches are in cyclic order or a number is out of range
   */
  public static DpEvent composition(
      NoisySgdSampling sampling,
      long records,
      long batchSize,
      long steps,
      double noise,
      double gradientNorm) {
    NoisySgd.requireBatches(records, batchSize, sampling);
    double scaled = Rounding.multiplyDown(noise, (double) batchSize);
    DpEvent step =
        switch (sampling) {
          case FIXED_SIZE -> replacing(scaled, gradientNorm).fixedSizeSampled(batchSize, records);
          case FULL_BATCH -> replacing(scaled, gradientNorm);
          case POISSON ->
              DpEvent.gaussian(
                      Rounding.divideDown(scaled, gradientNorm),
                      Sensitivity.unit(AdjacencyRelation.ADD_OR_REMOVE))
                  .poissonSampled(Rounding.divideUp((double) batchSize, (double) records));
          case CYCLIC ->
              throw new IllegalArgumentException(
                  "sampling was " + sampling + ": a record is not in every batch");
        };
    return step.times(steps);
  }

  private static DpEvent replacing(double scaledNoise, double gradientNorm) {
    return DpEvent.gaussian(
        Rounding.divideDown(scaledNoise, Rounding.multiplyUp(2, gradientNorm)),
        Sensitivity.unit(AdjacencyRelation.REPLACE_ONE));
  }

  @Override
  public AdjacencyRelation adjacency() {
    return run.adjacency();
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.visitNoisySgd(this);
  }
}
