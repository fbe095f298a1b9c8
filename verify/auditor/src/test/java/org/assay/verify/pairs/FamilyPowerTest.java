package org.assay.verify.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.pairs.IntegerPairs.IntegerType;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Flaws that only some pairs show are on the first pairs of the family made for them. Seeds are
 * fixed; each flaw is certain to show on one of the pairs, so a miss is a fault of the family.
 */
class FamilyPowerTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;

  @Test
  void aSumWithoutClippingIsFound() {
    Mechanism<List<Double>> sum =
        Mechanism.ofScalar((data, random) -> total(data) + laplace(random, 1));
    assertRefuted(ADD, sum, NumericPairs.numbers(List.of(0.5, 0.25), ADD).family(), 4);
    assertRefuted(REPLACE, sum, NumericPairs.numbers(List.of(0.5, 0.25), REPLACE).family(), 4);
  }

  @Test
  void aSurvivingNaNIsFoundInEveryAttribute() {
    Mechanism<List<double[]>> sum =
        Mechanism.ofScalar(
            (rows, random) ->
                rows.stream().mapToDouble(row -> Math.max(0, Math.min(1, row[2]))).sum()
                    + laplace(random, 1));
    List<double[]> rows = List.of(new double[] {1, 2, 0.5}, new double[] {3, 4, 0.25});
    assertRefuted(ADD, sum, NumericPairs.table(rows, 3, ADD).family(), 6);
  }

  @Test
  void anAccumulatorThatWrapsIsFound() {
    Mechanism<List<Long>> sum =
        Mechanism.ofScalar(
            (data, random) -> {
              byte total = 0;
              for (long record : data) {
                total += (byte) Math.max(0, Math.min(1, record));
              }
              return total + laplace(random, 1);
            });
    assertRefuted(ADD, sum, IntegerPairs.limits(ADD, IntegerType.BYTE, 0, 1), 2);
  }

  @Test
  void keysThatOccurAreFound() {
    Mechanism<List<String>> keys =
        (data, random) -> Outcome.of(data.contains("a") ? "a occurs" : "a does not occur");
    assertRefuted(ADD, keys, TextPairs.of(List.of("a", "b"), ADD).family(), 24);
  }

  @Test
  void anOrderThatLeaksIsFoundWhereOrderMeansNothing() {
    Mechanism<List<Double>> first = Mechanism.ofScalar((data, random) -> data.get(0));
    RecordPairs<Double> bounded = NumericPairs.bounded(0, 1, REPLACE).unordered();
    assertRefuted(REPLACE, first, bounded.family(), 12);
  }

  @Test
  void sparseVectorWithoutQueryNoiseIsFound() {
    Mechanism<double[]> sparse =
        (answers, random) -> {
          double threshold = 0.5 + laplace(random, 2);
          StringBuilder bits = new StringBuilder();
          for (double answer : answers) {
            bits.append(answer >= threshold ? '1' : '0');
          }
          return Outcome.of(bits.toString());
        };
    assertRefuted(REPLACE, sparse, AnswerPairs.any(REPLACE, 10), 6);
  }

  @Test
  void clippingAfterAveragingIsFoundByItsCanary() {
    double noise = 1;
    int records = 8;
    Mechanism<List<double[]>> step =
        Mechanism.ofVector(
            (gradients, random) -> {
              double[] mean = new double[2];
              for (double[] gradient : gradients) {
                mean[0] += gradient[0] / records;
                mean[1] += gradient[1] / records;
              }
              double length = Math.max(1, Math.hypot(mean[0], mean[1]));
              mean[0] = mean[0] / length + noise / records * random.nextGaussian();
              mean[1] = mean[1] / length + noise / records * random.nextGaussian();
              return mean;
            });
    PairFamily<List<double[]>> family = GradientPairs.unclipped(ADD, 1, 2, records);
    Guarantee claim = new Guarantee.Gaussian(1, ADD);
    assertEquals(
        Verdict.REFUTED, Auditor.of(claim).seed(3).audit(step, family.pairs(0, 12)).verdict());
  }

  /** Of Poisson samples the first shows most, of batches after a shuffle the second. */
  @ParameterizedTest
  @EnumSource(AdjacencyRelation.class)
  void canariesStandAmongGradientsOfZeroAndThenAmongOpposedOnes(AdjacencyRelation adjacency) {
    List<PairFamily<List<double[]>>> families =
        List.of(
            GradientPairs.clipped(adjacency, 2, 3, 10),
            GradientPairs.inBatches(adjacency, 2, 3, 10),
            VectorPairs.lists(adjacency, Norm.L2, 2, 3, 1));
    for (PairFamily<List<double[]>> family : families) {
      assertOthers(family.pair(0, 0), 0);
      assertTrue(
          family.pairs(0, 8).stream().anyMatch(pair -> others(pair).stream().allMatch(x -> x < 0)));
      double[] canary = family.pair(0, 0).canaryDirection().orElseThrow();
      assertEquals(2, Math.sqrt(along(canary, canary)), 1e-12);
      if (adjacency == AdjacencyRelation.REPLACE_ONE) {
        double left = along(last(family.pair(0, 0).left()), canary);
        double right = along(last(family.pair(0, 0).right()), canary);
        assertEquals(8, Math.abs(left - right), 1e-12, "an opposite");
      }
    }
  }

  private static double[] last(List<double[]> records) {
    return records.get(records.size() - 1);
  }

  private static void assertOthers(AdjacentPair<List<double[]>> pair, double expected) {
    List<Double> others = others(pair);
    assertFalse(others.isEmpty(), pair.description());
    assertTrue(others.stream().allMatch(x -> x == expected), pair.description());
  }

  /** How far the records that both datasets share push where the canary does. */
  private static List<Double> others(AdjacentPair<List<double[]>> pair) {
    double[] canary = pair.canaryDirection().orElseThrow();
    int smaller = Math.min(pair.left().size(), pair.right().size());
    int common = pair.adjacency() == ADD ? smaller : smaller - 1;
    return pair.left().subList(0, common).stream().map(other -> along(other, canary)).toList();
  }

  private static double along(double[] one, double[] other) {
    double sum = 0;
    for (int i = 0; i < one.length; i++) {
      sum += one[i] * other[i];
    }
    return sum;
  }

  /**
   * One step for each batch of 40, and one. Each audit would be wrong with probability at most 1e-6
   * by its claim where the number of steps does not jump. Of 20 seeds all refute within 26,000
   * runs.
   */
  @Tag("slow")
  @ParameterizedTest
  @EnumSource(names = "UNNECESSARY", mode = EnumSource.Mode.EXCLUDE)
  void aNumberOfStepsThatJumpsIsFound(RoundingMode mode) {
    Mechanism<List<double[]>> training =
        Mechanism.ofScalar(
            (gradients, random) -> {
              int steps = BigDecimal.valueOf(gradients.size() / 40.0).setScale(0, mode).intValue();
              double sum = gradients.stream().mapToDouble(gradient -> gradient[0]).sum();
              double noise = 4 * Math.sqrt(1 + steps) * random.nextGaussian();
              return Math.rint((sum + noise) * 0x1p20) * 0x1p-20;
            });
    Auditor auditor =
        Auditor.of(new Guarantee.Gaussian(0.25, ADD))
            .errorProbability(1e-6)
            .seed(5)
            .maximumRuns(40_000);
    assertEquals(
        Verdict.REFUTED,
        auditor.audit(training, GradientPairs.inBatches(ADD, 1, 1, 40).pairs(0, 16)).verdict());
    assertEquals(
        Verdict.NOT_REFUTED,
        auditor.audit(training, GradientPairs.clipped(ADD, 1, 1, 10).pairs(0, 3)).verdict());
  }

  private static <D> void assertRefuted(
      AdjacencyRelation adjacency, Mechanism<D> mechanism, PairFamily<D> family, int count) {
    Auditor auditor = Auditor.of(new Guarantee.Pure(1, adjacency)).seed(17);
    assertEquals(Verdict.REFUTED, auditor.audit(mechanism, family.pairs(0, count)).verdict());
  }

  private static double total(List<Double> data) {
    return data.stream().mapToDouble(x -> x).sum();
  }

  private static double laplace(RandomGenerator random, double scale) {
    double first = random.nextExponential();
    return scale * (first - random.nextExponential());
  }
}
