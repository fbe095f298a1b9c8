package org.assay.accountant.internal.iteration.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.choice.ChosenCompositions.TriangleChiSquare;
import org.assay.accountant.internal.iteration.step.PairTables;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compositions of chosen pairs are between the losses of strategies and the dominating pair's
 * composition.
 */
class ChosenCompositionsTest {
  private static final Path PAGE =
      Path.of(
          "src/main/java/org/assay/accountant/internal/iteration/choice/doc-files/chosen-pairs.md");

  /** A strategy that chooses at each step and loss the best of four pairs, in plain doubles. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "0.01, 0.5, 64, 0.93",
    "0.01, 0.5, 256, 0.9",
    "0.1, 0.2, 64, 0.95",
    "0.1, 0.2, 200, 0.93",
    "0.1, 0.4, 100, 0.9",
    "0.02, 0.8, 128, 0.8"
  })
  void noStrategyLosesMore(double share, double mu, int steps, double tight) {
    ChosenCompositions bounds = ChosenCompositions.of(share, mu).orElseThrow();
    PlainGame game = new PlainGame(share, mu, steps);
    double deviation = share * mu * Math.sqrt(steps);
    double closest = 0;
    for (double loss : new double[] {0, 0.5, 1, 2, 3}) {
      double lost = game.delta(loss * deviation);
      double bound =
          Math.exp(bounds.logDeltas(steps, new double[] {loss * deviation}).orElseThrow()[0]);
      assertTrue(lost <= bound * 1.002, lost + " against " + bound + " at " + loss);
      closest = Math.max(closest, lost / bound);
    }
    assertTrue(closest >= tight, closest + " of the bound");
  }

  /** The same pair and direction in every step: P or P′ has the record. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource({
    "0.01, 0.5, 1000, 1e-5", "0.01, 0.5, 100000, 1e-5", "0.1, 0.2, 40000, 1e-5",
    "0.1, 0.2, 1000, 1e-9", "0.01, 0.1, 1000000, 1e-5", "0.3, 0.3, 300, 1e-6"
  })
  void liesBetweenOneSidedPairsAndTheDominatingOne(
      double share, double mu, long steps, double delta) {
    ChosenCompositions bounds = ChosenCompositions.of(share, mu).orElseThrow();
    double epsilon = bounds.epsilon(steps, delta);
    double sigma = 1 / mu;
    Enclosure oneSided =
        GaussianComposition.under(AdjacencyRelation.ADD_OR_REMOVE)
            .withPoissonSampled(share, sigma, steps)
            .epsilon(delta);
    Enclosure dominated =
        GaussianComposition.under(AdjacencyRelation.REPLACE_ONE)
            .withFixedSizeSampled(Enclosure.exact(share), sigma, steps)
            .epsilon(delta);
    assertTrue(epsilon > oneSided.lower(), epsilon + " against " + oneSided);
    assertTrue(epsilon < dominated.upper(), epsilon + " against " + dominated);
    double log = bounds.logDeltas(steps, new double[] {epsilon}).orElseThrow()[0];
    assertEquals(delta, Math.exp(log), delta * 1e-6);
  }

  @Tag("slow")
  @Test
  void moreStepsTellMore() {
    ChosenCompositions bounds = ChosenCompositions.of(0.05, 0.4).orElseThrow();
    double before = 0;
    for (int steps = 2; steps < 100_000; steps = steps * 9 / 8 + 1) {
      double epsilon = bounds.epsilon(steps, 1e-6);
      // Rounding the number of steps up, by one of 65 rows at most, changes results by about 1%.
      assertTrue(epsilon > before * 0.985, epsilon + " after " + before);
      before = Math.max(before, epsilon);
    }
  }

  @Test
  void numbersOfStepsAreRoundedUp() {
    ChosenCompositions bounds = ChosenCompositions.of(0.05, 0.4).orElseThrow();
    for (int unit : new int[] {4, 16, 64}) {
      int steps = 80 * unit;
      double epsilon = bounds.epsilon(steps, 1e-6);
      assertEquals(epsilon, bounds.epsilon(steps - unit + 1, 1e-6));
      assertTrue(epsilon > bounds.epsilon(steps - unit, 1e-6));
      assertTrue(epsilon < bounds.epsilon(steps + 1, 1e-6));
    }
  }

  @Test
  void leavesToTheDominatingPairWhatIsNotWorthIt() {
    assertFalse(ChosenCompositions.of(1, 0.5).isPresent());
    assertFalse(ChosenCompositions.of(0.5, Double.NaN).isPresent());
    assertFalse(ChosenCompositions.of(0.5, 10).isPresent());
    assertFalse(ChosenCompositions.of(0.5, 1e-12).isPresent());
    ChosenCompositions bounds = ChosenCompositions.of(0.01, 0.5).orElseThrow();
    assertEquals(Double.POSITIVE_INFINITY, bounds.epsilon(1, 1e-5));
    assertEquals(Double.POSITIVE_INFINITY, bounds.epsilon(1L << 60, 1e-5));
    assertEquals(Double.POSITIVE_INFINITY, bounds.epsilon(1000, 1e-300));
  }

  @Test
  void theTableIsComputed() throws IOException {
    List<String[]> rows = PairTables.rows(PAGE);
    assertEquals(3, rows.size());
    for (String[] row : rows) {
      double share = Double.parseDouble(row[1]);
      double mu = Double.parseDouble(row[2]);
      double largest = Math.sqrt(TriangleChiSquare.largest(share, mu)) / (share * mu);
      assertEquals(Double.parseDouble(row[3]), largest, 6e-4, row[0]);
      assertEquals(Double.parseDouble(row[4]), PairTables.symmetrized(share, mu), 6e-4, row[0]);
      assertEquals(Double.parseDouble(row[5]), gaussian(share, mu) / (share * mu), 6e-4, row[0]);
    }
  }

  /** The remaining share as stated in {@code docs/reference/walk.md}. */
  @Test
  void costsLittleInSparseBatches() {
    double deviation = gaussian(0.01, 0.5) / (0.01 * 0.5);
    assertEquals(1.02, deviation / PairTables.oneDirection(0.01, 0.5), 5e-3);
  }

  /** The mu of a step of the Gaussian mechanism that has the same delta. */
  private static double gaussian(double share, double mu) {
    int steps = 16_384;
    double loss = 3 * share * mu * Math.sqrt(steps);
    double log =
        ChosenCompositions.of(share, mu)
            .orElseThrow()
            .logDeltas(steps, new double[] {loss})
            .orElseThrow()[0];
    double low = loss / 10;
    double high = loss;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      boolean less = GaussianMechanism.logDelta(middle, loss).upper() < log;
      low = less ? middle : low;
      high = less ? high : middle;
    }
    return low / Math.sqrt(steps);
  }
}
