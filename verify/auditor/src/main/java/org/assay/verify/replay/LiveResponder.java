package org.assay.verify.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.Parameters;

/** Answers with fresh draws. */
final class LiveResponder implements Responder {
  private final RandomGenerator random;

  LiveResponder(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public Object answer(Call call, Function<RandomGenerator, Object> draw) {
    call.requireValid();
    return draw.apply(random);
  }

  @Override
  public <R> List<R> sample(String name, List<R> records, double samplingProbability) {
    Parameters.requireProbability("samplingProbability", samplingProbability);
    List<R> sample = new ArrayList<>();
    for (R record : records) {
      if (random.nextDouble() < samplingProbability) {
        sample.add(record);
      }
    }
    return sample;
  }

  @Override
  public void endSample() {}

  @Override
  public void showPublic(String name, Object value) {}
}
