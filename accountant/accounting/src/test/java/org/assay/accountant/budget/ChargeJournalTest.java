package org.assay.accountant.budget;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.assay.accountant.privacy.AdjacencyRelation.REPLACE_ONE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChargeJournalTest {
  private static final Guarantee BUDGET = new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE);

  private static final String HEADER =
      JournalFormat.PLAIN.headers("filter zcdp add-remove 0x1.0p0").get(0);

  @TempDir private Path directory = Path.of("unset");
  private Path journal = Path.of("unset");

  @BeforeEach
  void nameTheJournal() {
    journal = directory.resolve("journal");
  }

  @Test
  void reopeningRestoresEverySumExactly() {
    double[] charges = {0.1, Double.MIN_VALUE, 1.0 / 3, 0x1.fffffffffffffp-4, 0};
    Rational sum = Rational.ZERO;
    for (double charge : charges) {
      try (PrivacyFilter filter = open()) {
        assertSpent(sum, filter);
        assertTrue(filter.tryCharge(rho(charge)).granted());
      }
      sum = sum.plus(Rational.of(charge));
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
    assertTrue(lines.get(0).startsWith("assay-journal-3 filter zcdp add-remove 0x1.0p0 "));
    assertTrue(
        lines.get(1).matches("1 [0-9a-f]{8} [0-9a-f]{8} 1/8 gaussian%282%2C.* [0-9a-f]{32}"),
        lines.get(1));
  }

  @Test
  void refusedChargesAreNotBooked() throws IOException {
    try (PrivacyFilter filter = open()) {
      long before = Files.size(journal);
      assertFalse(filter.tryCharge(rho(2)).granted());
      assertEquals(before, Files.size(journal));
    }
  }

  /** For any written part of the last line, its charge was not granted. */
  @Test
  void everyTornTailIsRemoved() throws IOException {
    byte[] whole = threeCharges();
    int last = Files.readString(journal).trim().lastIndexOf('\n') + 1;
    byte[] intact = Arrays.copyOf(whole, last);
    for (int length = last; length < whole.length - 1; length++) {
      Files.write(journal, Arrays.copyOf(whole, length));
      try (PrivacyFilter filter = open()) {
        assertSpent(Rational.of(0.5), filter);
      }
      assertArrayEquals(intact, Files.readAllBytes(journal));
    }
  }

  /** It is unknown whether its grant was returned, so it counts. */
  @Test
  void lineThatLacksItsLineBreakCounts() throws IOException {
    byte[] whole = threeCharges();
    Files.write(journal, Arrays.copyOf(whole, whole.length - 1));
    try (PrivacyFilter filter = open()) {
      assertSpent(Rational.of(0.625), filter);
    }
    assertArrayEquals(whole, Files.readAllBytes(journal));
  }

  @Test
  void tornHeaderIsWrittenAgain() throws IOException {
    open().close();
    byte[] header = Files.readAllBytes(journal);
    for (int length = 0; length < header.length; length++) {
      Files.write(journal, Arrays.copyOf(header, length));
      // If emptied, it would be known to have been longer.
      Files.write(directory.resolve("journal.lock"), new byte[0]);
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

  /**
   * Bytes from any place on become something else, as many as there are: no tail passes for torn.
   */
  @Test
  void everyDamagedTailRefusesToOpen() throws IOException {
    byte[] whole = threeCharges();
    SplittableRandom random = new SplittableRandom(3);
    for (int at = whole.length - 1; at >= 0; at -= at > 250 ? 1 : 7) {
      for (String kind : List.of("zeros", "noise", "letters", "digits")) {
        byte[] damaged = whole.clone();
        for (int i = at; i < whole.length; i++) {
          damaged[i] = garbage(kind, random);
        }
        assertFalse(Arrays.equals(whole, damaged));
        Files.write(journal, damaged);
        int from = at;
        assertThrows(JournalException.class, this::open, () -> kind + " from " + from);
        assertArrayEquals(damaged, Files.readAllBytes(journal));
      }
    }
  }

  /** The change behind a torn line: no journal ever writes text after a torn line. */
  @Test
  void garbageBehindATornLineRefusesToOpen() throws IOException {
    byte[] whole = threeCharges();
    int last = Files.readString(journal).trim().lastIndexOf('\n') + 1;
    SplittableRandom random = new SplittableRandom(4);
    int refused = 0;
    int tried = 0;
    for (int length = last; length < whole.length - 1; length++) {
      for (int more : new int[] {2, 9, 33}) {
        byte[] damaged = Arrays.copyOf(whole, length + more);
        for (int i = length; i < damaged.length; i++) {
          damaged[i] = garbage("noise", random);
        }
        Files.write(journal, damaged);
        tried++;
        try (PrivacyFilter filter = open()) {
          // The grant of a line that was not written to its end was not returned.
          assertSpent(Rational.of(0.5), filter);
        } catch (JournalException e) {
          refused++;
        }
      }
    }
    // A byte of noise is one of the 68 characters of a label with probability 0.27.
    assertTrue(refused > 0.9 * tried, refused + " of " + tried);
  }

  private static byte garbage(String kind, SplittableRandom random) {
    return switch (kind) {
      case "zeros" -> 0;
      case "letters" -> (byte) ('g' + random.nextInt(20));
      case "digits" -> (byte) Character.forDigit(random.nextInt(10), 10);
      default -> (byte) random.nextInt(256);
    };
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
    String header = HEADER;
    Charge charge = new Charge("too much", Charge.exactly(List.of(Math.nextUp(1.0))));
    String line = JournalFormat.PLAIN.line(1, charge, JournalFormat.checksum(header));
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
    Thread.currentThread().interrupt();
    try (PrivacyFilter filter = open(Durability.FSYNC)) {
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

  /** Two programs that follow a link before and after its target exists open one journal. */
  @Test
  void linkThatLeadsNowhereYetNamesTheSameJournal() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), journal);
    try (PrivacyFilter filter = PrivacyFilter.open(link, BUDGET, Durability.OS_BUFFER)) {
      assertThrows(JournalException.class, this::open);
      assertThrows(
          JournalException.class, () -> PrivacyFilter.open(link, BUDGET, Durability.OS_BUFFER));
      assertTrue(filter.tryCharge(rho(1)).granted());
    }
    try (PrivacyFilter filter = open()) {
      assertFalse(filter.tryCharge(rho(1)).granted());
    }
  }

  @Test
  void journalWithTwoNamesIsRefused() throws IOException {
    open().close();
    Path second = Files.createLink(directory.resolve("second"), journal);
    isRefused(journal, "the file has 2 names (hard links); remove all but one");
    isRefused(second, "the file has 2 names (hard links); remove all but one");
    Files.delete(second);
    open().close();
  }

  @Test
  void secondNameEndsGranting() throws IOException {
    try (PrivacyFilter filter = open()) {
      Files.createLink(directory.resolve("second"), journal);
      assertThrows(JournalException.class, () -> filter.tryCharge(rho(0.5)));
    }
  }

  @Test
  void nothingIsGrantedAfterTheJournalWasRemoved() throws IOException {
    try (PrivacyFilter filter = open()) {
      assertTrue(filter.tryCharge(rho(0.25)).granted());
      Files.delete(journal);
      var thrown = assertThrows(JournalException.class, () -> filter.tryCharge(rho(0.25)));
      assertEquals(
          "cannot use journal "
              + journal
              + ": somebody else changed it while it was open: it was removed; restore it",
          thrown.getMessage());
      assertThrows(IllegalStateException.class, () -> filter.tryCharge(rho(0.25)));
    }
    isDamaged("it was begun and is empty");
    isDamaged("it was begun and is empty");
  }

  @Test
  void nothingIsGrantedAfterTheJournalWasReplaced() throws IOException {
    byte[] whole = threeCharges();
    try (PrivacyFilter filter = open()) {
      Path copy = Files.write(directory.resolve("copy"), whole);
      Files.move(copy, journal, StandardCopyOption.REPLACE_EXISTING);
      assertThrows(JournalException.class, () -> filter.tryCharge(rho(0.25)));
    }
    assertArrayEquals(whole, Files.readAllBytes(journal));
  }

  /** The next program to follow the link would find another journal. */
  @Test
  void nothingIsGrantedAfterTheLinkLeadsElsewhere() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), journal);
    try (PrivacyFilter filter = PrivacyFilter.open(link, BUDGET, Durability.OS_BUFFER)) {
      Files.delete(link);
      Files.createSymbolicLink(link, Files.createFile(directory.resolve("elsewhere")));
      assertThrows(JournalException.class, () -> filter.tryCharge(rho(0.25)));
    }
  }

  @Test
  void nothingIsGrantedAfterTheJournalWasCutOrGrew() throws IOException {
    for (int change : new int[] {-1, 1}) {
      try (PrivacyFilter filter = open()) {
        assertTrue(filter.tryCharge(rho(0.25)).granted());
        byte[] whole = Files.readAllBytes(journal);
        Files.write(journal, Arrays.copyOf(whole, whole.length + change));
        assertThrows(JournalException.class, () -> filter.tryCharge(rho(0.25)));
        Files.write(journal, whole);
      }
    }
  }

  @Test
  void emptiedJournalIsDamaged() throws IOException {
    threeCharges();
    for (String rest : List.of("", HEADER.substring(0, 20))) {
      Files.writeString(journal, rest);
      isDamaged("it was begun and is empty");
      assertEquals(rest, Files.readString(journal));
    }
    Files.delete(journal);
    isDamaged("it was begun and is empty");
    // A user who removes both files does so on purpose.
    Files.delete(journal);
    Files.delete(directory.resolve("journal.lock"));
    open().close();
  }

  @Test
  void journalsOfOtherVersionsAreRefused() throws IOException {
    Files.writeString(journal, "assay-journal-1 filter zcdp add-remove 0x1.0p0 5d1c7a0e\n");
    isRefused(
        journal,
        "it was written by another version of this program, which this one cannot continue; begin"
            + " another one with what is left of the budget");
  }

  @Test
  void directoriesAndPipesAreNoJournals() throws IOException, InterruptedException {
    Path pipe = directory.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assertEquals(0, made.waitFor());
    String regular =
        "it is not a regular file, and only such a file keeps what is written; give one";
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> isRefused(pipe, regular));
    assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> isRefused(Path.of("/dev/zero"), regular));
    isRefused(Files.createDirectory(directory.resolve("directory")), regular);
    // A lock file that would block its opener.
    Files.move(pipe, directory.resolve("journal.lock"));
    assertTimeoutPreemptively(Duration.ofSeconds(20), () -> isRefused(journal, regular));
  }

  /** No line break, and no end of the file: the head announces how much is read. */
  @Test
  void longFilesOfSomebodyElseAreNotReadToTheirEnd() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
      file.writeBytes(HEADER + "\n");
      file.setLength(1L << 36);
      isDamaged("line 2 is damaged or out of place");
      file.seek(0);
      file.writeBytes("x".repeat(HEADER.length() + 1));
      isDamaged("line 1 is not an intact header");
    }
  }

  private void isDamaged(String what) {
    isRefused(
        journal,
        what + "; a granted charge may be lost, so restore the file or count the budget as spent");
  }

  private static void isRefused(Path path, String why) {
    var thrown =
        assertThrows(
            JournalException.class, () -> PrivacyFilter.open(path, BUDGET, Durability.OS_BUFFER));
    assertTrue(String.valueOf(thrown.getMessage()).endsWith(": " + why), thrown::getMessage);
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

  private static void assertSpent(Rational expected, PrivacyFilter filter) {
    assertEquals(expected, filter.balances().get(0).spent());
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
