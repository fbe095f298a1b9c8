package org.assay.algorithms.internal.optimize.noneuclidean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of {@code docs/why/utility.md} on records whose features are ±1. Seeded throughout. */
@Tag("slow")
class SparseProblemTest {
  private static final Guarantee TARGET =
      new Guarantee.Approximate(1, 1e-5, AdjacencyRelation.REPLACE_ONE);
  private static final String MECHANISM = "generalized-gaussian-mechanism";
  private static final String DESCENT = "dp-gradient-descent";
  private static final List<Double> RADII = List.of(0.25, 1.0, 4.0);

  private record Row(int dimension, double maximum, double shrunk, double descent) {
    static Row of(int dimension) {
      List<SparseProblem> problems =
          LongStream.rangeClosed(1, 5)
              .mapToObj(seed -> new SparseProblem(2000, dimension, seed))
              .toList();
      return new Row(
          dimension,
          mean(problems, one -> one.inMaximumNorm(MECHANISM, SparseProblem.RADIUS, TARGET, 1)),
          mean(problems, one -> one.inEuclideanNorm(MECHANISM, SparseProblem.RADIUS, TARGET, 1)),
          mean(problems, one -> one.inEuclideanNormAtBest(DESCENT, RADII, TARGET, 1)));
    }

    private static double mean(
        List<SparseProblem> problems, ToDoubleFunction<SparseProblem> accuracy) {
      return problems.stream().mapToDouble(accuracy).average().orElseThrow();
    }

    String text() {
      return String.format(
          Locale.ROOT, "| %d | %.3f | %.3f | %.3f |", dimension, maximum, shrunk, descent);
    }
  }

  @Test
  void theDocumentSaysWhatIsMeasured() throws IOException {
    List<Row> measured = IntStream.of(16, 64, 256, 1024).mapToObj(Row::of).toList();
    String printed = measured.stream().map(Row::text).collect(Collectors.joining("\n"));
    List<String> document = Files.readAllLines(Path.of("..", "docs", "why", "utility.md"));
    List<String> rows =
        document.stream().filter(line -> line.matches("\\| (16|64|256|1024) \\|.*")).toList();
    assertEquals(String.join("\n", rows), printed);
    Row last = measured.get(3);
    assertTrue(last.maximum() > last.descent() + 0.08, last.text());
    assertTrue(last.maximum() > last.shrunk() + 0.08, last.text());
  }
}
