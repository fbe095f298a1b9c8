package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.concurrent.TimeUnit;
import org.assay.accountant.accounting.Calibration;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The parameter that just meets a target, for ten thousand sampled steps. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CalibrationBenchmark {
  private double q = 0.01;
  private double sigma = 1;
  private long steps = 10_000;
  private Guarantee.Approximate target = new Guarantee.Approximate(6, 1e-5, ADD_OR_REMOVE);

  /**
   * Noise by Rényi divergences; the aim is 8 ms.
   *
   * @return the noise multiplier
   */
  @Benchmark
  public Calibration noiseByRenyi() {
    return Calibrator.rdp(target).smallestNoiseMultiplier(s -> run(q, s, steps));
  }

  /**
   * Noise by the exact bound; the aim is 120 ms.
   *
   * @return the noise multiplier
   */
  @Benchmark
  public Calibration noiseExactly() {
    return Calibrator.exact(target).smallestNoiseMultiplier(s -> run(q, s, steps));
  }

  /**
   * Number of steps by the exact bound; the aim is 120 ms.
   *
   * @return the number of steps
   */
  @Benchmark
  public Calibration stepsExactly() {
    return Calibrator.exact(target).largestStepCount(count -> run(q, sigma, count));
  }

  /**
   * Sampling probability by the exact bound; the aim is 120 ms.
   *
   * @return the sampling probability
   */
  @Benchmark
  public Calibration samplingExactly() {
    return Calibrator.exact(target).largestSamplingProbability(p -> run(p, sigma, steps));
  }

  private static DpEvent run(double q, double sigma, long steps) {
    return DpEvent.gaussian(sigma, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(q).times(steps);
  }
}
