package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLines;
import org.assay.verify.training.OneRunEvidence.LineTail;
import org.assay.verify.training.OneRunEvidence.TradeoffTail;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims of several points, judged by one run. */
class StrongestTailTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;
  private static final double ROUNDING = 1e-12;

  private static Guarantee.Profile profile(double... points) {
    NavigableMap<Double, Double> deltas = new TreeMap<>();
    for (int i = 0; i < points.length; i += 2) {
      deltas.put(points[i], points[i + 1]);
    }
    return new Guarantee.Profile(deltas, ADD);
  }

  /** Every mechanism that meets all points obeys the smallest tail: exact laws, no sampling. */
  @Test
  void holdsForEveryEnumeratedMechanism() {
    SplittableRandom random = new SplittableRandom(12);
    for (int trial = 0; trial < 500; trial++) {
      AgreementLaw law = AgreementLaw.random(1 + trial % 8, random);
      double low = random.nextDouble();
      double high = low + 1.5 * random.nextDouble();
      Guarantee claim = profile(0, law.delta(0), low, law.delta(low), high, law.delta(high));
      OneRunEvidence evidence = OneRunEvidence.of(claim, law.canaries(), law.canaries());
      for (int v = 0; v <= law.canaries(); v++) {
        double bound = evidence.pValue(v);
        assertTrue(law.atLeast(v) <= bound * (1 + ROUNDING), law + " at " + v + " of " + claim);
      }
    }
  }

  @Tag("slow")
  @Test
  void isAsStrongAsEveryPointAndTheWholeCurve() {
    double[] points = {0, 0.38, 0.5, 0.21, 1, 0.11, 2, 0.02, 4, 1e-5};
    Guarantee.Profile claim = profile(points);
    OneRunEvidence whole = OneRunEvidence.of(claim, 200, 100);
    OneRunEvidence curve = OneRunEvidence.of(TradeoffCurve.of(claim), 200, 100);
    for (int v = 60; v <= 100; v += 20) {
      double smallest = curve.pValue(v);
      for (int i = 0; i < points.length; i += 2) {
        double point = new ApproximateTail(200, 100, points[i], points[i + 1]).pValue(v);
        smallest = Math.min(smallest, point);
      }
      assertEquals(smallest, whole.pValue(v), smallest * 1e-9, "at " + v);
      assertEquals(smallest <= 1e-3, whole.refutes(v, 1e-3), "at " + v);
    }
  }

  /** What lines leave to events is the curve through their corners, from below. */
  @Test
  void linesAreTheCurve() {
    Guarantee.Profile claim = profile(0, 0.38, 0.5, 0.21, 1, 0.11, 2, 0.02, 4, 1e-5);
    LineTail tail = new LineTail(SupportingLines.of(claim, 16));
    TradeoffCurve curve = TradeoffCurve.of(claim);
    for (double x = 0.0625; x <= 1; x += 0.0625) {
      double exact = curve.at(1 - x).lower();
      assertEquals(exact, tail.applyAsDouble(x), 1e-9, "at " + x);
      assertTrue(tail.applyAsDouble(x) <= curve.at(1 - x).upper(), "at " + x);
    }
    assertEquals(0, tail.applyAsDouble(0));
  }

  /** One point is an approximate claim, whose exact tail shows more than the recursion. */
  @Test
  void aSinglePointIsJudgedAsTheApproximateClaim() {
    Guarantee.Profile claim = profile(1, 1e-6);
    OneRunEvidence exact = OneRunEvidence.of(new Guarantee.Approximate(1, 1e-6, ADD), 1000, 500);
    TradeoffTail recursion =
        new TradeoffTail(1000, 500, new LineTail(SupportingLines.of(claim, 16)));
    int v = 366;
    while (!exact.refutes(v, 1e-3)) {
      v++;
    }
    assertTrue(OneRunEvidence.of(claim, 1000, 500).refutes(v, 1e-3), "at " + v);
    assertFalse(recursion.refutes(v, 1e-3), "at " + v);
  }
}
