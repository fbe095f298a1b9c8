package org.assay.algorithms.objective;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CanaryDirectionsTest {
  private static Dataset random(int size, int dimension, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] features = new double[size][];
    double[] labels = new double[size];
    for (int i = 0; i < size; i++) {
      features[i] = random.doubles(dimension, -1, 1).toArray();
      features[i][1] *= 0.01;
      labels[i] = random.nextBoolean() ? 1 : -1;
    }
    return Dataset.of(features, labels);
  }

  private static double squares(Dataset dataset, double[] direction) {
    double sum = 0;
    for (int i = 0; i < dataset.size(); i++) {
      double product = dataset.dot(i, direction);
      sum += product * product;
    }
    return sum;
  }

  @Test
  void findsTheAxisThatRecordsAvoid() {
    Dataset dataset = Dataset.of(new double[][] {{1, 0, 5}, {3, 0, 1}}, new double[] {1, -1});
    assertArrayEquals(new double[] {0, 1, 0}, CanaryDirections.leastVariance(dataset), 1e-12);
  }

  @Test
  void noDirectionHasLess() {
    Dataset dataset = random(200, 6, 51);
    double[] least = CanaryDirections.leastVariance(dataset);
    assertEquals(
        1, Math.sqrt(squares(Dataset.of(new double[][] {least}, new double[] {1}), least)), 1e-12);
    SplittableRandom random = new SplittableRandom(52);
    for (int trial = 0; trial < 1000; trial++) {
      double[] other = random.doubles(6, -1, 1).toArray();
      double length = 0;
      for (double coordinate : other) {
        length += coordinate * coordinate;
      }
      assertTrue(squares(dataset, least) <= squares(dataset, other) / length);
    }
    assertTrue(least[1] > 0.9, "the largest coordinate is positive");
  }

  @Test
  void labelFlipsAreNeighboursThatTheLossAccepts() {
    Dataset dataset = new UnitNormClipping().apply(random(50, 6, 53));
    NeighbouringDatasets pair = CanaryDirections.labelFlip(dataset, 3, 1);
    LogisticLoss loss = new LogisticLoss(1);
    loss.requireSupported(pair.first());
    loss.requireSupported(pair.second());
    assertEquals(1, pair.first().label(3));
    assertEquals(-1, pair.second().label(3));
    for (int i = 0; i < dataset.size(); i++) {
      if (i != 3) {
        assertEquals(dataset.record(i), pair.first().record(i));
        assertEquals(dataset.record(i), pair.second().record(i));
      }
    }
    assertArrayEquals(
        CanaryDirections.leastVariance(dataset.without(3)), pair.first().copyRow(3), 1e-12);
    assertArrayEquals(pair.first().copyRow(3), pair.second().copyRow(3));
  }

  @Test
  void refusesWhatMakesNoSense() {
    Dataset dataset = random(5, 2, 54);
    assertThrows(
        IllegalArgumentException.class, () -> CanaryDirections.labelFlip(dataset, 0, Double.NaN));
    assertThrows(IndexOutOfBoundsException.class, () -> CanaryDirections.labelFlip(dataset, 5, 1));
  }
}
