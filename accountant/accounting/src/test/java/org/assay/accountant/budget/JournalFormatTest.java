package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assay.accountant.numeric.Rational;
import org.junit.jupiter.api.Test;

/** Lines contain the data written to them, and no other text passes for a line. */
class JournalFormatTest {
  private static final Charge CHARGE =
      new Charge("2 x a, b\n", List.of(Rational.of(0.1), Rational.parse("3/50")));

  private static final String LAST = "0a1b2c3d";

  @Test
  void headersHoldTheirWords() {
    assertEquals(
        Optional.of("filter zcdp"), words(JournalFormat.PLAIN.headers("filter zcdp").get(0)));
    assertEquals(Optional.of("x"), words(JournalFormat.PLAIN.headers("x").get(0)));
    // A journal without a purpose is refused.
    assertEquals(Optional.empty(), words(JournalFormat.PLAIN.headers("").get(0)));
  }

  @Test
  void otherFirstLinesHoldNone() {
    String header = JournalFormat.PLAIN.headers("filter zcdp").get(0);
    assertEquals(Optional.empty(), words(header.replace("journal-3", "journal-4")));
    assertEquals(Optional.empty(), words(header.substring(1)));
    assertEquals(Optional.empty(), words(header + " "));
    assertEquals(Optional.empty(), words(header.replace("zcdp", "zcdq")));
    for (int length = 0; length < header.length(); length++) {
      assertEquals(Optional.empty(), words(header.substring(0, length)));
    }
  }

  @Test
  void chargesComeBackWithoutLoss() {
    String line = JournalFormat.PLAIN.line(7, CHARGE, LAST);
    assertTrue(
        line.matches(
            "7 [0-9a-f]{8} [0-9a-f]{8} 3602879701896397/36028797018963968,3/50"
                + " 2\\+x\\+a%2C\\+b%0A [0-9a-f]{32}"),
        line);
    assertEquals(Optional.of(CHARGE), charge(line, 7, LAST));
    String unnamed = JournalFormat.PLAIN.line(1, new Charge("", List.of(Rational.ONE)), "");
    assertEquals(Optional.of(new Charge("", List.of(Rational.ONE))), charge(unnamed, 1, ""));
  }

  /** Patterns that backtrack over loops would use a stack frame for every turn. */
  @Test
  void longLabelsAndManyCostsComeBack() {
    Charge large =
        new Charge("(é, b) ".repeat(20_000), Collections.nCopies(20_000, Rational.parse("3/50")));
    String line = JournalFormat.PLAIN.line(1, large, LAST);
    assertEquals(Optional.of(large), charge(line, 1, LAST));
    int head = JournalFormat.headLength(1);
    assertTrue(JournalFormat.PLAIN.beginsLine(line.substring(0, line.length() - 40), head, LAST));
    assertFalse(JournalFormat.PLAIN.beginsLine(line.substring(0, 200) + "\0", head, LAST));
  }

  @Test
  void chargesFitTheirPlaceOnly() {
    String line = JournalFormat.PLAIN.line(7, CHARGE, LAST);
    assertEquals(Optional.empty(), charge(line, 7, LAST.replace("d", "e")));
    assertEquals(Optional.empty(), charge(line + "0", 7, LAST));
    for (int length = 0; length < line.length(); length++) {
      assertEquals(Optional.empty(), charge(line.substring(0, length), 7, LAST));
    }
  }

  /**
   * A valid checksum, which anyone can compute, is no reason to accept text that no journal writes.
   */
  @Test
  void linesThatNobodyWritesAreNone() {
    assertEquals(
        Optional.of(new Charge("a \u00e9", List.of(Rational.ONE))), sealedCharge("1 a+%C3%A9"));
    assertEquals(Optional.of(new Charge("", List.of(Rational.ONE))), sealedCharge("1 "));
    for (String body :
        List.of(
            "1 %",
            "1 %4",
            "1 %4\uff11",
            "1 %zz",
            "1 %c3%a9",
            "1 a b",
            "1 \u00e9",
            "1 a~",
            "1 a\n",
            "1",
            " a",
            "01 a",
            "1/0 a",
            "-1 a",
            "1, a",
            "x a",
            "/ a",
            ": a",
            "1;2 a")) {
      assertEquals(Optional.empty(), sealedCharge(body), body);
    }
  }

  private static Optional<Charge> sealedCharge(String body) {
    int length = JournalFormat.headLength(7) + body.length() + 33;
    String start = "7 " + HexFormat.of().toHexDigits(length) + " ";
    String line = start + JournalFormat.PLAIN.digest(LAST + " " + start, 8) + " " + body;
    return charge(line + " " + JournalFormat.PLAIN.digest(LAST + " " + line, 32), 7, LAST);
  }

  @Test
  void checksumsAreTheLastDigits() {
    String line = JournalFormat.PLAIN.line(1, CHARGE, "");
    String checksum = JournalFormat.checksum(line);
    assertEquals(32, checksum.length());
    assertTrue(line.endsWith(" " + checksum));
  }

  /** Stores of several threads share a format. */
  @Test
  void threadsDoNotDisturbEachOthersChecksums() {
    for (JournalFormat format :
        List.of(JournalFormat.PLAIN, JournalFormat.of(JournalKey.of(new byte[16])))) {
      String expected = format.digest(LAST, 32);
      assertEquals(
          20_000,
          IntStream.range(0, 20_000)
              .parallel()
              .filter(i -> format.digest(LAST, 32).equals(expected))
              .count());
    }
  }

  /** Every beginning of every kind of line, and no beginning that is changed after its head. */
  @Test
  void beginningsOfLinesAreKnown() {
    SplittableRandom random = new SplittableRandom(2);
    for (int run = 0; run < 30; run++) {
      long id = 1L + random.nextInt(2000);
      String line = JournalFormat.PLAIN.line(id, charge(random), LAST);
      int headLength = JournalFormat.headLength(id);
      assertEquals(
          OptionalInt.of(line.length()),
          JournalFormat.PLAIN.announcedLength(line.substring(0, headLength), id, LAST));
      for (int length = 0; length <= headLength; length++) {
        assertTrue(JournalFormat.PLAIN.beginsHead(line.substring(0, length), id, LAST));
      }
      for (int length = headLength; length <= line.length(); length++) {
        String start = line.substring(0, length);
        assertTrue(JournalFormat.PLAIN.beginsLine(start, headLength, LAST), start);
        assertFalse(JournalFormat.PLAIN.beginsLine(start + "\0", headLength, LAST), start);
        assertFalse(JournalFormat.PLAIN.beginsLine(start + "\n", headLength, LAST), start);
        assertFalse(JournalFormat.PLAIN.beginsLine(start + "\u00e9", headLength, LAST), start);
      }
      assertFalse(JournalFormat.PLAIN.beginsLine(line, headLength, "another"), line);
      int inChecksum = line.length() - random.nextInt(32);
      String changed = line.substring(0, inChecksum - 1) + "g";
      assertFalse(JournalFormat.PLAIN.beginsLine(changed, headLength, LAST), changed);
      String other = line.charAt(inChecksum - 1) == '0' ? "1" : "0";
      changed = line.substring(0, inChecksum - 1) + other;
      assertFalse(JournalFormat.PLAIN.beginsLine(changed, headLength, LAST), changed);
    }
  }

  /** Any numbers from 0 on: large, small, subnormal and whole. */
  private static Charge charge(SplittableRandom random) {
    List<Double> amounts =
        new ArrayList<>(List.of(0.0, -0.0, 1.0, Double.MAX_VALUE, Double.MIN_VALUE));
    for (int i = 0; i < 5; i++) {
      double number = Double.longBitsToDouble(random.nextLong() >>> (1 + random.nextInt(60)));
      amounts.add(Double.isFinite(number) ? number : 3.0);
    }
    return new Charge("a~ (\u00fc) 100% " + random.nextLong(), Charge.exactly(amounts));
  }

  @Test
  void headsFitTheirPlaceOnly() {
    String line = JournalFormat.PLAIN.line(7, CHARGE, LAST);
    int length = JournalFormat.headLength(7);
    String head = line.substring(0, length);
    for (int at = 0; at < length; at++) {
      char other = head.charAt(at) == '1' ? '2' : '1';
      String changed = head.substring(0, at) + other + head.substring(at + 1);
      assertEquals(OptionalInt.empty(), JournalFormat.PLAIN.announcedLength(changed, 7, LAST));
      assertFalse(JournalFormat.PLAIN.beginsHead(changed, 7, LAST), changed);
    }
    assertEquals(OptionalInt.empty(), JournalFormat.PLAIN.announcedLength(head, 7, "another"));
    assertFalse(JournalFormat.PLAIN.beginsHead("8", 7, LAST));
    assertFalse(JournalFormat.PLAIN.beginsHead("7 8", 7, LAST));
    assertFalse(JournalFormat.PLAIN.beginsHead("7 0000005g", 7, LAST));
  }

  @Test
  void otherVersionsAreKnown() {
    assertTrue(JournalFormat.isOfOtherVersion("assay-journal-1 filter"));
    assertFalse(JournalFormat.isOfOtherVersion("assay-journal-2 filter"));
    assertFalse(JournalFormat.isOfOtherVersion("assay-journal-3 filter"));
    assertTrue(JournalFormat.isOfOtherVersion("assay-journal-4 filter"));
    assertFalse(JournalFormat.isOfOtherVersion("another file"));
  }

  private static Optional<Charge> charge(String line, long id, String previousChecksum) {
    return JournalFormat.PLAIN.charge(
        line.getBytes(ISO_8859_1), JournalFormat.headLength(id), previousChecksum, Charge::exactly);
  }

  private static Optional<String> words(String line) {
    return JournalFormat.PLAIN.words(line);
  }
}
