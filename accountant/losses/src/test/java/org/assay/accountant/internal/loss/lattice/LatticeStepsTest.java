package org.assay.accountant.internal.loss.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.assay.accountant.internal.loss.DirectProfile;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.CountedPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exact properties of pessimistic distributions, the position of cells, and the choice of tilts.
 */
class LatticeStepsTest {
  private static LossCells cells(OrderedPair pair, double step, double theta, double tail) {
    return LossCells.of(pair, new LossCells.Plan(step, theta, tail, tail, 0.5));
  }

  /** Splitting an atom keeps its mass under Q, with losses overstated by the offset. */
  @ParameterizedTest
  @ValueSource(doubles = {0.0625, 0.25, 1, 3})
  void splitAtomsKeepTheirMassUnderQ(double step) {
    double unit = Math.exp(step);
    for (double loss : new double[] {-2.5, -1, 0.3, 1, 1.75}) {
      double q = 0x1p-10;
      double p = q * Math.pow(unit, loss);
      OrderedPair pair =
          AtomicPair.of(
              "one", List.of(LossAtom.exact(p, q), LossAtom.exact(1 - p, 0), rest(1 - q)), 0);
      LatticeLaw law = Discretization.pessimistic(pair, cells(pair, step, 1, 1e-9), step);
      double underP = 0;
      double underQ = 0;
      for (int i = 0; i < law.size(); i++) {
        underP += law.mass(i);
        underQ += law.mass(i) * Math.exp(-law.loss(i) - Discretization.offset(step));
      }
      assertEquals(p, underP, 1e-14 * p);
      assertEquals(q, underQ, 1e-14 * q);
      assertEquals(1 - p, law.infinite(), 1e-16);
    }
  }

  private static LossAtom rest(double q) {
    return LossAtom.exact(0, q);
  }

  /** Mass below the first cell is counted at that cell, or at 0 if there is none. */
  @Test
  void massBelowTheCellsIsCounted() {
    GaussianPair pair = new GaussianPair(Enclosure.ONE);
    double step = 0.25;
    LossCells cut = cells(pair, step, 1, 0.125);
    LatticeLaw law = Discretization.pessimistic(pair, cut, step);
    long first = cut.cells().get(0).from();
    assertEquals(first, law.index(0));
    assertTrue(law.mass(0) >= cut.pBelow() && cut.pBelow() > 0.05, () -> "mass " + law.mass(0));
    assertEquals(1, law.total().midpoint(), 1e-12);
    LossCells none = cells(pair, step, 1, 0.9);
    assertTrue(none.cells().isEmpty());
    LatticeLaw nothing = Discretization.pessimistic(pair, none, step);
    assertEquals(1, nothing.size());
    assertEquals(0, nothing.index(0));
    assertEquals(none.pBelow(), nothing.mass(0), 1e-15);
    assertEquals(none.pAbove(), nothing.infinite());
  }

  /** Logarithms of tiny masses err by more than the ratio: no atom falls below its loss. */
  @Test
  void atomsOfTinyMassesAreNotUnderstated() {
    double step = 0x1p-47;
    double q = 0x1.3p-1000;
    for (int i = -300; i <= 300; i++) {
      double p = q * 2 + i * 64 * Math.ulp(q);
      OrderedPair pair =
          AtomicPair.of("tiny", List.of(LossAtom.exact(p, q), LossAtom.exact(1, 1)), 0);
      LatticeLaw law = Discretization.pessimistic(pair, cells(pair, step, 1, 1e-9), step);
      double loss = Math.log(p / q);
      double highest = law.loss(law.size() - 1);
      assertTrue(
          highest + 4e-16 >= loss && highest <= loss + 1e-12, () -> highest + " for " + loss);
      double lowest = law.loss(1);
      assertTrue(lowest >= loss - 1e-12, () -> lowest + " for " + loss);
    }
  }

  /** Cells end at a loss of 600, where exponentials are still doubles. */
  @Test
  void cellsReachTheLargestLoss() {
    GaussianPair pair = new GaussianPair(Enclosure.exact(60));
    LossCells cells = LossCells.of(pair, new LossCells.Plan(50, 0, 0.5, 1e-9, 0.5));
    List<LossCells.Cell> list = cells.cells();
    assertEquals(12, list.get(list.size() - 1).to());
    assertEquals(1, cells.pAbove(), 1e-9);
  }

  /** Cells are a step wide where the tilted distribution is dense, and wider elsewhere. */
  @ParameterizedTest
  @CsvSource({"0,-0.5,5.5", "6,5.5,-4"})
  void cellsAreNarrowWhereTheTiltedLawIsDense(double theta, double dense, double thin) {
    GaussianPair pair = new GaussianPair(Enclosure.ONE);
    double step = 0x1p-10;
    LossCells cells = LossCells.of(pair, new LossCells.Plan(step, theta, 1e-12, 1e-12, 1));
    assertEquals(1, widthAt(cells, (long) (dense / step)));
    long wide = widthAt(cells, (long) (thin / step));
    double widest = 1 / (1 + theta) / step;
    assertTrue(wide > 20 && wide <= widest, () -> "width " + wide);
  }

  private static long widthAt(LossCells cells, long place) {
    for (LossCells.Cell cell : cells.cells()) {
      if (cell.from() <= place && place < cell.to()) {
        return cell.to() - cell.from();
      }
    }
    throw new AssertionError("no cell at " + place);
  }

  /** {@code F - log(2 π F'')/2} with F the exponent of the saddle point, differentiated twice. */
  @ParameterizedTest
  @ValueSource(doubles = {0.015625, 0.25, 1, 4})
  void saddlePointsUseTheCurvatureOfTheExponent(double theta) {
    LatticeLaw coin = new LatticeLaw(0.5, Map.of(-1L, 0.25, 3L, 0.75), 0);
    SaddlePoint saddle = new SaddlePoint(List.of(coin), new long[] {40});
    double epsilon = saddle.epsilon(theta);
    double h = theta / 1024;
    double curvature =
        (exponent(theta + h, epsilon) - 2 * exponent(theta, epsilon) + exponent(theta - h, epsilon))
            / (h * h);
    double expected = exponent(theta, epsilon) - 0.5 * Math.log(2 * Math.PI * curvature);
    assertEquals(Math.min(0, expected), saddle.logDelta(theta), 1e-4);
  }

  private static double exponent(double theta, double epsilon) {
    double log = 40 * Math.log(0.25 * Math.exp(-0.5 * theta) + 0.75 * Math.exp(1.5 * theta));
    return log - theta * epsilon - Math.log(theta * (theta + 1));
  }

  /** Both ends of an epsilon are within the accuracy, for any size of it. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e-4, 0.01, 0.05})
  void epsilonsAreWithinTheirAccuracy(double accuracy) {
    DirectProfile profile = new DirectProfile(new LaplacePair(Enclosure.exact(1.5)));
    for (double delta : new double[] {0.001, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5}) {
      Enclosure epsilon = profile.epsilon(delta, accuracy);
      double exact = 1.5 + 2 * Math.log1p(-delta);
      assertTrue(epsilon.lower() <= exact * (1 + 1e-12), epsilon::toString);
      assertTrue(epsilon.upper() >= exact * (1 - 1e-12), epsilon::toString);
      assertTrue(epsilon.relativeWidth() <= accuracy, epsilon::toString);
    }
  }

  /** The search for the lower end starts at the upper end, so it needs few more evaluations. */
  @Test
  void lowerEndsStartAtTheUpperOnes() {
    CountedPair pair = new CountedPair(new GaussianPair(Enclosure.exact(3)));
    DirectProfile profile = new DirectProfile(pair);
    double guess = pair.scale();
    Crossing.of(x -> profile.delta(x).upper(), 1e-9, guess, 1e-11);
    int one = pair.callsSinceAsked();
    profile.epsilon(1e-9, 4e-11);
    int both = pair.callsSinceAsked();
    assertTrue(both <= one + 5, () -> both + " calls where one end takes " + one);
  }
}
