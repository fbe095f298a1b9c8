package org.assay.accountant.budget;

import static java.util.Locale.ROOT;
import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An anchor that was stored elsewhere shows the charges that a journal lost. */
class JournalAnchorTest {
  private static final Guarantee BUDGET = new Guarantee.ZeroConcentrated(1, ADD_OR_REMOVE);

  @TempDir private Path directory = Path.of("unset");
  private Path journal = Path.of("unset");

  @BeforeEach
  void nameTheJournal() {
    journal = directory.resolve("journal");
  }

  @Test
  void anchorsNoticeWhatWasCutOffOrReplaced() throws IOException {
    List<byte[]> states = new ArrayList<>();
    List<JournalAnchor> anchors = new ArrayList<>();
    try (PrivacyFilter filter = open()) {
      for (int i = 0; i < 4; i++) {
        states.add(Files.readAllBytes(journal));
        anchors.add(filter.anchor().orElseThrow());
        filter.tryCharge(rho(0.125));
      }
    }
    for (int held = 0; held < 4; held++) {
      for (int known = 0; known < 4; known++) {
        Files.write(journal, states.get(held));
        JournalAnchor anchor = JournalAnchor.parse(anchors.get(known).toString());
        if (held < known) {
          assertThrows(JournalException.class, () -> open(anchor));
        } else {
          open(anchor).close();
        }
      }
    }
    Path other = directory.resolve("other");
    journal = other;
    try (PrivacyFilter filter = open()) {
      assertEquals(anchors.get(0), filter.anchor().orElseThrow());
      filter.tryCharge(rho(0.25));
      filter.tryCharge(rho(0.25));
    }
    assertThrows(JournalException.class, () -> open(anchors.get(1)));
    assertThrows(JournalException.class, () -> open(anchors.get(2)));
    journal = directory.resolve("new");
    assertThrows(JournalException.class, () -> open(anchors.get(0)));
    assertTrue(PrivacyFilter.of(BUDGET).anchor().isEmpty());
  }

  @Test
  void odometersHaveAnchorsToo() {
    SortedSet<Double> orders = new TreeSet<>(List.of(2.0));
    JournalAnchor anchor;
    try (PrivacyOdometer odometer =
        PrivacyOdometer.open(journal, ADD_OR_REMOVE, orders, 1e-6, Durability.OS_BUFFER)) {
      odometer.record(rho(0.5));
      anchor = odometer.anchor().orElseThrow();
    }
    assertEquals(1, anchor.charges());
    PrivacyOdometer.open(journal, ADD_OR_REMOVE, orders, 1e-6, Durability.OS_BUFFER, anchor)
        .close();
    JournalAnchor later = new JournalAnchor(2, anchor.checksum());
    assertThrows(
        JournalException.class,
        () ->
            PrivacyOdometer.open(
                journal, ADD_OR_REMOVE, orders, 1e-6, Durability.OS_BUFFER, later));
  }

  @Test
  void pairsOfNumbersHaveAnchorsToo() {
    Guarantee.Approximate pair = new Guarantee.Approximate(1, 1e-6, ADD_OR_REMOVE);
    JournalAnchor none;
    try (PrivacyFilter filter = PrivacyFilter.open(journal, pair, 1e-7, Durability.OS_BUFFER)) {
      none = filter.anchor().orElseThrow();
    }
    PrivacyFilter.open(journal, pair, 1e-7, Durability.OS_BUFFER, none).close();
    JournalAnchor later = new JournalAnchor(1, none.checksum());
    assertThrows(
        JournalException.class,
        () -> PrivacyFilter.open(journal, pair, 1e-7, Durability.OS_BUFFER, later));
  }

  @Test
  void wordsThatAreNoAnchorThrow() {
    String checksum = "0123456789abcdef".repeat(2);
    assertEquals(new JournalAnchor(7, checksum), JournalAnchor.parse("7:" + checksum));
    for (String words :
        List.of(
            "",
            ":",
            "7",
            "-1:" + checksum,
            "7:" + checksum + "0",
            "7:" + checksum.toUpperCase(ROOT))) {
      assertThrows(IllegalArgumentException.class, () -> JournalAnchor.parse(words), words);
    }
    assertThrows(IllegalArgumentException.class, () -> new JournalAnchor(-1, checksum));
  }

  private PrivacyFilter open(JournalAnchor anchor) {
    return PrivacyFilter.open(journal, BUDGET, Durability.OS_BUFFER, anchor);
  }

  private PrivacyFilter open() {
    return PrivacyFilter.open(journal, BUDGET, Durability.OS_BUFFER);
  }

  private static Guarantee rho(double rho) {
    return new Guarantee.ZeroConcentrated(rho, ADD_OR_REMOVE);
  }
}
