package org.assay.accountant.iteration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.iteration.certificate.NoisySgdArgument;
import org.assay.accountant.iteration.certificate.NoisySgdCertificate;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownRunsTest {
  private static final double DELTA = 1e-5;
  private static final double LARGER = 1 + 1e-14;

  /** Evaluations at numbers that differ by roundings differ by some millionths. */
  private static final double SLACK = 1 + 2e-5;

  private static final Path FILE =
      Path.of("src/main/resources/org/assay/accountant/iteration/known-runs.txt");

  private static final List<String> NAMES = List.of("R1", "R2", "R3", "R4", "R5", "R7", "R8");

  /** At sixteen times the plateau. */
  private static NoisySgd run(String name) {
    NoisySgd any = SaturatedRunsTest.run(name, 1);
    long steps = 16 * Math.round(any.plateau().midpoint());
    return any.but().steps(steps, any.stepSize()).build();
  }

  /** With numbers that are larger by a part of 1e-14. */
  private static NoisySgd larger(NoisySgd run) {
    return run.but().lipschitzConstant(LARGER).diameter(LARGER).curvature(0, 0).build();
  }

  /** Prints the lines of today's search if they are others. */
  @Tag("slow")
  @Test
  void everyLineIsWhatTheSearchFinds() throws IOException {
    String found =
        NAMES.stream()
            .map(name -> NoisySgdBound.of(larger(run(name))).certifyEpsilon(DELTA))
            .map(KnownRunsTest::line)
            .collect(Collectors.joining("\n", "", "\n"));
    assertEquals(Files.readString(FILE), found);
  }

  private static String line(NoisySgdCertificate certificate) {
    assertEquals(OptionalDouble.empty(), certificate.conversionOrder());
    NoisySgd run = certificate.settings();
    NoisySgdArgument.Recoupled argument = (NoisySgdArgument.Recoupled) certificate.argument();
    assertEquals(0, argument.composed());
    Guarantee.Approximate claim = (Guarantee.Approximate) certificate.guarantee();
    BigDecimal epsilon =
        new BigDecimal(claim.epsilon() * SLACK).round(new MathContext(5, RoundingMode.CEILING));
    return List.of(
            run.sampling().name(),
            run.batchSize(),
            run.records(),
            run.steps(),
            run.stepSize(),
            run.noise(),
            run.lipschitzConstant(),
            run.diameter(),
            claim.delta(),
            epsilon,
            argument.spacing(),
            argument.points(),
            list(argument.starts()),
            argument.stages().stream().map(KnownRunsTest::list).collect(Collectors.joining(";")))
        .stream()
        .map(Object::toString)
        .collect(Collectors.joining(" "));
  }

  private static String list(List<Long> horizons) {
    return horizons.stream().map(Object::toString).collect(Collectors.joining(","));
  }

  /** The arguments hold for the runs of the documentation and for any more steps. */
  @Tag("slow")
  @Test
  void everyAnswerIsProved() {
    for (String name : NAMES) {
      NoisySgd run = run(name);
      check(run.but().steps(1L << 50, run.stepSize()).build());
    }
  }

  /** With numbers that differ by roundings. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"R1", "R7"})
  void answersInOtherUnitsAreProved(String name) {
    NoisySgd run = run(name);
    NoisySgd scaled =
        run.but().lipschitzConstant(0.7).noise(0.7 * run.noise()).diameter(0.7).build();
    assertNotEquals(run.stepMu(), scaled.stepMu());
    check(scaled);
  }

  /** With numbers that are smaller by almost as much as they may be. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"R3", "R5"})
  void answersAtTheEdgeAreProved(String name) {
    check(run(name).but().lipschitzConstant(1 - 9e-10).diameter(1 - 9e-10).build());
  }

  private static void check(NoisySgd run) {
    NoisySgdCertificateChecker.check(KnownRuns.epsilon(run, DELTA).orElseThrow());
  }

  /** The documentation prints four digits, rounded up. */
  @Test
  void answersAreThoseOfTheDocumentation() throws IOException {
    List<String> page = Files.readAllLines(Path.of("..", "docs", "walk.md"));
    assertEquals(NAMES.size(), KnownRuns.shipped().size());
    for (String name : NAMES) {
      NoisySgd run = run(name);
      String start = "| " + name + " | " + run.steps() + " | ";
      List<String> rows = page.stream().filter(line -> line.startsWith(start)).toList();
      double printed = Double.parseDouble(rows.get(0).split("\\s*\\|\\s*", -1)[4]);
      double known = epsilon(run, DELTA).orElseThrow();
      assertTrue(known <= printed && printed <= 1.001 * known, known + " against " + rows);
      assertEquals(known, claim(LastIterate.of(run).certifyEpsilon(DELTA).guarantee()).epsilon());
    }
  }

  @Test
  void unitsDoNotMatter() {
    NoisySgd run = run("R4");
    for (double unit : new double[] {1, 3, 0.7, 1e-9, 1e30 / 3}) {
      for (double time : new double[] {1, 0.1, 7}) {
        NoisySgd other =
            run.but()
                .lipschitzConstant(unit)
                .steps(run.steps() + 1, run.stepSize() * time)
                .curvature(0, 2 / (run.stepSize() * time) * (1 - 1e-9))
                .batches(run.batchSize() * 10, run.records() * 10)
                .noise(run.noise() * unit / 10)
                .diameter(unit * time / 10)
                .build();
        assertTrue(epsilon(other, DELTA).isPresent(), other.describe());
      }
    }
  }

  /** Full batches of any size have the share 1. */
  @Test
  void fullBatchesOfAnySize() {
    NoisySgd run = run("R1");
    NoisySgd other =
        run.but().batches(2000, 2000).noise(run.noise() / 2).diameter(0.5).curvature(0, 9).build();
    assertEquals(epsilon(run, DELTA), epsilon(other, DELTA));
    assertTrue(epsilon(other, DELTA).isPresent());
  }

  /** Whatever a bound depends on must not be worse than what is known. */
  @Test
  void nothingElseIsKnown() {
    NoisySgd run = run("R4");
    assertTrue(epsilon(run, DELTA).isPresent());
    double step = run.stepSize();
    List<NoisySgd> others =
        List.of(
            run.but().lipschitzConstant(1 + 1e-13).build(),
            run.but().diameter(1 + 1e-13).build(),
            run.but().noise(run.noise() * (1 - 1e-13)).build(),
            run.but().noise(run.noise() * (1 + 1e-8)).build(),
            run.but().steps(run.steps() - 1, step).build(),
            run.but().steps(run.steps(), step * (1 - 1e-13)).build(),
            run.but().batches(1000, 99_999).build(),
            run.but().batches(1001, 100_000).build(),
            run.but().curvature(-1e-9, 1).build(),
            run.but().curvature(1e-9, 1).build(),
            other(run, NoisySgdSampling.POISSON, AdjacencyRelation.REPLACE_ONE),
            other(run, NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE),
            other(run, NoisySgdSampling.FIXED_SIZE, AdjacencyRelation.ZERO_OUT));
    for (NoisySgd other : others) {
      assertEquals(OptionalDouble.empty(), epsilon(other, DELTA), other.describe());
    }
    assertEquals(OptionalDouble.empty(), epsilon(run, Math.nextUp(DELTA)));
    assertEquals(OptionalDouble.empty(), epsilon(run, Math.nextDown(DELTA)));
  }

  private static NoisySgd other(
      NoisySgd run, NoisySgdSampling sampling, AdjacencyRelation adjacency) {
    return NoisySgd.of(sampling, adjacency)
        .batches(run.batchSize(), run.records())
        .steps(run.steps(), run.stepSize())
        .noise(run.noise())
        .lipschitzConstant(run.lipschitzConstant())
        .diameter(run.diameter())
        .curvature(0, 1)
        .build();
  }

  private static OptionalDouble epsilon(NoisySgd run, double delta) {
    return KnownRuns.epsilon(run, delta).stream()
        .mapToDouble(certificate -> claim(certificate.guarantee()).epsilon())
        .findFirst();
  }

  private static Guarantee.Approximate claim(Guarantee guarantee) {
    return (Guarantee.Approximate) guarantee;
  }
}
