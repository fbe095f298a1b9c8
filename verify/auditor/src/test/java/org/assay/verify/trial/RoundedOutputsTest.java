package org.assay.verify.trial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.assay.verify.internal.writing.Numbers;
import org.assay.verify.internal.writing.Place;
import org.assay.verify.internal.writing.WrittenForm;
import org.assay.verify.internal.writing.WrittenText;
import org.junit.jupiter.api.Test;

class RoundedOutputsTest {
  /** Adds a seed's noise, answers requests whole and remembers how many runs they asked for. */
  private record Requests(List<Integer> sizes) implements BatchMechanism<Double> {
    @Override
    public int trialsPerRequest() {
      return 64;
    }

    @Override
    public Optional<List<Outcome>> runAll(Double dataset, long[] seeds, long deadline) {
      if (deadline == 0) {
        return Optional.empty();
      }
      sizes.add(seeds.length);
      return Optional.of(
          Arrays.stream(seeds)
              .mapToObj(seed -> Outcome.of(dataset + new SplittableRandom(seed).nextDouble()))
              .toList());
    }
  }

  @Test
  void manyRunsAreStillAskedForAtOnce() throws InterruptedException {
    Requests requests = new Requests(new ArrayList<>());
    if (!(RoundedOutputs.of(requests, 3) instanceof BatchMechanism<Double> rounded)) {
      throw new AssertionError("runs would be asked for one by one");
    }
    assertEquals(64, rounded.trialsPerRequest());
    long[] seeds = {1, 2, 3};
    List<Outcome> outcomes = rounded.runAll(8.0, seeds, Long.MAX_VALUE).orElseThrow();
    // Three significant bits of a number in [8, 9) are 8 or, from 9 on, 10.
    assertEquals(List.of(Outcome.of(8), Outcome.of(8), Outcome.of(8)), outcomes);
    assertEquals(List.of(3), requests.sizes());
    assertEquals(Optional.empty(), rounded.runAll(8.0, seeds, 0));
  }

  @Test
  void roundingIsTheSameOneByOneAndAtOnce() throws Exception {
    Mechanism<Double> several = RoundedOutputs.of(new Requests(new ArrayList<>()), 5);
    Mechanism<Double> single =
        RoundedOutputs.of(
            (dataset, random) ->
                Outcome.of(dataset + new SplittableRandom(random.nextLong()).nextDouble()),
            5);
    for (int seed = 0; seed < 20; seed++) {
      assertEquals(
          single.run(0.0, new SplittableRandom(seed)),
          several.run(0.0, new SplittableRandom(seed)));
    }
  }

  @Test
  void failuresAndWordsStay() throws Exception {
    for (Outcome outcome : List.of(Outcome.of("word"), new Outcome.Failure("timeout"))) {
      Mechanism<Double> mechanism = (dataset, random) -> outcome;
      assertEquals(outcome, RoundedOutputs.of(mechanism, 2).run(0.0, new SplittableRandom(0)));
    }
  }

  /** Three bits hold 8 and 10, but not 9; what was written of digits is hidden. */
  @Test
  void numbersInTextsAreRounded() throws Exception {
    Mechanism<Double> texts = (dataset, random) -> Outcome.of("mean=9.25 (8), n=9, -1e2, 1.50");
    Outcome seen = RoundedOutputs.of(texts, 3).run(0.0, new SplittableRandom(0));
    assertEquals(Outcome.of("mean=10.0 (8), n=10.0, -96.0, 1.5"), seen);
  }

  @Test
  void writtenDigitsAreHidden() throws Exception {
    Mechanism<Double> numbers =
        (dataset, random) -> Outcome.written(WrittenForm.of("+9.250e0"), 9.25);
    Outcome.Vector seen =
        RoundedOutputs.of(numbers, 3).run(0.0, new SplittableRandom(0)).vector().orElseThrow();
    assertEquals(Outcome.of(10), seen);
    assertArrayEquals(
        new double[] {Double.NaN, Double.NaN, 1, 1, 1}, seen.form().orElseThrow().toArray());
  }

  /**
   * What a double leaves out lies below every bit that counts, and whether there was any as well.
   */
  @Test
  void digitsThatNoDoubleHoldsAreHidden() throws Exception {
    Mechanism<Double> large =
        (dataset, random) -> Outcome.of(1L << 60, (1L << 60) + (long) (double) dataset, 5);
    Mechanism<Double> rounded = RoundedOutputs.of(large, 24);
    Outcome seen = rounded.run(3.0, new SplittableRandom(0));
    assertEquals(Outcome.of(0x1p60, 0x1p60, 5.0), seen);
    assertEquals(seen, rounded.run(7.0, new SplittableRandom(0)));
  }

  @Test
  void keysAndTextsStay() throws Exception {
    Numbers numbers = new Numbers().add(Place.OUTPUT.key("a"), "1000000000000000001");
    numbers.add(Place.OUTPUT.key("b"), WrittenText.of("n is 9"));
    Outcome seen =
        RoundedOutputs.of((Double dataset, RandomGenerator random) -> outcome(numbers), 3)
            .run(0.0, new SplittableRandom(0));
    assertEquals(
        "{\"a\": 1.0088063165309911E18, number 1 of \"b\": 10.0, \"b\": \"n is #\"}",
        seen.toString());
  }

  private static Outcome outcome(Numbers numbers) {
    return Outcome.of(numbers, Optional.empty());
  }
}
