package org.assay.cli.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.assay.cli.Invocation;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What audits of classes find before they bet: false alarms have probability at most 1e-6 each. */
class RandomnessAuditTest {
  @TempDir private Path directory;

  private Invocation audit(Class<?> mechanism, String more) throws IOException {
    Path file = directory.resolve("claims.yaml");
    Files.writeString(
        file,
        """
        error_probability: 1e-6
        significant_bits: 24
        claims:
          - name: noisy
            adjacency: replace-one
            guarantee: {pure: {epsilon: 1}}
            pairs: {explicit: [{left: 0, right: 1}]}
            mechanism: {class: %s}
            budget: {%s}
        """
            .formatted(mechanism.getName(), more));
    return Invocation.of("audit", file.toString());
  }

  private static double laplace(double scale, RandomGenerator random) {
    double positive = -Math.log(1 - random.nextDouble());
    return scale * (positive + Math.log(1 - random.nextDouble()));
  }

  /** Draws everything from one of 65,536 seeds, and adds nothing of the data. */
  public static final class FewSeeds implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return Outcome.of(laplace(1, new Random(random.nextInt(65_536))));
    }
  }

  /** The same noise twice, which costs nothing more than once. */
  public static final class SameNoise implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      double noise = Math.rint(laplace(2, random) * 0x1p10) / 0x1p10;
      return Outcome.of(dataset + noise, dataset + noise + 3);
    }
  }

  /** Noise of its own for both. */
  public static final class OwnNoise implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return Outcome.of(dataset + laplace(4, random), dataset + laplace(4, random));
    }
  }

  /** The noise of one of four seeds, added to the data. */
  public static final class FewSeedsOfNoise implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) {
      return Outcome.of(dataset + laplace(1, new Random(random.nextInt(4))));
    }
  }

  @Test
  void whatRepeatsIsToldBesideTheVerdict() throws IOException {
    Invocation few = audit(FewSeeds.class, "runs: 20000");
    assertEquals(0, few.code(), few.out() + few.err());
    assertTrue(few.out().contains("found beside the bets: left of "), few.out());
    assertTrue(few.out().contains("values repeat in "), few.out());
    Invocation tied = audit(SameNoise.class, "runs: 20000");
    assertEquals(0, tied.code(), tied.out() + tied.err());
    assertTrue(tied.out().contains("found beside the bets: "), tied.out());
    Invocation own = audit(OwnNoise.class, "runs: 20000");
    assertEquals(0, own.code(), own.out() + own.err());
    assertFalse(own.out().contains("found beside the bets"), own.out());
  }

  /** As slow as many programs are. */
  public static final class Slow implements Mechanism<Double> {
    @Override
    public Outcome run(Double dataset, RandomGenerator random) throws InterruptedException {
      Thread.sleep(5);
      return Outcome.of(dataset + laplace(2, random));
    }
  }

  /** A tenth of the time ends before the first pair has had a tenth of the runs. */
  @Test
  void aLookThatTimeCutsOffIsToldOf() throws IOException {
    audit(Slow.class, "runs: 20000, seconds: 2");
    String claims = directory.resolve("claims.yaml").toString();
    Invocation cut = Invocation.of("audit", claims, "--json");
    assertTrue(cut.out().contains("repeats was not looked at"), cut.out());
    audit(OwnNoise.class, "runs: 20000");
    assertFalse(Invocation.of("audit", claims, "--json").out().contains("not looked at"));
  }

  @Test
  void timesAreToldWhereTheyAreAskedFor() throws IOException {
    audit(OwnNoise.class, "runs: 500");
    String claims = directory.resolve("claims.yaml").toString();
    Invocation timed = Invocation.of("audit", claims, "--json", "--timing");
    assertTrue(timed.out().contains("\"runsPerSecond\" : "), timed.out());
    assertFalse(Invocation.of("audit", claims, "--json").out().contains("\"seconds\""));
    Invocation refused = Invocation.of("audit", claims, "--timing");
    assertEquals(2, refused.code());
    assertTrue(refused.err().contains("--timing is for the report that --json prints"));
  }

  @Test
  void whatRepeatsOnOneDatasetOnlyRefutes() throws IOException {
    Invocation refuted = audit(FewSeedsOfNoise.class, "runs: 20000");
    assertEquals(1, refuted.code(), refuted.out() + refuted.err());
    assertTrue(refuted.out().contains("repeats on one dataset only"), refuted.out());
  }

  /** A budget of time is shared, and too few runs are all for the bets. */
  @Test
  void withoutAnyRunsToSpareItSaysThatNobodyLooked() throws IOException {
    Invocation timed = audit(FewSeedsOfNoise.class, "runs: 20000, seconds: 60");
    assertTrue(timed.out().contains("repeats on one dataset only"), timed.out());
    Path report = directory.resolve("report");
    audit(OwnNoise.class, "runs: 500");
    Invocation shortAudit =
        Invocation.of(
            "audit", directory.resolve("claims.yaml").toString(), "--report", report.toString());
    assertFalse(shortAudit.out().contains("found before"), shortAudit.out());
    assertTrue(Files.readString(report.resolve("report.html")).contains("was not looked at"));
  }
}
