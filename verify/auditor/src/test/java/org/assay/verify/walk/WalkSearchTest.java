package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

class WalkSearchTest {
  private static final double DELTA = 1e-5;

  @Tag("slow")
  @ParameterizedTest
  @CsvFileSource(resources = "reference-bounds.csv")
  void reachesTheReferenceAndStaysBelowUpperBounds(
      String setting,
      long records,
      long batchSize,
      double noise,
      double stepSize,
      long steps,
      String quantity,
      double lower,
      double upper) {
    NoisySgdSampling sampling =
        records == batchSize ? NoisySgdSampling.FULL_BATCH : NoisySgdSampling.FIXED_SIZE;
    NoisySgd settings =
        Settings.run(
            1,
            1,
            stepSize,
            noise,
            records,
            batchSize,
            steps,
            1,
            sampling,
            AdjacencyRelation.REPLACE_ONE);
    WalkObjective objective =
        quantity.equals("epsilon")
            ? WalkObjective.epsilon(DELTA)
            : WalkObjective.renyi(Double.parseDouble(quantity));
    double value = objective.of(WalkSearch.strongest(settings, objective));
    assertTrue(value >= lower * 0.99, setting + ": " + value + " misses " + lower);
    assertTrue(value <= upper * (1 + 1e-9), setting + ": " + value + " exceeds " + upper);
  }

  /** Every fifth of the file, or more of it if the property says so. */
  static List<Arguments> moreReferences() throws IOException {
    int stride = Integer.getInteger("walk.stride", 5);
    List<Arguments> all = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(
            WalkSearchTest.class.getResourceAsStream("reference-bounds-slow.csv"))) {
      new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> all.add(Arguments.of((Object[]) line.split(","))));
    }
    return IntStream.range(0, all.size()).filter(i -> i % stride == 0).mapToObj(all::get).toList();
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("moreReferences")
  void reachesTheReferenceInAllSettings(
      String setting,
      long records,
      long batchSize,
      double noise,
      double stepSize,
      long steps,
      String quantity,
      double lower,
      double upper) {
    reachesTheReferenceAndStaysBelowUpperBounds(
        setting, records, batchSize, noise, stepSize, steps, quantity, lower, upper);
  }

  /** Long after it has mixed, a walk that leans against a wall is told apart best. */
  @Tag("slow")
  @Test
  void beatsTheConstructionOfThePaperWhenTheWalkHasMixed() {
    NoisySgd settings =
        Settings.of(20, 0.1, 50, 50, 1500, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.ZERO_OUT);
    WalkObjective objective = WalkObjective.renyi(8);
    double paper = objective.of(WalkLowerBound.of(RandomWalk.centred(settings)));
    WalkLowerBound found = WalkSearch.strongest(settings, objective);
    assertTrue(objective.of(found) > 1.1 * paper, objective.of(found) + " against " + paper);
    assertTrue(found.witness().commonSlope() != 0);
  }

  @Tag("slow")
  @Test
  void isDeterministic() {
    NoisySgd settings = Settings.fullBatch(20, 0.1, 50);
    WalkObjective objective = WalkObjective.delta(1);
    assertEquals(WalkSearch.find(settings, objective), WalkSearch.find(settings, objective));
  }

  @Test
  void stopsWhenInterrupted() {
    Thread.currentThread().interrupt();
    assertThrows(
        CancellationException.class,
        () -> WalkSearch.find(Settings.fullBatch(20, 0.1, 50), WalkObjective.renyi(2)));
  }
}
