package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.cli.Project;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits of programs and classes that are not part of the project, from file to exit code. */
@Timeout(300)
class OutsideAuditTest {
  @TempDir private Path directory = Path.of("");

  /** A correct claim is refuted with probability at most 1e-6. */
  private String claims(String mechanism) throws IOException {
    Path file = directory.resolve("claims.yaml");
    Files.writeString(
        file,
        """
        error_probability: 1e-6
        seed: 5
        claims:
          - name: noisy number
            adjacency: replace-one
            guarantee: {pure: {epsilon: 1}}
            pairs: {explicit: [{left: 0, right: 1}]}
            budget: {runs: 2000}
        """
            + mechanism);
    return file.toString();
  }

  private static String program(String manner, String scale, String limits) {
    return "    mechanism: {command: " + ProgramForTests.command(manner, scale) + limits + "}\n";
  }

  /** The program adds noise in floating-point arithmetic, whose lowest bits betray the data. */
  @Test
  void enoughNoiseIsConsistentButForItsLowestBits() throws IOException {
    String program = program("good", "1", "");
    Invocation allBits = Invocation.of("audit", claims(program), "--json");
    assertEquals(1, allBits.code(), allBits.err() + allBits.out());
    assertTrue(allBits.out().contains("the leak lies below bit "), allBits.out());
    String rounded = claims(program + "    significant_bits: 24\n");
    Invocation audit = Invocation.of("audit", rounded, "--json");
    assertEquals(0, audit.code(), audit.err() + audit.out());
    assertTrue(audit.out().contains("asked for up to 64 runs at once"), audit.out());
    assertTrue(audit.out().contains("rounded to 24 significant bits"), audit.out());
  }

  /** A sum of records with half the noise; the pair differs in the 4th of 6. */
  @Test
  void aRefutingPairOfAProgramIsMadeSmaller() throws IOException {
    String pair = "[{left: [5, 0, 9, 0, 7, 3], right: [5, 0, 9, 1, 7, 3]}]";
    Invocation any = Invocation.of("audit", sums("good", pair));
    assertEquals(1, any.code(), any.err() + any.out());
    assertTrue(any.out().contains("a smaller pair is enough"), any.out());
    assertTrue(any.out().contains("record 0: 0 → 1 in [0] (refuted on "), any.out());
    // One that fails on fewer than two records keeps two, or the failure would be the witness.
    Invocation demanding =
        Invocation.of(
            "audit",
            sums("demanding", "[{left: [0, 0, 0], right: [0, 0, 0, 1], neighbours: trusted}]"));
    assertTrue(demanding.out().contains("absent → 1 in [0,0] (refuted on "), demanding.out());
    Invocation several =
        Invocation.of(
            "audit", sums("good", "[{left: [3, 0], right: [0, 5], neighbours: trusted}]"));
    assertEquals(1, several.code(), several.err() + several.out());
    assertFalse(several.out().contains("a smaller pair"), several.out());
  }

  private String sums(String manner, String pair) throws IOException {
    Path file = Path.of(claims(program(manner, "0.5", "") + "    significant_bits: 24\n"));
    Files.writeString(file, Files.readString(file).replace("[{left: 0, right: 1}]", pair));
    return file.toString();
  }

  /**
   * Enough noise, computed in single precision: 24 bits are all there are, and 10 hide the leak.
   */
  @Test
  void singlePrecisionIsRoundedToFewerBits() throws IOException {
    String mechanism = "    mechanism: {class: " + SingleNoise.class.getName() + "}\n";
    Invocation allBits = Invocation.of("audit", claims(mechanism), "--json");
    assertEquals(1, allBits.code(), allBits.err() + allBits.out());
    assertTrue(
        allBits.out().contains("significant bits the claim stands")
            && allBits.out().contains("it does not (numbers are in single precision)"),
        allBits.out());
    Invocation all =
        Invocation.of("audit", claims(mechanism + "    significant_bits: 24\n"), "--json");
    assertEquals(1, all.code(), all.err() + all.out());
    assertTrue(
        all.out()
            .contains(
                "Rounding to 24 significant bits hides nothing: of the numbers of 16 further runs"
                    + " none has more than 24, as in single precision; take 10 to try the"
                    + " algorithm."),
        all.out());
    Invocation few =
        Invocation.of("audit", claims(mechanism + "    significant_bits: 10\n"), "--json");
    assertEquals(0, few.code(), few.err() + few.out());
    assertFalse(few.out().contains("hides nothing"), few.out());
  }

  /** Laplace noise of scale 1 by inversion, as a program in single precision draws it. */
  public static final class SingleNoise implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      float uniform = random.nextFloat() - 0.5f;
      float size = (float) -Math.log(1 - 2 * Math.abs(uniform));
      return Outcome.of((float) (double) dataset + Math.copySign(size, uniform));
    }
  }

  /**
   * Too little noise on a number far above it: rounding would hide the noise, and explains nothing.
   */
  @Test
  void roundingThatWouldHideTheNoiseExplainsNothing() throws IOException {
    String mechanism = "    mechanism: {class: " + FarAway.class.getName() + "}\n";
    Invocation audit = Invocation.of("audit", claims(mechanism), "--json");
    assertEquals(1, audit.code(), audit.err() + audit.out());
    assertFalse(audit.out().contains("the leak lies"), audit.out());
  }

  /** Half the noise on two million, in single precision: a grid of an eighth. */
  public static final class FarAway implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      double size = random.nextBoolean() ? 0.5 : -0.5;
      return Outcome.of((float) (2e6 + dataset + size * random.nextExponential()));
    }
  }

  @Test
  void theLimitOfARunIsForMechanismsWithin() throws IOException {
    String limited = claims(program("good", "1", "") + "    run_timeout_seconds: 1\n");
    Invocation refused = Invocation.of("audit", limited);
    assertEquals(2, refused.code());
    assertTrue(
        refused.err().contains("run_timeout_seconds is not for programs: use"), refused.err());
    String mechanism = "    mechanism: {class: " + Sleeper.class.getName() + "}\n";
    Invocation audit =
        Invocation.of(
            "audit",
            claims(mechanism + "    run_timeout_seconds: 0.05\n"),
            "--runs",
            "300",
            "--json");
    assertEquals(1, audit.code(), audit.err() + audit.out());
    assertTrue(audit.out().contains("Runs of more than 0.05 s counted"), audit.out());
    assertTrue(
        audit.out().contains("the run fails") || audit.out().contains("timeout"), audit.out());
  }

  /** Draws noise of its own, whatever generator it is handed. */
  public static final class Stubborn implements Mechanism<Double> {
    private static final SecureRandom OWN = new SecureRandom();

    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return Outcome.of(OWN.nextInt(1 << 30));
    }
  }

  @Test
  void aMechanismWithItsOwnGeneratorIsTold() throws IOException {
    String told = "The command repeats the audit, not its numbers.";
    String own = "    mechanism: {class: " + Stubborn.class.getName() + "}\n";
    Invocation stubborn = Invocation.of("audit", claims(own), "--json");
    assertTrue(stubborn.out().contains(told), stubborn.out());
    Path report = directory.resolve("report");
    Invocation.of("audit", claims(own), "--report", report.toString());
    String sarif = Files.readString(report.resolve("report.sarif"));
    assertTrue(sarif.contains(told + "\\nreproduce: assay audit "), sarif);
    String seeded = "    mechanism: {class: " + ProgramForTests.class.getName() + "}\n";
    Invocation obedient = Invocation.of("audit", claims(seeded), "--json");
    assertEquals(1, obedient.code(), obedient.err() + obedient.out());
    assertFalse(obedient.out().contains(told), obedient.out());
  }

  /** Hangs on one dataset. */
  public static final class Sleeper implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) throws InterruptedException {
      Thread.sleep(dataset == 1 ? 100_000 : 0);
      return Outcome.of(random.nextInt(2));
    }
  }

  @Test
  void halfTheNoiseIsRefutedTheSameWayWhateverTheThreads() throws IOException {
    String claims = claims(program("good", "0.5", ""));
    Invocation one = Invocation.of("audit", claims, "--json", "--threads", "1");
    Invocation three = Invocation.of("audit", claims, "--json", "--threads", "3");
    assertEquals(1, one.code(), one.err() + one.out());
    assertFalse(one.out().contains("the leak lies"), one.out());
    assertEquals(one, three);
  }

  @Test
  void aProgramSaysHowItReadsNan() throws IOException {
    Invocation neither = Invocation.of("audit", claims(program("good", "1", ", nan: maybe")));
    assertEquals(2, neither.code());
    assertTrue(
        neither.err().contains("nan was 'maybe': it must be one of bare, text"), neither.err());
    String rounded = claims(program("good", "1", ", nan: bare") + "    significant_bits: 24\n");
    Invocation bare = Invocation.of("audit", rounded, "--runs", "2000");
    assertEquals(0, bare.code(), bare.err() + bare.out());
  }

  /** Starts the program once for every failure; one that hangs is waited for as long as it says. */
  @ParameterizedTest
  @Tag("slow")
  @CsvSource({
    "crash, crash",
    "garbage, garbage: not JSON",
    "hang, timeout",
  })
  void failingOnOneDatasetIsALeak(String manner, String failure) throws IOException {
    String limits = ", runs_per_request: 2";
    if (manner.equals("hang")) {
      limits += ", timeout_seconds: 0.05, startup_seconds: 0.6";
    }
    Invocation audit =
        Invocation.of("audit", claims(program(manner, "1", limits)), "--runs", "110", "--json");
    assertEquals(1, audit.code(), audit.err() + audit.out());
    assertTrue(
        audit.out().contains("the run fails") || audit.out().contains("failure " + failure),
        audit.out());
  }

  /** Which may only be that it cannot read "NaN"; of bare words it would have asked for them. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"text, 3", "bare, 1"})
  void failingOnNanThatIsGivenAsTextIsNoVerdict(String given, int code) throws IOException {
    String limits = ", runs_per_request: 2, nan: " + given;
    Path file = Path.of(claims(program("good", "1", limits)));
    String text = Files.readString(file);
    Files.writeString(file, text.replace("right: 1", "right: .nan"));
    Invocation audit = Invocation.of("audit", file.toString(), "--runs", "150", "--strict");
    assertEquals(code, audit.code(), audit.err() + audit.out());
    boolean isDoubted = code == 3;
    assertEquals(isDoubted, audit.out().contains("say 'nan: bare' of the mechanism"), audit.out());
    assertEquals(
        isDoubted,
        audit.out().contains("audited epsilon >= 0.0, 128 runs, runs fail"),
        audit.out());
  }

  @Test
  void aProgramThatNeverAnswersIsToldInOneLine() throws IOException {
    String never = program("good", "much", "");
    Invocation audit = Invocation.of("audit", claims(never));
    assertEquals(2, audit.code());
    assertEquals(1, audit.err().lines().count(), audit.err());
    assertTrue(audit.err().contains("claims[0].mechanism is refused: the command"), audit.err());
    assertTrue(audit.err().contains("it did not answer (crash, exit code 1)"), audit.err());
    assertTrue(audit.err().contains("NumberFormatException"), audit.err());
    assertEquals("", audit.out());
  }

  @Test
  void theCommandLineNamesTheMechanismOfClaimsThatNameNone() throws IOException {
    String none = claims("");
    Invocation audit = Invocation.of("audit", none);
    assertEquals(2, audit.code());
    assertTrue(audit.err().contains("claims[0] has no 'mechanism', which is required"));
    String name = ProgramForTests.class.getName();
    Invocation loaded = Invocation.of("audit", none, "--mechanism", name, "--json");
    assertEquals(1, loaded.code(), loaded.err() + loaded.out());
    assertTrue(loaded.out().contains("--mechanism " + name), loaded.out());
    Invocation both = Invocation.of("audit", none, "--mechanism", name, "--command", "x");
    assertEquals(2, both.code());
    Invocation missing = Invocation.of("audit", none, "--command", "./no-such-program");
    assertEquals(2, missing.code());
    assertTrue(missing.err().contains("./no-such-program cannot be started"), missing.err());
  }

  @Test
  void aClassOfAClaim() throws IOException {
    String name = ProgramForTests.class.getName();
    Invocation audit = Invocation.of("audit", claims("    mechanism: {class: " + name + "}\n"));
    assertEquals(1, audit.code(), audit.err() + audit.out());
    Invocation wrong =
        Invocation.of("audit", claims("    mechanism: {class: " + name + "s, classpath: [.]}\n"));
    assertEquals(2, wrong.code());
    assertTrue(wrong.err().contains("was not found on the class path"), wrong.err());
  }

  @Tag("slow")
  @Test
  void theExampleFindsTheProgramWithHalfTheNoise() {
    Invocation audit =
        Invocation.of("audit", Project.file("examples/outside/claims.yaml").toString());
    assertEquals(1, audit.code(), audit.err());
    assertEquals(7, audit.out().lines().count());
    assertTrue(audit.out().endsWith("1 of 2 claims is false; 1 was not refuted.\n"), audit.out());
    assertTrue(audit.out().contains("  shown by: output"), audit.out());
    assertTrue(audit.out().contains("record 0: absent → 1 in [] (refuted on "), audit.out());
    assertTrue(audit.out().startsWith("not refuted count with the noise it needs"), audit.out());
    assertTrue(audit.out().contains("refuted     count with half the noise"), audit.out());
  }
}
