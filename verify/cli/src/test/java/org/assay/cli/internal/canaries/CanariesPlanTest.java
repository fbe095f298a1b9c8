package org.assay.cli.internal.canaries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.assay.cli.Invocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plans for canaries, and words of the command that do not go together. */
class CanariesPlanTest {
  @Test
  void plansSayWhatIsOutOfReachBeforeAnythingIsRun() {
    String[] plan =
        ("canaries --plan --canaries 100 --accuracy 0.8,1 --claim-mu 2 --adjacency add-remove"
                + " --strict")
            .split(" ", -1);
    Invocation out = Invocation.of(plan);
    assertEquals(3, out.code(), out.err());
    assertTrue(out.out().startsWith("guesses\tright\tmu\n100\t80\t"), out.out());
    String needed = out.out().replaceAll("(?s).*at least (\\d+) canaries, all.*", "$1");
    assertTrue(out.out().contains("could not be refuted; it takes at least " + needed), out.out());
    plan[3] = needed;
    assertEquals(0, Invocation.of(plan).code());
    // In reach is what right guesses would refute, however many are expected to be right.
    plan[5] = "0.6";
    assertEquals(0, Invocation.of(plan).code());
    plan[3] = String.valueOf(Integer.parseInt(needed) - 1);
    assertEquals(3, Invocation.of(plan).code());
    Invocation runs =
        Invocation.of(
            "canaries --plan --runs 1001 --adjacency zero-out --accuracy 0.99".split(" ", -1));
    assertTrue(runs.out().startsWith("runs\tright\tmu\n1001\t990\t"), runs.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--delta 0.1 | Error: Missing required argument (specify one of these)",
        "--plan --live | Error: --plan, --live are mutually exclusive",
        "--plan --adjacency add-remove | --plan needs one of --canaries and --runs",
        "--plan --canaries 9 --runs 9 --adjacency add-remove | --plan needs one of",
        "--plan --canaries 9 | --adjacency is missing",
        "--plan --canaries 9 --guesses 10 --adjacency add-remove | --guesses was 10: it must be",
        "--plan --canaries 0 --adjacency add-remove | --canaries was 0",
        "--plan --runs 1 --adjacency add-remove | --runs was 1: it must be at least 2",
        "--plan --runs 9 --guesses 2 --adjacency add-remove | --guesses goes with --canaries",
        "--plan --canaries 9 --accuracy NaN --adjacency add-remove | --accuracy was NaN",
        "--plan --canaries 9 --delta 1 --adjacency add-remove | --delta was 1.0: it must be",
        "--plan --canaries 9 --error-probability 0 --adjacency add-remove | --error-probability"
            + " was",
        "--plan --canaries 9 --claim-epsilon 1 --adjacency add-remove | --claim-epsilon needs one",
        "--plan --canaries 9 --claim-mu 1 --claim x.yaml --adjacency add-remove | --claim-epsilon,"
            + " --claim-mu and --claim: give one",
        "--plan --canaries 9 --noise-multiplier 1 --adjacency add-remove | --sampling-probability"
            + " and",
        "--plan --canaries 9 --seed 3 --adjacency add-remove | --seed is that of the coins of"
            + " --live",
        "--live --canaries 9 --adjacency add-remove | --canaries, --guesses, --runs and --accuracy",
        "--live --adjacency add-remove | a claim about every step is needed",
        "--live --adjacency add-remove --claim-mu 1 --delta 1e-5 | --delta was given: with --steps"
            + " and",
        "--live --claim-mu 1 | --adjacency is missing",
        "--live --sampling-probability 0.1 --adjacency add-remove | a claim about every step",
        "--scores x.csv --adjacency add-remove | --adjacency goes with --plan and --live",
        "--scores no-such.csv | no-such.csv: there is no such file",
      })
  void badUsageIsOneLine(String words, String message) {
    Invocation bad = Invocation.of(("canaries " + words).split(" "));
    assertEquals(2, bad.code(), bad.out());
    assertEquals("", bad.out());
    assertEquals(1, bad.err().lines().count(), bad.err());
    assertTrue(bad.err().startsWith("assay: " + message), bad.err());
  }
}
