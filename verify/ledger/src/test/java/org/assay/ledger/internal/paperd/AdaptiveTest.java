package org.assay.ledger.internal.paperd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.obermuhlner.math.big.BigDecimalMath;
import java.math.BigDecimal;
import java.math.MathContext;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Test;

/** What the adaptive descent books and spends, and the selection among its iterates. */
class AdaptiveTest {
  private static final MathContext DIGITS = new MathContext(60);

  /** Noise between 1 and λ about ±√(3ρ)/2: the least of p and the most of q in every interval. */
  private static double threeSteps(double size, double rho) {
    double reach = 18 / Math.sqrt(size);
    double widest = (1 + reach) / (Math.sqrt(1 - 4 / size) * (1 - reach));
    double mean = Math.sqrt(3 * rho) / 2;
    double escape = 6 * Held.beyond(9);
    double sum = 0;
    double width = (4 * mean + 14) / 64;
    for (int i = 0; i < 64; i++) {
      double from = -mean - 7 + i * width;
      double p = low(from - mean, widest) - high(from + width - mean, widest) - escape;
      double q = high(from + mean, widest) - low(from + width + mean, widest) + escape;
      sum += p > 0 ? p * p / q : 0;
    }
    return Math.log(Math.max(1, sum));
  }

  private static double low(double distance, double widest) {
    return Math.min(Held.beyond(distance), Held.beyond(distance / widest));
  }

  private static double high(double distance, double widest) {
    return Math.max(Held.beyond(distance), Held.beyond(distance / widest));
  }

  @Test
  void threeStepsCostThreeHalves() {
    Judgement judged = Held.committed("D-T3");
    Held.witness(judged, p -> threeSteps(p.get("m"), p.get("ρ")), p -> 2 * p.get("ρ"), 1e-7);
    Held.curve(judged, "at most", p -> 1.5 + 2 / p.get("m"), 1e-12);
    double coarse = new MeasuredNorms(1e5, 0.5).order2().lower();
    assertEquals(threeSteps(1e5, 0.5), coarse, 1e-7);
  }

  /** (2/n)²/(2 · 1/(√ρ n)) + (2/n)²/(2 s²): twice √ρ/n + 1/(n s)². */
  @Test
  void stepsCostTwiceTheirEntries() {
    Judgement judged = Held.committed("D-T3-step");
    Held.exactly(judged, p -> 2, 1e-12);
    Held.witness(judged, p -> 2 * booked(p), AdaptiveTest::booked, 1e-13);
  }

  private static double booked(Point p) {
    return Math.sqrt(p.get("ρ")) / p.get("n") + Math.pow(p.get("n") * p.get("sigma_t/L0"), -2);
  }

  /** ρ/2 - √ρ/(2n) and ρ/2 + √ρ/n. */
  @Test
  void entriesPassTheBudget() {
    Judgement judged = Held.committed("D-Alg3-overshoot");
    Held.exactly(judged, p -> 1 + 0.5 / p.get("m"), 1e-14);
    Held.witness(judged, p -> 1 + 0.5 / p.get("m"), p -> 1, 1e-14);
  }

  /** |b|²/(2ŝ²) is exponential: it is above ln(m/β)/2 with probability √(β/m), claimed 2β. */
  @Test
  void longVectorsAreLikelierThanClaimed() {
    Judgement judged = Held.committed("D-Alg3-typing");
    Held.exactly(judged, p -> Math.sqrt(p.get("β") / p.get("m")) / 2 / p.get("β"), 1e-12);
    BigDecimal beta = new BigDecimal(judged.witness().orElseThrow().parameters().get("β"));
    BigDecimal m = new BigDecimal(judged.witness().orElseThrow().parameters().get("m"));
    Held.digits(judged, BigDecimalMath.sqrt(beta.divide(m, DIGITS), DIGITS), beta.add(beta));
  }

  private static double entry(Point p) {
    return Math.min(0.5, 0.25 / Math.pow(p.get("N/N_0"), 2)) + 1 / p.get("m");
  }

  @Test
  void leastNoiseIsBookedWithAQuarter() {
    Judgement judged = Held.committed("D-L10");
    Held.exactly(judged, p -> 0.5 / entry(p), 1e-12);
    Held.witness(judged, p -> 0.5, AdaptiveTest::entry, 1e-13);
    Judgement most = AdaptiveListing.stops(1.3).judge().judge();
    Held.witness(most, p -> 0.65, AdaptiveTest::entry, 1e-13);
  }

  /**
   * J = ⌊m/(2(1 + c/ζ²))⌋ steps, c = ln(10 m); the wide part of an interval is w x (ln(1/x) + 2.3)/
   * (2π), x = 2√(c/m).
   */
  private static double negative(Point p) {
    double size = p.get("m");
    double root = Math.sqrt(p.get("ρ"));
    double c = Math.log(10 * size);
    double steps = Math.floor(size / (2 * (1 + c / Math.pow(p.get("ζ"), 2))));
    double hit = Held.beyond(p.get("ζ") + root / Math.sqrt(size));
    double[] span = {-root / 2 - 6, 1.5 * root + 6};
    double x = Math.min(1, 2 * Math.sqrt(c / size));
    double wide = (span[1] - span[0]) / 64 * x * (Math.log(1 / x) + 2.3) / (2 * Math.PI);
    return steps
        * SpiderTest.binned(
            y -> hit * Held.beyond(y - root / 2),
            y -> Held.beyond(y + root / 2) / 2,
            span,
            0,
            wide);
  }

  @Test
  void negativeNormsAreNotPaidFor() {
    Judgement judged = Held.committed("D-T3-negative");
    Held.witness(judged, AdaptiveTest::negative, p -> 2 * p.get("ρ"), 1e-6);
    Point worst = Held.worst(judged);
    double most = negative(worst) / (2 * worst.get("ρ"));
    assertEquals(1, judged.ratio().lower() / most, 1e-6);
  }

  /** The same runs against twice the budget, and 3/2 + 1/2 of ρ with the choice repaired. */
  @Test
  void selectionAddsAHalf() {
    Judgement judged = Held.committed("D-T5");
    Held.witness(judged, AdaptiveTest::negative, p -> 4 * p.get("ρ"), 1e-6);
    assertTrue(judged.correction().contains("at least 1.4903 ρ at n√ρ = 1e12"));
    assertEquals(1.4903, threeSteps(1e12, 1) / 2, 1e-4);
  }

  /** Weights e^(-√ρ gap) move by √ρ, up at one and down at the other. */
  @Test
  void choosingMovesOddsByTwice() {
    Judgement judged = Held.committed("D-T5-selection");
    Held.exactly(judged, p -> loss(p) / Math.sqrt(p.get("ρ")), 1e-12);
    assertEquals(1, judged.witness().orElseThrow().parameters().get("ρ"));
    BigDecimal before = BigDecimalMath.exp(new BigDecimal(11), DIGITS).add(BigDecimal.ONE);
    BigDecimal after = BigDecimalMath.exp(new BigDecimal(9), DIGITS).add(BigDecimal.ONE);
    Held.digits(judged, BigDecimalMath.log(before.divide(after, DIGITS), DIGITS), BigDecimal.ONE);
  }

  private static double loss(Point p) {
    double root = Math.sqrt(p.get("ρ"));
    double rarely = 1 / (1 + Math.exp(root * (p.get("gap") + 1)));
    double often = 1 / (1 + Math.exp(root * (p.get("gap") - 1)));
    return Math.log(often / rarely);
  }

  /** The worst mechanism of range 2√ρ = r: odds e^t p', 0 ≤ t ≤ r, largest over t. */
  @Test
  void choicesOfBoundedRangeAreConcentrated() {
    Held.exactly(
        Held.committed("D-T5-concentrated"),
        p -> boundedRange(2 * Math.sqrt(p.get("ρ")), p.get("α")) / (p.get("ρ") * p.get("α") / 2),
        1e-6);
  }

  /**
   * Heads with p = q e^t, tails with (1-p) = (1-q) e^(t-r), so q = (1 - e^(t-r))/(e^t - e^(t-r)).
   */
  private static double boundedRange(double range, double order) {
    double best = 0;
    for (int i = 1; i < 20_000; i++) {
      double t = range * i / 20_000;
      double q = -Math.expm1(t - range) / (Math.exp(t) - Math.exp(t - range));
      double excess =
          q * (Math.expm1(order * t) - order * Math.expm1(t))
              + (1 - q) * (Math.expm1(order * (t - range)) - order * Math.expm1(t - range));
      best = Math.max(best, Math.log1p(excess) / (order - 1));
    }
    return best;
  }

  /** Truth with probability t is ln(t/(1-t))-DP: both outcomes, summed. */
  @Test
  void randomizedResponseIsConcentrated() {
    Held.exactly(
        Held.committed("D-L14"),
        p -> {
          double odds = Math.log(p.get("truth") / (1 - p.get("truth")));
          double a = p.get("α");
          double t = p.get("truth");
          double excess =
              (1 - t) * (Math.expm1(a * odds) - a * Math.expm1(odds))
                  + t * (Math.expm1(-a * odds) - a * Math.expm1(-odds));
          return Math.log1p(excess) / (a - 1) / (a * odds * odds / 2);
        },
        1e-8);
  }

  /** (T - 1)(2/n)²/(2 · 4T/(n²ρ)) = ρ(T - 1)/(2T), up to the accountant's grid of noises. */
  @Test
  void regularizedDescentSpendsHalf() {
    for (String id : new String[] {"D-L3", "D-T9"}) {
      Judgement judged = Held.committed(id);
      Held.curve(judged, "at most", p -> (1 - 1 / p.get("T")) / 2, 1e-3);
    }
    assertTrue(Held.committed("D-T2").ratio().upper() < 0.5);
    Judgement louder = SolverClaims.theorem9(2).judge().judge();
    Held.curve(louder, "at most", p -> (1 - 1 / p.get("T")) / 8, 1e-3);
  }
}
