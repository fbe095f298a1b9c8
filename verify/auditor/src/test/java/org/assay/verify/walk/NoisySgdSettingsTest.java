package org.assay.verify.walk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoisySgdSettingsTest {
  @Test
  void roundsTheWidthAndTheSlopeDown() {
    NoisySgdSettings settings = settings(0.2, 0.05, 1, BatchSampling.FIXED_SIZE);
    BigDecimal sigma = new BigDecimal(settings.noiseStandardDeviation());
    BigDecimal noise = new BigDecimal(settings.stepSize()).multiply(sigma);
    assertTrue(new BigDecimal(settings.width()).multiply(noise).compareTo(BigDecimal.ONE) <= 0);
    assertEquals(100, settings.width(), 1e-12);
    BigDecimal perRecord = sigma.multiply(BigDecimal.TEN);
    assertTrue(
        new BigDecimal(settings.slopeLimit()).multiply(perRecord).compareTo(BigDecimal.ONE) <= 0);
    assertEquals(2, settings.slopeLimit(), 1e-12);
  }

  /** c = 0.99 on a width of 100 costs 0.5 of the 20 units that ten records may pull. */
  @Test
  void takesTheCurvatureOutOfTheLipschitzConstant() {
    NoisySgdSettings settings = settings(0.2, 0.05, 0.99, BatchSampling.FIXED_SIZE);
    assertEquals(2 - 0.05, settings.slopeLimit(), 1e-12);
    assertThrows(
        UnsupportedEventException.class,
        () -> settings(0.2, 0.05, 0.5, BatchSampling.FIXED_SIZE).slopeLimit());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesNumbersOutOfRange(double bad) {
    assertThrows(
        IllegalArgumentException.class, () -> settings(bad, 0.05, 1, BatchSampling.POISSON));
    assertThrows(
        IllegalArgumentException.class, () -> settings(0.2, bad, 1, BatchSampling.POISSON));
    assertThrows(
        IllegalArgumentException.class, () -> settings(0.2, 0.05, bad, BatchSampling.FIXED_SIZE));
  }

  @Test
  void refusesCombinationsWithoutAnInstance() {
    assertThrows(
        UnsupportedEventException.class, () -> settings(0.2, 0.05, 0.99, BatchSampling.POISSON));
    for (BatchSampling sampling :
        new BatchSampling[] {BatchSampling.FIXED_SIZE, BatchSampling.CYCLIC}) {
      assertThrows(
          UnsupportedEventException.class,
          () -> Settings.of(10, 1, 10, 5, 3, sampling, AdjacencyRelation.ADD_OR_REMOVE));
    }
    for (AdjacencyRelation relation :
        new AdjacencyRelation[] {AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.ZERO_OUT}) {
      assertThrows(
          UnsupportedEventException.class,
          () ->
              new NoisySgdSettings(
                  1, 1, 0.2, 0.05, 10, 10, 1, 0.99, BatchSampling.FULL_BATCH, relation));
    }
  }

  @Test
  void refusesBatchesThatDoNotFit() {
    assertThrows(
        IllegalArgumentException.class,
        () -> Settings.of(10, 1, 10, 5, 3, BatchSampling.FULL_BATCH, AdjacencyRelation.ZERO_OUT));
    assertThrows(
        IllegalArgumentException.class,
        () -> Settings.of(10, 1, 10, 4, 3, BatchSampling.CYCLIC, AdjacencyRelation.REPLACE_ONE));
    assertThrows(
        IllegalArgumentException.class,
        () -> Settings.of(10, 1, 10, 11, 3, BatchSampling.POISSON, AdjacencyRelation.ZERO_OUT));
  }

  @Test
  void refusesLossesSteeperThanTheLipschitzConstant() {
    NoisySgdSettings settings = Settings.fullBatch(10, 1, 3);
    double limit = settings.slopeLimit();
    assertThrows(
        IllegalArgumentException.class, () -> new LinearLosses(settings, 0, Math.nextUp(limit)));
    assertThrows(
        IllegalArgumentException.class, () -> new LinearLosses(settings, Double.NaN, limit));
    assertThrows(IllegalArgumentException.class, () -> new RandomWalk(settings, 0.5, 1.01));
    assertThrows(IllegalArgumentException.class, () -> new RandomWalk(settings, -0.01, 0));
  }

  private static NoisySgdSettings settings(
      double stepSize, double noise, double contraction, BatchSampling sampling) {
    return new NoisySgdSettings(
        1, 1, stepSize, noise, 100, 10, 7, contraction, sampling, AdjacencyRelation.REPLACE_ONE);
  }
}
