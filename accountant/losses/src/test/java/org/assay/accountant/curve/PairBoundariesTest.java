package org.assay.accountant.curve;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.loss.pair.AntipodalPair;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.DiscreteNoise;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.SampledPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The last value on either side of the limits that pairs accept, list or compare. */
class PairBoundariesTest {
  private static AtomicPair atoms(LossAtom... atoms) {
    return AtomicPair.of("atoms", List.of(atoms), 0);
  }

  private static void assertRefused(String message, Executable run) {
    String told = String.valueOf(assertThrows(IllegalArgumentException.class, run).getMessage());
    assertTrue(told.contains(message), told);
  }

  /** Outcomes that only one of both produces have no finite loss: the others make the scale. */
  @Test
  void infiniteLossesDoNotCountInScales() {
    double square = 0.375 * Math.pow(Math.log(2), 2);
    LossAtom risen = LossAtom.exact(0.5, 0.25);
    LossAtom level = LossAtom.exact(0.25, 0.25);
    AtomicPair both = atoms(risen, level, LossAtom.exact(0.25, 0), LossAtom.exact(0, 0.5));
    assertEquals(Math.sqrt(square), both.scale(), 1e-15);
    AtomicPair onlyP =
        atoms(LossAtom.exact(0.25, 0.5), LossAtom.exact(0.5, 0.5), LossAtom.exact(0.25, 0));
    assertEquals(Math.sqrt(square), onlyP.scale(), 1e-15);
    AtomicPair onlyQ = atoms(risen, LossAtom.exact(0.5, 0.5), LossAtom.exact(0, 0.25));
    assertEquals(Math.sqrt(square), onlyQ.scale(), 1e-15);
  }

  /** A scale is above 0 even where every loss is 0 or out of range, as searches divide by it. */
  @Test
  void scalesArePositiveAndFinite() {
    assertEquals(1, atoms(LossAtom.exact(1, 1)).scale());
    // The ratio of these probabilities overflows.
    LossAtom tiny = LossAtom.exact(0.5, Double.MIN_VALUE);
    assertEquals(1, atoms(tiny, LossAtom.exact(0.5, 1)).scale());
  }

  /** Sums may miss 1 by 2^-40 on either side. */
  @Test
  void totalsMayMissOneByLittle() {
    double least = 1 - 0x1p-40;
    assertEquals(1, atoms(LossAtom.exact(least, 1)).atoms().size());
    assertEquals(1, atoms(LossAtom.exact(1, least)).atoms().size());
    assertRefused("under P", () -> atoms(LossAtom.exact(Math.nextDown(least), 1)));
    assertRefused("under Q", () -> atoms(LossAtom.exact(1, Math.nextDown(least))));
    double most = 0x1p-40;
    double more = most + 0x1p-52;
    assertRefused("under P", () -> atoms(LossAtom.exact(1, 0.5), LossAtom.exact(more, 0.5)));
    assertEquals(2, atoms(LossAtom.exact(0.5, 1), LossAtom.exact(0.5, most)).atoms().size());
  }

  /** Parameters given as intervals that share an end are in order. */
  @Test
  void touchingParametersAreInOrder() {
    Enclosure larger = Enclosure.of(0.25, 0.5);
    Enclosure smaller = Enclosure.of(0.125, 0.25);
    GaussianPair base = new GaussianPair(Enclosure.ONE);
    SampledPair more = new SampledPair(larger, base);
    SampledPair less = new SampledPair(smaller, base);
    assertTrue(more.dominates(less));
    assertFalse(less.dominates(more));
    AntipodalPair far = new AntipodalPair(larger, larger);
    AntipodalPair near = new AntipodalPair(larger, smaller);
    assertTrue(far.dominates(near));
    assertFalse(near.dominates(far));
  }

  /** 36 deviations on both sides of 200,000 atoms. */
  @Test
  void discreteGaussiansAreListedUpToTheirLargestSize() {
    double largest = 200_000 / 72.0;
    assertTrue(DiscreteNoise.listsGaussian(largest, 1));
    assertFalse(DiscreteNoise.listsGaussian(Math.nextUp(largest), 1));
  }

  /** Shifts of up to 10,000 are listed; larger ones count by their epsilon only. */
  @Test
  void discreteLaplaceIsListedUpToItsLargestShift() {
    String listed = DominatingPairs.discreteLaplace(1e4, 10_000, ADD_OR_REMOVE).toString();
    assertTrue(listed.contains("discrete Laplace of scale 10000.0 and shift 10000"), listed);
    String pure = DominatingPairs.discreteLaplace(1e4, 10_001, ADD_OR_REMOVE).toString();
    assertTrue(pure.contains("pure 1.0001"), pure);
  }

  /** A shift that may be negative is refused although it may be positive as well. */
  @Test
  void bothEndsOfShiftsCount() {
    List<Enclosure> one = List.of(Enclosure.ONE);
    assertRefused(
        "shift was -1.0",
        () -> DominatingPairs.gaussianMixture(one, List.of(Enclosure.of(-1, 1)), ADD_OR_REMOVE));
  }

  /**
   * Numbers of draws down to e^-80 count: of about 72 expected draws 200 have that weight, and 201
   * are never listed.
   */
  @Test
  void asManyAsTwoHundredRepetitionsAreListed() {
    assertEquals(199, repetitions(7_150_000));
    assertEquals(200, repetitions(7_220_000));
    assertThrows(UnsupportedEventException.class, () -> repetitions(7_280_000));
  }

  private static int repetitions(long draws) {
    String name = DrawnGaussians.of(draws, 100_000, Enclosure.ONE).toString();
    String count = name.replaceAll(".*drawn up to (\\d+) times.*", "$1");
    return Integer.parseInt(count);
  }
}
