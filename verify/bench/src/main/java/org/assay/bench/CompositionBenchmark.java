package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.concurrent.TimeUnit;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What the number of equal steps costs; the aim is no more than its logarithm. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class CompositionBenchmark {
  /** Noise grows with the steps so that epsilon stays near 1. */
  @Param({"100", "10000", "1000000", "100000000", "1000000000"})
  private long steps;

  private double delta = 1e-5;

  /**
   * Epsilon by Rényi divergences.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure renyi() {
    return Accountant.rdp(ADD_OR_REMOVE).compose(run()).epsilonAt(delta);
  }

  /**
   * Epsilon by the tightest bound.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound tightest() {
    return TightestBound.of(run(), ADD_OR_REMOVE).epsilon(delta);
  }

  private DpEvent run() {
    double sigma = 0.05 * Math.sqrt((double) steps);
    return DpEvent.gaussian(sigma, Sensitivity.unit(ADD_OR_REMOVE))
        .poissonSampled(0.01)
        .times(steps);
  }
}
