package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.assay.accountant.event.NoisySgd;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.verify.walk.RandomWalk.LinearLosses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WalkScaleTest {
  @Test
  void roundsTheWidthAndTheSlopeDown() {
    NoisySgd settings = settings(0.2, 0.05, 1, NoisySgdSampling.FIXED_SIZE);
    BigDecimal sigma = new BigDecimal(settings.noise());
    BigDecimal noise = new BigDecimal(settings.stepSize()).multiply(sigma);
    assertTrue(
        new BigDecimal(WalkScale.of(settings).width()).multiply(noise).compareTo(BigDecimal.ONE)
            <= 0);
    assertEquals(100, WalkScale.of(settings).width(), 1e-12);
    BigDecimal perRecord = sigma.multiply(BigDecimal.TEN);
    assertTrue(
        new BigDecimal(WalkScale.of(settings).slopeLimit())
                .multiply(perRecord)
                .compareTo(BigDecimal.ONE)
            <= 0);
    assertEquals(2, WalkScale.of(settings).slopeLimit(), 1e-12);
  }

  /** c = 0.99 on a width of 100 costs 0.5 of the 20 units that ten records may pull. */
  @Test
  void takesTheCurvatureOutOfTheLipschitzConstant() {
    NoisySgd settings = settings(0.2, 0.05, 0.99, NoisySgdSampling.FIXED_SIZE);
    assertEquals(2 - 0.05, WalkScale.of(settings).slopeLimit(), 1e-12);
    assertThrows(
        UnsupportedEventException.class,
        () -> WalkScale.of(settings(0.2, 0.05, 0.5, NoisySgdSampling.FIXED_SIZE)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesNumbersOutOfRange(double bad) {
    assertThrows(
        IllegalArgumentException.class, () -> settings(bad, 0.05, 1, NoisySgdSampling.POISSON));
    assertThrows(
        IllegalArgumentException.class, () -> settings(0.2, bad, 1, NoisySgdSampling.POISSON));
    assertThrows(IllegalArgumentException.class, () -> Settings.fullBatch(10, bad, 3));
  }

  /** Contractions of 0 and below, and a curvature that is as large as it may be. */
  @Test
  void refusesLossesWithoutAWalk() {
    for (double contraction : new double[] {0, -0.5}) {
      NoisySgd run = settings(0.2, 0.05, contraction, NoisySgdSampling.FIXED_SIZE);
      assertThrows(UnsupportedEventException.class, () -> WalkScale.of(run));
    }
    NoisySgd run = settings(0.2, 0.05, 0.99, NoisySgdSampling.FIXED_SIZE);
    NoisySgd rigid = run.but().curvature(1.0 / 30, 1.0 / 30).build();
    assertThrows(UnsupportedEventException.class, () -> new RandomWalk(rigid, 0.5, 0));
  }

  /** Wide enough for the steps, and the walls far from where noise and record lead. */
  @Test
  void takesAWideIntervalWhereNothingBoundsTheSet() {
    NoisySgd run = settings(0.2, 0.05, 1, NoisySgdSampling.FIXED_SIZE);
    NoisySgd unbounded = run.but().diameter(Double.POSITIVE_INFINITY).build();
    double reach = 7 * 0.1 * 4 + 8 * Math.sqrt(7) + 8;
    assertEquals(2 * reach, WalkScale.of(unbounded).width(), 1e-9);
  }

  @Test
  void refusesCombinationsWithoutAnInstance() {
    assertThrows(
        UnsupportedEventException.class,
        () -> WalkScale.of(settings(0.2, 0.05, 0.99, NoisySgdSampling.POISSON)));
    for (NoisySgdSampling sampling :
        new NoisySgdSampling[] {NoisySgdSampling.FIXED_SIZE, NoisySgdSampling.CYCLIC}) {
      assertThrows(
          UnsupportedEventException.class,
          () ->
              WalkScale.of(
                  Settings.of(10, 1, 10, 5, 3, sampling, AdjacencyRelation.ADD_OR_REMOVE)));
    }
    for (AdjacencyRelation relation :
        new AdjacencyRelation[] {AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.ZERO_OUT}) {
      assertThrows(
          UnsupportedEventException.class,
          () ->
              WalkScale.of(
                  Settings.run(
                      1, 1, 0.2, 0.05, 10, 10, 1, 0.99, NoisySgdSampling.FULL_BATCH, relation)));
    }
  }

  @Test
  void refusesBatchesThatDoNotFit() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            Settings.of(10, 1, 10, 5, 3, NoisySgdSampling.FULL_BATCH, AdjacencyRelation.ZERO_OUT));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            WalkScale.of(
                Settings.of(
                    10, 1, 10, 4, 3, NoisySgdSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE)));
    assertThrows(
        IllegalArgumentException.class,
        () -> Settings.of(10, 1, 10, 11, 3, NoisySgdSampling.POISSON, AdjacencyRelation.ZERO_OUT));
  }

  @Test
  void refusesLossesSteeperThanTheLipschitzConstant() {
    NoisySgd settings = Settings.fullBatch(10, 1, 3);
    double limit = WalkScale.of(settings).slopeLimit();
    assertThrows(
        IllegalArgumentException.class, () -> new LinearLosses(settings, 0, Math.nextUp(limit)));
    assertThrows(
        IllegalArgumentException.class, () -> new LinearLosses(settings, Double.NaN, limit));
    assertThrows(IllegalArgumentException.class, () -> new RandomWalk(settings, 0.5, 1.01));
    assertThrows(IllegalArgumentException.class, () -> new RandomWalk(settings, -0.01, 0));
  }

  private static NoisySgd settings(
      double stepSize, double noise, double contraction, NoisySgdSampling sampling) {
    return Settings.run(
        1, 1, stepSize, noise, 100, 10, 7, contraction, sampling, AdjacencyRelation.REPLACE_ONE);
  }
}
