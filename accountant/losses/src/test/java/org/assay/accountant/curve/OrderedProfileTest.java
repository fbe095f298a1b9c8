package org.assay.accountant.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.loss.UnionBound;
import org.assay.accountant.internal.loss.pair.AtomicPair;
import org.assay.accountant.internal.loss.pair.CountedPair;
import org.assay.accountant.internal.loss.pair.GaussianPair;
import org.assay.accountant.internal.loss.pair.LaplacePair;
import org.assay.accountant.internal.loss.pair.LossTails;
import org.assay.accountant.internal.loss.pair.OrderedPair;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Enclosures of composed profiles: their contents, widths and costs. */
class OrderedProfileTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /** A probability of 2^-40 reveals everything; otherwise nothing happens. */
  private static final AtomicPair RARE =
      new AtomicPair(
          "rare",
          List.of(LossAtom.exact(0x1p-40, 0), LossAtom.exact(0, 0x1p-40)),
          Enclosure.exact(1 - 0x1p-40),
          LossTails.NONE,
          0);

  private static final AtomicPair LEAK =
      AtomicPair.of(
          "leak",
          List.of(
              LossAtom.exact(0.25, 0),
              LossAtom.exact(0, 0.25),
              LossAtom.exact(0.5, 0.25),
              LossAtom.exact(0.25, 0.5)),
          Math.log(2));

  private static CountedPair gaussian(double mu) {
    return new CountedPair(new GaussianPair(Enclosure.exact(mu)));
  }

  private static OrderedProfile profile(OrderedPair pair, long count) {
    return new OrderedProfile(List.of(pair), new long[] {count});
  }

  /** A Gaussian of mu 2 in several steps, to an accuracy and within a number of evaluations. */
  @ParameterizedTest
  @CsvSource({
    "4,1,1e-2,285,335",
    "4,4,1e-3,530,396",
    "4,8,1e-3,746,383",
    "16,4,1e-2,270,235",
    "16,8,1e-2,389,283",
    "16,1,1e-3,367,503",
    "100,4,1e-2,215,177",
    "100,8,1e-3,640,279"
  })
  void accuraciesAreReachedWithFewEvaluations(
      int count, double epsilon, double accuracy, int forDelta, int forEpsilon) {
    CountedPair pair = gaussian(2 / Math.sqrt(count));
    OrderedProfile profile = profile(pair, count);
    double exact = GaussianMechanism.delta(2, epsilon).midpoint();
    Enclosure delta = profile.delta(epsilon, Accuracy.of(accuracy), 0);
    assertNear(exact, delta, accuracy);
    int calls = pair.callsSinceAsked();
    assertTrue(calls <= 1.04 * forDelta, () -> calls + " calls for delta");
    assertNear(epsilon, profile.epsilon(exact, Accuracy.of(accuracy), 0), accuracy);
    int more = pair.callsSinceAsked();
    assertTrue(more <= 1.04 * forEpsilon, () -> more + " calls for epsilon");
  }

  /** The accuracy is met without waste: the width is at least a fifth of it. */
  private static void assertNear(double exact, Enclosure found, double accuracy) {
    assertTrue(found.contains(exact), () -> found + " and " + exact);
    double width = found.relativeWidth();
    assertTrue(width <= accuracy && width >= 0.2 * accuracy, () -> found + " of width " + width);
  }

  /** A Gaussian of mu 1 where delta is close to the total variation, or next to nothing. */
  @ParameterizedTest
  @CsvSource({
    "1.241107572247669E-4,1e-1,2068",
    "0.01242207895687720,1e-1,873",
    "0.1254520647279735,1e-2,345",
    "0.6894906406913017,1e-1,165",
    "21.627508093648384,1e-2,386"
  })
  void smallAndLargeEpsilonsAreFound(double epsilon, double accuracy, int calls) {
    CountedPair pair = gaussian(0.25);
    double delta = GaussianMechanism.delta(1, epsilon).midpoint();
    Enclosure found = profile(pair, 16).epsilon(delta, Accuracy.of(accuracy), 0);
    double slack = 1e-12 * epsilon;
    assertTrue(
        found.lower() <= epsilon + slack && found.upper() >= epsilon - slack, found::toString);
    assertTrue(found.relativeWidth() <= accuracy, found::toString);
    int asked = pair.callsSinceAsked();
    assertTrue(asked <= 1.04 * calls, () -> asked + " calls");
  }

  /** Two Laplace losses of at most 1: {@code P[L = 2] = 1/4}, {@code Q[L = 2] = e^-2/4}. */
  @ParameterizedTest
  @CsvSource({"1e-3,1e-2,337", "1e-3,1e-1,66", "1e-12,1e-2,337", "1e-30,1e-1,449"})
  void largestLossesAreApproached(double delta, double accuracy, int calls) {
    CountedPair pair = new CountedPair(new LaplacePair(Enclosure.ONE));
    Enclosure found = profile(pair, 2).epsilon(delta, Accuracy.of(accuracy), 0);
    // (1 - e^(ε - 2))/4 of the atom alone stays above delta up to this epsilon.
    double atom = 2 + Math.log1p(-4 * delta);
    assertTrue(found.upper() >= atom - 1e-12 && found.lower() <= 2, found::toString);
    assertTrue(found.relativeWidth() <= accuracy, found::toString);
    int asked = pair.callsSinceAsked();
    assertTrue(asked <= 1.04 * calls, () -> asked + " calls");
  }

  /**
   * Close to the largest loss, {@code h = 2 - ε}: the atom's {@code (1 - e^-h)/4}, the atom of one
   * step with the density of the other, {@code (1 - e^(-h/2))²/2}, and less than {@code h³/16}.
   */
  @Test
  void profilesNearTheLargestLossAreFoundByFinerSteps() {
    CountedPair pair = new CountedPair(new LaplacePair(Enclosure.ONE));
    double h = 0.005;
    double rest = -Math.expm1(-h / 2);
    double least = -Math.expm1(-h) / 4 + rest * rest / 2;
    Enclosure found = profile(pair, 2).delta(2 - h, Accuracy.of(0.01), 0);
    assertTrue(found.relativeWidth() <= 0.01, found::toString);
    assertTrue(found.lower() <= least + h * h * h / 16, found::toString);
    assertTrue(found.upper() >= least, found::toString);
    int calls = pair.callsSinceAsked();
    assertTrue(calls <= 24_000, () -> calls + " calls");
  }

  /** Where the parameter itself is uncertain no pass helps, and the search ends soon. */
  @Test
  void vagueParametersEndTheSearch() {
    Enclosure mu = Enclosure.of(1, 1.001).times(Math.sqrt(0.5));
    CountedPair pair = new CountedPair(new GaussianPair(mu));
    OrderedProfile profile = profile(pair, 2);
    Enclosure delta = profile.delta(1, Accuracy.of(1e-3), 0);
    assertTrue(delta.contains(GaussianMechanism.delta(1, 1).midpoint()), delta::toString);
    assertTrue(delta.upper() < 0.2, delta::toString);
    int calls = pair.callsSinceAsked();
    assertTrue(calls <= 4100, () -> calls + " calls for delta");
    Enclosure epsilon = profile.epsilon(0.01, Accuracy.of(1e-3), 0);
    assertTrue(epsilon.contains(GaussianMechanism.epsilon(1, 0.01).midpoint()), epsilon::toString);
    assertTrue(epsilon.relativeWidth() < 0.2, epsilon::toString);
    int more = pair.callsSinceAsked();
    assertTrue(more <= 2800, () -> more + " calls for epsilon");
  }

  /** A sufficient union bound is the answer; an insufficient one is improved. */
  @Test
  void whatIsEnoughIsNotImproved() {
    OrderedPair pair = gaussian(0.25);
    OrderedProfile profile = profile(pair, 16);
    UnionBound union = new UnionBound(List.of(pair), new long[] {16});
    double delta = union.delta(12);
    assertEquals(Enclosure.of(0, delta), profile.delta(12, Accuracy.of(0.01), delta));
    assertTrue(profile.delta(12, Accuracy.of(0.01), Math.nextDown(delta)).lower() > 0);
    double epsilon = union.epsilon(0.01);
    assertEquals(Enclosure.of(0, epsilon), profile.epsilon(0.01, Accuracy.of(0.01), epsilon));
    assertTrue(profile.epsilon(0.01, Accuracy.of(0.01), Math.nextDown(epsilon)).lower() > 0);
  }

  /** From a sum of two revealed masses on the finite losses are not used. */
  @Test
  void manyLeaksLeaveTheRevealedMass() {
    Enclosure seven = profile(LEAK, 7).delta(1, Accuracy.of(1e-3), 0);
    assertTrue(seven.relativeWidth() <= 1e-3, seven::toString);
    Enclosure eight = profile(LEAK, 8).delta(1, Accuracy.of(1e-3), 0);
    assertEquals(1 - Math.pow(0.75, 8), eight.lower(), 1e-12);
    assertEquals(1, eight.upper());
  }

  /** {@code 1 - (1 - 2^-40)^(2^39)}, about {@code 1 - e^(-1/2)}; beyond, the union bound. */
  @Test
  void compositionsEndAtTwoToThe39() {
    double exact = -Math.expm1(0x1p39 * Math.log1p(-0x1p-40));
    long most = 1L << 39;
    OrderedProfile convolved = profile(RARE, most);
    Enclosure delta = convolved.delta(1, Accuracy.of(0.01), 0);
    assertTrue(delta.contains(exact) && delta.width() < 1e-4, delta::toString);
    assertEquals(delta.upper(), convolved.deltaBounds(new double[] {1}, 0.01, 0)[0], 1e-12);
    assertEquals(
        Enclosure.of(Double.MAX_VALUE, INFINITY), convolved.epsilon(0.3, Accuracy.of(0.01), 0));
    OrderedProfile union = profile(RARE, most + 1);
    Enclosure quick = union.delta(1, Accuracy.of(0.01), 0);
    assertEquals(0, quick.lower());
    assertEquals(0.5, quick.upper(), 1e-9);
    assertEquals(quick.upper(), union.deltaBounds(new double[] {1}, 0.01, 0)[0]);
    assertEquals(Enclosure.of(0, INFINITY), union.epsilon(0.3, Accuracy.of(0.01), 0));
  }

  /**
   * Whether a revealed mass below delta has a finite epsilon is unknown without the finite losses.
   */
  @Test
  void revealedMassesBelowDeltaLeaveEpsilonOpen() {
    assertEquals(
        Enclosure.of(0, INFINITY), profile(RARE, 1L << 39).epsilon(0.45, Accuracy.of(0.01), 0));
    assertEquals(Enclosure.ZERO, profile(RARE, 1L << 39).epsilon(0.51, Accuracy.of(0.01), 0));
  }
}
