package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.MixtureOfGaussiansEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Questions far from where answers are easy; the aim is 100 ms each, 1 s for tiny rates. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SlowSpotsBenchmark {
  private double noise = 1;
  private double delta = 1e-5;

  /**
   * A mixture with a shift of 25 standard deviations.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound distantMixture() {
    return TightestBound.of(mixture(), ADD_OR_REMOVE).epsilon(delta);
  }

  /**
   * Delta of the mixture at an epsilon at which it is far below the smallest number.
   *
   * @return delta
   */
  @Benchmark
  public TightestBound.Bound hugeEpsilon() {
    return TightestBound.of(mixture(), ADD_OR_REMOVE).delta(1e300);
  }

  /**
   * A sample of 10 of 60,000 records.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound smallSampleOfFixedSize() {
    DpEvent step = DpEvent.gaussian(noise, Sensitivity.unit(REPLACE_ONE));
    return TightestBound.of(step.fixedSizeSampled(10, 60_000), REPLACE_ONE).epsilon(delta);
  }

  /**
   * One independent sample under replace-one.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound replacedRecordOnce() {
    return TightestBound.of(sampled(0.01, noise), REPLACE_ONE).epsilon(delta);
  }

  /**
   * A million steps of sampling probability 1e-6.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound rareSamples() {
    DpEvent run = sampled(1e-6, noise).times(1_000_000);
    return TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-9);
  }

  /**
   * A hundred thousand steps of sampling probability 1e-7 and little noise.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound rarerSamples() {
    DpEvent run = sampled(1e-7, noise / 2).times(100_000);
    return TightestBound.of(run, ADD_OR_REMOVE).epsilon(1e-9);
  }

  private DpEvent sampled(double probability, double multiplier) {
    return DpEvent.gaussian(multiplier, Sensitivity.unit(ADD_OR_REMOVE))
        .poissonSampled(probability);
  }

  private DpEvent mixture() {
    return new MixtureOfGaussiansEvent(noise, List.of(0.0, 25.0), List.of(0.5, 0.5), ADD_OR_REMOVE);
  }
}
