package org.assay.algorithms.internal.optimize;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.algorithms.LinearLoss;
import org.assay.algorithms.internal.geometry.Box;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.optimize.multipass.MultipassNoisySgd;
import org.assay.algorithms.internal.optimize.multipass.NoisySgdSchedule;
import org.assay.algorithms.internal.optimize.onepass.SnowballSgd;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.junit.jupiter.api.Test;

/** An event of the last iterate is about real numbers: doubles must be far finer than the noise. */
class FineIteratesTest {
  private static final Loss LINEAR = LinearPredictionLoss.linear(1, 1);

  /** Its records move a mean of ten by 2e-5, so that kappa is below 1 in all sets below. */
  private static final Loss SMALL = LinearPredictionLoss.linear(1e-4, 1);

  /** Its gradients have a kink, so that every step is charged. */
  private static final Loss HINGE = LinearPredictionLoss.hinge(1);

  private static MultipassNoisySgd multipass(
      Loss loss, ConstraintSet set, int steps, double noise) {
    return MultipassNoisySgd.of(
        new NoisySgdSchedule(NoisySgdSampling.FULL_BATCH, 10, 10, steps, 1, noise), loss, set);
  }

  private static void assertForgets(boolean expected, MultipassNoisySgd algorithm) {
    DpEvent event = algorithm.event();
    if (expected) {
      assertInstanceOf(NoisyGradientDescentEvent.class, event);
    } else {
      assertEquals(algorithm.composition(), event);
    }
  }

  /** With noise in units of the parameter; a record moves it by twice the step size. */
  private static ProjectedNoisySgd onePass(ConstraintSet set, double stepSize, double... noises) {
    double[] stepSizes = new double[noises.length];
    Arrays.fill(stepSizes, stepSize);
    return onePass(set, stepSizes, noises);
  }

  private static ProjectedNoisySgd onePass(ConstraintSet set, double[] stepSizes, double[] noises) {
    int[] batches = new int[noises.length];
    Arrays.fill(batches, 1);
    double[] gradientNoises = noises.clone();
    for (int t = 0; t < noises.length; t++) {
      gradientNoises[t] /= stepSizes[t];
    }
    return ProjectedNoisySgd.of(
        GradientSchedule.of(stepSizes, batches, gradientNoises), LINEAR, set);
  }

  private static void run(ProjectedNoisySgd algorithm) {
    double[][] features = new double[algorithm.schedule().steps()][1];
    algorithm.run(Dataset.of(features, new double[features.length]), new SplittableRandom(1));
  }

  /**
   * Between 2^56 and 2^56 + 16 there is no double, so a step of noise 1 either goes nowhere or all
   * the way: a run stays where it is for millions of steps, and tells a record that pulls it away
   * from one that does not, though the set is 16 noises wide and should be forgotten in 300 steps.
   */
  @Test
  void runsThatCannotForgetAreNotCharged() {
    Box two = Box.interval(0x1p56, 0x1p56 + 16);
    assertRefused("would show its rounding", () -> multipass(LINEAR, two, 1, 1));
    assertRefused("would drift apart", () -> run(onePass(two, 1, 1, 1)));
    assertRefused("would show its rounding", () -> run(onePass(two, 1, 1)));
    double here = 0x1p56;
    double noise = new SplittableRandom(1).nextGaussian();
    assertTrue(Math.abs(noise) < 8);
    assertEquals(here, here - noise, "what the refusal is about");
  }

  /** D (R + 10) 2^-49 = 2^-20 noise² at 32,758 noises. */
  @Test
  void longRunsMayBeWideAroundTheOrigin() {
    int steps = 1_000_000;
    assertForgets(true, multipass(SMALL, EuclideanBall.centeredAtOrigin(1, 16_300), steps, 1));
    assertForgets(false, multipass(SMALL, EuclideanBall.centeredAtOrigin(1, 16_500), steps, 1));
    assertForgets(false, multipass(HINGE, EuclideanBall.centeredAtOrigin(1, 10), steps, 1));
    // Sums over more coordinates round more.
    assertForgets(true, multipass(SMALL, EuclideanBall.centeredAtOrigin(99, 2250), steps, 1));
    assertForgets(false, multipass(SMALL, EuclideanBall.centeredAtOrigin(99, 2400), steps, 1));
  }

  /** Steps with noise of at most 1 + 8 reach nine times their number. */
  @Test
  void shortRunsMayHaveNoBounds() {
    EuclideanBall all = EuclideanBall.centeredAtOrigin(1, 1e30);
    assertForgets(true, multipass(SMALL, all, 1750, 1));
    assertForgets(false, multipass(SMALL, all, 1900, 1));
    assertDoesNotThrow(() -> run(onePass(all, 1, 1, 1)));
  }

  @Test
  void farSetsMustBeNarrow() {
    int steps = 1_000_000;
    assertForgets(true, multipass(SMALL, Box.interval(4e5, 4e5 + 1300), steps, 1));
    assertForgets(false, multipass(SMALL, Box.interval(4e5, 4e5 + 1400), steps, 1));
  }

  /** Here a record moves a mean by 2e-10, and rounding two runs by 2^-49 (R + 9). */
  @Test
  void recordsMustCountForMoreThanRounding() {
    Loss small = LinearPredictionLoss.linear(1e-9, 1);
    assertForgets(true, multipass(small, EuclideanBall.centeredAtOrigin(1, 95), 1_000_000, 1));
    assertForgets(false, multipass(small, EuclideanBall.centeredAtOrigin(1, 105), 1_000_000, 1));
  }

  /** Nearest points that are searched for are known up to 1e-11. */
  @Test
  void errorsOfProjectionsCount() {
    LpBall ball = LpBall.of(2, 1.5, 1);
    assertForgets(true, multipass(SMALL, ball, 100_000, 0.02));
    assertForgets(false, multipass(SMALL, ball, 100_000, 0.01));
    assertEquals(
        0x1p-14,
        FineIterates.of(ball, new double[2], 1, 0).grid(0, 1e-9).spacing(),
        "√2 2^20 3e-11 is 2^-14.5");
  }

  /**
   * An iterate of 1000 rounds by E = 2^-49 1000 = 1.8e-12 in the first of two steps, which adds
   * twice its part of the shift to mu²: 2^-10 may be added to a small mu², and 2^-20 to a large
   * one.
   */
  @Test
  void onePassIsMeasuredByItsShift() {
    Box far = Box.interval(999, 1000);
    assertDoesNotThrow(() -> run(onePass(far, 0.95e-9, 1, 1)));
    assertRefused("was 1.0", () -> run(onePass(far, 0.88e-9, 1, 1)));
    assertDoesNotThrow(() -> run(onePass(far, 0.95e-6, 1e-6, 1e-6)));
    assertRefused("was 1.0E-6", () -> run(onePass(far, 0.91e-6, 1e-6, 1e-6)));
    // The rounding of a step is hidden by the next one's noise: of one step it is the grid's.
    assertDoesNotThrow(() -> run(onePass(far, 1e-10, 1)));
  }

  /** Steps without noise round as well, and what they round is all on the next noise. */
  @Test
  void whatWaitsForNoiseAddsUp() {
    Box far = Box.interval(999, 1000);
    // The second record has two roundings before the only noise after it.
    assertDoesNotThrow(() -> run(onePass(far, 3.75e-9, 1, 0, 0, 1)));
    assertRefused("was 1.0", () -> run(onePass(far, 3.5e-9, 1, 0, 0, 1)));
    // Nearly all of the first record's shift is hidden at once; 4095 steps of 2^-49 are not.
    assertDoesNotThrow(() -> run(late(4.5e-9)));
    assertRefused("too coarse", () -> run(late(3e-9)));
  }

  /**
   * A step of 1000 rounds by 1.8e-12, which counts by its square over the next noise however large
   * the noise after that is: 3e-12 of a mu² of 4e-14, or 3e-18.
   */
  @Test
  void whatOneSmallNoiseHidesCountsAlone() {
    Box far = Box.interval(999, 1000);
    double[] two = {1e-7, 1e-20};
    assertDoesNotThrow(() -> run(onePass(far, two, new double[] {1, 1e-3})));
    assertRefused("would drift apart", () -> run(onePass(far, two, new double[] {1, 1e-6})));
    double[] three = {1e-7, 1e-20, 1e-20};
    assertDoesNotThrow(() -> run(onePass(far, three, new double[] {0, 1e-3, 1})));
    assertRefused("would drift apart", () -> run(onePass(far, three, new double[] {0, 1e-6, 1})));
  }

  private static ProjectedNoisySgd late(double last) {
    double[] noises = new double[1 << 12];
    double[] stepSizes = new double[noises.length];
    Arrays.fill(stepSizes, 1e-20);
    stepSizes[0] = 1;
    noises[0] = 1;
    noises[noises.length - 1] = last;
    return onePass(Box.interval(-1, 1), stepSizes, noises);
  }

  /** The last noise is a millionth of the radius, and the shift of the last record far less. */
  @Test
  void decayingStepsAreFine() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(100, 1);
    SnowballSgd snowball = SnowballSgd.decayingStep(2000, 0.1, new LinearLoss(), ball);
    int size = (int) snowball.schedule().totalRecords();
    double[][] units = new double[size][100];
    double[] labels = new double[size];
    Arrays.fill(labels, 1);
    Arrays.stream(units).forEach(features -> features[0] = 1);
    Dataset records = Dataset.of(units, labels);
    assertDoesNotThrow(() -> snowball.run(records, new SplittableRandom(1)));
  }

  /** A step without noise hides nothing, and a run whose last step has none needs no grid. */
  @Test
  void stepsWithoutNoiseDoNotCount() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(1, 10_000);
    assertDoesNotThrow(() -> run(onePass(ball, 1, 0, 1)));
    assertDoesNotThrow(() -> run(onePass(ball, 1, 1, 0)));
    assertDoesNotThrow(() -> run(onePass(ball, 1, 0, 0)));
    // Its square is 0 in doubles.
    assertRefused("was 1.0E-200", () -> run(onePass(ball, 1e-200, 1e-200, 1e-200)));
  }

  /** Where every step is charged iterates may be coarse, but not so coarse that nothing is left. */
  @Test
  void composedRunsNeedTheGridOnly() {
    assertDoesNotThrow(() -> multipass(HINGE, corner(1, 1e6), 100, 1e-3));
    assertRefused("show its rounding", () -> multipass(HINGE, corner(1, 1.06e6), 100, 1e-3));
    // Norm and root of the dimension are twice as large, and so is the diameter.
    assertDoesNotThrow(() -> multipass(HINGE, corner(4, 4.9e5), 100, 1e-3));
    assertRefused("show its rounding", () -> multipass(HINGE, corner(4, 5e5), 100, 1e-3));
    // The grid for large noise is coarse enough, however coarse it is for the set.
    assertDoesNotThrow(() -> multipass(HINGE, corner(4, 5e5), 100, 1e3));
  }

  /** A sample holds 5 records on average, and hardly ever more than 45. */
  @Test
  void largePoissonSamplesAreRare() {
    NoisySgdSchedule schedule =
        new NoisySgdSchedule(NoisySgdSampling.POISSON, 1_000_000, 5, 1_000_000, 0.1, 0.1);
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(1, 100);
    assertInstanceOf(NoisySgdEvent.class, MultipassNoisySgd.of(schedule, LINEAR, ball).event());
  }

  /** A cube of side 1. */
  private static Box corner(int dimension, double least) {
    double[] lower = new double[dimension];
    double[] upper = new double[dimension];
    Arrays.fill(lower, least);
    Arrays.fill(upper, least + 1);
    return Box.of(lower, upper);
  }

  /** Spacings are those for the noise, or at least 2^-37 R √d (d + 64). */
  @Test
  void gridsAreAsCoarseAsRounding() {
    EuclideanBall ball = EuclideanBall.centeredAtOrigin(4, 1000);
    FineIterates near = FineIterates.of(ball, new double[4], Double.MAX_VALUE, 1);
    assertEquals(0x1p-10, near.grid(0, 1).spacing());
    assertEquals(0x1p-19, near.grid(0, 0x1p-9).spacing());
    assertEquals(0x1p-19, near.grid(0, 0x1p-10).spacing());
    assertEquals(0x1p-19, near.grid(0, 0x1p-30).spacing());
    assertEquals(0x1p-18, near.grid(1000, 0x1p-30).spacing(), "steps are rounded, too");
    FineIterates nearer = FineIterates.of(ball, new double[4], 1, 0);
    assertEquals(0x1p-29, nearer.grid(0, 0x1p-30).spacing());
  }

  private static void assertRefused(String reason, Runnable action) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, action::run);
    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith("noise of a step was ") && message.contains(reason), message);
  }
}
