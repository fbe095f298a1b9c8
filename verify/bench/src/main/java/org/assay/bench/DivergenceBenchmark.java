package org.assay.bench;

import java.util.concurrent.TimeUnit;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.divergence.SampledGaussian;
import org.assay.accountant.internal.precision.PreciseFunctions;
import org.assay.accountant.internal.precision.PreciseValue;
import org.assay.accountant.numeric.Enclosure;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One divergence at a time: what a call costs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DivergenceBenchmark {
  /** Fields, so that the compiler cannot compute the answers in advance. */
  private double q = 0.01;

  private double sigma = 1;
  private double largeSigma = 10;
  private double order = 8.5;
  private double largeOrder = 256.5;
  private double mu = 1;
  private double epsilon = 4;
  private double delta = 1e-5;

  /**
   * Mixture from base at an ordinary setting.
   *
   * @return the divergence
   */
  @Benchmark
  public Enclosure renyiForward() {
    return SampledGaussian.renyiForward(q, sigma, order);
  }

  /**
   * Mixture from base with much noise.
   *
   * @return the divergence
   */
  @Benchmark
  public Enclosure renyiForwardLargeSigma() {
    return SampledGaussian.renyiForward(q, largeSigma, order);
  }

  /**
   * Mixture from base at a high order, where the integrand has two hills.
   *
   * @return the divergence
   */
  @Benchmark
  public Enclosure renyiForwardLargeOrder() {
    return SampledGaussian.renyiForward(q, sigma, largeOrder);
  }

  /**
   * Base from mixture at an ordinary setting.
   *
   * @return the divergence
   */
  @Benchmark
  public Enclosure renyiReverse() {
    return SampledGaussian.renyiReverse(q, sigma, order);
  }

  /**
   * Base from mixture at a high order, where the strip is narrow.
   *
   * @return the divergence
   */
  @Benchmark
  public Enclosure renyiReverseLargeOrder() {
    return SampledGaussian.renyiReverse(q, sigma, largeOrder);
  }

  /**
   * Delta of the plain Gaussian.
   *
   * @return delta
   */
  @Benchmark
  public Enclosure gaussianDelta() {
    return GaussianMechanism.delta(mu, epsilon);
  }

  /**
   * Epsilon of the plain Gaussian, an inverse.
   *
   * @return epsilon
   */
  @Benchmark
  public Enclosure gaussianEpsilon() {
    return GaussianMechanism.epsilon(mu, delta);
  }

  /**
   * Mu of the plain Gaussian, an inverse.
   *
   * @return mu
   */
  @Benchmark
  public Enclosure gaussianMu() {
    return GaussianMechanism.mu(epsilon, delta);
  }

  /**
   * The same divergence to thirty digits.
   *
   * @return the divergence
   */
  @Benchmark
  public PreciseValue preciseRenyiForward() {
    return PreciseFunctions.sgmRdpFwd(q, sigma, order, 30);
  }

  /**
   * The same epsilon to thirty digits.
   *
   * @return epsilon
   */
  @Benchmark
  public PreciseValue preciseGaussianEpsilon() {
    return PreciseFunctions.gaussianEps(mu, delta, 30);
  }
}
