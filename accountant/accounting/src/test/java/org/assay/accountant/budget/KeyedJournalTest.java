package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that can write a journal but does not know its key cannot make a charge smaller. */
class KeyedJournalTest {
  private static final Guarantee BUDGET = new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE);
  private static final JournalKey KEY = JournalKey.of("0123456789abcdef".getBytes(US_ASCII));
  private static final JournalKey OTHER = JournalKey.of("0123456789abcdeF".getBytes(US_ASCII));

  @TempDir private Path directory = Path.of("unset");
  private Path journal = Path.of("unset");

  @BeforeEach
  void spendHalf() throws IOException {
    journal = directory.resolve("journal");
    try (PrivacyFilter filter = open(KEY)) {
      spend(filter, 0.25);
      spend(filter, 0.25);
    }
  }

  private JournalPlace place() {
    return JournalPlace.of(journal, Durability.OS_BUFFER);
  }

  private PrivacyFilter open(JournalKey key) {
    return PrivacyFilter.open(place().withKey(key), BUDGET);
  }

  private static void spend(PrivacyFilter filter, double rho) {
    assertTrue(filter.tryCharge(new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE)).granted());
  }

  private static boolean grants(PrivacyFilter filter, double rho) {
    return filter.tryCharge(new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE)).granted();
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(journal, US_ASCII);
  }

  private void write(List<String> lines) throws IOException {
    Files.writeString(journal, String.join("\n", lines) + "\n", US_ASCII);
  }

  private void refused(JournalPlace place, String reason) throws IOException {
    byte[] before = Files.readAllBytes(journal);
    JournalException refusal =
        assertThrows(JournalException.class, () -> PrivacyFilter.open(place, BUDGET));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains(reason), message);
    assertArrayEquals(before, Files.readAllBytes(journal));
  }

  /** RFC 4231, test case 1. */
  @Test
  void codesAreThoseOfTheStandard() {
    byte[] key = new byte[20];
    Arrays.fill(key, (byte) 0x0b);
    assertEquals(
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
        HexFormat.of().formatHex(JournalKey.of(key).code("Hi There".getBytes(US_ASCII))));
  }

  @Test
  void theSameKeyContinues() throws IOException {
    JournalAnchor anchor;
    try (PrivacyFilter filter = open(KEY)) {
      assertFalse(grants(filter, 0.75));
      spend(filter, 0.25);
      anchor = filter.anchor().orElseThrow();
    }
    assertEquals(3, anchor.charges());
    try (PrivacyFilter filter =
        PrivacyFilter.open(place().withKey(KEY).withAnchor(anchor), BUDGET)) {
      assertFalse(grants(filter, 0.5));
      assertTrue(grants(filter, 0.25));
    }
  }

  @Test
  void withoutTheKeyOrWithAnotherNothingIsRead() throws IOException {
    refused(place(), "it was begun with a key");
    refused(place().withKey(OTHER), "line 1 is not an intact header made with this key");
    Path plain = directory.resolve("plain");
    PrivacyFilter.open(JournalPlace.of(plain, Durability.OS_BUFFER), BUDGET).close();
    journal = plain;
    refused(place().withKey(KEY), "begun without a key");
  }

  /** With plain checksums the same change passes. */
  @Test
  void chargesThatWereMadeSmallerAreRefused() throws IOException {
    List<String> lines = lines();
    Charge less = new Charge("less", Charge.exactly(List.of(0x1p-20)));
    for (JournalFormat format : List.of(JournalFormat.PLAIN, JournalFormat.of(OTHER))) {
      String first = format.line(1, less, JournalFormat.checksum(lines.get(0)));
      String second = format.line(2, less, JournalFormat.checksum(first));
      write(List.of(lines.get(0), first, second));
      refused(place().withKey(KEY), "line 2 is damaged or out of place");
      write(List.of(lines.get(0), lines.get(1), format.line(2, less, end(lines.get(1)))));
      refused(place().withKey(KEY), "line 3 is damaged or out of place");
      write(
          List.of(
              lines.get(0), lines.get(1), lines.get(2), format.line(3, less, end(lines.get(2)))));
      refused(place().withKey(KEY), "line 4 is damaged or out of place");
    }
    String header = JournalFormat.PLAIN.headers("filter zcdp add-remove 0x1.0p0").get(0);
    String forged = JournalFormat.PLAIN.line(1, less, end(header));
    write(List.of(header, forged));
    refused(place().withKey(KEY), "begun without a key");
    try (PrivacyFilter fooled = PrivacyFilter.open(place(), BUDGET)) {
      assertTrue(grants(fooled, 0.99));
    }
  }

  private static String end(String line) {
    return JournalFormat.checksum(line);
  }

  @Test
  void chargesThatWereDroppedMovedOrTakenFromElsewhereAreRefused() throws IOException {
    List<String> lines = lines();
    write(List.of(lines.get(0), lines.get(2)));
    refused(place().withKey(KEY), "line 2 is damaged");
    write(List.of(lines.get(0), lines.get(2), lines.get(1)));
    refused(place().withKey(KEY), "line 2 is damaged");
    write(List.of(lines.get(0), lines.get(1), lines.get(1)));
    refused(place().withKey(KEY), "line 3 is damaged");
    Path larger = directory.resolve("larger");
    Guarantee ten = new Guarantee.ZeroConcentrated(10, ADD_OR_REMOVE);
    JournalPlace there = JournalPlace.of(larger, Durability.OS_BUFFER).withKey(KEY);
    try (PrivacyFilter filter = PrivacyFilter.open(there, ten)) {
      spend(filter, 0.25);
    }
    write(List.of(lines.get(0), Files.readAllLines(larger, US_ASCII).get(1)));
    refused(place().withKey(KEY), "line 2 is damaged");
  }

  @Test
  void everyChangedByteIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(journal);
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Files.write(journal, changed);
      RuntimeException refusal = assertThrows(RuntimeException.class, () -> open(KEY).close());
      assertTrue(refusal instanceof JournalException, "byte " + i + ": " + refusal);
    }
  }

  /** The key alone does not show that the end is missing. */
  @Test
  void onlyAnAnchorShowsThatTheEndIsMissing() throws IOException {
    JournalAnchor anchor;
    try (PrivacyFilter filter = open(KEY)) {
      anchor = filter.anchor().orElseThrow();
    }
    write(lines().subList(0, 2));
    refused(place().withKey(KEY).withAnchor(anchor), "it holds 1 charges, but had those");
    try (PrivacyFilter filter = open(KEY)) {
      assertTrue(grants(filter, 0.75));
    }
  }

  /** Cut off anywhere: an incomplete charge is dropped, as after a crash. */
  @Test
  void aTornChargeIsDropped() throws IOException {
    byte[] whole = Files.readAllBytes(journal);
    int last = lines().get(2).length() + 1;
    for (int cut = 2; cut < last; cut++) {
      Files.write(journal, Arrays.copyOf(whole, whole.length - cut));
      try (PrivacyFilter filter = open(KEY)) {
        assertEquals(1, filter.anchor().orElseThrow().charges(), "cut " + cut);
      }
    }
  }

  @Test
  void odometersAndApproximateBudgetsTakeKeysToo() throws IOException {
    TreeSet<Double> orders = new TreeSet<>(List.of(2.0, 8.0));
    Path other = directory.resolve("odometer");
    JournalPlace keyed = JournalPlace.of(other, Durability.FSYNC).withKey(KEY);
    PrivacyOdometer.open(keyed, ADD_OR_REMOVE, orders, 1e-5).close();
    assertThrows(
        JournalException.class,
        () -> PrivacyOdometer.open(keyed.withKey(OTHER), ADD_OR_REMOVE, orders, 1e-5));
    Guarantee.Approximate budget = new Guarantee.Approximate(1, 1e-5, ADD_OR_REMOVE);
    JournalPlace third = JournalPlace.of(directory.resolve("third"), Durability.FSYNC).withKey(KEY);
    PrivacyFilter.open(third, budget, 5e-6).close();
    assertThrows(
        JournalException.class, () -> PrivacyFilter.open(third.withKey(OTHER), budget, 5e-6));
  }

  @Test
  void keysComeFromBytesFilesAndVariables() throws IOException {
    Path file = Files.writeString(directory.resolve("key"), "0123456789abcdef");
    try (PrivacyFilter filter = open(JournalKey.read(file))) {
      assertEquals(2, filter.anchor().orElseThrow().charges());
    }
    assertEquals("key of a journal", KEY.toString());
    assertMessage("key had 15 bytes", () -> JournalKey.of(new byte[15]));
    assertMessage("key had 4097 bytes", () -> JournalKey.of(new byte[4097]));
    Files.writeString(file, "short");
    assertMessage("key file " + file + " had 5 bytes", () -> JournalKey.read(file));
    assertMessage("ASSAY_NO_SUCH_KEY is not set", () -> JournalKey.ofVariable("ASSAY_NO_SUCH_KEY"));
    String long16 =
        System.getenv().entrySet().stream()
            .filter(entry -> entry.getValue().getBytes(US_ASCII).length >= 16)
            .filter(entry -> entry.getValue().length() < 1000)
            .map(entry -> entry.getKey())
            .findFirst()
            .orElse("PATH");
    assertEquals(KEY.toString(), JournalKey.ofVariable(long16).toString());
    assertEquals(Optional.empty(), place().key());
  }

  private static void assertMessage(String part, org.junit.jupiter.api.function.Executable call) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
    assertTrue(message.contains(part), message);
  }
}
