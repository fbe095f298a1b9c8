package org.assay.verify.walk;

import java.util.random.RandomGenerator;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;

/**
 * Noisy gradient descent on linear losses, run literally: batch by batch, step by step. The
 * mechanism releases the position of the last iterate, in units of the standard deviation of one
 * step's noise.
 */
final class SimulatedDescent implements Mechanism<LinearLosses> {
  private final double start;

  SimulatedDescent(double start) {
    this.start = start;
  }

  @Override
  public Outcome run(LinearLosses losses, RandomGenerator random) {
    NoisySgd settings = losses.settings();
    WalkScale scale = losses.scale();
    double position = start;
    for (long step = 0; step < settings.steps(); step++) {
      double slopes = sumOfSlopes(losses, scale.period(), step, random);
      double moved =
          scale.contraction() * position + scale.centre() + slopes + random.nextGaussian();
      position = Math.max(0, Math.min(scale.width(), moved));
    }
    return Outcome.of(position);
  }

  private static double sumOfSlopes(
      LinearLosses losses, long period, long step, RandomGenerator random) {
    NoisySgd settings = losses.settings();
    boolean chosen =
        switch (settings.sampling()) {
          case FULL_BATCH -> true;
          case CYCLIC -> step % period == (settings.steps() - 1) % period;
          case FIXED_SIZE, POISSON -> random.nextLong(settings.records()) < settings.batchSize();
        };
    double others =
        settings.sampling() == NoisySgdSampling.POISSON
            ? poissonOthers(losses, random)
            : settings.batchSize() - (chosen ? 1.0 : 0.0);
    return others * losses.commonSlope() + (chosen ? losses.recordSlope() : 0);
  }

  /** How many of the other records a Poisson batch contains, from the gaps between them. */
  private static double poissonOthers(LinearLosses losses, RandomGenerator random) {
    NoisySgd settings = losses.settings();
    double others = settings.records() - 1.0;
    if (losses.commonSlope() == 0 || settings.batchSize() == settings.records()) {
      return others;
    }
    double logMiss = Math.log1p(-(double) settings.batchSize() / (double) settings.records());
    double count = 0;
    double record = Math.floor(random.nextExponential() / -logMiss);
    while (record < others) {
      count++;
      record += 1 + Math.floor(random.nextExponential() / -logMiss);
    }
    return count;
  }
}
