package org.assay.accountant.lastiterate;

import java.util.SplittableRandom;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;

/**
 * Draws settings of runs: kappa from 0.01 to 50, sampled shares from 1e-4 to 1, batches of one, of
 * all records and of all but one, from 1 step to ten times the plateau, steps that contract by 0.5
 * to those that expand by 1.1.
 */
final class RandomRuns {
  private static final double SMALLEST_WIDTH = 0.5;
  private static final double SMALLEST_KAPPA = 0.01;
  private static final double LARGEST_KAPPA = 50;

  /** Of squarings and products of kernels even more steps take no longer, but rounding grows. */
  private static final double MOST_STEPS = 3e6;

  /** Beyond this Poisson samples along quadratic losses have too many ways to go. */
  private static final long LARGEST_BENDING_SAMPLE = 64;

  private final SplittableRandom random;
  private final double largestWidth;

  RandomRuns(SplittableRandom random, double largestWidth) {
    this.random = random;
    this.largestWidth = largestWidth;
  }

  /** Settings of a run with a way of sampling and at most so many steps. */
  NoisySgd next(NoisySgdSampling sampling, AdjacencyRelation adjacency, long mostSteps) {
    while (true) {
      long[] counts = counts(sampling);
      double share = (double) counts[1] / (double) counts[0];
      double part = between(0.003, 3);
      double width = between(SMALLEST_WIDTH, largestWidth);
      double kappa = 2 * share * part * width;
      if (kappa >= SMALLEST_KAPPA && kappa <= LARGEST_KAPPA) {
        return next(
            counts, part, width, steps(counts, part, width, mostSteps), sampling, adjacency);
      }
    }
  }

  private NoisySgd next(
      long[] counts,
      double part,
      double width,
      long steps,
      NoisySgdSampling sampling,
      AdjacencyRelation adjacency) {
    double batch = (double) counts[1];
    double noise = between(0.05, 20);
    double stepSize = between(0.05, 20);
    boolean few = counts[1] <= LARGEST_BENDING_SAMPLE || counts[1] == counts[0];
    boolean bends = sampling != NoisySgdSampling.POISSON || few;
    double[] curvatures = curvatures(bends, 2 * batch * part / width);
    return new NoisySgd(
        counts[0],
        counts[1],
        noise,
        part * batch * noise,
        width * stepSize * noise,
        stepSize,
        steps,
        curvatures[1] / stepSize,
        curvatures[0] / stepSize,
        sampling,
        adjacency);
  }

  /** From 1 to ten times the plateau. */
  private long steps(long[] counts, double part, double width, long most) {
    double plateau = width * (double) counts[0] / (part * (double) counts[1]);
    double steps = Math.rint(between(1, 10 * Math.max(1, plateau)));
    return (long) Math.min(Math.min(MOST_STEPS, (double) most), steps);
  }

  /** Records and batch size. */
  private long[] counts(NoisySgdSampling sampling) {
    long some = Math.round(between(1, 2000));
    int kind = random.nextInt(4);
    if (sampling == NoisySgdSampling.CYCLIC) {
      return new long[] {some * (1 + random.nextInt(8)), some};
    }
    if (sampling == NoisySgdSampling.FULL_BATCH || kind == 0) {
      return new long[] {some, some};
    }
    double share = between(1e-4, 1);
    return switch (kind) {
      case 1 -> new long[] {some + 1, some};
      case 2 -> new long[] {Math.round(1 / share), 1};
      default -> new long[] {Math.max(some, Math.round((double) some / share)), some};
    };
  }

  /** Step size times strong convexity and smoothness; gradients would be too large beyond most. */
  private double[] curvatures(boolean bends, double most) {
    double size = Math.min(0.5, most * 0.9 * random.nextDouble());
    double slight = Math.min(0.1, size);
    return switch (bends ? random.nextInt(8) : 7) {
      case 0 -> new double[] {size, size};
      case 1 -> new double[] {0, size};
      case 2 -> new double[] {-slight, slight};
      default -> new double[] {0, 0};
    };
  }

  private double between(double low, double high) {
    return low * Math.exp(random.nextDouble() * Math.log(high / low));
  }
}
