package org.assay.cli.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.model.PredictionTarget;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.cli.internal.train.HeldOutScore.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreNoiseTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final PredictionTarget NUMBERS =
      new PredictionTarget.Numbers(new RangeScaling(0, 1));
  private static final PredictionTarget TWO = new PredictionTarget.TwoClasses("no", "yes");
  private static final PredictionTarget THREE =
      new PredictionTarget.ManyClasses(List.of("a", "b", "c"));

  private static Stream<HeldOutScore> scores() {
    return Stream.of(
        HeldOutScore.of(Optional.empty(), TWO),
        HeldOutScore.of(Optional.empty(), NUMBERS),
        HeldOutScore.of(Optional.of("confusion"), TWO),
        HeldOutScore.of(Optional.of("confusion"), THREE),
        HeldOutScore.of(Optional.of("auc"), TWO),
        HeldOutScore.of(Optional.of("r2"), NUMBERS));
  }

  @ParameterizedTest
  @MethodSource("scores")
  void aScoreSpendsWhatTheTrainingMaySpend(HeldOutScore score) {
    ScoreNoise laplace =
        ScoreNoise.within(new Guarantee.Approximate(0.7, 1e-5, REPLACE_ONE), score);
    Cost pure = Cost.of(laplace.event(), REPLACE_ONE);
    assertEquals(0.7, pure.pureEpsilon().upper(), 1e-12);
    ScoreNoise concentrated =
        ScoreNoise.within(new Guarantee.ZeroConcentrated(0.3, REPLACE_ONE), score);
    double rho = Cost.of(concentrated.event(), REPLACE_ONE).rhoByCurve().upper();
    assertTrue(rho <= 0.3 * (1 + 1e-12) && rho > 0.299, "rho " + rho);
    ScoreNoise gaussian = ScoreNoise.within(new Guarantee.Gaussian(0.4, REPLACE_ONE), score);
    double mu = Cost.of(gaussian.event(), REPLACE_ONE).mu().upper();
    assertTrue(mu <= 0.4 * (1 + 1e-12) && mu > 0.399, "mu " + mu);
  }

  /** Random pairs of records and the extreme ones, against the stated reach. */
  @ParameterizedTest
  @MethodSource("scores")
  void oneRecordMovesTheSumsByAtMostTheReach(HeldOutScore score) {
    SplittableRandom random = new SplittableRandom(3);
    double absolute = 0;
    double euclidean = 0;
    double[] centre = new double[score.sums()];
    Arrays.fill(centre, score.sums() > 3 ? 0 : 0.5);
    for (int i = 0; i < 5000; i++) {
      double[] first = record(score, random);
      double[] second = record(score, random);
      absolute = Math.max(absolute, distance(first, second, 1));
      euclidean = Math.max(euclidean, distance(first, second, 2));
      Reach added = score.added();
      assertTrue(distance(first, centre, 1) <= added.absolute(), () -> "added " + added);
      assertTrue(distance(first, centre, 2) <= added.euclidean(), () -> "added " + added);
    }
    Reach replaced = score.replaced();
    assertTrue(absolute <= replaced.absolute(), absolute + " exceeds " + replaced);
    assertTrue(euclidean <= replaced.euclidean(), euclidean + " exceeds " + replaced);
    assertTrue(absolute > replaced.absolute() / 2, absolute + " is far below " + replaced);
  }

  private static double[] record(HeldOutScore score, RandomGenerator random) {
    PredictionTarget target = score.target();
    double[] margins = random.doubles(target.scores(), -20, 20).toArray();
    double label =
        switch (target.labels()) {
          case SIGNS -> random.nextBoolean() ? 1 : -1;
          case CLASSES -> random.nextInt(target.classes().size());
          case BOUNDED_NUMBERS -> random.nextInt(4) == 0 ? 1 : random.nextDouble(-1, 1);
        };
    Dataset one = dataset(margins, label);
    double[] model = new double[margins.length * margins.length];
    for (int k = 0; k < margins.length; k++) {
      model[k * margins.length + k] = 1;
    }
    return score.sum(model, one, false);
  }

  private static Dataset dataset(double[] features, double label) {
    return Dataset.of(new double[][] {features}, new double[] {label});
  }

  private static double distance(double[] a, double[] b, int norm) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += Math.pow(Math.abs(a[i] - b[i]), norm);
    }
    return norm == 1 ? sum : Math.sqrt(sum);
  }

  /** An overflowing miss counts 1, and one that is no number counts 0. */
  @Test
  void aMissCountsAtMostOne() {
    HeldOutScore score = HeldOutScore.of(Optional.empty(), NUMBERS);
    double[][] expected = {{1e200, 1}, {0.5, 0.25}, {Double.NaN, 0}};
    for (double[] each : expected) {
      double[] sums = score.sum(new double[] {each[0]}, dataset(new double[] {1}, 0), false);
      assertArrayEquals(new double[] {each[1]}, sums);
    }
  }

  private static Dataset scored(double[] scores, double... labels) {
    return Dataset.of(
        Arrays.stream(scores).mapToObj(score -> new double[] {score}).toArray(double[][]::new),
        labels);
  }

  /** Three of four pairs are in order, one is a tie: whatever the scale, if there is no noise. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 0.01, 1, 1e9})
  void theAreaWithoutNoiseIsThatOfAllPairs(double scale) {
    HeldOutScore score = HeldOutScore.of(Optional.of("auc"), TWO);
    Dataset data = scored(new double[] {scale, 2 * scale, 2 * scale, 3 * scale}, -1, -1, 1, 1);
    double[] sums = score.sum(new double[] {1}, data, true);
    assertEquals("area under the curve 0.875", score.words(sums, 4, 0));
  }

  /** Scores of any size are in the outer bins. */
  @Test
  void binsOfTheAreaAreInTheOrderOfScores() {
    HeldOutScore score = HeldOutScore.of(Optional.of("auc"), TWO);
    Dataset data = scored(new double[] {-1e300, -1, 0.1, 2, 1e300, 1e10}, -1, -1, -1, 1, 1, 1);
    assertEquals(1, score.headline(score.sum(new double[] {1}, data, false), 6));
  }

  /** Four deviations of the noise of two counts are 11.3; of 24 counts, 39.2. */
  @Test
  void whatNoiseHidesIsUnknown() {
    HeldOutScore confusion = HeldOutScore.of(Optional.of("confusion"), TWO);
    String words = confusion.words(new double[] {9, 3, 1, 8}, 21, 2);
    assertTrue(words.contains("no: recall 0.75, precision unknown"), words);
    assertTrue(words.contains("yes: recall unknown, precision unknown"), words);
    HeldOutScore auc = HeldOutScore.of(Optional.of("auc"), TWO);
    double[] sums = new double[48];
    sums[3] = 40;
    sums[30] = 39;
    assertEquals("area under the curve unknown", auc.words(sums, 79, 2));
    sums[30] = 40;
    assertEquals("area under the curve 1.0", auc.words(sums, 80, 2));
    HeldOutScore explained = HeldOutScore.of(Optional.of("r2"), NUMBERS);
    assertTrue(explained.words(new double[] {2, 50, 13}, 100, 2).startsWith("R² unknown"));
    assertTrue(explained.words(new double[] {2, 50, 20}, 100, 2).startsWith("R² 0.9"));
  }
}
