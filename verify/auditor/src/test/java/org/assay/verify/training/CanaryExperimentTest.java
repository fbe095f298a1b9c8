package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Verdict;
import org.assay.verify.training.CanaryExperiment.CanaryTraining;
import org.junit.jupiter.api.Test;

class CanaryExperimentTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final Guarantee CLAIM = new Guarantee.Gaussian(1, ADD);

  /**
   * Independent Gaussians meet the claim with equality. At error probability 0.05 each, more than
   * 88 refutations in 1000 audits have probability below 1e-6.
   */
  @Test
  void leavesTrueGaussianClaimsAlone() {
    CanaryExperiment experiment =
        CanaryExperiment.of(gaussian(60, 1), 60, ADD).guesses(20, 40).errorProbability(0.05);
    int refuted = 0;
    int wrongBounds = 0;
    for (long seed = 0; seed < 1000; seed++) {
      OneRunReport report = experiment.seed(seed).audit(CLAIM);
      refuted += report.verdict() == Verdict.REFUTED ? 1 : 0;
      wrongBounds += report.lowerBound().value() > 1 ? 1 : 0;
      assertEquals(report.verdict() == Verdict.REFUTED, report.pValue() <= 0.05, "seed " + seed);
    }
    assertTrue(refuted <= 88, "refuted " + refuted);
    assertTrue(wrongBounds <= 88, "wrong bounds " + wrongBounds);
  }

  /**
   * Randomized response attains the pure claim, with delta it tells some coins. The same bound as
   * above, and the audits must come near their error probability, or they would be idle.
   */
  @Test
  void leavesTrueApproximateClaimsAlone() {
    for (double delta : new double[] {0, 0.01}) {
      Guarantee claim = new Guarantee.Approximate(1, delta, ADD);
      CanaryExperiment experiment =
          CanaryExperiment.of(response(50, 1, delta), 50, ADD).guesses(50).errorProbability(0.05);
      int refuted = refuted(experiment, claim);
      assertTrue(refuted <= 88, "refuted " + refuted);
      assertTrue(delta > 0 || refuted >= 5, "refuted only " + refuted);
    }
  }

  /** The same response by all that it keeps at three epsilons, one of them 0. */
  @Test
  void leavesTrueProfilesAlone() {
    double delta = 0.01;
    double truth = 1 / (1 + Math.exp(-1));
    NavigableMap<Double, Double> profile = new TreeMap<>();
    for (double epsilon : new double[] {0, 0.5, 1}) {
      double rest = Math.max(0, truth - Math.exp(epsilon) * (1 - truth));
      profile.put(epsilon, delta + (1 - delta) * rest + 1e-12);
    }
    Guarantee claim = new Guarantee.Profile(profile, ADD);
    CanaryExperiment experiment =
        CanaryExperiment.of(response(50, 1, delta), 50, ADD).guesses(50).errorProbability(0.05);
    int refuted = refuted(experiment, claim);
    assertTrue(refuted <= 88, "refuted " + refuted);
  }

  /** By how many of 1,000 seeds. */
  private static int refuted(CanaryExperiment experiment, Guarantee claim) {
    int refuted = 0;
    for (long seed = 0; seed < 1000; seed++) {
      refuted += experiment.seed(seed).audit(claim).verdict() == Verdict.REFUTED ? 1 : 0;
    }
    return refuted;
  }

  @Test
  void refutesTooLittleNoiseInOneRun() {
    CanaryExperiment experiment =
        CanaryExperiment.of(gaussian(2000, 4), 2000, ADD).guesses(100, 500).seed(3);
    OneRunReport gaussian = experiment.audit(CLAIM);
    assertEquals(Verdict.REFUTED, gaussian.verdict(), gaussian.describe());
    double mu = gaussian.lowerBound().value();
    assertTrue(mu > 1 && mu < 4, gaussian.describe());
    assertEquals("mu", gaussian.lowerBound().currency());
    double epsilon = OneRunEvidence.gaussianEpsilon(mu, 1e-5);
    OneRunReport approximate = experiment.audit(new Guarantee.Approximate(2, 1e-5, ADD));
    assertEquals(Verdict.REFUTED, approximate.verdict(), approximate.describe());
    assertTrue(approximate.lowerBound().value() > 2 && approximate.lowerBound().value() < epsilon);
  }

  /** A model that remembers: the mean of the included canaries' directions plus noise. */
  @Test
  void scoresAModelWithoutSightOfTheFlags() {
    int canaries = 400;
    CanaryTraining training =
        CanaryTraining.of(
            (included, random) -> {
              double[] model = new double[canaries];
              for (int i = 0; i < canaries; i++) {
                model[i] = (included[i] ? 1 : 0) + 0.25 * random.nextGaussian();
              }
              return model;
            },
            (model, canary) -> model[canary],
            canaries);
    OneRunReport report =
        CanaryExperiment.of(training, canaries, ADD).seed(5).audit(new Guarantee.Pure(1, ADD));
    assertEquals(Verdict.REFUTED, report.verdict());
    assertTrue(report.describe().contains("of 100 guesses about 400 canaries were right"));
    assertTrue(report.describe().contains("seed 5"));
  }

  @Test
  void theReportDependsOnTheSeedAlone() {
    CanaryExperiment experiment = CanaryExperiment.of(gaussian(400, 1), 400, ADD);
    assertEquals(experiment.seed(4).audit(CLAIM), experiment.seed(4).audit(CLAIM));
    assertNotEquals(experiment.seed(4).audit(CLAIM), experiment.seed(5).audit(CLAIM));
  }

  @Test
  void saysWhenItCouldNotRefuteAnything() {
    OneRunReport report = CanaryExperiment.of(gaussian(8, 1), 8, ADD).guesses(8).audit(CLAIM);
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    int needed = OneRunGuesses.canariesNeeded(CLAIM, 1e-3 * (1 - 0x1p-40)).orElseThrow();
    assertTrue(report.reason().contains("nothing was run; it takes at least " + needed));
    assertTrue(report.results().isEmpty());
    CanaryTraining untouched =
        (included, random) -> {
          throw new AssertionError("trained for nothing");
        };
    CanaryExperiment few = CanaryExperiment.of(untouched, needed - 1, ADD).guesses(needed - 1);
    assertEquals(Verdict.INCONCLUSIVE, few.audit(CLAIM).verdict());
    CanaryExperiment enough = CanaryExperiment.of(gaussian(needed, 1), needed, ADD).guesses(needed);
    assertEquals(Verdict.NOT_REFUTED, enough.audit(CLAIM).verdict());
  }

  @Test
  void aFailedTrainingIsNoVerdict() {
    CanaryTraining failing =
        (included, random) -> {
          throw new java.io.IOException("no data");
        };
    OneRunReport report = CanaryExperiment.of(failing, 1000, ADD).audit(CLAIM);
    assertEquals(Verdict.INCONCLUSIVE, report.verdict());
    assertTrue(report.reason().contains("no data"));
    CanaryTraining wrong = (included, random) -> new double[3];
    assertThrows(
        IllegalStateException.class, () -> CanaryExperiment.of(wrong, 1000, ADD).audit(CLAIM));
  }

  @Test
  void relationsAndCountsAreChecked() {
    CanaryExperiment experiment = CanaryExperiment.of(gaussian(8, 1), 8, ADD);
    Guarantee replaced = new Guarantee.Gaussian(1, AdjacencyRelation.REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> experiment.audit(replaced));
    assertThrows(IllegalArgumentException.class, () -> experiment.guesses(9));
    assertThrows(IllegalArgumentException.class, () -> experiment.guesses(0));
    assertThrows(IllegalArgumentException.class, experiment::guesses);
    assertThrows(IllegalArgumentException.class, () -> experiment.errorProbability(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> OneRunEvidence.of(CLAIM, 5, 5).pValue(6));
  }

  /** A score that is not a number is a guess like any other, and equal scores tell nothing. */
  @Test
  void constantAndMissingScoresShowNothing() {
    for (double score : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
      CanaryTraining blind =
          (included, random) -> {
            double[] scores = new double[included.length];
            java.util.Arrays.fill(scores, score);
            return scores;
          };
      OneRunReport report = CanaryExperiment.of(blind, 1000, ADD).seed(8).audit(CLAIM);
      assertEquals(Verdict.NOT_REFUTED, report.verdict());
    }
  }

  private static CanaryTraining gaussian(int canaries, double mu) {
    return (included, random) -> {
      double[] scores = new double[canaries];
      for (int i = 0; i < canaries; i++) {
        scores[i] = (included[i] ? mu : 0) + random.nextGaussian();
      }
      return scores;
    };
  }

  /** Randomized response on every coin, which is told plainly with probability delta. */
  private static CanaryTraining response(int canaries, double epsilon, double delta) {
    double truth = 1 / (1 + Math.exp(-epsilon));
    return (included, random) -> {
      double[] scores = new double[canaries];
      for (int i = 0; i < canaries; i++) {
        boolean right = random.nextDouble() < delta || random.nextDouble() < truth;
        scores[i] = included[i] == right ? 1 : -1;
      }
      return scores;
    };
  }
}
