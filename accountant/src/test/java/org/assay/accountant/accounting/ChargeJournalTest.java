package org.assay.accountant.accounting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChargeJournalTest {
  private static final Guarantee BUDGET = new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE);

  @TempDir private Path directory = Path.of("unset");
  private Path journal = Path.of("unset");

  @BeforeEach
  void nameTheJournal() {
    journal = directory.resolve("journal");
  }

  @Test
  void reopeningRestoresEverySumExactly() {
    double[] charges = {0.1, Double.MIN_VALUE, 1.0 / 3, 0x1.fffffffffffffp-4, 0};
    BigDecimal sum = BigDecimal.ZERO;
    for (double charge : charges) {
      try (PrivacyFilter filter = open()) {
        assertSpent(sum, filter);
        assertTrue(filter.tryCharge(rho(charge)).granted());
      }
      sum = sum.add(new BigDecimal(charge));
    }
    try (PrivacyFilter filter = open()) {
      var next = (FilterDecision.Granted) filter.tryCharge(rho(0));
      assertEquals(charges.length + 1, next.id());
      assertSpent(sum, filter);
    }
  }

  @Test
  void linesAreReadable() throws IOException {
    try (PrivacyFilter filter = open()) {
      filter.tryCharge(DpEvent.gaussian(2, Sensitivity.unit(ADD_OR_REMOVE)));
    }
    List<String> lines = Files.readAllLines(journal);
    assertTrue(lines.get(0).startsWith("assay-journal-1 filter zcdp add-remove 0x1.0p0 "));
    assertTrue(lines.get(1).startsWith("1 0x1.0p-3 Gaussian%28noise+multiplier+2.0"));
  }

  @Test
  void refusedChargesAreNotBooked() throws IOException {
    try (PrivacyFilter filter = open()) {
      long before = Files.size(journal);
      assertFalse(filter.tryCharge(rho(2)).granted());
      assertEquals(before, Files.size(journal));
    }
  }

  /** Whatever part of the last line was written, its charge was not granted. */
  @Test
  void everyTornTailIsRemoved() throws IOException {
    byte[] whole = threeCharges();
    int last = Files.readString(journal).trim().lastIndexOf('\n') + 1;
    byte[] intact = Arrays.copyOf(whole, last);
    for (int length = last; length < whole.length; length++) {
      Files.write(journal, Arrays.copyOf(whole, length));
      try (PrivacyFilter filter = open()) {
        assertSpent(new BigDecimal("0.5"), filter);
      }
      assertArrayEquals(intact, Files.readAllBytes(journal));
    }
  }

  @Test
  void tornHeaderIsWrittenAgain() throws IOException {
    open().close();
    byte[] header = Files.readAllBytes(journal);
    for (int length = 0; length < header.length; length++) {
      Files.write(journal, Arrays.copyOf(header, length));
      open().close();
      assertArrayEquals(header, Files.readAllBytes(journal));
    }
  }

  /** Each byte of a complete journal, with each of three changes. */
  @Test
  void everyDamagedByteRefusesToOpen() throws IOException {
    byte[] whole = threeCharges();
    for (int at = 0; at < whole.length; at++) {
      for (int flip : new int[] {1, 0x20, 0x80}) {
        byte[] damaged = whole.clone();
        damaged[at] ^= (byte) flip;
        Files.write(journal, damaged);
        assertThrows(JournalException.class, this::open, () -> new String(damaged, UTF_8));
        assertArrayEquals(damaged, Files.readAllBytes(journal));
      }
    }
  }

  @Test
  void linesThatAreMissingRepeatedOrMovedRefuseToOpen() throws IOException {
    threeCharges();
    List<String> lines = Files.readAllLines(journal);
    assertDamaged(lines.get(0), lines.get(2), lines.get(3));
    assertDamaged(lines.get(1), lines.get(2), lines.get(3));
    assertDamaged(lines.get(0), lines.get(1), lines.get(1), lines.get(2), lines.get(3));
    assertDamaged(lines.get(0), lines.get(2), lines.get(1), lines.get(3));
    assertDamaged(lines.get(0), lines.get(1), "", lines.get(2));
    assertDamaged("a file of somebody else", "with two lines");
    Files.writeString(journal, String.join("\n", lines.get(0), lines.get(1), "no charge", ""));
    var thrown = assertThrows(JournalException.class, this::open);
    assertEquals(
        "cannot use journal "
            + journal.toRealPath()
            + ": line 3 is damaged or out of place; a granted charge may be lost, so restore the"
            + " file or count the budget as spent",
        thrown.getMessage());
  }

  @Test
  void fileOfSomebodyElseIsNotTouched() throws IOException {
    Files.writeString(journal, "no line break here");
    assertThrows(JournalException.class, this::open);
    assertEquals("no line break here", Files.readString(journal));
  }

  /** Charges of one journal do not fit another one's chain, even under the same number. */
  @Test
  void linesOfAnotherJournalRefuseToOpen() throws IOException {
    threeCharges();
    List<String> lines = Files.readAllLines(journal);
    journal = directory.resolve("other");
    try (PrivacyFilter filter = open()) {
      filter.tryCharge(rho(0.375));
    }
    List<String> other = Files.readAllLines(journal);
    assertDamaged(other.get(0), other.get(1), lines.get(2));
  }

  @Test
  void anotherBudgetThrows() {
    open().close();
    assertOtherBudget(new Guarantee.ZeroConcentrated(Math.nextUp(1.0), ADD_OR_REMOVE));
    assertOtherBudget(new Guarantee.ZeroConcentrated(1, REPLACE_ONE));
    assertOtherBudget(new Guarantee.Gaussian(1, ADD_OR_REMOVE));
    Guarantee.Approximate pair = new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
    journal = directory.resolve("pairs");
    PrivacyFilter.open(journal, pair, 1e-7, Durability.OS_BUFFER).close();
    assertThrows(
        IllegalArgumentException.class,
        () -> PrivacyFilter.open(journal, pair, 2e-7, Durability.OS_BUFFER));
  }

  /** An intact chain of charges that no filter of this budget can have granted. */
  @Test
  void chargesBeyondTheBudgetRefuseToOpen() throws IOException {
    String header = JournalFormat.header("filter zcdp add-remove 0x1.0p0");
    Charge charge = new Charge("too much", List.of(Math.nextUp(1.0)));
    String line = JournalFormat.line(1, charge, JournalFormat.checksum(header));
    Files.writeString(journal, header + "\n" + line + "\n");
    for (int i = 0; i < 2; i++) {
      var thrown = assertThrows(JournalException.class, this::open);
      assertTrue(
          String.valueOf(thrown.getMessage()).endsWith("its charges exceed its own budget"),
          thrown::getMessage);
    }
  }

  @Test
  void oneHolderAtATime() throws IOException {
    try (PrivacyFilter filter = open()) {
      assertThrows(JournalException.class, this::open);
      Path link = Files.createSymbolicLink(directory.resolve("link"), journal);
      assertThrows(
          JournalException.class, () -> PrivacyFilter.open(link, BUDGET, Durability.OS_BUFFER));
      assertTrue(filter.tryCharge(rho(0.5)).granted());
    }
    open().close();
  }

  @Test
  void closedFilterChargesNothing() {
    PrivacyFilter filter = open();
    filter.close();
    assertThrows(IllegalStateException.class, () -> filter.tryCharge(rho(0.5)));
    assertEquals(0, filter.balances().get(0).spent().signum());
    filter.close();
  }

  @Test
  void interruptedThreadChargesLikeAnyOther() {
    try (PrivacyFilter filter = open(Durability.FSYNC)) {
      Thread.currentThread().interrupt();
      assertTrue(filter.tryCharge(rho(0.5)).granted());
      assertTrue(Thread.interrupted());
      assertTrue(filter.tryCharge(rho(0.5)).granted());
    }
  }

  @Test
  void missingDirectoryIsAnError() {
    journal = directory.resolve("no/such/directory");
    assertThrows(UncheckedIOException.class, this::open);
  }

  private void assertDamaged(String... lines) throws IOException {
    String text = String.join("\n", lines) + "\n";
    Files.writeString(journal, text);
    var thrown = assertThrows(JournalException.class, this::open);
    assertTrue(String.valueOf(thrown.getMessage()).contains("line "), thrown::getMessage);
    assertEquals(text, Files.readString(journal));
  }

  private void assertOtherBudget(Guarantee budget) {
    var thrown =
        assertThrows(
            IllegalArgumentException.class,
            () -> PrivacyFilter.open(journal, budget, Durability.OS_BUFFER));
    assertTrue(
        String.valueOf(thrown.getMessage()).contains("'filter zcdp add-remove 0x1.0p0'"),
        thrown::getMessage);
  }

  private static void assertSpent(BigDecimal expected, PrivacyFilter filter) {
    assertEquals(expected.stripTrailingZeros(), filter.balances().get(0).spent());
  }

  private byte[] threeCharges() throws IOException {
    try (PrivacyFilter filter = open()) {
      filter.tryCharge(rho(0.25));
      filter.tryCharge(rho(0.25));
      filter.tryCharge(rho(0.125));
    }
    return Files.readAllBytes(journal);
  }

  private PrivacyFilter open() {
    return open(Durability.OS_BUFFER);
  }

  private PrivacyFilter open(Durability durability) {
    return PrivacyFilter.open(journal, BUDGET, durability);
  }

  private static Guarantee rho(double rho) {
    return new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE);
  }
}
