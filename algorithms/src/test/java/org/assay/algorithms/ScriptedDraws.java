package org.assay.algorithms;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Prescribed indices, over and over again; other numbers are those of a seed. */
public final class ScriptedDraws implements RandomGenerator {
  private final RandomGenerator numbers = new SplittableRandom(5);
  private final int[] indices;
  private int drawn;

  /** A generator of these indices. */
  public ScriptedDraws(int... indices) {
    this.indices = indices.clone();
  }

  /** How many indices were drawn so far. */
  public int drawn() {
    return drawn;
  }

  @Override
  public int nextInt(int bound) {
    return indices[drawn++ % indices.length];
  }

  @Override
  public long nextLong() {
    return numbers.nextLong();
  }
}
