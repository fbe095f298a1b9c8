package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The birthday test on whole noise, which repeats by its law. Whatever is done to such noise that
 * keeps its steps, nothing is found, so there is no false alarm to allow for.
 */
class ScaledWholeNoiseTest {
  private static final int SEEDS = 40;
  private static final int RUNS = 2000;
  private static final double ERROR = 1e-3;

  @ParameterizedTest
  @CsvSource({
    "10, 13, 0.3333333333333333",
    "10, 7, 0.1234567891",
    "100, 700, 0.1234567891",
    "1000, 7, 142857.3333333333",
    "10000, 0.318309886, 0",
    "1000000, 3, 1e9",
    "3, 11, -5.123456789"
  })
  void isLeftAlone(double scale, double divisor, double shift) {
    assertEquals(0, findings(geometric(scale), noise -> shift + noise / divisor));
  }

  @ParameterizedTest
  @CsvSource({"100, 13", "1000, 17"})
  void isLeftAloneInSinglePrecisionAndAfterClamping(double scale, double divisor) {
    assertEquals(0, findings(geometric(scale), noise -> (float) (noise / divisor)));
    assertEquals(0, findings(geometric(scale), noise -> clamped(noise / divisor)));
  }

  /** Values of 16 bits that are no steps are found as ever, with every seed. */
  @ParameterizedTest
  @CsvSource({"13", "0.318309886"})
  void aGeneratorOfFewValuesIsFound(double divisor) {
    DoubleUnaryOperator bits =
        uniform -> Math.log((Math.floor(uniform * 0x1p16) + 0.5) * 0x1p-16) / divisor;
    assertEquals(SEEDS, findings(uniform -> uniform, bits));
  }

  private static double clamped(double number) {
    return Math.max(0.7777777777, Math.min(9.3333333333, number));
  }

  private static DoubleUnaryOperator geometric(double scale) {
    return uniform -> Math.floor(-scale * Math.log1p(-uniform));
  }

  /** In how many series of runs something is found. */
  private static long findings(DoubleUnaryOperator law, DoubleUnaryOperator processing) {
    long found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<Outcome> outcomes =
          Stream.generate(() -> law.applyAsDouble(random.nextDouble()))
              .map(noise -> Outcome.of(processing.applyAsDouble(noise)))
              .limit(RUNS)
              .toList();
      found += FewValues.of("left", outcomes, ERROR).isEmpty() ? 0 : 1;
    }
    return found;
  }
}
