package org.assay.algorithms;

import java.util.random.RandomGenerator;

/** A generator of prescribed Gaussians, over and over again, that counts them. */
public final class ScriptedRandom implements RandomGenerator {
  private final double[] gaussians;
  private int drawn;

  /** A generator of these Gaussians. */
  public ScriptedRandom(double... gaussians) {
    this.gaussians = gaussians.clone();
  }

  /** How many were drawn so far. */
  public int drawn() {
    return drawn;
  }

  @Override
  public double nextGaussian() {
    return gaussians[drawn++ % gaussians.length];
  }

  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("only Gaussians are scripted");
  }
}
