package org.assay.verify.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.verify.replay.RandomnessCheck.TiedNoise;
import org.assay.verify.replay.RandomnessReport.RandomnessFinding;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks of generators on outputs of every magnitude. Each test looks at some hundred sets of runs
 * with false-alarm probability 1e-9 each, so that any finding at all has probability below 1e-6.
 */
class ShiftedOutputsTest {
  private static final double ERROR = 1e-9;
  private static final int RUNS = 600;
  private static final double[] SHIFTS = {0, -3, 1.7e9, -1e12, 1e15, 1e-7};
  private static final double[] SCALES = {1e-9, 1e-3, 0.25, 1, 10, 1e6};

  /** Numbers as different mechanisms write them. */
  private enum Form {
    REAL,
    SINGLE,
    WHOLE,
    CENTS,
    CLAMPED;

    double written(double number) {
      return switch (this) {
        case REAL -> number;
        case SINGLE -> (float) number;
        case WHOLE -> Math.rint(number);
        case CENTS -> Math.rint(100 * number) / 100;
        case CLAMPED -> Math.max(-1, Math.min(2, number));
      };
    }
  }

  private static List<RandomnessFinding> findings(List<Outcome> outcomes) {
    List<RandomnessFinding> findings = new ArrayList<>();
    findings.addAll(TiedNoise.of("left", outcomes, ERROR));
    findings.addAll(FewValues.of("left", outcomes, ERROR));
    return findings;
  }

  /** With codes of words and keys and with lengths beside the numbers, as objects are encoded. */
  private static List<Outcome> independent(
      Form form, double firstShift, double secondShift, double scale, SplittableRandom random) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      double first = form.written(firstShift + scale * random.nextGaussian());
      double second = form.written(secondShift + random.nextGaussian());
      double third = form.written(secondShift + scale * random.nextExponential());
      boolean isWord = random.nextInt(3) == 0;
      outcomes.add(
          Outcome.of(
              2, -1528080, first, isWord ? -1234567 : -1100001, second, isWord ? 1 : 2, third));
    }
    return outcomes;
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void independentNoiseIsLeftAlone(Form form) {
    SplittableRandom random = new SplittableRandom(31);
    for (double first : SHIFTS) {
      for (double second : SHIFTS) {
        for (double scale : SCALES) {
          List<RandomnessFinding> found = findings(independent(form, first, second, scale, random));
          assertEquals(List.of(), found, first + ", " + second + ", " + scale);
        }
      }
    }
  }

  /** Shared noise is found wherever numbers resolve it. */
  @ParameterizedTest
  @CsvSource({
    "REAL, 0, 3, 1",
    "REAL, 1.7e9, 5, 10",
    "REAL, 1e12, -1e12, 1",
    "REAL, -3, 1e-7, 1e-3",
    "REAL, 0, 100, 1e6",
    "SINGLE, 0, 3, 1",
    "SINGLE, 1000, 3, 10",
    "WHOLE, 0, 1e12, 100",
    "CENTS, 0.5, 7, 10"
  })
  void sharedNoiseIsFound(Form form, double first, double second, double scale) {
    SplittableRandom random = new SplittableRandom(32);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      double noise = scale * random.nextGaussian();
      double shared = form == Form.CENTS ? form.written(noise) : noise;
      outcomes.add(
          Outcome.of(
              form.written(first + shared), random.nextGaussian(), form.written(second + shared)));
    }
    List<RandomnessFinding> found = TiedNoise.of("left", outcomes, ERROR);
    boolean isTied =
        found.stream()
            .anyMatch(
                finding ->
                    finding instanceof RandomnessFinding.TiedCoordinates tied
                        && tied.first().equals("coordinate 1")
                        && tied.second().equals("coordinate 3"));
    assertTrue(isTied && found.size() == 1, found.toString());
  }
}
