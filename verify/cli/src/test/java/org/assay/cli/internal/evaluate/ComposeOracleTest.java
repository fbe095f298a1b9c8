package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The exact compositions of sampled Gaussians enclose the reference values, through the same code
 * that the command runs, and are narrow.
 */
class ComposeOracleTest {
  private static final BigDecimal WIDEST = new BigDecimal("1e-8");

  private static void check(List<ReferenceRow> rows) throws IOException {
    List<JsonNode> answers = ReferenceRow.answers(rows);
    assertEquals(rows.size(), answers.size());
    for (int i = 0; i < rows.size(); i++) {
      ReferenceRow row = rows.get(i);
      JsonNode answer = answers.get(i);
      assertTrue(row.isEnclosedBy(answer), row + " but " + answer);
      BigDecimal width = row.relativeWidth(answer);
      assertTrue(
          width.compareTo(WIDEST) <= 0, row + " but " + answer + " of relative width " + width);
    }
  }

  @Test
  void enclosesReferenceValuesNarrowly() throws IOException {
    List<ReferenceRow> rows = ReferenceRow.of("oracle_compose.json");
    assertEquals(43, rows.size());
    check(rows);
  }
}
