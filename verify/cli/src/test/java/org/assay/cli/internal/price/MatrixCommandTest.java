package org.assay.cli.internal.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatrixCommandTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static Invocation matrix(String line) {
    return Invocation.of(("matrix " + line).split(" "));
  }

  /** Every event that is printed keeps the target, and hardly keeps less. */
  @ParameterizedTest
  @CsvSource({"zero-out,mean_error,mean", "replace-one,largest_error,largest"})
  void everyMatrixMeetsTheTarget(String adjacency, String error, String order) throws IOException {
    String line = "--steps 24 --participations 2 --separation 12 --mu 0.5 --json --by ";
    Invocation run = matrix(line + order + " --adjacency " + adjacency);
    assertEquals(0, run.code(), run.err());
    JsonNode rows = MAPPER.readTree(run.out()).get("matrices");
    assertTrue(rows.size() >= 8, rows.toString());
    double least = 0;
    for (JsonNode row : rows) {
      String event = row.get("event").textValue();
      Invocation price =
          Invocation.of("epsilon", event, "--delta", "1e-5", "--adjacency", adjacency, "--json");
      double epsilon = MAPPER.readTree(price.out()).at("/epsilon/upper").asDouble();
      // The epsilon of a Gaussian with mu 1/2 at delta 1e-5.
      assertEquals(1.9930914, epsilon, 1e-5, event);
      assertTrue(row.get(error).doubleValue() >= least, rows.toString());
      least = row.get(error).doubleValue();
    }
  }

  @Test
  void theBestMatrixStandsFirst() {
    Invocation run = matrix("--steps 64 --rho 0.5 --adjacency zero-out --by largest");
    assertEquals(0, run.code(), run.err());
    assertTrue(run.out().lines().skip(1).findFirst().orElseThrow().startsWith("square-root"));
    assertTrue(run.out().contains("\nbest: matrix-mechanism(square-root, "), run.out());
    assertTrue(run.out().contains("independent noise\t1.0\t"), run.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--steps 0 --rho 1 --adjacency zero-out | --steps was 0: it must be at least 1",
        "--steps 3000000 --rho 1 --adjacency zero-out | --steps: steps was 3000000",
        "--steps 5 --rho 1 --adjacency none | adjacency was 'none'",
        "--steps 5 --adjacency zero-out | the target must be --epsilon with --delta",
        "--steps 5 --mu 0 --adjacency zero-out | no noise meets the target",
        "--steps 5 --rho 1 --participations 0 --adjacency zero-out | --participations was 0",
      })
  void refusals(String line, String message) {
    Invocation run = matrix(line);
    assertEquals(2, run.code());
    assertTrue(run.err().contains(message), run.err());
  }
}
