package org.assay.cli.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The exact compositions of sampled Gaussians enclose the reference values, through the same code
 * that the command runs, and are narrow except where named.
 */
class ComposeOracleTest {
  private static final BigDecimal WIDEST = new BigDecimal("1e-8");

  /**
   * Rows whose intervals are wider: few records are ever sampled, so that the loss falls into
   * lumps. The widths are 6.0e-8, 4.1e-8, 1.3e-7 and 5.1e-2.
   */
  private static final Map<String, String> WIDE =
      Map.of(
          "0.01,2.0,100,1.0E-12", "1e-7",
          "1.0E-4,0.6,100000,1.0E-5", "1e-7",
          "1.0E-4,0.8,100000,1.0E-5", "2e-7",
          "1.0E-4,1.0,10000,1.0E-5", "6e-2");

  private static final String SLOW = "1.0E-4,1.0,10000,1.0E-5";

  private static String key(ReferenceRow row) {
    JsonNode args = row.row().get("args");
    return String.join(
        ",",
        args.get("q").asText(),
        args.get("sigma").asText(),
        args.get("T").asText(),
        args.path(args.has("delta") ? "delta" : "eps").asText());
  }

  private static void check(List<ReferenceRow> rows) throws IOException {
    List<JsonNode> answers = ReferenceRow.answers(rows);
    assertEquals(rows.size(), answers.size());
    for (int i = 0; i < rows.size(); i++) {
      ReferenceRow row = rows.get(i);
      JsonNode answer = answers.get(i);
      assertTrue(row.isEnclosedBy(answer), row + " but " + answer);
      String widest = WIDE.get(key(row));
      BigDecimal width = row.relativeWidth(answer);
      assertTrue(
          width.compareTo(widest == null ? WIDEST : new BigDecimal(widest)) <= 0,
          row + " but " + answer + " of relative width " + width);
    }
  }

  @Test
  void enclosesReferenceValuesNarrowly() throws IOException {
    List<ReferenceRow> rows =
        ReferenceRow.of("oracle_compose.json").stream()
            .filter(row -> !key(row).equals(SLOW))
            .toList();
    assertEquals(42, rows.size());
    check(rows);
  }

  @Test
  @Tag("slow")
  void enclosesTheReferenceValueThatTakesSeconds() throws IOException {
    List<ReferenceRow> rows =
        ReferenceRow.of("oracle_compose.json").stream()
            .filter(row -> key(row).equals(SLOW))
            .toList();
    assertEquals(1, rows.size());
    check(rows);
  }
}
