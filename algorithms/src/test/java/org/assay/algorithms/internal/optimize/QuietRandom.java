package org.assay.algorithms.internal.optimize;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** A generator whose Gaussians are all 0, and whose other numbers are random. */
public final class QuietRandom implements RandomGenerator {
  private final RandomGenerator numbers = new SplittableRandom(1);

  @Override
  public double nextGaussian() {
    return 0;
  }

  @Override
  public long nextLong() {
    return numbers.nextLong();
  }
}
