package org.assay.accountant.budget;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.assay.accountant.budget.FilterBudget.ApproximateBudget;
import org.assay.accountant.numeric.Rational;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intact lines with another number of costs than the budget has limits. */
class JournalCostsTest {
  private static final Guarantee RENYI =
      new Guarantee.Renyi(new TreeMap<>(Map.of(2.0, 1.0, 8.0, 2.0)), ADD_OR_REMOVE);

  private static final Guarantee.Approximate APPROXIMATE =
      new Guarantee.Approximate(1, 1e-5, ADD_OR_REMOVE);

  @TempDir private Path directory = Path.of("unset");

  /** The second line is a charge of both limits, the third one holds some other number of costs. */
  private Path journal(String words, int version, int costs) throws IOException {
    String header = JournalFormat.PLAIN.headers(words).get(version);
    Charge whole = charge(2);
    String first = JournalFormat.PLAIN.line(1, whole, JournalFormat.checksum(header));
    String second = JournalFormat.PLAIN.line(2, charge(costs), JournalFormat.checksum(first));
    Path path = directory.resolve("journal");
    Files.writeString(path, header + "\n" + first + "\n" + second + "\n");
    return path;
  }

  private static Charge charge(int costs) {
    return new Charge("costs", Collections.nCopies(costs, Rational.of(0x1p-10)));
  }

  private static void requireRefused(Runnable opening, int costs) {
    String reason = assertThrows(JournalException.class, opening::run).toString();
    assertTrue(
        reason.contains("line 3 holds " + costs + " costs where the budget has 2 limits"), reason);
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 3", "1, 1"})
  void filtersRefuseThem(int version, int costs) throws IOException {
    FilterBudget budget = FilterBudget.of(RENYI);
    Path journal = journal("filter " + budget.header(), version, costs);
    requireRefused(() -> PrivacyFilter.open(journal, RENYI, Durability.OS_BUFFER), costs);
    assertEquals(2, budget.balances().size());
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 1", "1, 3"})
  void filtersOfTwoCurrenciesRefuseThem(int version, int costs) throws IOException {
    FilterBudget budget = new ApproximateBudget(APPROXIMATE, 5e-6);
    Path journal = journal("filter " + budget.header(), version, costs);
    requireRefused(
        () -> PrivacyFilter.open(journal, APPROXIMATE, 5e-6, Durability.OS_BUFFER), costs);
  }

  @Test
  void odometersRefuseThem() throws IOException {
    Path journal = journal("odometer add-remove 0x1.0p-10:0x1.0p1,0x1.0p3", 0, 1);
    requireRefused(
        () ->
            PrivacyOdometer.open(
                journal,
                ADD_OR_REMOVE,
                new TreeSet<>(List.of(2.0, 8.0)),
                0x1p-10,
                Durability.OS_BUFFER),
        1);
  }
}
