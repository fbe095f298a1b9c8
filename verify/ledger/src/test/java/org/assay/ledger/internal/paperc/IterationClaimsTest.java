package org.assay.ledger.internal.paperc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Verdict;
import org.assay.ledger.internal.run.Held;
import org.junit.jupiter.api.Test;

/**
 * Amplification by iteration against a taut string: in the coordinates x_t = Σ sigma_i² c^(-2i),
 * the cheapest allocation is the largest convex curve below the points (x_t, c^0 D + Σ c^(-i) s_i).
 */
class IterationClaimsTest {
  @Test
  void affineMapsAgainstTheTautString() {
    for (String id : new String[] {"C-P2.17", "C-P3.2", "C-P5.6"}) {
      Held.exactly(Held.committed(id), p -> affine(p) / string(p), 1e-9);
    }
  }

  /** With 0.4 for 1/2 the claim is refuted, by both computations of the affine maps. */
  @Test
  void smallerConstantsAreRefuted() {
    for (Judgement judged :
        new Judgement[] {
          IterationClaims.original(0.4).judge().judge(),
          IterationClaims.bounded(0.4).judge().judge(),
          IterationClaims.contracting(0.4).judge().judge()
        }) {
      assertEquals(Verdict.REFUTED, judged.verdict());
      Held.witness(judged, IterationClaimsTest::affine, p -> 0.8 * string(p), 1e-9);
      Held.curve(judged, "at most", p -> affine(p) / string(p) / 0.8, 1e-9);
    }
  }

  /** Of the last iterates: a normal variable whose mean and variance add up over the steps. */
  private static double affine(Point p) {
    int steps = p.whole("T");
    double c = p.get("c");
    double apart = p.get("D") * Math.pow(c, steps);
    double variance = 0;
    for (int t = 1; t <= steps; t++) {
      double kept = Math.pow(c, steps - t);
      apart += kept * Math.pow(p.get("growth of s"), t - 1);
      variance += Math.pow(kept * Math.pow(p.get("growth of sigma"), t - 1), 2);
    }
    return apart * apart / variance;
  }

  /** The least Σ a_t²/sigma_t². */
  private static double string(Point p) {
    int steps = p.whole("T");
    double[] x = new double[steps + 1];
    double[] y = new double[steps + 1];
    double total = p.get("D");
    for (int t = 1; t <= steps; t++) {
      double back = Math.pow(p.get("c"), -t);
      double noise = back * Math.pow(p.get("growth of sigma"), t - 1);
      total += back * Math.pow(p.get("growth of s"), t - 1);
      x[t] = x[t - 1] + noise * noise;
      y[t] = total;
    }
    double energy = 0;
    int next = steps;
    for (int at = 0; at < steps; at = next) {
      next = steps;
      for (int j = steps; j > at; j--) {
        next = slope(x, y, at, j) < slope(x, y, at, next) ? j : next;
      }
      energy += (y[next] - y[at]) * slope(x, y, at, next);
    }
    return energy;
  }

  private static double slope(double[] x, double[] y, int from, int to) {
    return (y[to] - y[from]) / (x[to] - x[from]);
  }

  @Test
  void identitiesForgetByTheNumberOfSteps() {
    Held.exactly(Held.committed("C-eq3.5"), p -> 1, 1e-12);
    Judgement smaller = IterationClaims.fixedAllocation(0.4).judge().judge();
    Held.witness(
        smaller,
        p -> Math.pow(p.get("D/(η sigma_1)"), 2) / p.get("T-τ"),
        p -> 0.8 * Math.pow(p.get("D/(η sigma_1)"), 2) / p.get("T-τ"),
        1e-12);
  }

  /** Geometric sums: Σ_{j<k} c^(2j) = (1 - c^(2k))/(1 - c²). */
  @Test
  void contractionsForgetMoreThanTheLastStepTells() {
    Judgement judged = Held.committed("C-eq5.2");
    Held.exactly(judged, p -> 1 / sum(p), 1e-10);
    Judgement smaller = IterationClaims.lastStep(0.4).judge().judge();
    Held.witness(smaller, p -> level(p) / sum(p), p -> 0.8 * level(p), 1e-10);
    Held.curve(smaller, "at most", p -> 1 / sum(p) / 0.8, 1e-10);
    Point usual = new Point(java.util.Map.of("T-τ", 100.0, "c", 0.99));
    assertEquals(43.519, sum(usual), 1e-3);
    assertEquals(
        "smaller by 43.519 at c = 0.99, k = 100.",
        judged.prose().explanation().replaceAll(".*linear maps and ", ""));
  }

  private static double level(Point p) {
    return Math.pow(p.get("D/(η sigma_1)"), 2) * Math.pow(p.get("c"), 2 * p.get("T-τ"));
  }

  private static double sum(Point p) {
    double square = p.get("c") * p.get("c");
    return (1 - Math.pow(square, p.get("T-τ"))) / (1 - square);
  }
}
