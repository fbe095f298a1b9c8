package org.assay.bench;

import java.util.concurrent.TimeUnit;
import org.assay.accountant.curve.Accuracy;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Epsilon of composed runs by privacy loss distributions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class LossDistributionBenchmark {
  private static final AdjacencyRelation ADDING = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACING = AdjacencyRelation.REPLACE_ONE;

  private double q = 0.01;
  private double sigma = 1;
  private long steps = 10_000;
  private double delta = 1e-5;

  /**
   * Ten thousand sampled Gaussians at the default accuracy; the aim is 60 ms.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure sampledGaussian() {
    return epsilon(gaussian(ADDING).poissonSampled(q), ADDING);
  }

  /**
   * The same at delta 1e-25.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure sampledGaussianFarTail() {
    DpEvent event = gaussian(ADDING).poissonSampled(q).times(steps);
    return Steps.of(event, ADDING).losses().epsilon(delta * 1e-20);
  }

  /**
   * The same run ten times as accurately.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure sampledGaussianAccurately() {
    DpEvent event = gaussian(ADDING).poissonSampled(q).times(steps);
    return Steps.of(event, ADDING).losses().epsilon(delta, Accuracy.of(5e-4));
  }

  /**
   * Ten thousand samples of fixed size.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure fixedSizeGaussian() {
    return epsilon(gaussian(REPLACING).fixedSizeSampled(100, (long) (100 / q)), REPLACING);
  }

  /**
   * Ten thousand sampled Gaussians when one record is replaced.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure replacedGaussian() {
    return epsilon(gaussian(ADDING).poissonSampled(q), REPLACING);
  }

  private DpEvent gaussian(AdjacencyRelation adjacency) {
    return DpEvent.gaussian(sigma, Sensitivity.unit(adjacency));
  }

  private Enclosure epsilon(DpEvent step, AdjacencyRelation adjacency) {
    return Steps.of(step.times(steps), adjacency).losses().epsilon(delta);
  }
}
