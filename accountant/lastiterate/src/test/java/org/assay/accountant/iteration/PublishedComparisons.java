package org.assay.accountant.iteration;

import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;

/**
 * This project's bounds and the published ones, for the settings of the papers: the figures of
 * {@code docs/papers/last-iterate-comparison.md}. Each array has the order of the page's columns,
 * this project's bound first.
 */
final class PublishedComparisons {
  private static final long BATCH = 100;

  private PublishedComparisons() {}

  /** This project's, the published one, composition. */
  static double[] contracting(double contraction, long steps, double delta) {
    NoisySgd run = contracting(0.1, contraction, BATCH, steps, NoisySgdSampling.FULL_BATCH);
    return figures(
        epsilon(run, delta),
        PublishedGaussians.epsilon(PublishedGaussians.contracting(0.1, contraction, steps), delta),
        PublishedGaussians.epsilon(0.1 * Math.sqrt((double) steps), delta));
  }

  /** This project's, the published one, composition, and the cheapest allocation of shifts. */
  static double[] constrained(double stepSize, double slope, long steps, double delta) {
    double noise = 8;
    NoisySgd run = convex(stepSize, slope, noise, BATCH, steps, NoisySgdSampling.FULL_BATCH);
    double mu = PublishedGaussians.constrained(slope, stepSize, noise);
    return figures(
        epsilon(run, delta),
        PublishedGaussians.epsilon(mu, delta),
        PublishedGaussians.epsilon(slope / noise * Math.sqrt((double) steps), delta),
        ScheduledBatches.epsilon(ScheduledBatches.allocation(run).squaredMu(), delta));
  }

  /** This project's, the published one, composition. */
  static double[] cyclicContracting(
      double stepMu, double contraction, int batches, long passes, double delta) {
    NoisySgd run =
        contracting(
            stepMu, contraction, batches * BATCH, batches * passes, NoisySgdSampling.CYCLIC);
    double mu = PublishedGaussians.cyclicContracting(stepMu, contraction, batches, passes);
    return figures(
        epsilon(run, delta),
        PublishedGaussians.epsilon(mu, delta),
        PublishedGaussians.epsilon(stepMu * Math.sqrt((double) passes), delta));
  }

  /** This project's, the published one, composition. */
  static double[] cyclicConstrained(
      double stepSize, double slope, int batches, long passes, double delta) {
    double noise = 3;
    NoisySgd run =
        convex(stepSize, slope, noise, batches * BATCH, batches * passes, NoisySgdSampling.CYCLIC);
    double mu = PublishedGaussians.cyclicConstrained(slope, stepSize, noise, batches);
    return figures(
        epsilon(run, delta),
        PublishedGaussians.epsilon(mu, delta),
        PublishedGaussians.epsilon(slope / noise * Math.sqrt((double) passes), delta));
  }

  /** This project's, the published approximation, and that of composition. */
  static double[] randomConstrained(
      double share, double stepSize, double slope, long steps, double delta) {
    double noise = 3;
    long records = Math.round(BATCH / share);
    NoisySgd run = convex(stepSize, slope, noise, records, steps, NoisySgdSampling.FIXED_SIZE);
    double mu = PublishedGaussians.randomConstrained(share, slope, stepSize, noise);
    return figures(
        epsilon(run, delta),
        PublishedGaussians.epsilon(mu, delta),
        PublishedGaussians.epsilon(PublishedGaussians.limit(slope / noise, share, steps), delta));
  }

  /** This project's, the published approximation, and that of composition. */
  static double[] randomContracting(
      double share, double stepMu, double contraction, long steps, double delta) {
    long records = Math.round(BATCH / share);
    NoisySgd run = contracting(stepMu, contraction, records, steps, NoisySgdSampling.FIXED_SIZE);
    double mu = PublishedGaussians.randomContracting(share, stepMu, contraction);
    return figures(
        epsilon(run, delta),
        PublishedGaussians.epsilon(mu, delta),
        PublishedGaussians.epsilon(PublishedGaussians.limit(stepMu, share, steps), delta));
  }

  /** This project's, Theorem 3.4, composition, composition without sampling. */
  static double[] smooth(double order, long steps) {
    NoisySgd run = boundedDomain(steps, -1, NoisySgdSampling.FIXED_SIZE);
    PublishedDivergences published = new PublishedDivergences(run, order);
    return figures(
        renyi(run, order),
        published.boundedDomain(),
        published.composition(),
        published.withoutSampling());
  }

  /** This project's, and the curve of the plateau. */
  static double[] convex(double order, long steps) {
    NoisySgd run = boundedDomain(steps, 0, NoisySgdSampling.FIXED_SIZE);
    return figures(renyi(run, order), new PublishedDivergences(run, order).drawnPlateau());
  }

  /** This project's, and the curve for cyclic batches. */
  static double[] weaklyConvex(double order, long steps) {
    NoisySgd run = boundedDomain(steps, -1, NoisySgdSampling.CYCLIC);
    return figures(renyi(run, order), new PublishedDivergences(run, order).weaklyConvex());
  }

  /** This project's, and the theorem of the plateau. */
  static double[] plateau(NoisySgd run, double order) {
    return figures(renyi(run, order), new PublishedDivergences(run, order).plateau());
  }

  /** This project's, and the displays from which that theorem is derived. */
  static double[] splitNoise(NoisySgd run, double order) {
    return figures(renyi(run, order), new PublishedDivergences(run, order).splitNoise());
  }

  /** This project's, the published one for the same record, and that for shuffled data. */
  static double[] passes(String data, double order, long passes) {
    boolean fashion = data.equals("FMNIST");
    double multiplier = fashion ? 3.01 : data.equals("MNIST") ? 3.08 : 3.23;
    double stepSize = fashion ? 1.92 : 0.75;
    double convexity = fashion ? 0.02 : 0.08;
    long size = 2048;
    int batches = (int) ((data.equals("CIFAR-10") ? 50_000 : 60_000) / size);
    NoisySgd run =
        NoisySgd.of(NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE)
            .batches(size, batches * size)
            .steps(batches * passes, stepSize)
            .noise(multiplier / size)
            .lipschitzConstant(1)
            .curvature(convexity, 1 / stepSize)
            .diameter(Double.POSITIVE_INFINITY)
            .build();
    double contraction = 1 - stepSize * convexity;
    PublishedPasses published =
        new PublishedPasses(order, multiplier, contraction, batches, passes);
    return figures(renyi(run, order), published.worstRecord(), published.shuffled());
  }

  /**
   * A record moves the mean gradient by {@code slope}: two norms of half as much over the batch.
   */
  static NoisySgd convex(
      double stepSize,
      double slope,
      double noise,
      long records,
      long steps,
      NoisySgdSampling sampling) {
    return NoisySgd.of(sampling, AdjacencyRelation.REPLACE_ONE)
        .batches(BATCH, records)
        .steps(steps, stepSize)
        .noise(noise)
        .lipschitzConstant(slope * BATCH / 2)
        .curvature(0, 1)
        .diameter(1)
        .build();
  }

  private static NoisySgd contracting(
      double stepMu, double contraction, long records, long steps, NoisySgdSampling sampling) {
    return NoisySgd.of(sampling, AdjacencyRelation.REPLACE_ONE)
        .batches(BATCH, records)
        .steps(steps, 1)
        .noise(1)
        .lipschitzConstant(stepMu * BATCH / 2)
        .curvature(1 - contraction, 1)
        .diameter(Double.POSITIVE_INFINITY)
        .build();
  }

  static NoisySgd boundedDomain(long steps, double strongConvexity, NoisySgdSampling sampling) {
    return NoisySgd.of(sampling, AdjacencyRelation.REPLACE_ONE)
        .batches(2, 8)
        .steps(steps, 0.2)
        .noise(4)
        .lipschitzConstant(2)
        .curvature(strongConvexity, 1)
        .diameter(1)
        .build();
  }

  private static double epsilon(NoisySgd run, double delta) {
    LastIterateCertificate certificate = LastIterate.of(run).certifyEpsilon(delta);
    return ((Guarantee.Approximate) certificate.guarantee()).epsilon();
  }

  private static double renyi(NoisySgd run, double order) {
    LastIterateCertificate certificate = LastIterate.of(run).certifyRenyi(order);
    return ((Guarantee.Renyi) certificate.guarantee()).epsilonByOrder().firstEntry().getValue();
  }

  private static double[] figures(double... figures) {
    return figures;
  }
}
