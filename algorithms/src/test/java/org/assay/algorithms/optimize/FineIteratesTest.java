package org.assay.algorithms.optimize;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.geometry.Box;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.geometry.EuclideanBall;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.optimize.multipass.MultipassNoisySgd;
import org.assay.algorithms.optimize.multipass.NoisySgdSchedule;
import org.assay.algorithms.optimize.onepass.SnowballSgd;
import org.junit.jupiter.api.Test;

/** An event of the last iterate is about real numbers: doubles must be far finer than the noise. */
class FineIteratesTest {
  private static final Loss LINEAR = LinearPredictionLoss.linear(1, 1);

  /** Its gradients have a kink, so that every step is charged. */
  private static final Loss HINGE = LinearPredictionLoss.hinge(1);

  private static MultipassNoisySgd multipass(Loss loss, ConstraintSet set, int steps) {
    return MultipassNoisySgd.of(
        new NoisySgdSchedule(NoisySgdSampling.FULL_BATCH, 10, 10, steps, 1, 1), loss, set);
  }

  private static ProjectedNoisySgd onePass(ConstraintSet set, double... noises) {
    int[] batches = new int[noises.length];
    double[] stepSizes = new double[noises.length];
    Arrays.fill(batches, 1);
    Arrays.fill(stepSizes, 1);
    return ProjectedNoisySgd.of(GradientSchedule.of(stepSizes, batches, noises), LINEAR, set);
  }

  /**
   * Between 2^56 and 2^56 + 16 there is no double, so a step of noise 1 either goes nowhere or all
   * the way: a run stays where it is for millions of steps, and tells a record that pulls it away
   * from one that does not, though the set is 16 noises wide and should be forgotten in 300 steps.
   */
  @Test
  void runsThatCannotForgetAreRefused() {
    Box two = Box.interval(0x1p56, 0x1p56 + 16);
    assertRefused("would drift apart", () -> multipass(LINEAR, two, 1));
    assertRefused("would drift apart", () -> onePass(two, 1, 1));
    double here = 0x1p56;
    double noise = new SplittableRandom(1).nextGaussian();
    assertTrue(Math.abs(noise) < 8);
    assertEquals(here, here - noise, "what the refusal is about");
  }

  /** D²/2 2^-50 = 2^-20 noise² at 46,341 noises. */
  @Test
  void longRunsMayBeWideAroundTheOrigin() {
    EuclideanBall narrower = EuclideanBall.centeredAtOrigin(1, 23_000);
    assertDoesNotThrow(() -> multipass(LINEAR, narrower, 1_000_000));
    EuclideanBall wider = EuclideanBall.centeredAtOrigin(1, 23_300);
    assertRefused("would drift apart", () -> multipass(LINEAR, wider, 1_000_000));
  }

  /** A thousand steps of 1 with noise 1 + 8 at the most reach 10,000. */
  @Test
  void shortRunsMayHaveNoBounds() {
    EuclideanBall all = EuclideanBall.centeredAtOrigin(1, 1e30);
    assertDoesNotThrow(() -> multipass(LINEAR, all, 1000));
    assertRefused("norms up to 30000", () -> multipass(LINEAR, all, 3000));
    assertDoesNotThrow(() -> onePass(all, 1, 1));
  }

  /** D (R + 1) 2^-50 is 0.97 of 2^-20, and 1.05 of it is too much. */
  @Test
  void farSetsMustBeNarrow() {
    assertDoesNotThrow(() -> multipass(LINEAR, Box.interval(4e5, 4e5 + 2600), 1_000_000));
    Box wider = Box.interval(4e5, 4e5 + 2800);
    assertRefused("would drift apart", () -> multipass(LINEAR, wider, 1_000_000));
  }

  /**
   * A shift of 2 by a record, whose mu² is 4/s² with one step of noise s: an iterate of 1000 rounds
   * by E = 2^-50 1000 = 8.9e-13, which adds 4 E/s², and with s = 0.002 that is 2^-20.2.
   */
  @Test
  void onePassIsMeasuredByItsShift() {
    Box far = Box.interval(999, 1000);
    assertDoesNotThrow(() -> onePass(far, 0.002));
    assertRefused("was 0.0018", () -> onePass(far, 0.0018));
    // Twice the noise², and twice the rounding.
    assertDoesNotThrow(() -> onePass(far, 0.002, 0.002));
    assertRefused("was 0.0018", () -> onePass(far, 0.0018, 0.0018));
    // The first record has the noise of both steps, the last one that of its own.
    assertDoesNotThrow(() -> onePass(far, 0.0025, 0.002));
    assertRefused("was 0.001", () -> onePass(far, 0.001, 0.002));
    assertRefused("was 0.001", () -> onePass(far, 1, 0.001));
  }

  /** Its last noise is 1e-9 of the radius, and so is the shift of its last record. */
  @Test
  void decayingStepsAreFine() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(1000, 1);
    assertDoesNotThrow(() -> SnowballSgd.decayingStep(100_000, 0.1, new LinearLoss(), ball));
  }

  /** A step without noise hides nothing, and a run whose last step has none needs no grid. */
  @Test
  void stepsWithoutNoiseDoNotCount() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(1, 10_000);
    assertDoesNotThrow(() -> onePass(ball, 0, 1));
    assertDoesNotThrow(() -> onePass(ball, 1, 0));
    assertDoesNotThrow(() -> onePass(ball, 0, 0));
    // Its square is 0 in doubles.
    assertRefused("was 1.0E-200", () -> onePass(ball, 1e-200));
  }

  /** Where every step is charged iterates may be coarse, but not so coarse that nothing is left. */
  @Test
  void composedRunsNeedTheGridOnly() {
    Box wide = Box.interval(4e5, 5e5);
    assertDoesNotThrow(() -> multipass(HINGE, wide, 100));
    assertRefused("would drift apart", () -> multipass(LINEAR, wide, 1_000_000));
    assertDoesNotThrow(() -> multipass(HINGE, corner(1, 1e6), 100));
    assertRefused("would show its rounding", () -> multipass(HINGE, corner(1, 1.1e6), 100));
    // Norm and root of the dimension are twice as large, and so is the diameter.
    assertDoesNotThrow(() -> multipass(HINGE, corner(4, 5e5), 100));
    assertRefused("would show its rounding", () -> multipass(HINGE, corner(4, 5.5e5), 100));
  }

  /** A cube of side 1. */
  private static Box corner(int dimension, double least) {
    double[] lower = new double[dimension];
    double[] upper = new double[dimension];
    Arrays.fill(lower, least);
    Arrays.fill(upper, least + 1);
    return Box.of(lower, upper);
  }

  /** Spacings are those for the noise, or at least 2^-30 of the norm times √d. */
  @Test
  void gridsAreAsCoarseAsRounding() {
    double[] origin = new double[4];
    FineIterates near =
        FineIterates.of(EuclideanBall.centeredAtOrigin(4, 1000), origin, Double.MAX_VALUE, 1);
    assertEquals(0x1p-10, near.grid(1).spacing());
    assertEquals(0x1p-19, near.grid(0x1p-9).spacing());
    assertEquals(0x1p-19, near.grid(0x1p-10).spacing());
    assertEquals(0x1p-19, near.grid(0x1p-30).spacing());
    FineIterates nearer = FineIterates.of(EuclideanBall.centeredAtOrigin(4, 1000), origin, 1, 0);
    assertEquals(0x1p-28, nearer.grid(0x1p-30).spacing());
  }

  private static void assertRefused(String reason, Runnable construction) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, construction::run);
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith("noise of a step was ") && message.contains(reason), message);
  }
}
