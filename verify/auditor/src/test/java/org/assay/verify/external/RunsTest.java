package org.assay.verify.external;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assay.verify.external.OutsideMechanism.Runs;
import org.assay.verify.external.OutsideProgram.OutsideProgramException;
import org.assay.verify.external.Program.AnswerReader;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunsTest {
  private static final int RUNS = 3;

  /** A program whose runs crash with some probability and show a coin otherwise. */
  private static Runs.Requests crashing(double probability, SplittableRandom random) {
    return (request, deadline) -> {
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < request.runs(); i++) {
        if (random.nextDouble() < probability) {
          return new Reply.Broken("crash");
        }
        outcomes.add(Outcome.of(random.nextBoolean() ? 1 : 0));
      }
      return new Reply.Answered(outcomes);
    };
  }

  private static List<Outcome> run(Runs.Requests requests, int count, int together) {
    return run(requests, new long[count], together);
  }

  private static List<Outcome> run(Runs.Requests requests, long[] seeds, int together) {
    try {
      return new Runs(requests, "0", Long.MAX_VALUE, Long.MAX_VALUE, () -> 0)
          .all(seeds, together)
          .orElseThrow();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Every one of the 27 possible results of three runs is as frequent as if the runs had been made
   * one by one. Each frequency lies within six standard deviations: a false alarm has probability
   * below 27 · 2e-9 · 2, normal approximation doubled, if the seed were random.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.3, 0.8})
  void runsOfFailedRequestsAreIndependent(double probability) {
    int repetitions = 200_000;
    SplittableRandom random = new SplittableRandom(5);
    Runs.Requests requests = crashing(probability, random);
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (int i = 0; i < repetitions; i++) {
      long[] seeds = random.longs(RUNS).toArray();
      counts.merge(run(requests, seeds, RUNS).toString(), 1, Integer::sum);
    }
    double total = 0;
    for (var entry : counts.entrySet()) {
      int crashes = entry.getKey().split("crash", -1).length - 1;
      double expected =
          Math.pow(probability, crashes) * Math.pow((1 - probability) / 2, RUNS - crashes);
      double deviation = Math.sqrt(expected * (1 - expected) * repetitions);
      assertEquals(expected * repetitions, entry.getValue(), 6 * deviation + 3, entry.getKey());
      total += expected;
    }
    assertTrue(total > 0.999, "results that never occurred had probability " + (1 - total));
  }

  @Test
  void requestsAreNoLargerThanAllowedAndSingleRunsAreNotRepeated() {
    List<Integer> sizes = new ArrayList<>();
    Runs.Requests failing =
        (request, deadline) -> {
          sizes.add(request.runs());
          return new Reply.Broken("timeout");
        };
    assertEquals(List.of(new Outcome.Failure("timeout")), run(failing, 1, 64));
    assertEquals(List.of(1), sizes);
    sizes.clear();
    run(crashing(0, new SplittableRandom(1)), 10, 4);
    assertEquals(5, run(failing, 5, 4).size());
    assertEquals(List.of(4, 1, 1, 1, 1, 1), sizes);
  }

  @Test
  void aDeadlineAnywhereVoidsEverything() throws InterruptedException {
    for (int answered = 0; answered < 8; answered++) {
      int[] left = {answered};
      Runs.Requests expiring =
          (request, deadline) -> {
            if (left[0]-- == 0) {
              return new Reply.Expired();
            }
            return request.runs() > 1
                ? new Reply.Broken("crash")
                : new Reply.Answered(List.of(Outcome.of(1)));
          };
      Optional<List<Outcome>> outcomes =
          new Runs(expiring, "0", 0, Long.MAX_VALUE, () -> 0).all(new long[4], 4);
      assertTrue(outcomes.isEmpty(), "after " + answered);
    }
  }

  /**
   * What becomes of a run that fails is one text, whatever the other runs are and however many were
   * asked for: neither tells about the coins that chose the datasets of others.
   */
  @Test
  void aFailureSaysNothingAboutOtherRuns() {
    SplittableRandom random = new SplittableRandom(12);
    TreeMap<String, Integer> failures = new TreeMap<>();
    for (int trial = 0; trial < 2000; trial++) {
      int runs = 1 + random.nextInt(64);
      int broken = random.nextInt(4);
      boolean isLate = random.nextBoolean();
      Runs.Requests requests =
          (request, deadline) -> {
            List<Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < request.runs(); i++) {
              outcomes.add(Outcome.of(random.nextInt(10)));
            }
            if (random.nextInt(3) > 0) {
              return new Reply.Answered(outcomes);
            }
            String all = "{\"outputs\":" + outcomes + "}";
            String more = all.replace("]}", ",1]}");
            return switch (broken) {
              case 0 -> AnswerReader.read(more, request.runs());
              case 1 -> AnswerReader.read(all.substring(0, all.length() - 2), request.runs());
              case 2 -> AnswerReader.read(all.replace("outputs", "output"), request.runs());
              default -> isLate ? Reply.Broken.timeout() : new Reply.Broken("crash, exit code 3");
            };
          };
      for (Outcome outcome : run(requests, random.longs(runs).toArray(), 64)) {
        if (outcome.isFailure()) {
          failures.merge(outcome.toString(), 1, Integer::sum);
        }
      }
    }
    assertEquals(5, failures.size(), failures.toString());
    assertTrue(failures.values().stream().allMatch(count -> count > 100), failures.toString());
  }

  /** Short outputs that are too long together are no failure of any of them. */
  @Test
  void outputsThatAreTooLongTogetherAreNoOutcome() {
    Runs.Requests requests =
        (request, deadline) ->
            request.runs() > 40
                ? Reply.Broken.tooLong()
                : new Reply.Answered(Collections.nCopies(request.runs(), Outcome.of(1)));
    OutsideProgramException refusal =
        assertThrows(OutsideProgramException.class, () -> run(requests, 64, 64));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("a request for 64 runs on the dataset \"0\""), message);
    assertTrue(message.contains("ask for fewer runs per request"), message);
    Runs.Requests always = (request, deadline) -> Reply.Broken.tooLong();
    assertEquals(3, run(always, 3, 3).stream().filter(Outcome::isFailure).count());
  }

  /** Runs of which each takes its time, and requests that time out from some number of them on. */
  private static Runs timed(long each, long limit) {
    return timed(each, limit, 1);
  }

  /** The same on a machine that is so many times as busy during requests for many runs. */
  private static Runs timed(long each, long limit, long busy) {
    long[] now = {0};
    Runs.Requests requests =
        (request, deadline) -> {
          long time = each * request.runs() * (request.runs() > 1 ? busy : 1);
          now[0] += Math.min(limit, time);
          return time > limit
              ? Reply.Broken.timeout()
              : new Reply.Answered(Collections.nCopies(request.runs(), Outcome.of(request.runs())));
        };
    return new Runs(requests, "[1]", Long.MAX_VALUE, limit, () -> now[0]);
  }

  /** Otherwise a true claim would be refuted, for a dataset on which the program is slower. */
  @Test
  void slowRunsAreNoOutcome() throws InterruptedException {
    OutsideProgramException refusal =
        assertThrows(OutsideProgramException.class, () -> timed(10, 500).all(new long[64], 64));
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.contains("a request for 64 runs on the dataset \"[1]\""), message);
    assertEquals(40, timed(10, 500).all(new long[40], 40).orElseThrow().size());
    assertThrows(OutsideProgramException.class, () -> timed(10, 2500, 4).all(new long[64], 64));
  }

  /** A run that hangs now and then is one: the others take no time to speak of. */
  @Test
  void hangingRunsAreAnOutcome() throws InterruptedException {
    boolean[] hung = {false};
    Runs.Requests once =
        (request, deadline) -> {
          if (request.runs() > 1 && !hung[0]) {
            hung[0] = true;
            return Reply.Broken.timeout();
          }
          return new Reply.Answered(Collections.nCopies(request.runs(), Outcome.of(1)));
        };
    List<Outcome> outcomes =
        new Runs(once, "[1]", Long.MAX_VALUE, 500, () -> 0).all(new long[64], 64).orElseThrow();
    assertEquals(1, outcomes.stream().filter(Outcome::isFailure).count());
    assertEquals(64, outcomes.size());
  }
}
