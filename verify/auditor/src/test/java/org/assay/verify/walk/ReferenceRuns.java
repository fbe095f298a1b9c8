package org.assay.verify.walk;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/** The runs of {@code docs/reference/walk.md}: L = D = 1, replace-one. */
final class ReferenceRuns {
  private ReferenceRuns() {}

  static NoisySgd of(String name, long steps) {
    return switch (name) {
      case "R1" -> full(1000, 0.2, 0.05, steps);
      case "R2" -> full(10_000, 0.25, 0.01, steps);
      case "R3" -> sampled(10_000, 1000, 0.25, 0.01, 1, steps);
      case "R4" -> sampled(100_000, 1000, 0.625, 0.004, 1, steps);
      case "R5" -> sampled(1_000_000, 10_000, 0.5, 0.002, 1, steps);
      case "R6" -> sampled(10_000, 100, 0.1, 0.1, 0.99, steps);
      case "R7" -> sampled(100_000, 1000, 1, 0.02, 1, steps);
      case "R8" -> full(1000, 0.2, 0.02, steps);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static NoisySgd full(long records, double stepSize, double noise, long steps) {
    return of(records, records, stepSize, noise, 1, steps, NoisySgdSampling.FULL_BATCH);
  }

  private static NoisySgd sampled(
      long records, long batch, double stepSize, double noise, double contraction, long steps) {
    return of(records, batch, stepSize, noise, contraction, steps, NoisySgdSampling.FIXED_SIZE);
  }

  private static NoisySgd of(
      long records,
      long batch,
      double stepSize,
      double noise,
      double contraction,
      long steps,
      NoisySgdSampling sampling) {
    return Settings.run(
        1,
        1,
        stepSize,
        noise,
        records,
        batch,
        steps,
        contraction,
        sampling,
        AdjacencyRelation.REPLACE_ONE);
  }
}
