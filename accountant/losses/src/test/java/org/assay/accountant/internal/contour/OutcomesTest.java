package org.assay.accountant.internal.contour;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.composition.SampledLoss;
import org.assay.accountant.internal.composition.SymmetricLoss;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/**
 * Compositions with few outcomes, against sums over every outcome of every step by separate code in
 * 60-digit arithmetic.
 */
class OutcomesTest {
  private static final MixedComposition NONE = MixedComposition.under(ADD_OR_REMOVE);

  private static MixedComposition sum(MixedComposition... parts) {
    return MixedComposition.sum(ADD_OR_REMOVE, List.of(parts)).orElseThrow();
  }

  private static MixedComposition responses(long answers, double truth, long count) {
    return NONE.withRandomizedResponse(answers, truth).orElseThrow().times(count).orElseThrow();
  }

  private static MixedComposition integers(Enclosure rate, long shift, long count) {
    return NONE.withDiscreteLaplace(rate, shift).orElseThrow().times(count).orElseThrow();
  }

  private static MixedComposition integers(double rate, long shift, long count) {
    return integers(Enclosure.exact(rate), shift, count);
  }

  private static MixedComposition binary(double... truths) {
    return sum(
        DoubleStream.of(truths)
            .mapToObj(truth -> responses(2, truth, 1))
            .toArray(MixedComposition[]::new));
  }

  private static void assertHolds(String exact, Enclosure found, double width) {
    assertTrue(found.contains(new BigDecimal(exact)), found::toString);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  private static void assertHolds(String exact, Enclosure found) {
    assertHolds(exact, found, 1e-12);
  }

  /** Here a smoothed profile has five digits. */
  @Test
  void epsilonIsTheLossOfAnOutcome() {
    MixedComposition two = binary(.84, .99);
    double loss = 0x1.77ec11d39a89cp+1;
    assertEquals(loss, Math.log(.99 / .01) - Math.log(.84 / .16), 1e-15);
    assertHolds("0.8014285714285714157519497", two.delta(Math.nextDown(loss)), 1e-14);
    assertHolds("0.801428571428571370444533", two.delta(loss), 1e-14);
    assertHolds("0.8014285714285713570457271", two.delta(Math.nextUp(loss)), 1e-14);
    assertHolds("2.936891773531056876323861", two.epsilon(0x1.9a54d880bb3eep-1), 1e-14);
  }

  /** Two of four answers reveal nothing, and five of seven. */
  @Test
  void answersOfWhichSomeSayNothing() {
    MixedComposition run = sum(responses(4, .7, 3), responses(2, .625, 4), responses(7, .5, 1));
    assertHolds("0.8926019287109374691", run.delta(0));
    assertHolds("0.8281850492978967627", run.delta(1));
    assertHolds("0.6925970786970438374505507", run.delta(2.5));
    assertHolds("0.2343328893188551704259346", run.delta(6));
    assertHolds("0.01281535241427395343207703", run.delta(9));
    assertHolds("9.633829717492995974589434", run.epsilon(1e-3));
    assertHolds("5.832914681800959132019034", run.epsilon(.25));
    assertHolds("1.397694673158114177883844", run.epsilon(.8));
  }

  /** Losses are multiples of 1/8, and so is epsilon. */
  @Test
  void discreteLaplaceNoise() {
    MixedComposition run = sum(integers(.25, 2, 3), integers(.125, 3, 2));
    assertHolds("0.3758393206503216332009051", run.delta(0));
    assertHolds("0.2213246321743831648802817", run.delta(.5));
    assertHolds("0.1146978934355632786093629", run.delta(1));
    assertHolds("0.06783919825593214823138253", run.delta(1.25));
    assertHolds("0.005891133146402214596511855", run.delta(2.125));
    assertHolds("2.249800522557386958728327", run.epsilon(1e-5));
    assertHolds("2.027534283515310755452312", run.epsilon(1e-2));
    assertHolds("0.2412494678347268809057039", run.epsilon(.3));
  }

  @Test
  void enclosedRates() {
    MixedComposition run =
        sum(integers(Enclosure.ONE.dividedBy(3), 2, 2), integers(Enclosure.ONE.dividedBy(7), 3, 2));
    assertHolds("0.3494897283842663703407286", run.delta(.2));
    assertHolds("0.1461317774930524106916092", run.delta(1));
    assertHolds("1.596927690781463808707822", run.epsilon(.05));
  }

  /** Both directions of samples; each keeps the answers that reveal nothing. */
  @Test
  void samples() {
    List<LossFactor> removing = sampled(true);
    List<LossFactor> adding = sampled(false);
    assertHolds("0.1137907838698136120528513", new LossComposition(removing).delta(.25));
    assertHolds("0.04449013880688443787172492", new LossComposition(removing).delta(.6));
    assertHolds("0.9988573419330136183834391", new LossComposition(removing).epsilon(.01));
    assertHolds("0.09539557934679370017605965", new LossComposition(adding).delta(.25));
    assertHolds("0.0111950877770418635661833", new LossComposition(adding).delta(.6));
    assertHolds("0.6069775255594745872611431", new LossComposition(adding).epsilon(.01));
  }

  private static List<LossFactor> sampled(boolean removing) {
    return List.of(
        new SampledLoss(.1, new SymmetricLoss.Response(3, .75)).factor(4, removing),
        new SampledLoss(.25, new SymmetricLoss.Geometric(Enclosure.exact(.5), 2))
            .factor(2, removing));
  }

  /** The true one of 2^50 answers is rare, and thirty times in a row its probability is 1e-300. */
  @Test
  void tinyProbabilities() {
    MixedComposition run = responses(1L << 50, 1e-10, 30);
    assertHolds("1.417486720594158875619553e-83", run.delta(100), 1e-11);
    assertHolds("9.998696442028322082938653e-301", run.delta(340), 1e-11);
    assertHolds("9.474107180233742528621741e-301", run.delta(346), 1e-11);
    assertHolds("337.3137348465474255596677", run.epsilon(1e-300));
    assertHolds("116.3150809484665021377443", run.epsilon(1e-100));
    assertHolds("7.499999999999999710689881e-81", integers(1e-80, 1, 3).delta(0));
  }

  @Test
  void beyondTheLargestLoss() {
    MixedComposition run = integers(.5, 2, 3);
    assertEquals(Enclosure.ZERO, run.delta(3));
    assertEquals(Enclosure.ZERO, run.delta(1000));
    assertTrue(run.delta(Math.nextDown(3.0)).lower() > 0);
    assertTrue(run.epsilon(Double.MIN_VALUE).upper() <= 3);
    assertTrue(run.epsilon(Double.MIN_VALUE).lower() >= 3 - 1e-14);
    // An enclosure of the largest loss that contains epsilon in its interior.
    Enclosure little = responses(2, .84, 1).delta(Math.log(.84 / .16));
    assertTrue(little.lower() == 0 && little.upper() <= 1e-14, little::toString);
  }

  /** Epsilon ends at about 0.98. */
  @Test
  void deltasAroundThatOfEpsilonZero() {
    MixedComposition two = binary(.84, .99);
    Enclosure first = two.delta(0);
    assertHolds("0.9799999999999999822364316", first, 1e-14);
    assertEquals(Enclosure.ZERO, two.epsilon(first.upper()));
    assertEquals(Enclosure.ZERO, two.epsilon(.99));
    assertTrue(two.epsilon(first.lower()).upper() > 0);
    // No epsilon is proved for a delta between the two ends.
    assertEquals(0, two.epsilon(first.midpoint()).lower());
    assertTrue(two.epsilon(first.midpoint()).upper() < 1e-12);
    Enclosure little = two.epsilon(first.lower() - 1e-9);
    assertTrue(little.lower() > 0 && little.upper() < 1e-6, little::toString);
  }

  /** The profile proves both ends, for any guess. */
  private static void assertProved(double delta, MixedComposition run) {
    Enclosure epsilon = run.epsilon(delta);
    Enclosure above = run.delta(epsilon.upper());
    assertTrue(above.upper() <= delta, () -> delta + " is not reached at " + epsilon);
    Enclosure below = run.delta(epsilon.lower());
    boolean proved = epsilon.lower() == 0 || below.lower() >= delta;
    assertTrue(proved, () -> delta + " is reached below " + epsilon);
  }

  @Test
  void bothEndsOfEpsilonAreProved() {
    MixedComposition noise = sum(integers(.25, 2, 3), integers(.125, 3, 2));
    for (double delta = 1e-12; delta < .5; delta *= 1.7) {
      assertProved(delta, noise);
      assertProved(delta, responses(7, .5, 3));
      // Large logarithms of probabilities widen delta.
      assertProved(delta, responses(1L << 50, .25, 20));
    }
  }

  /** From 5 to 9 delta stays within 1e-14 of a half, and below it rises to 0.98. */
  @Test
  void flatProfilesBesideSteepOnes() {
    MixedComposition run =
        sum(
            integers(.5, 3, 1),
            integers(.25, 1, 1),
            responses(3, 0x1.51f4983503bb0p-63, 1),
            responses(2, 0x1.66c220a377680p-6, 1));
    Enclosure epsilon = run.epsilon(.5 - 5 * 0x1p-53);
    assertTrue(epsilon.lower() > 5 && epsilon.upper() < 9.5, epsilon::toString);
    assertTrue(run.delta(0).lower() > .97);
  }

  /** The probabilities of all outcomes are 1 together, for one step and for many. */
  @Test
  void nothingIsLeftOut() {
    for (SymmetricLoss step :
        List.of(
            new SymmetricLoss.Response(2, .3),
            new SymmetricLoss.Response(3, 1e-100),
            new SymmetricLoss.Response(3, Math.nextDown(1.0)),
            new SymmetricLoss.Response(1L << 53, .5),
            new SymmetricLoss.Geometric(Enclosure.exact(.1), 1),
            new SymmetricLoss.Geometric(Enclosure.exact(.1), 5),
            new SymmetricLoss.Geometric(Enclosure.exact(100), 4))) {
      for (long count : new long[] {1, 2, 7}) {
        Enclosure total = Enclosure.ZERO;
        Enclosure other = Enclosure.ZERO;
        for (AtomsFactor.Atom atom : step.factor(count).outcomes(2048).orElseThrow()) {
          total = total.plus(atom.logMass().exp());
          other = other.plus(atom.logMass().minus(atom.loss()).exp());
        }
        assertTrue(total.contains(1) && total.width() <= 1e-11, step + ": " + total);
        assertTrue(other.contains(1) && other.width() <= 1e-11, step + ": " + other);
      }
    }
  }

  /** The coefficients of a thousand steps exceed the range of doubles. */
  @Test
  void manyEqualSteps() {
    List<AtomsFactor.Atom> all =
        new SymmetricLoss.Response(2, .5 + 0x1p-10).factor(2047).outcomes(2048).orElseThrow();
    assertEquals(2048, all.size());
    Enclosure total = Enclosure.ZERO;
    for (AtomsFactor.Atom atom : all) {
      total = total.plus(atom.logMass().exp());
    }
    assertTrue(total.contains(1) && total.width() <= 1e-11, total::toString);
  }

  @Test
  void onlyFewOutcomesAreListed() {
    assertTrue(Outcomes.of(binaryFactors(11)).isPresent());
    assertFalse(Outcomes.of(binaryFactors(12)).isPresent());
    assertEquals(
        Optional.empty(), new SymmetricLoss.Response(2, .75).factor(2048).outcomes(Outcomes.MOST));
    assertEquals(
        Optional.empty(), new SymmetricLoss.Response(2, .75).factor(1L << 53).outcomes(2048));
    SymmetricLoss four = new SymmetricLoss.Geometric(Enclosure.ONE, 3);
    assertEquals(1771, four.factor(20).outcomes(1771).orElseThrow().size());
    assertEquals(Optional.empty(), four.factor(20).outcomes(1770));
    List<LossFactor> mixed = new ArrayList<>(binaryFactors(2));
    mixed.add(new SymmetricLoss.Laplace(Enclosure.ONE).factor(1));
    assertFalse(Outcomes.of(mixed).isPresent());
  }

  private static List<LossFactor> binaryFactors(int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> new SymmetricLoss.Response(2, .6 + .01 * i).factor(1))
        .toList();
  }

  /** Epsilon is sometimes that of an outcome. */
  @Property(tries = 200)
  void enclosesSumsOverOutcomes(
      @ForAll @Size(min = 2, max = 8) List<@DoubleRange(min = 0.51, max = 0.99) Double> truths,
      @ForAll @IntRange(max = 255) int outcome,
      @ForAll @DoubleRange(min = 0, max = 0.99) double share,
      @ForAll boolean atAnOutcome) {
    PlainSum plain = new PlainSum(truths);
    double epsilon = atAnOutcome ? Math.abs(plain.loss(outcome)) : share * plain.loss(0);
    MixedComposition run = binary(plain.truths());
    Enclosure found = run.delta(epsilon);
    double known = plain.delta(epsilon);
    // Rounding errors of plain arithmetic, which exceed those of enclosures.
    double slack = 1e-14;
    assertTrue(found.lower() <= known + slack, () -> found + " above " + known);
    assertTrue(found.upper() >= known - slack, () -> found + " below " + known);
    assertTrue(found.width() <= 1e-13 * known + 1e-14, () -> found + " is wide, " + known);
    if (known > 1e-3 && known < 0.9) {
      Enclosure back = run.epsilon(known);
      double below = plain.delta(Math.max(0, back.lower()));
      assertTrue(below >= known - slack, () -> back + " is too large at its lower end");
      double above = plain.delta(back.upper());
      assertTrue(above <= known + slack, () -> back + " is too small");
      double width = 1e-13 / plain.slope(back.upper()) + 1e-13;
      assertTrue(back.width() <= width, () -> truths + " " + epsilon + ": " + back);
    }
  }

  /** One step of many outcomes does not need a deep stack. */
  @Test
  void manyOutcomesOfOneStep() throws InterruptedException {
    MixedComposition step =
        MixedComposition.under(ADD_OR_REMOVE)
            .withDiscreteLaplace(Enclosure.exact(0.0078125), 2047)
            .orElseThrow();
    Enclosure[] found = {Enclosure.of(0, 1)};
    Thread small = new Thread(null, () -> found[0] = step.delta(0.5), "a small stack", 1 << 18);
    small.start();
    small.join();
    assertTrue(found[0].relativeWidth() < 1e-9, found[0]::toString);
  }
}
