package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.audit.Verdict;
import org.assay.verify.training.OneRunGuesses.ScoredCanaries;
import org.assay.verify.training.RepeatedRuns.ScoreDirection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanaryEvidenceTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final MathContext DIGITS = new MathContext(60);
  private static final int SEEDS = 2000;

  /** The most refutations of a true claim in 2000 audits at 0.05 that chance explains, to 1e-6. */
  private static final int FALSE_ALARMS =
      BinomialDistribution.of(SEEDS, 0.05).inverseSurvivalProbability(1e-6);

  /**
   * The exact p-value of the right guesses at the epsilon that is certified is at most alpha, and a
   * millionth above it is not: sums of 60 digits of the law of all guesses, with the term in delta
   * by its definition.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "100, 100, 100, 0, 0.05",
    "100, 100, 91, 0, 0.01",
    "1000, 100, 100, 1e-5, 0.05",
    "1000, 1000, 1000, 1e-5, 0.05",
    "1000, 400, 377, 1e-6, 0.001",
    "40, 20, 20, 1e-3, 0.2",
    "7, 6, 6, 0, 0.04"
  })
  void epsilonIsTheEndOfTheExactTest(int m, int r, int v, double delta, double alpha) {
    double found = bound(m, r, v, delta, alpha);
    assertTrue(found > 0, "nothing was shown");
    // The share of one count is a part in 2^40 below alpha, and the search ends 1e-7 below.
    assertTrue(pValue(m, r, v, found, delta).doubleValue() <= alpha);
    assertTrue(pValue(m, r, v, found * (1 + 1e-6), delta).doubleValue() > alpha * (1 - 1e-9));
  }

  private static double bound(int m, int r, int v, double delta, double alpha) {
    return guesses(m, r, v, alpha).lowerBound(approximate(1, delta));
  }

  private static OneRunGuesses guesses(int m, int r, int v, double alpha) {
    return new OneRunGuesses(ADD, alpha, m, List.of(new OneRunGuesses.Count(r, v)));
  }

  private static Guarantee approximate(double epsilon, double delta) {
    return delta == 0
        ? new Guarantee.Pure(epsilon, ADD)
        : new Guarantee.Approximate(epsilon, delta, ADD);
  }

  /**
   * {@code β + m δ β (1 - β) / (v Pr[W = v])}, with e^epsilon within an ulp, for W given that it is
   * at least a half of r, where just a half counts half.
   */
  private static BigDecimal pValue(int m, int r, int v, double epsilon, double delta) {
    BigDecimal odds = new BigDecimal(Math.exp(epsilon));
    BigDecimal all = BigDecimal.ZERO;
    BigDecimal beta = BigDecimal.ZERO;
    for (int k = (r + 1) / 2; k <= r; k++) {
      BigDecimal term = odds.pow(k).multiply(new BigDecimal(choose(r, k)));
      all = all.add(2 * k == r ? term.divide(BigDecimal.valueOf(2)) : term);
      beta = k >= v ? beta.add(term) : beta;
    }
    beta = beta.divide(all, DIGITS);
    BigDecimal here = odds.pow(v).multiply(new BigDecimal(choose(r, v))).divide(all, DIGITS);
    BigDecimal both = beta.multiply(BigDecimal.ONE.subtract(beta));
    BigDecimal failures = new BigDecimal(delta).multiply(new BigDecimal(m));
    return beta.add(failures.multiply(both).divide(here.multiply(new BigDecimal(v)), DIGITS));
  }

  private static BigInteger choose(int n, int k) {
    BigInteger product = BigInteger.ONE;
    for (int i = 1; i <= k; i++) {
      product = product.multiply(BigInteger.valueOf(n - k + i)).divide(BigInteger.valueOf(i));
    }
    return product;
  }

  /**
   * Scores that point the wrong way round tell as much: the same runs with every score negated.
   * With ties, too, where fewer are sure.
   */
  @Test
  void guessesTurnedRoundShowTheSame() {
    SplittableRandom random = new SplittableRandom(21);
    for (int trial = 0; trial < 50; trial++) {
      boolean[] included = new boolean[80];
      double[] scores = new double[80];
      double[] negated = new double[80];
      for (int i = 0; i < 80; i++) {
        included[i] = random.nextBoolean();
        scores[i] = random.nextInt(40) + (included[i] ? 30 : 0);
        negated[i] = -scores[i];
      }
      List<GuessRule> rules = List.of(new GuessRule(5, 20), new GuessRule(30, 10));
      List<GuessRule> turned = List.of(new GuessRule(20, 5), new GuessRule(10, 30));
      OneRunGuesses plain = OneRunGuesses.of(ADD, 0.01, ScoredCanaries.of(included, scores), rules);
      OneRunGuesses reversed =
          OneRunGuesses.of(ADD, 0.01, ScoredCanaries.of(included, negated), turned);
      double bound = plain.lowerBound(approximate(1, 1e-6));
      assertTrue(bound > 0.5, plain.describe().toString());
      assertEquals(bound, reversed.lowerBound(approximate(1, 1e-6)));
      assertTrue(reversed.describe().get(0).contains("turned round"), reversed.toString());
      for (int i = 0; i < 2; i++) {
        assertEquals(plain.counts().get(i).correct(), reversed.counts().get(i).wrong());
        assertEquals(plain.counts().get(i).wrong(), reversed.counts().get(i).correct());
      }
    }
  }

  /** What too few guesses are the reason for is in reach of more; noise is not. */
  @Test
  void moreGuessesAreNamedWhereTheyWouldShowMore() {
    OneRunGuesses few = guesses(1000, 20, 20, 0.001);
    assertTrue(few.asGoodAboutAll().lowerBound(approximate(1, 1e-6)) > 3);
    assertTrue(few.lowerBound(approximate(1, 1e-6)) < 1.5);
    assertEquals(0, guesses(1000, 20, 11, 0.001).asGoodAboutAll().lowerBound(approximate(1, 0)));
    Guarantee claim = approximate(2, 0);
    assertTrue(few.needed(claim).startsWith("guess more: it takes at least "), few.needed(claim));
    int least = Integer.parseInt(few.needed(claim).replaceAll("\\D*(\\d+) right.*", "$1"));
    assertTrue(guesses(1000, least, least, 0.001).refutes(claim));
    assertFalse(guesses(1000, least - 1, least - 1, 0.001).refutes(claim));
    assertTrue(guesses(20, 20, 20, 0.001).needed(claim).contains(" canaries, all of them"));
    assertTrue(guesses(1000, 500, 9, 0.001).needed(claim).contains(" canaries, all of them"));
  }

  /** With all of r guesses right and no delta, {@code q^r = alpha}. */
  @Test
  void allRightIsAPower() {
    double q = Math.pow(0.05, 1.0 / 500);
    assertEquals(Math.log(q / (1 - q)), bound(500, 500, 500, 0, 0.05), 1e-6);
    assertTrue(bound(500, 500, 500, 0, 0.05) <= Math.log(q / (1 - q)));
  }

  /** Randomized response meets its epsilon with equality; scores are told by one bit each. */
  @Test
  void randomizedResponseAtItsEpsilonStands() {
    double epsilon = 1;
    double truth = 1 / (1 + Math.exp(-epsilon));
    int refuted = 0;
    int wrong = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean[] included = new boolean[60];
      double[] scores = new double[60];
      for (int i = 0; i < 60; i++) {
        included[i] = random.nextBoolean();
        // The size of the score says nothing, but there are no ties.
        double size = random.nextDouble();
        scores[i] = included[i] == random.nextDouble() < truth ? size : -size;
      }
      CanaryEvidence evidence =
          OneRunGuesses.of(
              ADD, 0.05, ScoredCanaries.of(included, scores), List.of(new GuessRule(20, 20)));
      refuted += evidence.refutes(approximate(epsilon, 0)) ? 1 : 0;
      boolean bounds =
          evidence.lowerBound(approximate(epsilon, 0)) > epsilon
              || evidence.lowerBound(approximate(epsilon, 1e-5)) > epsilon
              || evidence.refutes(new Guarantee.Gaussian(2 * quantile(truth), ADD));
      wrong += bounds ? 1 : 0;
    }
    assertTrue(refuted <= FALSE_ALARMS, "refuted " + refuted);
    assertTrue(wrong <= FALSE_ALARMS, "wrong " + wrong);
    assertTrue(refuted >= 5, "an audit that never errs is idle: refuted " + refuted);
  }

  private static double quantile(double probability) {
    return NormalDistribution.of(0, 1).inverseCumulativeProbability(probability);
  }

  /** A table that lists the canaries that were in first shows nothing by its order. */
  @Test
  void theOrderOfATableIsNoEvidence() {
    boolean[] included = new boolean[400];
    java.util.Arrays.fill(included, 0, 200, true);
    double[] constant = new double[400];
    ScoredCanaries tied = ScoredCanaries.of(included, constant);
    assertEquals(0, tied.correct(new GuessRule(100, 100)));
    assertEquals(0, tied.correct(new GuessRule(200, 200)));
    assertEquals(100, tied.correct(new GuessRule(300, 0)));
    assertEquals(200, tied.correct(new GuessRule(400, 0)));
    constant[0] = -0.0;
    assertEquals(0, ScoredCanaries.of(included, constant).correct(new GuessRule(1, 1)));
  }

  /** Every way to break ties has at least as many right guesses. */
  @Test
  void tiesCountAsWrongAsTheyCanBe() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 300; trial++) {
      int size = 1 + random.nextInt(7);
      boolean[] included = new boolean[size];
      double[] scores = new double[size];
      for (int i = 0; i < size; i++) {
        included[i] = random.nextBoolean();
        scores[i] = random.nextInt(3);
      }
      int in = random.nextInt(size + 1);
      int out = random.nextInt(size - in + 1);
      if (in + out > 0) {
        int[] order = new int[size];
        int fewest = fewest(included, scores, order, 0, 0, in, out);
        assertEquals(fewest, ScoredCanaries.of(included, scores).correct(new GuessRule(in, out)));
      }
    }
  }

  /** Tries every order that does not contradict the scores. */
  private static int fewest(
      boolean[] included, double[] scores, int[] order, int placed, int used, int in, int out) {
    int size = scores.length;
    if (placed == size) {
      int right = 0;
      for (int place = 0; place < size; place++) {
        boolean coin = included[order[place]];
        right += (place < in && coin) || (place >= size - out && !coin) ? 1 : 0;
      }
      return right;
    }
    int best = size;
    for (int i = 0; i < size; i++) {
      boolean free = (used & 1 << i) == 0;
      if (free && (placed == 0 || scores[i] <= scores[order[placed - 1]])) {
        order[placed] = i;
        best = Math.min(best, fewest(included, scores, order, placed + 1, used | 1 << i, in, out));
      }
    }
    return best;
  }

  @Test
  void severalNumbersOfGuessesShareTheError() {
    OneRunGuesses both =
        new OneRunGuesses(
            ADD,
            0.05,
            200,
            List.of(new OneRunGuesses.Count(50, 50), new OneRunGuesses.Count(100, 60)));
    double shared = both.lowerBound(approximate(1, 0));
    assertEquals(bound(200, 50, 50, 0, 0.025), shared, 1e-6);
    assertTrue(shared < bound(200, 50, 50, 0, 0.05));
  }

  /** What is said to be needed is enough, and one less is not. */
  @Test
  void plansAgreeWithEvidence() {
    for (Guarantee claim :
        List.of(
            new Guarantee.Pure(1, ADD),
            new Guarantee.Pure(4, ADD),
            new Guarantee.Approximate(3, 1e-5, ADD),
            new Guarantee.Gaussian(1, ADD),
            new Guarantee.Gaussian(2.5, ADD))) {
      int needed = OneRunGuesses.canariesNeeded(claim, 0.01).orElseThrow();
      double alpha = 0.01 * (1 + 1e-11);
      assertEquals(Verdict.NOT_REFUTED, guesses(needed, needed, needed / 2, alpha).verdict(claim));
      assertTrue(guesses(needed, needed, needed, alpha).refutes(claim));
      assertEquals(
          Verdict.INCONCLUSIVE, guesses(needed - 1, needed - 1, needed - 1, 0.01).verdict(claim));
      int runs = RepeatedRuns.runsNeeded(claim, 0.01).orElseThrow() / 2;
      assertTrue(runs(runs, 0, 0.01).refutes(claim), claim.describe());
      assertEquals(Verdict.INCONCLUSIVE, runs(runs - 1, 0, 0.01).verdict(claim));
    }
    assertEquals(
        OptionalInt.empty(),
        OneRunGuesses.canariesNeeded(new Guarantee.Approximate(1, 0.1, ADD), 0.01));
    // Pure: q^m = alpha, so m = ln(100)/ln(1 + 1/e) for epsilon 1.
    assertEquals(15, OneRunGuesses.canariesNeeded(new Guarantee.Pure(1, ADD), 0.01).orElseThrow());
  }

  private static RepeatedRuns runs(int half, int errors, double alpha) {
    return new RepeatedRuns(
        ADD, alpha, List.of(new RepeatedRuns.Count(half, errors, half, errors)));
  }

  /** Independent formulas at the bounds of both rates, which a power gives if nothing is wrong. */
  @Test
  void repeatedRunsAreReadThroughBothRates() {
    double rate = 1 - Math.pow(0.025, 1.0 / 1000);
    RepeatedRuns evidence = runs(1000, 0, 0.05);
    CanaryEvidence.Point point = evidence.points().get(0);
    assertEquals(rate, point.falseAlarms(), 1e-9 * rate);
    assertEquals(rate, point.misses(), 1e-9 * rate);
    double mu = evidence.lowerBound(new Guarantee.Gaussian(1, ADD));
    assertEquals(2 * quantile(1 - rate), mu, 1e-6);
    assertTrue(mu <= 2 * quantile(1 - rate));
    double epsilon = evidence.lowerBound(approximate(1, 1e-3));
    assertEquals(Math.log((1 - 1e-3 - rate) / rate), epsilon, 1e-6);
  }

  /** Randomized response at its epsilon, in runs of its own, at three thresholds. */
  @Test
  void repeatedRunsOfRandomizedResponseStand() {
    double epsilon = 0.8;
    double truth = 1 / (1 + Math.exp(-epsilon));
    int refuted = 0;
    int wrong = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      boolean[] included = new boolean[300];
      double[] scores = new double[300];
      for (int i = 0; i < 300; i++) {
        included[i] = i % 2 == 0;
        scores[i] = included[i] == random.nextDouble() < truth ? 1 : -1;
      }
      RepeatedRuns evidence = RepeatedRuns.of(ADD, 0.05, included, scores, List.of(0.0));
      refuted += evidence.refutes(approximate(epsilon, 0)) ? 1 : 0;
      wrong += evidence.lowerBound(approximate(epsilon, 1e-6)) > epsilon ? 1 : 0;
    }
    assertTrue(refuted <= FALSE_ALARMS, "refuted " + refuted);
    assertTrue(wrong <= FALSE_ALARMS, "wrong " + wrong);
    assertTrue(refuted >= 5, "an audit that never errs is idle: refuted " + refuted);
  }

  /** Both ways, the bounds have the whole error probability. */
  @Test
  void runsWhoseScoresPointTheOtherWayShowAsMuch() {
    RepeatedRuns evidence =
        new RepeatedRuns(ADD, 0.001, List.of(new RepeatedRuns.Count(519, 517, 481, 478)));
    double epsilon = evidence.lowerBound(approximate(1, 1e-5));
    assertTrue(epsilon >= 3.74 && epsilon < 3.75, "epsilon " + epsilon);
    RepeatedRuns plain =
        new RepeatedRuns(ADD, 0.001, List.of(new RepeatedRuns.Count(519, 2, 481, 3)));
    assertEquals(plain.points(), evidence.points());
    assertEquals(plain.lowerBound(approximate(1, 1e-5)), epsilon);
    assertEquals(
        List.of(
            "517 of 519 runs without the canary were false alarms, 478 of 481 runs with it were"
                + " misses; turned round, 2 of 519 runs without the canary were false alarms, 3 of"
                + " 481 runs with it were misses"),
        evidence.describe());
  }

  /**
   * The probability of a point that is not above and to the right of the true one, summed over all
   * counts of two binomial laws: the curve with a corner at the true point would then be refuted.
   */
  @ParameterizedTest
  @CsvSource({"8, 8, 0.4", "5, 40, 0.4", "40, 5, 0.4", "30, 30, 0.2", "60, 12, 0.05", "3, 90, 0.6"})
  void bothWaysTogetherKeepTheErrorProbability(int runsOut, int runsIn, double alpha) {
    double[] rates = {0.02, 0.3, 0.45, 0.5, 0.6, 0.98};
    double[][] wrong = new double[rates.length][rates.length];
    for (int falseAlarms = 0; falseAlarms <= runsOut; falseAlarms++) {
      for (int hits = 0; hits <= runsIn; hits++) {
        RepeatedRuns.Count count =
            new RepeatedRuns.Count(runsOut, falseAlarms, runsIn, runsIn - hits);
        List<CanaryEvidence.Point> points = new RepeatedRuns(ADD, alpha, List.of(count)).points();
        for (int i = 0; i < rates.length && !points.isEmpty(); i++) {
          for (int j = 0; j < rates.length; j++) {
            wrong[i][j] +=
                isWrong(points.get(0), rates[i], 1 - rates[j])
                    ? BinomialDistribution.of(runsOut, rates[i]).probability(falseAlarms)
                        * BinomialDistribution.of(runsIn, rates[j]).probability(hits)
                    : 0;
          }
        }
      }
    }
    for (double[] row : wrong) {
      for (double probability : row) {
        assertTrue(probability <= alpha, "probability " + probability);
      }
    }
  }

  private static boolean isWrong(CanaryEvidence.Point point, double x, double y) {
    boolean isTurned = x + y > 1;
    double trueFalseAlarms = isTurned ? 1 - x : x;
    double trueMisses = isTurned ? 1 - y : y;
    return !(point.falseAlarms() >= trueFalseAlarms && point.misses() >= trueMisses);
  }

  /** Too weak a tendency, of which neither way is shown, gives no point. */
  @Test
  void aWayThatIsNotShownIsNotRead() {
    assertEquals(List.of(), runs(20, 10, 0.05).points());
    // Bounds of 0.4965 each, by a difference that equal rates have with probability 5.3e-7.
    assertEquals(List.of(), runs(500, 211, 0.001).points());
    assertEquals(1, runs(500, 209, 0.001).points().size());
    assertEquals(1, runs(500, 200, 0.001).points().size());
  }

  /** The bound of the p-value is above Fisher's, and not by much where it decides. */
  @Test
  void theDirectionIsShownByTheExactTest() {
    for (int[] n : new int[][] {{9, 9}, {30, 10}, {12, 45}, {300, 300}}) {
      for (int reached = 0; reached <= n[0] + n[1]; reached += 1 + n[0] / 30) {
        HypergeometricDistribution law = HypergeometricDistribution.of(n[0] + n[1], reached, n[1]);
        for (int hits = Math.max(0, reached - n[0]); hits <= Math.min(n[1], reached); hits++) {
          double exact = law.survivalProbability(hits - 1);
          double bound =
              ScoreDirection.pValue(
                  new RepeatedRuns.Count(n[0], reached - hits, n[1], n[1] - hits));
          assertTrue(bound >= Math.min(1, exact), exact + " at " + hits + " of " + reached);
          assertTrue(exact > 1e-3 || bound <= 1.5 * exact, exact + ", bound " + bound);
        }
      }
    }
  }

  @Test
  void scoresAtAThresholdAreGuessedIn() {
    RepeatedRuns evidence =
        RepeatedRuns.of(
            ADD,
            0.05,
            new boolean[] {true, true, true, false, false},
            new double[] {3, 2, 1, 2, 1},
            List.of(2.0, 2.5));
    assertEquals(
        List.of(new RepeatedRuns.Count(2, 1, 3, 1), new RepeatedRuns.Count(2, 0, 3, 2)),
        evidence.counts());
  }

  @Test
  void whatHasNoProofIsRefused() {
    boolean[] coins = {true, false};
    assertThrows(
        IllegalArgumentException.class,
        () -> ScoredCanaries.of(coins, new double[] {1, Double.NaN}));
    assertThrows(IllegalArgumentException.class, () -> ScoredCanaries.of(coins, new double[] {1}));
    assertThrows(IllegalArgumentException.class, () -> new GuessRule(0, 0));
    assertThrows(IllegalArgumentException.class, () -> new GuessRule(-1, 3));
    ScoredCanaries two = ScoredCanaries.of(coins, new double[] {1, 2});
    assertThrows(IllegalArgumentException.class, () -> two.correct(new GuessRule(2, 1)));
    assertThrows(
        IllegalArgumentException.class,
        () -> RepeatedRuns.of(ADD, 0.05, coins, new double[] {1, Double.NaN}, List.of(0.0)));
    assertThrows(
        IllegalArgumentException.class,
        () -> RepeatedRuns.of(ADD, 0.05, coins, new double[] {1, 2}, List.of(Double.NaN)));
    assertThrows(
        IllegalArgumentException.class,
        () -> RepeatedRuns.of(ADD, 0.05, new boolean[2], new double[2], List.of(0.0)));
    Guarantee replaced = new Guarantee.Pure(1, AdjacencyRelation.REPLACE_ONE);
    assertThrows(IllegalArgumentException.class, () -> guesses(10, 10, 10, 0.05).refutes(replaced));
    assertThrows(IllegalArgumentException.class, () -> runs(10, 0, 0.05).refutes(replaced));
    assertFalse(runs(1, 1, 0.05).refutes(new Guarantee.Pure(0, ADD)));
  }
}
