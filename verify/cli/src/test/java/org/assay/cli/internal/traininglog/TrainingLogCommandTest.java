package org.assay.cli.internal.traininglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is typed, read and printed; the checks have tests of their own. */
class TrainingLogCommandTest {
  private static final String EVENT = "120 x poisson(64/2000, gaussian(1.1))";

  @TempDir private Path directory = Path.of("");

  private static Invocation compare(Path log, String event, String... more) {
    return Invocation.of(
        IntStream.range(0, 6 + more.length)
            .mapToObj(
                i ->
                    switch (i) {
                      case 0 -> "training-log";
                      case 1 -> log.toString();
                      case 2 -> "--event";
                      case 3 -> event;
                      case 4 -> "--adjacency";
                      case 5 -> "add-remove";
                      default -> more[i - 6];
                    })
            .toArray(String[]::new));
  }

  private Path log(String... lines) throws IOException {
    return Files.writeString(directory.resolve("run.jsonl"), String.join("\n", lines) + "\n");
  }

  private static Path example() {
    return Project.file("examples/training-log.jsonl");
  }

  @Test
  void exitCodes() throws IOException {
    assertEquals(0, compare(example(), EVENT, "--strict").code());
    assertEquals(1, compare(example(), EVENT.replace("1.1", "1.5")).code());
    Path open = log("{\"batch_size\": 64}");
    assertEquals(0, compare(open, EVENT).code());
    assertEquals(3, compare(open, EVENT, "--strict").code());
  }

  @Test
  void jsonSaysTheSame() throws IOException {
    Invocation printed = compare(example(), EVENT.replace("64/", "80/"), "--json");
    JsonNode json = new ObjectMapper().readTree(printed.out());
    assertEquals(1, printed.code());
    assertEquals("does not match", json.get("verdict").asText());
    assertEquals(7, json.get("checks").size());
    double sum = 0;
    String text = compare(example(), EVENT.replace("64/", "80/")).out();
    for (JsonNode check : json.get("checks")) {
      sum += check.get("error_probability").asDouble();
      assertTrue(text.contains(check.get("why").asText()), text);
    }
    assertTrue(sum <= json.get("error_probability").asDouble(), "sum " + sum);
  }

  @Test
  void theEventMayBeAFile() throws IOException {
    Path event = directory.resolve("event.yaml");
    Files.writeString(event, "repeat: {times: 120, event: 'poisson(64/2000, gaussian(1.1))'}\n");
    String typed = compare(example(), EVENT).out();
    assertEquals(typed, compare(example(), event.toString()).out());
  }

  /** Names are the same as numbers and as texts, and lines may be blank. */
  @Test
  void membersAreNamedByNumbersOrTexts() throws IOException {
    Path log =
        log(
            "",
            "{\"batch_size\": 2, \"members\": [7, \"7\"]}",
            "{\"batch_size\": 0, \"members\": []}");
    Path point =
        log(
            "{\"batch_size\": 2, \"members\": [7, 7.0]}",
            "{\"batch_size\": 1, \"members\": [70e-1]}");
    Invocation points = compare(point, EVENT);
    assertTrue(points.out().contains("line 1 has record 7 twice in one batch"), points.out());
    log("", "{\"batch_size\": 2, \"members\": [7, \"7\"]}", "{\"batch_size\": 0, \"members\": []}");
    Invocation twice = compare(log, EVENT);
    assertTrue(twice.out().contains("line 2 has record 7 twice in one batch"), twice.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"batch_size\": 5} ; {\"batchsize\": 6} | run.jsonl, line 2: batchsize is an unknown key;"
            + " did you mean 'batch_size'?",
        "{\"step\": 5} | run.jsonl, line 1: the line has no 'batch_size', which is required",
        "{\"batch_size\": -1} | run.jsonl, line 1: batch_size was -1: it must be at least 0",
        "{\"batch_size\": 2, \"members\": [1]} | line 1: members is refused: members has 1 entries"
            + " and batch_size is 2",
        "{\"batch_size\": 2, \"noise\": [\"x\"]} | line 1: noise[0] was 'x': it must be a number",
        "{\"batch_size\": 2, \"noise\": [1], \"noise_squares\": 1, \"noise_dimension\": 1} | line"
            + " 1: the line must have noise, or noise_squares together with noise_dimension, or"
            + " neither",
        "{\"batch_size\": 2, \"noise_squares\": 1} | line 1: the line must have noise, or",
        "{\"batch_size\": 2, \"noise\": []} | line 1: noise is refused: noise was empty",
        "{\"batch_size\": 2, \"largest_norm\": -1} | line 1: largest_norm is refused: largest_norm"
            + " was -1.0: it must be at least 0",
        "{\"batch_size\": 2, \"divisor\": 0} | line 1: divisor was 0.0: it must be",
        "{\"batch_size\": 2} ; {\"run\": {}} | line 2: the line declares the run, which only the"
            + " first line may",
        "{\"run\": {\"record\": 7}} | line 1: run.record is an unknown key; did you mean"
            + " 'records'?",
        "{\"run\": {}, \"batch_size\": 3} | line 1: batch_size is an unknown key",
        "{\"run\": {\"divisor\": \"any\"}} | line 1: run.divisor was 'any': it must be",
        "{\"batch_size\": 2, \"batch_size\": 3} | line 1: batch_size is given twice",
        "[1] | line 1: the line is no object",
        "{\"run\": {\"records\": 1000000001}} | line 1: run.records was 1000000001: it must be",
        "{\"run\": {\"gaussian\": 0}} | line 1: run.gaussian was 0: it must be",
        "{ | line 1: is not well-formed JSON",
        "{\"run\": {\"records\": 5}} | run.jsonl: has no steps",
      })
  void badLogsAreRefused(String lines, String message) throws IOException {
    Invocation refused = compare(log(lines.split(" ; ")), EVENT);
    assertEquals(2, refused.code(), refused.out());
    assertTrue(refused.err().contains(message), refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
  }

  @Test
  void otherMistakes() throws IOException {
    Path log = log("{\"batch_size\": 5}");
    Invocation missing = compare(directory.resolve("none"), EVENT);
    assertEquals(2, missing.code());
    assertTrue(missing.err().contains("there is no such file"), missing.err());
    Invocation laplace = compare(log, "10 x laplace(1)");
    assertEquals(2, laplace.code());
    assertTrue(laplace.err().contains("the event has laplace(1): a training log"), laplace.err());
    Invocation unrelated = Invocation.of("training-log", log.toString(), "--event", EVENT);
    assertEquals(2, unrelated.code());
    assertTrue(unrelated.err().contains("--adjacency"), unrelated.err());
    assertEquals(2, compare(log, EVENT, "--error-probability", "0").code());
    Invocation tiny = compare(log, EVENT, "--error-probability", "1e-300");
    assertTrue(tiny.err().contains("it must be at least 1.0E-200 and below 1"), tiny.err());
    assertEquals(0, compare(log, EVENT, "--error-probability", "1e-200").code());
    String near = "poisson(0.9999999999999999, gaussian(1))";
    Path all = log("{\"run\": {\"records\": 50}}", "{\"batch_size\": 50}");
    assertEquals(0, compare(all, near).code());
    assertEquals(2, compare(log, " ").code());
  }

  /** Long logs are read line by line. */
  @Test
  void manySteps() throws IOException {
    String lines =
        IntStream.rangeClosed(1, 20000)
            .mapToObj(i -> "{\"step\": " + i + ", \"batch_size\": " + i % 3 + "}")
            .collect(Collectors.joining("\n"));
    Invocation long20000 = compare(log(lines), "20000 x poisson(0.01, gaussian(1))");
    assertTrue(long20000.out().contains("20000 noise additions, as many"), long20000.out());
  }
}
