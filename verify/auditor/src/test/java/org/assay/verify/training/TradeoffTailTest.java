package org.assay.verify.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.assay.accountant.curve.TradeoffCurve;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.training.OneRunEvidence.GaussianTail;
import org.assay.verify.training.OneRunEvidence.TradeoffTail;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TradeoffTailTest {
  private static final AdjacencyRelation ADD = AdjacencyRelation.ADD_OR_REMOVE;

  /** Every mechanism obeys the tail of its own trade-off curve: exact laws, no sampling. */
  @Test
  void holdsForEveryEnumeratedMechanism() {
    SplittableRandom random = new SplittableRandom(12);
    for (int trial = 0; trial < 400; trial++) {
      AgreementLaw law = AgreementLaw.random(1 + trial % 7, random);
      TradeoffTail tail = TradeoffTail.of(curve(law), law.canaries(), law.canaries());
      for (int v = 0; v <= law.canaries(); v++) {
        double bound = tail.pValue(v);
        assertTrue(law.atLeast(v) <= bound * (1 + 1e-9), law + " at " + v + ": " + bound);
      }
    }
  }

  /** All right of all guessed: the Gaussian's own bound is the product over canaries. */
  @Test
  void isNotFarFromIndependentGaussians() {
    for (int canaries : new int[] {10, 20}) {
      double single = 0.5 * Math.log(0.691462461274013 * 0.691462461274013);
      double bound = gaussian(canaries, canaries, 1).pValue(canaries);
      assertTrue(Math.log(bound) >= canaries * single, canaries + " canaries: " + bound);
      assertTrue(Math.log(bound) <= 0.4 * canaries * single, canaries + " canaries: " + bound);
    }
  }

  @Test
  void thePValueFallsWithTheCountAndAgreesWithTheVerdict() {
    TradeoffTail tail = gaussian(100, 40, 0.7);
    double last = 1;
    for (int v = 0; v <= 40; v++) {
      double p = tail.pValue(v);
      assertTrue(p <= last);
      assertEquals(p <= 0.05, tail.refutes(v, 0.05), "at " + v);
      last = p;
    }
    assertTrue(last < 0.003 && last > 0.001);
  }

  @Test
  void thePlainGaussianAndItsCurveAgree() {
    Guarantee claim = new Guarantee.Gaussian(1, ADD);
    OneRunEvidence closed = OneRunEvidence.of(claim, 60, 30);
    OneRunEvidence curved =
        OneRunEvidence.of(TradeoffCurve.gaussian(Enclosure.exact(1), ADD), 60, 30);
    for (int v = 20; v <= 30; v += 2) {
      assertEquals(closed.pValue(v), curved.pValue(v), 1e-7 * closed.pValue(v));
    }
  }

  /** The curve of every claim is tested, whatever its form. */
  @Tag("slow")
  @Test
  void concentratedAndRenyiClaimsAreTestedByTheirCurves() {
    Guarantee concentrated = new Guarantee.ZeroConcentrated(0.02, ADD);
    Guarantee renyi = new Guarantee.Renyi(new TreeMap<>(Map.of(4.0, 0.004)), ADD);
    for (Guarantee claim : List.of(concentrated, renyi)) {
      assertTrue(OneRunEvidence.of(claim, 16, 16).refutes(16, 0.5), claim.describe());
      assertTrue(!OneRunEvidence.of(claim, 16, 16).refutes(9, 0.5), claim.describe());
    }
    double bound = OneRunEvidence.lowerBound(concentrated, 9, 9, 9, 0.05);
    assertTrue(bound > 0.005 && bound < 0.5, "rho " + bound);
  }

  /** The run of a Gaussian of mu 1, epsilon 4.38 at delta 1e-5, of {@link ApproximateTailTest}. */
  @Test
  void showsMoreThanTheApproximateBoundForTheGaussian() {
    Guarantee claim = new Guarantee.Gaussian(0.5, ADD);
    double mu = OneRunEvidence.lowerBound(claim, 10_000, 2500, 2136, 0.05);
    double epsilon = OneRunEvidence.gaussianEpsilon(mu, 1e-5);
    assertTrue(mu > 0.6 && mu < 0.61, "mu " + mu);
    assertTrue(epsilon > 2.45 && epsilon < 2.5, "epsilon " + epsilon);
  }

  private static TradeoffTail gaussian(int canaries, int guesses, double mu) {
    return new TradeoffTail(canaries, guesses, new GaussianTail(mu));
  }

  private record Cell(double turned, double right) {}

  /**
   * The exact trade-off curve between the coins and the same with the first one turned over, which
   * is symmetric: turning it over again exchanges the two laws.
   */
  private static TradeoffCurve curve(AgreementLaw law) {
    List<Cell> cells = new ArrayList<>();
    for (int bits = 0; bits < 1 << law.canaries(); bits++) {
      cells.add(new Cell(law.pattern(bits ^ 1), law.pattern(bits)));
    }
    cells.sort(Comparator.comparingDouble((Cell cell) -> cell.turned() / cell.right()));
    return TradeoffCurve.of(ADD, alpha -> error(cells, alpha));
  }

  private static Enclosure error(List<Cell> cells, double alpha) {
    double left = alpha;
    double error = 1;
    for (Cell cell : cells) {
      double share = Math.min(1, left / cell.turned());
      left -= share * cell.turned();
      error -= share * cell.right();
    }
    double clipped = Math.min(1 - alpha, Math.max(0, error));
    return Enclosure.of(Math.max(0, clipped - 1e-13), clipped);
  }
}
