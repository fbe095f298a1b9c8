package org.assay.algorithms;

import java.util.random.RandomGenerator;

/**
 * A generator of prescribed Gaussians, over and over again, that counts them. Its uniforms are all
 * the same, 1/2 unless told otherwise, which rounds to the nearest point of a grid.
 */
public final class ScriptedRandom implements RandomGenerator {
  private final double[] gaussians;
  private double uniform = 0.5;
  private int drawn;

  /** A generator of these Gaussians. */
  public ScriptedRandom(double... gaussians) {
    this.gaussians = gaussians.clone();
  }

  /** This generator, with another uniform. */
  public ScriptedRandom withUniform(double value) {
    uniform = value;
    return this;
  }

  /** How many Gaussians were drawn so far. */
  public int drawn() {
    return drawn;
  }

  @Override
  public double nextGaussian() {
    return gaussians[drawn++ % gaussians.length];
  }

  @Override
  public double nextDouble() {
    return uniform;
  }

  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("only Gaussians and uniforms are scripted");
  }
}
