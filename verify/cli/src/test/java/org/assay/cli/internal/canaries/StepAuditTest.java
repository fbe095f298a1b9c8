package org.assay.cli.internal.canaries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.FutureTask;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;
import org.assay.cli.Invocation;
import org.assay.cli.internal.terminal.Console;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings in another process, played by a thread. */
class StepAuditTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @TempDir private Path directory = Path.of("");

  /** What the training saw last, and how the command ended. */
  private record Played(int code, JsonNode last) {}

  /** Answers every coin until the command says what it found, or the steps end. */
  private static Played play(int steps, ToDoubleFunction<Boolean> step, String... words)
      throws IOException {
    PipedInputStream questions = new PipedInputStream(1 << 16);
    PipedInputStream answers = new PipedInputStream(1 << 16);
    PrintStream answer = print(new PipedOutputStream(answers));
    Console console =
        new Console(answers, print(new PipedOutputStream(questions)), print(silent()), false);
    FutureTask<Integer> command =
        new FutureTask<>(
            () -> {
              int code = Invocation.run(console, words);
              console.out().close();
              return code;
            });
    Thread thread = new Thread(command);
    thread.start();
    JsonNode last = MAPPER.createObjectNode();
    try (BufferedReader read = reader(questions)) {
      for (String line = read.readLine(); line != null; line = read.readLine()) {
        last = MAPPER.readTree(line);
        if (last.has("step") && last.get("step").asInt() > steps) {
          answer.close();
        } else if (last.has("step")) {
          answer.println(
              "{\"projection\":" + step.applyAsDouble(last.get("included").asBoolean()) + "}");
          answer.flush();
        }
      }
      thread.join();
      return new Played(command.get(), last);
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static PipedOutputStream silent() throws IOException {
    return new PipedOutputStream(new PipedInputStream(1 << 16));
  }

  private static PrintStream print(PipedOutputStream out) {
    return new PrintStream(out, false, StandardCharsets.UTF_8);
  }

  private static BufferedReader reader(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private static final String[] LIVE = {
    "canaries", "--live", "--claim-mu", "1", "--adjacency", "add-remove", "--seed", "5"
  };

  @Test
  void refutesALiveTrainingWithTooLittleNoise() throws IOException {
    SplittableRandom noise = new SplittableRandom(1);
    Played played = play(3000, in -> (in ? 1 : 0) + 0.3 * noise.nextGaussian(), LIVE);
    assertEquals(1, played.code());
    assertEquals("refuted", played.last().at("/verdict").asText());
    assertTrue(played.last().at("/steps").asInt() < 3000, played.last().toString());
    assertTrue(played.last().at("/lower_bound/value").asDouble() >= 1);
  }

  @Test
  void letsALiveTrainingStand() throws IOException {
    SplittableRandom noise = new SplittableRandom(2);
    Played played = play(400, in -> (in ? 1 : 0) + noise.nextGaussian(), LIVE);
    assertEquals(0, played.code());
    assertEquals("not refuted", played.last().at("/verdict").asText());
    assertEquals(400, played.last().at("/steps").asInt());
    Played few = play(10, in -> noise.nextGaussian(), LIVE);
    assertEquals("inconclusive", few.last().at("/verdict").asText());
  }

  /** The same coins, written down and read back. */
  @Test
  void recordedStepsAreJudgedLikeLiveOnes() throws IOException {
    StringBuilder text =
        new StringBuilder("{\"coins\":\"independent fair\",\"adjacency\":\"add-remove\"}\n");
    SplittableRandom noise = new SplittableRandom(1);
    int[] step = {0};
    Played played =
        play(
            200,
            in -> {
              double projection = (in ? 1 : 0) + noise.nextGaussian();
              text.append("{\"step\":" + ++step[0] + ",\"included\":" + in);
              text.append(",\"projection\":" + projection + "}\n");
              return projection;
            },
            LIVE);
    Invocation recorded = recorded(text.toString(), "--claim-mu", "1", "--json");
    assertEquals(0, recorded.code(), recorded.err());
    assertEquals(played.last(), MAPPER.readTree(recorded.out()));
    Invocation sampled =
        recorded(
            text.toString(),
            "--sampling-probability",
            "0.1",
            "--noise-multiplier",
            "1",
            "--strict");
    assertTrue(
        sampled.out().startsWith("claim of every step: Gaussian step of noise multiplier 1.0"));
    assertTrue(sampled.out().contains("scale of the claimed epsilons of a step: at least"));
    // 1/2 + 0.1 (Phi(1/2) - 1/2) = 0.519146
    String risk = "risk of a step: if the claim is true, a guess between two equally likely ";
    assertTrue(
        sampled.out().contains(risk + "neighbours is right at most 51.92% of"), sampled::out);
    // Phi(1/2) = 0.691462, of every step and not of the run
    String known = MAPPER.readTree(recorded.out()).path("risk").asText();
    assertTrue(known.endsWith("is right at most 69.15% of the time"), known);
  }

  /** A sampler at rate 0.3 where 0.1 is accounted, and one that keeps to it; coins as recorded. */
  @Test
  void eventsAreClaimsAboutSteps() throws IOException {
    String event =
        """
        adjacency: add-remove
        guarantee:
          event: {poisson: {sampling_probability: 0.1, event: {gaussian: {noise_multiplier: 1}}}}
          delta: 1e-5
        """;
    String file = Files.writeString(directory.resolve("claim.yaml"), event).toString();
    Invocation often = recorded(sampled(0.3), "--claim", file);
    assertEquals(1, often.code(), often.err() + often.out());
    assertTrue(often.out().contains("claimed epsilons of a step: at least 1."), often.out());
    Invocation kept = recorded(sampled(0.1), "--claim", file);
    assertEquals(0, kept.code(), kept.err() + kept.out());
    SplittableRandom random = new SplittableRandom(8);
    Played live =
        play(
            6000,
            in -> (in && random.nextDouble() < 0.5 ? 1 : 0) + random.nextGaussian(),
            "canaries",
            "--live",
            "--claim",
            file,
            "--adjacency",
            "add-remove",
            "--seed",
            "5");
    assertEquals("refuted", live.last().at("/verdict").asText(), live.last().toString());
    Invocation replaced =
        recorded(sampled(0.1).replace("add-remove", "replace-one"), "--claim", file);
    assertEquals(2, replaced.code(), replaced.out());
  }

  private static String sampled(double rate) {
    StringBuilder text =
        new StringBuilder("{\"coins\":\"independent fair\",\"adjacency\":\"add-remove\"}\n");
    SplittableRandom random = new SplittableRandom(3);
    for (int step = 1; step <= 6000; step++) {
      boolean in = random.nextBoolean();
      double shift = in && random.nextDouble() < rate ? 1 : 0;
      text.append("{\"step\":" + step + ",\"included\":" + in);
      text.append(",\"projection\":" + (shift + random.nextGaussian()) + "}\n");
    }
    return text.toString();
  }

  private Invocation recorded(String text, String... more) {
    String[] words = new String[more.length + 3];
    words[0] = "canaries";
    words[1] = "--steps";
    try {
      words[2] = Files.writeString(directory.resolve("steps.jsonl"), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    System.arraycopy(more, 0, words, 3, more.length);
    return Invocation.of(words);
  }

  private static String steps(int count, IntPredicate coin) {
    StringBuilder text =
        new StringBuilder("{\"coins\":\"independent fair\",\"adjacency\":\"add-remove\"}\n");
    for (int i = 1; i <= count; i++) {
      text.append("{\"step\":" + i + ",\"included\":" + coin.test(i) + ",\"projection\":0.5}\n");
    }
    return text.toString();
  }

  @Test
  void whatHasNoProofIsRefused() {
    String good = steps(3, i -> i == 2);
    String[] claim = {"--claim-mu", "1"};
    assertEquals(0, recorded(good, claim).code());
    refused(good.replace("\"coins\":\"independent fair\",", ""), "declares no 'coins: independent");
    refused(good.substring(good.indexOf('\n') + 1), "line 1: 'step' is unknown");
    refused(good.replace("0.5", "\"x\""), "line 2: projection was 'x': it must be a number");
    refused(good.replace(",\"projection\":0.5", ""), "line 2: has no 'projection'");
    refused(
        good.replace("\"step\":2", "\"step\":3"), "line 3: step was '3': rows must be the steps");
    refused(steps(40, i -> true), "40 of 40 coins were up");
    refused(steps(80, i -> i <= 40), "with the coin of the step before: 78 of 79 coins were up");
    refused(steps(80, i -> i % 2 == 0), "with the coin of the step before: 0 of 79 coins were up");
    assertEquals(2, recorded(good).code());
  }

  private void refused(String text, String message) {
    Invocation refused = recorded(text, "--claim-mu", "1");
    assertEquals(2, refused.code(), refused.out());
    assertTrue(refused.err().contains(message), refused.err());
  }

  @Test
  void answersOfALiveTrainingAreChecked() {
    String good = "{\"projection\":1}\n";
    liveRefused(good + "{\"gradient\":1}\n", "line 2: must have the key projection only");
    liveRefused(good + "{\"projection\":[1,2]}\n", "line 2: must have the key projection only");
    liveRefused("\n", "line 1: is not a JSON object");
    liveRefused("x".repeat(1 << 21), "line 1: is longer than 1048576 characters");
  }

  private static void liveRefused(String answers, String message) {
    Invocation live = Invocation.withInput(answers, LIVE);
    assertEquals(2, live.code());
    assertTrue(live.err().contains("standard input, " + message), live.err());
  }
}
