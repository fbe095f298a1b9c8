package org.assay.cli.internal.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every answer encloses the reference value, through the same code that the command runs. */
class OracleTest {
  private static final Set<String> RENYI =
      Set.of("sgm_rdp_fwd", "sgm_rdp_rev", "gaussian_rdp", "laplace_rdp", "rr_rdp");
  private static final Set<String> ELSEWHERE =
      Set.of(
          "sgm_compose_eps",
          "sgm_compose_delta",
          "noisy_sgd_rdp",
          "noisy_sgd_eps",
          "partition_keep_probability",
          "partition_first_certain",
          "truncated_laplace_bound",
          "event",
          "event_advantage",
          "event_success",
          "event_tpr",
          "event_risk");
  private static final BigDecimal WIDEST = new BigDecimal("1e-10");

  private static final Map<String, Integer> COVERED =
      Map.ofEntries(
          Map.entry("sgm_rdp_fwd", 435),
          Map.entry("sgm_rdp_rev", 435),
          Map.entry("gaussian_rdp", 8),
          Map.entry("laplace_rdp", 28),
          Map.entry("rr_rdp", 25),
          Map.entry("gaussian_delta", 52),
          Map.entry("gaussian_eps", 36),
          Map.entry("gaussian_mu", 16),
          Map.entry("rdp_to_eps_cks", 22),
          Map.entry("rdp_to_logdelta_cks", 11),
          Map.entry("zcdp_to_eps_cks", 28),
          Map.entry("zcdp_to_logdelta_cks", 14),
          Map.entry("zcdp_gaussian_eps_exact", 28),
          Map.entry("sgm_compose_eps_cks", 14));

  private static List<ReferenceRow> rows = List.of();
  private static List<JsonNode> answers = List.of();

  @BeforeAll
  static void answerEveryRow() throws IOException {
    rows = ReferenceRow.of("oracle.json");
    answers = ReferenceRow.answers(rows);
  }

  @Test
  void coversTheFunctionsItIsMeantTo() {
    Map<String, Integer> counts = new TreeMap<>();
    rows.forEach(row -> counts.merge(row.function(), 1, Integer::sum));
    assertEquals(new TreeMap<>(COVERED), counts);
    Set<String> everywhere = new TreeSet<>(ELSEWHERE);
    everywhere.addAll(COVERED.keySet());
    assertEquals(everywhere, new TreeSet<>(BatchEvaluator.functionNames()));
  }

  @Test
  void answersInOrder() {
    assertEquals(rows.size(), answers.size());
    for (int i = 0; i < answers.size(); i++) {
      assertEquals(i, answers.get(i).get("id").intValue());
    }
  }

  @Test
  void enclosesEveryReferenceValue() {
    List<String> misses = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      if (!rows.get(i).isEnclosedBy(answers.get(i))) {
        misses.add(rows.get(i) + " but " + answers.get(i));
      }
    }
    assertEquals(List.of(), misses);
  }

  @Test
  void divergencesAreNarrow() {
    for (int i = 0; i < rows.size(); i++) {
      if (RENYI.contains(rows.get(i).function())) {
        BigDecimal width = rows.get(i).relativeWidth(answers.get(i));
        String row = rows.get(i) + " but " + answers.get(i);
        assertTrue(width.compareTo(WIDEST) <= 0, row);
      }
    }
  }
}
