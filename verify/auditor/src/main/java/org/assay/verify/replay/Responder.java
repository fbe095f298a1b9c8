package org.assay.verify.replay;

import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Who answers a mechanism's calls: a generator, a recorder or a replayer. */
interface Responder {
  /** Answers a draw; the function is how to draw it for real. */
  Object answer(Call call, Function<RandomGenerator, Object> draw);

  /** Draws the sample that {@link #endSample} ends. */
  <R> List<R> sample(String name, List<R> records, double samplingProbability);

  void endSample();

  /** Hears of a value said to be public. */
  void showPublic(String name, Object value);
}
