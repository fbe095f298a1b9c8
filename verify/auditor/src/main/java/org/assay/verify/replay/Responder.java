package org.assay.verify.replay;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Answers the calls of a mechanism: with fresh draws, as a recorder, or as a replayer. */
interface Responder {
  /**
   * Answers a draw.
   *
   * @param draw makes a fresh draw
   */
  Object answer(Call call, Function<RandomGenerator, Object> draw);

  /** Draws a sample, which {@link #endSample} ends. */
  <R> List<R> sample(String name, List<R> records, double samplingProbability);

  void endSample();

  /** Receives a value that the mechanism declared public. */
  void showPublic(String name, Object value);
}
