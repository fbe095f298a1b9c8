package org.assay.verify.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.trial.ListPairs;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts that say too much, and their twins, which are 1-DP. Error probabilities are 1e-3 an audit,
 * as elsewhere.
 */
class TextOutputTest {
  private static final Guarantee CLAIM = new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE);

  /** So many random words stand beside one that may tell something. */
  private static final int FILLING = 9;

  /** What is said of so many records. */
  private static String text(String name, int n, RandomGenerator r) {
    return switch (name) {
      case "mean with count" -> number("mean=%.6f, n=", (n + laplace(r, 1)) / n) + n;
      case "mean with noisy count" -> noisyMean(n + laplace(r, 2), n + laplace(r, 2));
      case "sum with half the noise" -> number("sum %.6f", n + laplace(r, .5));
      case "sum with all noise" -> number("sum %.6f", n + laplace(r, 1));
      case "length" -> letters(20 + n, r);
      case "noisy length" -> letters(20 + n + steps(r), r);
      case "word" -> words(n > 3 && r.nextDouble() < .3 ? 2 : -1, r);
      case "noisy word" -> words(r.nextDouble() < (n > 3 ? .5 : .2) ? 2 : -1, r);
      case "first word" -> words(n > 3 ? 0 : 1 + r.nextInt(FILLING), r);
      case "noisy first word" -> words(r.nextDouble() < (n > 3 ? .2 : .5) ? 0 : 1, r);
      case "order" -> ordered(n > 3, r);
      case "noisy order" -> ordered(r.nextDouble() < (n > 3 ? .5 : .2), r);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static String ordered(boolean turned, RandomGenerator random) {
    return number("sum " + (turned ? "b a" : "a b") + " %.3f", laplace(random, 1));
  }

  private static String noisyMean(double sum, double count) {
    return number("mean=%.6f", sum / Math.max(count, .5)) + number(", n=%.3f", count);
  }

  private static String number(String format, double number) {
    return String.format(Locale.ROOT, format, number);
  }

  private static String letters(int length, RandomGenerator random) {
    return random
        .ints(Math.max(0, length), 'a', 'z' + 1)
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  /** Random words, and one that is always the same at some place or at none. */
  private static String words(int place, RandomGenerator random) {
    return IntStream.range(0, FILLING + 1)
        .mapToObj(i -> i == place ? "secret" : letters(6, random))
        .collect(Collectors.joining(" "));
  }

  private static double laplace(RandomGenerator random, double scale) {
    double size = -scale * Math.log(1 - random.nextDouble());
    return random.nextBoolean() ? size : -size;
  }

  /** The difference of two geometric numbers, whose law falls by e from one number to the next. */
  private static int steps(RandomGenerator random) {
    int up = geometric(random);
    return up - geometric(random);
  }

  private static int geometric(RandomGenerator random) {
    return (int) Math.floor(-Math.log(1 - random.nextDouble()));
  }

  private static AuditReport audit(String name, int runs) {
    Mechanism<List<Double>> mechanism =
        (records, random) -> Outcome.of(text(name, records.size(), random));
    return Auditor.of(CLAIM)
        .maximumRuns(runs)
        .seed(3)
        .audit(mechanism, List.of(ListPairs.addOne(List.of(1.0, 1.0, 1.0), 1.0)));
  }

  @ParameterizedTest
  @CsvSource({
    "mean with count, ' > 3'",
    "sum with half the noise, the number in the text",
    "length, characters of the output",
    "word, number of 'secret'",
    "first word, text begins with 'secret'",
    "order, a text of the form",
  })
  void whatATextSaysIsRead(String name, String event) {
    AuditReport report = audit(name, 20_000);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
    assertTrue(report.runs() < 1000, report.runs() + " runs");
    String told = report.witness().orElseThrow().event();
    assertTrue(told.contains(event), told);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mean with noisy count",
        "sum with all noise",
        "noisy length",
        "noisy word",
        "noisy first word",
        "noisy order"
      })
  void twinsStand(String name) {
    AuditReport report = audit(name, 4000);
    assertEquals(Verdict.NOT_REFUTED, report.verdict(), report.reason());
  }
}
