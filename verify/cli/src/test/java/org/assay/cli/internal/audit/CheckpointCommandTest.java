package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assay.cli.Invocation;
import org.assay.cli.JavaCommand;
import org.assay.cli.Main;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Audits from the command line that are killed and taken up again. */
@Timeout(300)
class CheckpointCommandTest {
  private static final Pattern RESUMED =
      Pattern.compile("assay: (.*): resumed from the checkpoint after (\\d+) runs\n");

  private static final String CLAIMS =
      SmallClaims.TEXT.replace("name: small", "name: 'Small / first'");

  @TempDir private Path directory = Path.of("");

  private String claims(String text) throws IOException {
    return SmallClaims.write(directory, text).toString();
  }

  private Path checkpoints() {
    return directory.resolve("deep/checkpoints");
  }

  private Invocation audit(String claims, String... more) {
    List<String> words = new ArrayList<>(List.of("audit", claims, "--json"));
    words.addAll(List.of("--checkpoint", checkpoints().toString()));
    words.addAll(List.of(more));
    return Invocation.of(words.toArray(String[]::new));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(checkpoints())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /** The second claim is not reached before the process is killed. */
  @Tag("slow")
  @Test
  void anAuditThatWasKilledEndsLikeOneThatWasNot() throws IOException, InterruptedException {
    String second = CLAIMS.substring(CLAIMS.indexOf("  - name")).replace("/ first", "/ second");
    String claims = claims(CLAIMS.replace("runs: 300", "runs: 60000") + second);
    Invocation whole = Invocation.of("audit", claims, "--json");
    Path journal = checkpoints().resolve("01-small-first.journal");
    killOnceWritten(journal, claims, () -> isInUse(journal, claims));
    Invocation resumed = audit(claims);
    assertEquals(whole.out(), resumed.out());
    assertEquals(whole.code(), resumed.code());
    Matcher told = RESUMED.matcher(resumed.err());
    assertTrue(told.matches(), resumed.err());
    assertEquals("Small / first", told.group(1));
    long runs = Long.parseLong(told.group(2));
    assertTrue(runs > 0 && runs < 60_000, "killed in the middle: " + runs);
    // A killed process leaves its lock file.
    assertEquals(
        List.of("01-small-first.journal", "01-small-first.journal.lock", "02-small-second.journal"),
        files());
  }

  /** Programs are asked for many runs at once, also when their outputs are rounded. */
  @Tag("slow")
  @Test
  void anAuditOfAProgramGoesOnToo() throws IOException, InterruptedException {
    Path file = directory.resolve("program.yaml");
    String text =
        """
        error_probability: 1e-6
        significant_bits: 24
        claims:
          - name: program
            adjacency: replace-one
            guarantee: {pure: {epsilon: 1}}
            pairs: {explicit: [{left: 0, right: 1}]}
            budget: {runs: 30000}
            mechanism: {runs_per_request: 32, command: COMMAND}
        """;
    Files.writeString(file, text.replace("COMMAND", ProgramForTests.command("good", "1")));
    String claims = file.toString();
    killOnceWritten(checkpoints().resolve("01-program.journal"), claims, () -> {});
    Invocation resumed = audit(claims);
    assertTrue(RESUMED.matcher(resumed.err()).matches(), resumed.err());
    // Without a checkpoint its randomness would be looked at first.
    String other = directory.resolve("other").toString();
    Invocation whole = Invocation.of("audit", claims, "--json", "--checkpoint", other);
    assertEquals(withoutMessages(whole), withoutMessages(resumed));
    assertTrue(whole.out().contains("was not looked at"), whole.out());
  }

  private static Invocation withoutMessages(Invocation invocation) {
    return new Invocation(invocation.code(), invocation.out(), "");
  }

  /** An audit that is under way keeps others from its directory. */
  private void isInUse(Path journal, String claims) {
    Invocation refused = audit(claims);
    assertEquals(2, refused.code(), refused.err());
    assertEquals("", refused.out());
    assertEquals(
        "assay: checkpoint was "
            + journal
            + ": it is held open by another owner or process; close that\n",
        refused.err());
  }

  private void killOnceWritten(Path journal, String claims, Runnable meanwhile)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                JavaCommand.of(
                    Main.class,
                    "audit",
                    claims,
                    "--json",
                    "--checkpoint",
                    checkpoints().toString()))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("killed").toFile())
            .start();
    try {
      // The first record names the audit; what follows are observations.
      while (process.isAlive() && !(Files.exists(journal) && Files.size(journal) > 20_000)) {
        Thread.sleep(1);
      }
      meanwhile.run();
    } finally {
      process.destroyForcibly();
    }
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process survived");
    assertEquals("", Files.readString(directory.resolve("killed")));
  }

  @Test
  void aFinishedAuditIsNotRunAgain() throws IOException {
    String claims = claims(CLAIMS);
    Invocation first = audit(claims);
    assertEquals(0, first.code(), first.err());
    assertEquals("", first.err());
    assertEquals(first.out(), Invocation.of("audit", claims, "--json").out());
    Invocation again = audit(claims, "--threads", "1");
    assertEquals(first.out(), again.out());
    assertEquals("assay: Small / first: resumed from the checkpoint after 300 runs\n", again.err());
  }

  @Test
  void theCheckpointOfAnotherAuditIsRefused() throws IOException {
    assertEquals(0, audit(claims(CLAIMS)).code());
    String journal = checkpoints().resolve("01-small-first.journal").toString();
    byte[] before = Files.readAllBytes(Path.of(journal));
    for (String other :
        List.of(
            CLAIMS.replace("rho: 0.5", "rho: 0.6"),
            CLAIMS.replace("seed: 1", "seed: 2"),
            CLAIMS.replace("count: 2", "count: 3"),
            CLAIMS.replace("seed: 1", "significant_bits: 30"),
            CLAIMS.replace("rho: 1,", "rho: 1.5,"),
            CLAIMS.replace("seed: 1", "run_timeout_seconds: 30"))) {
      Invocation refused = audit(claims(other));
      assertEquals(2, refused.code(), other + refused.err());
      assertEquals("", refused.out());
      assertEquals(1, refused.err().lines().count(), refused.err());
      assertTrue(
          refused
              .err()
              .startsWith(
                  "assay: checkpoint was "
                      + journal
                      + ": it is not the checkpoint of this audit: it is of "),
          refused.err());
    }
    assertEquals(
        new String(before, java.nio.charset.StandardCharsets.ISO_8859_1),
        Files.readString(Path.of(journal), java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  @Test
  void itIsSaidWhatDiffers() throws IOException {
    assertEquals(0, audit(claims(CLAIMS)).code());
    Invocation refused = audit(claims(CLAIMS.replace("seed: 1", "seed: 2")));
    assertTrue(
        refused
            .err()
            .endsWith(
                "it is of 'seed: 1', this audit of 'seed: 2'; remove it or give another file\n"),
        refused.err());
    refused = audit(claims(CLAIMS.replace("rho: 1,", "rho: 1.5,")));
    assertTrue(refused.err().contains("it is of 'mechanism: "), refused.err());
  }

  @Test
  void aDamagedCheckpointIsRefused() throws IOException {
    String claims = claims(CLAIMS);
    assertEquals(0, audit(claims).code());
    Path journal = checkpoints().resolve("01-small-first.journal");
    byte[] bytes = Files.readAllBytes(journal);
    bytes[bytes.length / 2] ^= 1;
    Files.write(journal, bytes);
    Invocation refused = audit(claims);
    assertEquals(2, refused.code(), refused.err());
    assertTrue(
        refused.err().startsWith("assay: checkpoint was " + journal + ": record "), refused.err());
    assertEquals(1, refused.err().lines().count(), refused.err());
  }

  @Test
  void aFileIsNoDirectoryForCheckpoints() throws IOException {
    Path file = directory.resolve("data.csv");
    Invocation refused = Invocation.of("audit", claims(CLAIMS), "--checkpoint", file.toString());
    assertEquals(2, refused.code(), refused.err());
    assertEquals(
        "assay: --checkpoint was " + file + ": it is not a directory one can write to\n",
        refused.err());
  }

  @Test
  void aRefutedClaimGoesOnUntilItsBudgetEnds() throws IOException {
    String claims =
        claims(
            CLAIMS
                .replace("{rho: 0.5}", "{rho: 0.001}")
                .replace("rho: 1, step_size: 6", "rho: 1, step_size: 6, noise_scaling: none")
                .replace("runs: 300", "runs: 4000"));
    Invocation early = audit(claims);
    assertEquals(1, early.code(), early.err());
    Invocation late = audit(claims, "--until-budget");
    assertEquals(1, late.code(), late.err());
    assertTrue(late.out().contains("\"runs\" : 4000"), late.out());
    assertTrue(late.out().contains("--seed 1 --until-budget"), late.out());
    assertEquals(Invocation.of("audit", claims, "--json", "--until-budget").out(), late.out());
  }
}
