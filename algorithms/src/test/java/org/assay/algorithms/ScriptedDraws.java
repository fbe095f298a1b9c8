package org.assay.algorithms;

import java.util.random.RandomGenerator;

/** Prescribed indices and one prescribed Gaussian; uniforms are 1/2. */
public final class ScriptedDraws implements RandomGenerator {
  private final double gaussian;
  private final int[] indices;
  private int drawn;

  /** A generator of one Gaussian and these indices, over and over again. */
  public ScriptedDraws(double gaussian, int... indices) {
    this.gaussian = gaussian;
    this.indices = indices.clone();
  }

  /** How many indices were drawn so far. */
  public int drawn() {
    return drawn;
  }

  @Override
  public double nextGaussian() {
    return gaussian;
  }

  @Override
  public double nextDouble() {
    return 0.5;
  }

  @Override
  public int nextInt(int bound) {
    return indices[drawn++ % indices.length];
  }

  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("only indices and Gaussians are scripted");
  }
}
