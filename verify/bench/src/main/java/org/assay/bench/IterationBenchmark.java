package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.internal.iteration.allocation.ShiftAllocation;
import org.assay.accountant.internal.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.iteration.NoisySgdBound;
import org.assay.accountant.numeric.Enclosure;
import org.assay.verify.walk.RandomWalk;
import org.assay.verify.walk.WalkLowerBound;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The last iterate of noisy stochastic gradient descent: bounds from above and from below. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class IterationBenchmark {
  private NoisySgd poisson =
      new NoisySgd(
          60_000, 600, 0.002, 1, 1, 0.5, 1_000_000, 0, 0, NoisySgdSampling.POISSON, ADD_OR_REMOVE);
  private double noise = 0.01;
  private NoisySgd sampledAndSaturated =
      new NoisySgd(
          100_000, 1000, 0.02, 1, 1, 1, 1_600_000, 1, 0, NoisySgdSampling.FIXED_SIZE, REPLACE_ONE);
  private IterationSchedule unlike = unlikeSteps();
  private NoisySgd walk =
      new NoisySgd(
          10_000, 10_000, 0.01, 1, 1, 0.25, 40_000, 0, 0, NoisySgdSampling.FULL_BATCH, REPLACE_ONE);

  /**
   * Divergence of order 8 after a million steps with Poisson samples, re-coupled; the aim is 3 s.
   *
   * @return an enclosure of the bound
   */
  @Benchmark
  public Enclosure renyiOfPoissonSamples() {
    return NoisySgdBound.of(poisson).renyi(8);
  }

  /**
   * Epsilon at a delta after a million steps with Poisson samples; the aim is 300 ms.
   *
   * @return the certificate
   */
  @Benchmark
  public NoisySgdCertificate epsilonOfPoissonSamples() {
    return NoisySgdBound.of(poisson).certifyEpsilon(1e-5);
  }

  /**
   * Epsilon at a delta of full batches sixteen times beyond the plateau, by clipped re-coupling;
   * the aim is 1 s. Every run differs a little: bounds of two starts are remembered.
   *
   * @return the certificate
   */
  @Benchmark
  public NoisySgdCertificate epsilonOfSaturatedFullBatches() {
    return NoisySgdBound.of(nextSaturatedFullBatches()).certifyEpsilon(1e-5);
  }

  /**
   * Divergence of order 4 of the same; the aim is 2 s.
   *
   * @return the certificate
   */
  @Benchmark
  public NoisySgdCertificate renyiOfSaturatedFullBatches() {
    return NoisySgdBound.of(nextSaturatedFullBatches()).certifyRenyi(4);
  }

  private NoisySgd nextSaturatedFullBatches() {
    noise = Math.nextUp(noise);
    return new NoisySgd(
        10_000, 10_000, noise, 1, 1, 0.25, 640_000, 1, 0, NoisySgdSampling.FULL_BATCH, REPLACE_ONE);
  }

  /**
   * Epsilon with samples of fixed size; the aim is 1 s.
   *
   * @return the certificate
   */
  @Benchmark
  public NoisySgdCertificate epsilonOfSaturatedSamples() {
    return NoisySgdBound.of(sampledAndSaturated).certifyEpsilon(1e-5);
  }

  /**
   * The certified law of a walk of 40,000 steps on 400 standard deviations of its noise; the aim is
   * a minute.
   *
   * @return the bounds that it proves
   */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public WalkLowerBound certifiedWalk() {
    return WalkLowerBound.of(RandomWalk.centred(walk));
  }

  /**
   * Amplification by iteration over a million steps that all differ, on a bounded set; the aim is
   * 1.5 s.
   *
   * @return the best allocation of the shifts
   */
  @Benchmark
  public ShiftAllocation allocationOfUnlikeSteps() {
    return AmplificationByIteration.onBoundedSet(unlike, 0, 1);
  }

  private static IterationSchedule unlikeSteps() {
    Random random = new Random(7);
    return IterationSchedule.of(
        random.doubles(1_000_000, 0.001, 0.02).toArray(),
        random.doubles(1_000_000, 0.1, 0.2).toArray(),
        random.doubles(1_000_000, 0.999999, 1).toArray());
  }
}
