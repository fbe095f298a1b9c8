package org.assay.bench;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;

import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Sensitivity;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Epsilon of lists whose steps all differ; the aim is 300 ms for 1,000 and 2 s for 10,000. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class UnlikeStepsBenchmark {
  @Param({"1000", "10000"})
  private int steps;

  private double delta = 1e-5;

  /**
   * Laplace noise of as many scales as there are steps.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound laplace() {
    return unlike(this::laplace);
  }

  /**
   * Sampled Gaussians of as many rates and noises as there are steps.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound sampledGaussians() {
    return unlike(this::sampled);
  }

  /**
   * Randomized responses of as many probabilities as there are steps, whose losses have two values.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound responses() {
    return unlike(i -> DpEvent.randomizedResponse(0.5 + 0.1 / (i + 10), ADD_OR_REMOVE));
  }

  /**
   * Laplace noise on Poisson samples, of as many scales and rates as there are steps.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound sampledLaplace() {
    return unlike(
        i ->
            DpEvent.laplace(1 + 1e-3 * i, Sensitivity.unit(ADD_OR_REMOVE))
                .poissonSampled(0.01 + 1e-5 * i));
  }

  /**
   * Randomized responses on Poisson samples, of as many probabilities and rates as there are steps.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound sampledResponses() {
    return unlike(
        i ->
            DpEvent.randomizedResponse(0.6 + 0.1 / (i + 10), ADD_OR_REMOVE)
                .poissonSampled(0.01 + 1e-5 * i));
  }

  /**
   * Discrete Gaussian noise on Poisson samples, of as many parameters and rates as there are steps.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound sampledDiscrete() {
    return unlike(
        i ->
            DpEvent.discreteGaussian(5 + 1e-3 * i, Sensitivity.unit(ADD_OR_REMOVE))
                .poissonSampled(0.01 + 1e-6 * i));
  }

  /**
   * Five kinds of mechanisms in turn, each step with parameters of its own.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound fiveKinds() {
    return unlike(this::oneOfFive);
  }

  /**
   * Ten Laplace steps and ten hundredfold sampled Gaussians; the aim is 100 ms whatever the number
   * of steps above.
   *
   * @return epsilon
   */
  @Benchmark
  public TightestBound.Bound twentyParts() {
    return epsilon(
        IntStream.range(0, 20)
            .mapToObj(
                i ->
                    i % 2 == 0
                        ? DpEvent.laplace(5 + i, Sensitivity.unit(ADD_OR_REMOVE))
                        : gaussian(1 + 0.05 * i).poissonSampled(0.01 * (1 + i)).times(100)));
  }

  private TightestBound.Bound unlike(IntFunction<DpEvent> step) {
    return epsilon(IntStream.range(0, steps).mapToObj(step));
  }

  private TightestBound.Bound epsilon(Stream<DpEvent> parts) {
    DpEvent run = DpEvent.sequence(parts.toArray(DpEvent[]::new));
    return TightestBound.of(run, ADD_OR_REMOVE).epsilon(delta);
  }

  private DpEvent oneOfFive(int i) {
    return switch (i % 5) {
      case 0 -> laplace(10 * i);
      case 1 -> sampled(i);
      case 2 -> DpEvent.randomizedResponse(0.5 + 1e-3 / (i + 1), ADD_OR_REMOVE);
      case 3 -> DpEvent.discreteLaplace(33 + i, Sensitivity.unit(ADD_OR_REMOVE));
      default -> DpEvent.pure(0.01 + 1e-6 * i, ADD_OR_REMOVE);
    };
  }

  private DpEvent laplace(int i) {
    return DpEvent.laplace(5 + 0.01 * i, Sensitivity.unit(ADD_OR_REMOVE));
  }

  private DpEvent sampled(int i) {
    return gaussian(1 + i / (double) steps).poissonSampled(0.001 + 0.01 * i / steps);
  }

  private static DpEvent gaussian(double noiseMultiplier) {
    return DpEvent.gaussian(noiseMultiplier, Sensitivity.unit(ADD_OR_REMOVE));
  }
}
