package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.external.Program.AnswerReader;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Outputs in which the dataset stands in the clear beside parts that differ from run to run, and
 * their twins, which say as much as 1-DP allows. A true claim is refuted with probability at most
 * 1e-6.
 */
class ReleasedInTheClearTest {
  /** Writes an output for a count, which is 3 or 4, or near that. */
  @FunctionalInterface
  private interface Writing {
    String of(long count, RandomGenerator random);
  }

  /** Outputs of which one part says all. */
  private enum Release {
    LARGE((n, r) -> Long.toString(1_000_000_000_000_000_000L + n)),
    NANOSECONDS((n, r) -> "[" + (1_700_000_000_000_000_000L + n) + ", " + r.nextDouble() + "]"),
    SIXTY_DIGITS((n, r) -> "{\"id\": " + id(r) + ", \"n\": 1" + zeros(58) + n + "}"),
    IN_TEXT((n, r) -> "\"" + id(r) + ": " + (9_007_199_254_741_000L + n) + "\""),
    ERROR((n, r) -> "{\"error\": \"none\", \"n\": " + n + ", \"id\": " + id(r) + "}"),
    NAME_IN_OBJECT((n, r) -> "{\"id\": " + id(r) + ", \"who\": \"" + person(n) + "\"}"),
    NAME_IN_ARRAY((n, r) -> "[" + id(r) + ", [\"" + person(n) + "\"]]"),
    NAME_IN_SENTENCE((n, r) -> "[\"" + letters(r) + " and " + person(n) + "\", " + id(r) + "]"),
    KEY((n, r) -> "{\"" + letters(r) + "\": 1, \"" + person(n) + "\": " + id(r) + "}"),
    ORDER_OF_KEYS((n, r) -> n > 3 ? keys("a", "b", r) : keys("b", "a", r)),
    WORD_600((n, r) -> "\"" + filling(600, r) + person(n) + " " + letters(r) + "\""),
    LETTER_70((n, r) -> "\"" + letters(r) + " " + "a".repeat(70) + person(n) + "\""),
    END_OF_LONG_WORD((n, r) -> "\"" + filling(9, r).replace(" ", "") + "aaa" + person(n) + "\""),
    WORD_ORDER((n, r) -> "\"" + filling(2, r) + (n > 3 ? "to be" : "be to") + " " + id(r) + "\""),
    WORD_PLACE((n, r) -> "\"" + placed(n > 3 ? 2 : 4, r) + "\""),
    DIGITS((n, r) -> "0." + digits(15, r) + digits(8, r) + n),
    SHORT_DIGITS((n, r) -> "0." + digits(8, r) + n),
    DIGITS_IN_ARRAY((n, r) -> "[0." + digits(15, r) + digits(8, r) + n + "]"),
    FAILURE((n, r) -> "{\"error\": \"row " + letters(r) + " of " + person(n) + "\"}");

    @SuppressWarnings("ImmutableEnumChecker")
    private final Writing writing;

    Release(Writing writing) {
      this.writing = writing;
    }
  }

  private static String id(RandomGenerator random) {
    return Integer.toString(100_000_000 + random.nextInt(800_000_000));
  }

  private static String zeros(int count) {
    return "0".repeat(count);
  }

  /** Of the same length for every count. */
  private static String person(long n) {
    return Character.toString((char) ('p' + Math.floorMod(n, 8))) + "eter";
  }

  private static String letters(RandomGenerator random) {
    return random.ints(8, 'a', 'j').mapToObj(Character::toString).collect(Collectors.joining());
  }

  private static String filling(int words, RandomGenerator random) {
    return IntStream.range(0, words)
        .mapToObj(i -> letters(random) + " ")
        .collect(Collectors.joining());
  }

  private static String keys(String first, String second, RandomGenerator random) {
    return "{\"" + first + "\": " + id(random) + ", \"" + second + "\": " + id(random) + "}";
  }

  private static String placed(int place, RandomGenerator random) {
    return filling(place, random) + "secret " + filling(7 - place, random);
  }

  /** The first digit is none of the last. */
  private static String digits(int count, RandomGenerator random) {
    return random.ints(count, 1, 10).mapToObj(Integer::toString).collect(Collectors.joining());
  }

  private static Outcome read(String json) {
    Reply reply = AnswerReader.read("{\"outputs\": [" + json + "]}", 1);
    return reply.seen().orElseThrow().get(0);
  }

  private static AuditReport audit(Writing writing, boolean noisy, int runs) {
    return audit(
        (dataset, random) -> {
          long count = (dataset ? 4L : 3L) + (noisy ? steps(random) : 0);
          return read(writing.of(count, random));
        },
        runs);
  }

  private static AuditReport audit(Mechanism<Boolean> mechanism, int runs) {
    AdjacentPair<Boolean> pair =
        AdjacentPair.of("one more", false, true, AdjacencyRelation.ADD_OR_REMOVE);
    return Auditor.of(new Guarantee.Pure(1, AdjacencyRelation.ADD_OR_REMOVE))
        .errorProbability(1e-6)
        .seed(11)
        .maximumRuns(runs)
        .audit(mechanism, List.of(pair));
  }

  /** The difference of two geometric numbers, whose law falls by e from one number to the next. */
  private static int steps(RandomGenerator random) {
    int up = (int) -Math.log(1 - random.nextDouble());
    return up - (int) -Math.log(1 - random.nextDouble());
  }

  @ParameterizedTest
  @EnumSource
  void whatIsInTheClearIsFoundBesideNoise(Release release) {
    AuditReport report = audit(release.writing, false, 3000);
    assertEquals(Verdict.REFUTED, report.verdict(), report::reason);
    assertTrue(report.runs() < 1000, () -> report.runs() + " runs");
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource
  void twinsStand(Release release) {
    AuditReport report = audit(release.writing, true, 1200);
    assertTrue(report.verdict() != Verdict.REFUTED, report::toString);
  }

  /** Noise is a quarter of what the claim needs. */
  @ParameterizedTest
  @EnumSource(names = {"LARGE", "NANOSECONDS", "IN_TEXT", "DIGITS"})
  void tooLittleNoiseInLastDigitsIsFound(Release release) {
    Mechanism<Boolean> mechanism =
        (dataset, random) ->
            read(release.writing.of((dataset ? 4 : 3) + steps(random) / 3, random));
    assertEquals(Verdict.REFUTED, audit(mechanism, 3000).verdict());
  }

  /** The same from a class, whose numbers were never written. */
  @Test
  void wholeNumbersOfClassesKeepTheirDigits() {
    long large = 1_000_000_000_000_000_000L;
    AuditReport report =
        audit((dataset, random) -> Outcome.of(random.nextInt(), large + (dataset ? 4 : 3)), 3000);
    assertEquals(Verdict.REFUTED, report.verdict(), report::reason);
    AuditReport twin =
        audit((dataset, random) -> Outcome.of(large + (dataset ? 4 : 3) + steps(random)), 1200);
    assertEquals(Verdict.NOT_REFUTED, twin.verdict(), twin::reason);
  }

  /** A witness calls what stands at a key by the key. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "{\"b\": %1$s, \"a\": %2$d}!\"a\"",
        "{\"b\": %1$s, \"a\": [7, %2$d]}!coordinate 2 of \"a\"",
        "{\"rows\": [{\"n\": %2$d}, %1$s]}!\"n\" of coordinate 1 of \"rows\"",
        "[%1$s, \"n is %2$d\"]!number 1 of coordinate 2",
      })
  void partsHaveOneName(String format, String event) {
    AuditReport report =
        audit((n, r) -> String.format(Locale.ROOT, format, digits(9, r), n), false, 3000);
    String told = report.witness().orElseThrow().event();
    assertTrue(told.equals(event + " > 3") || told.equals(event + " ≤ 3"), told);
  }

  /** A key that is there for one dataset only, and then rarely. */
  @Test
  void aKeyThatIsThereIsCalledByItsName() {
    Mechanism<Boolean> mechanism =
        (dataset, random) ->
            read(dataset && random.nextInt(5) == 0 ? "{\"a\": " + id(random) + "}" : "{}");
    String told = audit(mechanism, 3000).witness().orElseThrow().event();
    assertEquals("the key \"a\" is there", told);
  }

  /** What was not looked at is said where nothing was found. */
  @Test
  void aClaimThatStoodSaysWhatWasNotLookedAt() {
    List<String> unseen = audit(Release.NAME_IN_SENTENCE.writing, true, 1200).unseen();
    assertEquals(1, unseen.size(), unseen::toString);
    assertTrue(unseen.get(0).contains("letters within words that do not repeat"), unseen.get(0));
    assertEquals(List.of(), audit(Release.LARGE.writing, true, 1200).unseen());
    assertEquals(List.of(), audit(Release.LARGE.writing, false, 1200).unseen());
  }

  /** No double holds the number, and its digits are not looked at. */
  @Test
  void numbersBeyondDoublesAreSaidToBeUnseen() {
    AuditReport report = audit((n, r) -> "1" + zeros(400) + n, false, 1200);
    assertEquals(Verdict.NOT_REFUTED, report.verdict(), report::reason);
    assertEquals(
        List.of("of numbers beyond 1.7976931348623157E308 the sign alone was looked at"),
        report.unseen());
  }
}
