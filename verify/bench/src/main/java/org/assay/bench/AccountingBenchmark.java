package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.concurrent.TimeUnit;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Whole questions: the epsilon of a composed run. A new way to answer is one method here. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class AccountingBenchmark {
  private static final int DISTINCT = 1000;

  private double q = 0.01;
  private double sigma = 1;
  private long steps = 10_000;
  private double delta = 1e-5;

  /**
   * Ten thousand equal steps, by Rényi divergences; the aim is 0.3 ms.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure sampledGaussianEpsilonByRenyi() {
    return Accountant.rdp(ADD_OR_REMOVE).compose(step(q, sigma).times(steps)).epsilonAt(delta);
  }

  /**
   * Exact epsilon of ten thousand sampled steps by contour inversion; the aim is 10 ms.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure sampledGaussianEpsilonByInversion() {
    return composition().epsilon(delta);
  }

  /**
   * The same at delta 1e-25.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure sampledGaussianEpsilonByInversionFarTail() {
    return composition().epsilon(delta * 1e-20);
  }

  /**
   * A thousand steps that all differ, by Rényi divergences; the aim is 300 ms.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure thousandDistinctStepsByRenyi() {
    DpEvent[] events = new DpEvent[DISTINCT];
    for (int i = 0; i < DISTINCT; i++) {
      events[i] = step(q * (0.5 + i / (double) DISTINCT), sigma * (1 + i % 37 / 37.0));
    }
    return Accountant.rdp(ADD_OR_REMOVE).compose(DpEvent.sequence(events)).epsilonAt(delta);
  }

  private GaussianComposition composition() {
    return GaussianComposition.under(ADD_OR_REMOVE).withPoissonSampled(q, sigma, steps);
  }

  private static DpEvent step(double q, double sigma) {
    return DpEvent.gaussian(sigma, Sensitivity.unit(ADD_OR_REMOVE)).poissonSampled(q);
  }
}
