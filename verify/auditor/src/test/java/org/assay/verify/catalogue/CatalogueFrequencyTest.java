package org.assay.verify.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;
import org.assay.verify.trial.TrialBatch;
import org.assay.verify.trial.TrialRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The mechanisms' code against the laws that their formulas give. */
class CatalogueFrequencyTest {
  private static final int RUNS = 20_000;
  private static final int MANY_RUNS = 400_000;

  /** Groups of cells of similar likelihood ratio. */
  private static final int GROUPS = 12;

  /**
   * With n runs the relative entropy of a frequency to its probability exceeds t/n with probability
   * at most {@code 2 e^-t}; 24.5 makes that 5e-11, and fewer than 10000 frequencies are looked at:
   * a false alarm has probability below 1e-6.
   */
  private static final double LIMIT = 24.5;

  @Tag("slow")
  @Test
  void mechanismsFollowTheirLaws() throws InterruptedException {
    checkAll(RUNS);
  }

  /** Sees errors of about a twentieth of a group's probability. */
  @Test
  @Tag("slow")
  void mechanismsFollowTheirLawsClosely() throws InterruptedException {
    checkAll(MANY_RUNS);
  }

  private static void checkAll(int runs) throws InterruptedException {
    int looks = 0;
    for (Entry<?> entry : Catalogue.all()) {
      Optional<ExactLaw> law = entry.law();
      if (law.isPresent()) {
        looks += check(entry, law.get(), runs);
      }
    }
    assertTrue(looks > 1000 && looks < 10_000, looks + " frequencies");
  }

  private static <D> int check(Entry<D> entry, ExactLaw law, int trials)
      throws InterruptedException {
    int[] group = groups(law);
    TrialBatch batch = batch(entry, entry.worstPair(), trials);
    int looks = 0;
    for (boolean left : new boolean[] {true, false}) {
      double[] expected = new double[GROUPS];
      for (int cell = 0; cell < law.cells(); cell++) {
        expected[group[cell]] += left ? law.left(cell) : law.right(cell);
      }
      int[] seen = new int[GROUPS];
      int runs = 0;
      for (int i = 0; i < batch.size(); i++) {
        if (batch.ranOnLeft(i) == left) {
          seen[group[law.cellOf(batch.outcome(i))]]++;
          runs++;
        }
      }
      for (int i = 0; i < GROUPS; i++) {
        double surprise = runs * relativeEntropy(seen[i] / (double) runs, expected[i]);
        String side = left ? " left" : " right";
        assertTrue(
            surprise <= LIMIT,
            entry.id() + side + ": " + seen[i] + " of " + runs + ", expected " + expected[i]);
        looks++;
      }
    }
    return looks;
  }

  /** Numbers the cells by likelihood ratio, so that about as much mass falls into each group. */
  private static int[] groups(ExactLaw law) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < law.cells(); i++) {
      order.add(i);
    }
    IntToDoubleFunction sum = i -> law.left(i) + law.right(i);
    order.sort(
        Comparator.comparingDouble(
            i -> sum.applyAsDouble(i) > 0 ? law.left(i) / sum.applyAsDouble(i) : 0.5));
    int[] group = new int[law.cells()];
    double mass = 0;
    for (int cell : order) {
      mass += sum.applyAsDouble(cell) / 2;
      group[cell] = Math.min(GROUPS - 1, (int) (mass * GROUPS));
    }
    return group;
  }

  private static double relativeEntropy(double frequency, double probability) {
    double p = Math.max(0, Math.min(1, probability));
    return term(frequency, p) + term(1 - frequency, 1 - p);
  }

  private static double term(double frequency, double probability) {
    return frequency == 0 ? 0 : frequency * Math.log(frequency / probability);
  }

  /**
   * The event of Mironov's attack: never on one side, and on the other with the probability that
   * uniform trailing bits give, 0.267 for Laplace noise and 0.258 for Gaussian noise. By Chernoff's
   * bound, with at least 9000 runs on that side, below 0.22 has probability under 1e-15.
   */
  @Test
  void lowOrderBitsTellTheSides() throws InterruptedException {
    List<Entry<?>> naive =
        Catalogue.all().stream().filter(entry -> entry.id().startsWith("B23")).toList();
    assertEquals(3, naive.size());
    for (Entry<?> entry : naive) {
      checkBits(entry);
    }
  }

  private static <D> void checkBits(Entry<D> entry) throws InterruptedException {
    TrialBatch batch = batch(entry, entry.pairs().get(1), RUNS);
    int left = 0;
    int fine = 0;
    for (int i = 0; i < batch.size(); i++) {
      double value = ((Outcome.Vector) batch.outcome(i)).at(0);
      boolean multiple = Math.rint(value * 0x1p53) == value * 0x1p53;
      boolean event = Math.abs(value) < 1 && !multiple;
      left += batch.ranOnLeft(i) ? 1 : 0;
      fine += event ? 1 : 0;
      assertFalse(event && !batch.ranOnLeft(i), entry.id());
    }
    assertTrue(left > 9000, "a fair coin");
    assertTrue(fine > 0.22 * left, entry.id() + ": " + fine + " of " + left);
  }

  private static <D> TrialBatch batch(Entry<D> entry, AdjacentPair<D> pair, int runs)
      throws InterruptedException {
    try (TrialRunner<D> runner = new TrialRunner<>(entry.mechanism(), 7, 1, Long.MAX_VALUE)) {
      return runner.run(pair, 0, runs).orElseThrow();
    }
  }
}
