package org.assay.accountant.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines hold what was written to them, and nothing else passes for a line. */
class JournalFormatTest {
  private static final Charge CHARGE = new Charge("2 x a, b\n", List.of(0.1, Double.MIN_VALUE));

  @Test
  void headersHoldTheirWords() {
    assertEquals(Optional.of("filter zcdp"), words(JournalFormat.header("filter zcdp")));
    assertEquals(Optional.of("x"), words(JournalFormat.header("x")));
    // A journal for nothing is none.
    assertEquals(Optional.empty(), words(JournalFormat.header("")));
  }

  @Test
  void otherFirstLinesHoldNone() {
    String header = JournalFormat.header("filter zcdp");
    assertEquals(Optional.empty(), words(header.replace("journal-1", "journal-2")));
    assertEquals(Optional.empty(), words(header.substring(1)));
    assertEquals(Optional.empty(), words(header + " "));
    assertEquals(Optional.empty(), words(header.replace("zcdp", "zcdq")));
    for (int length = 0; length < header.length(); length++) {
      assertEquals(Optional.empty(), words(header.substring(0, length)));
    }
  }

  @Test
  void chargesComeBackWithoutLoss() {
    String line = JournalFormat.line(7, CHARGE, "0a1b2c3d");
    assertTrue(line.startsWith("7 0x1.999999999999ap-4,0x0.0000000000001p-1022 2+x+a%2C+b%0A "));
    assertEquals(Optional.of(CHARGE), JournalFormat.charge(line, 7, "0a1b2c3d"));
    String unnamed = JournalFormat.line(1, new Charge("", List.of(1.0)), "");
    assertEquals(Optional.of(new Charge("", List.of(1.0))), JournalFormat.charge(unnamed, 1, ""));
  }

  @Test
  void chargesFitTheirPlaceOnly() {
    String line = JournalFormat.line(7, CHARGE, "0a1b2c3d");
    assertEquals(Optional.empty(), JournalFormat.charge(line, 8, "0a1b2c3d"));
    assertEquals(Optional.empty(), JournalFormat.charge(line, 7, "0a1b2c3e"));
    assertEquals(Optional.empty(), JournalFormat.charge(line + "0", 7, "0a1b2c3d"));
    for (int length = 0; length < line.length(); length++) {
      assertEquals(
          Optional.empty(), JournalFormat.charge(line.substring(0, length), 7, "0a1b2c3d"));
    }
  }

  @Test
  void checksumsAreTheLastEightDigits() {
    String line = JournalFormat.line(1, CHARGE, "");
    String checksum = JournalFormat.checksum(line);
    assertEquals(8, checksum.length());
    assertTrue(line.endsWith(" " + checksum));
  }

  private static Optional<String> words(String line) {
    return JournalFormat.words(line);
  }
}
