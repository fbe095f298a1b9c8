package org.assay.accountant.internal.contour;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.assay.accountant.internal.composition.MixedComposition;
import org.assay.accountant.internal.composition.SymmetricLoss;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Compositions whose losses have atoms and are smoothed, against sums over all outcomes. */
class SmoothingTest {
  private static final MixedComposition NONE = MixedComposition.under(ADD_OR_REMOVE);

  private static MixedComposition responses(double... truths) {
    return MixedComposition.sum(
            ADD_OR_REMOVE,
            DoubleStream.of(truths)
                .mapToObj(truth -> NONE.withRandomizedResponse(2, truth).orElseThrow())
                .toList())
        .orElseThrow();
  }

  private static MixedComposition laplace(double... ratios) {
    return MixedComposition.sum(
            ADD_OR_REMOVE,
            DoubleStream.of(ratios)
                .mapToObj(ratio -> NONE.withLaplace(Enclosure.exact(ratio)).orElseThrow())
                .toList())
        .orElseThrow();
  }

  private static void assertHolds(String exact, Enclosure found) {
    assertHolds(exact, found, 1e-9);
  }

  private static void assertHolds(String exact, Enclosure found, double width) {
    assertTrue(found.contains(new BigDecimal(exact)), found::toString);
    assertTrue(found.relativeWidth() <= width, found::toString);
  }

  /** Sums over all outcomes in 40-digit arithmetic. */
  @Test
  void fewUnlikeAnswers() {
    LossComposition five = smoothed(.55, .625, .6875, .75, .8125);
    assertHolds("4.0579349723460333028", five.epsilon(1e-3));
    assertHolds("3.9929359895718915707", five.epsilon(1e-2));
    assertHolds("0.43292205597814043268", five.delta(1.5));
    List<LossFactor> steps = new ArrayList<>();
    for (int[] step : new int[][] {{2, 1}, {3, 2}, {5, 3}, {7, 1}, {4, 2}}) {
      Enclosure rate = Enclosure.ONE.dividedBy(step[0]);
      steps.add(new Unlisted(new SymmetricLoss.Geometric(rate, step[1]).factor(1)));
    }
    LossComposition integers = new LossComposition(steps);
    assertHolds("2.4078568912748733889", integers.epsilon(1e-4));
    assertHolds("0.1583338252730769967", integers.delta(1));
  }

  /**
   * An interval of deltas gives an interval of epsilons that contains both ends, by either method.
   */
  @org.junit.jupiter.api.Tag("slow")
  @Test
  void intervalsOfDeltas() {
    Enclosure deltas = Enclosure.of(1e-3, 1e-2);
    double[] truths = {.55, .625, .6875, .75, .8125};
    Enclosure few = new LossComposition(answers(truths).toList()).epsilon(deltas, never -> false);
    Enclosure contour = smoothed(truths).epsilon(deltas, never -> false);
    for (String exact : new String[] {"4.0579349723460333028", "3.9929359895718915707"}) {
      assertHolds(exact, few, 0.05);
      assertHolds(exact, contour, 0.05);
    }
  }

  /** All 2^20 outcomes, in 19-digit arithmetic. */
  @Test
  void twentyUnlikeAnswers() {
    MixedComposition twenty =
        responses(IntStream.range(0, 20).mapToDouble(i -> .52 + .02 * i).toArray());
    assertHolds("0.5335217271181850", twenty.delta(10), 1e-6);
    assertHolds("0.09726682843569244", twenty.delta(15), 1e-6);
    assertHolds("1.096549036280743e-5", twenty.delta(19.5), 1e-6);
  }

  /** Single and double integrals over the losses of one or two, by 25-digit quadrature. */
  @Test
  void fewUnlikeLaplaceSteps() {
    assertHolds("0.15406942903044542897", laplace(.5, .375).delta(.25), 1e-8);
    assertHolds("0.068547663440537529413", laplace(.5, .375).delta(.6), 1e-8);
    assertHolds("0.0507454677084771463", laplace(.5, .375, .25).delta(.75), 1e-8);
  }

  /**
   * A first pass that is too coarse for a small delta gives no bound; 30-digit sums of
   * exponentials.
   */
  @Test
  void smallDeltasOfUnlikeScales() {
    Enclosure epsilon =
        laplace(0x1.7d01f64bd0c0cp-6, 0x1.415ea03434114p-6, 0x1.b102e400ace4cp-1)
            .epsilon(0x1.5fd94ba1b3121p-26);
    assertTrue(epsilon.contains(new BigDecimal("0.88859472299004")), epsilon::toString);
    assertTrue(epsilon.relativeWidth() < 1e-9, epsilon::toString);
  }

  /** Hundreds of unlike answers, which have no exact sum: still five digits. */
  @Test
  void manyUnlikeAnswers() {
    MixedComposition many =
        responses(IntStream.range(0, 200).mapToDouble(i -> .51 + .0005 * i).toArray());
    Enclosure epsilon = many.epsilon(1e-6);
    assertTrue(epsilon.relativeWidth() < 1e-5, epsilon::toString);
    Enclosure delta = many.delta(epsilon.midpoint());
    assertTrue(delta.contains(1e-6) && delta.relativeWidth() < 1e-4, delta::toString);
  }

  /** An outcome whose loss is exactly epsilon is the worst place for a smoothed profile. */
  @Test
  void theBoundOfSmoothingIsAttainedAtAnAtom() {
    double loss = Math.log(3);
    List<LossFactor> factors =
        List.of(new SymmetricLoss.Response(2, 0.75).factor(1), halves(loss / 2));
    double truth = new PlainSum(.75, probability(loss / 2)).delta(loss / 2);
    for (double variance : new double[] {1e-2, 1e-3, 1e-4}) {
      ContourInversion line =
          ContourInversion.prepareSmoothed(
              new LossProduct(factors), variance, 1.5, loss / 2, -4, 1e7);
      Enclosure delta = line.delta(loss / 2);
      assertTrue(delta.lower() <= truth && truth < delta.upper(), delta::toString);
      // Both atoms of the loss .5 log 3, whose mass is twice .25 * .63, or so.
      double attained = (delta.upper() - truth) / (truth - delta.lower());
      assertTrue(attained > 100, () -> variance + ": " + attained);
    }
  }

  private static LossFactor halves(double loss) {
    return new SymmetricLoss.Response(2, probability(loss)).factor(1);
  }

  private static double probability(double loss) {
    return 1 / (1 + Math.exp(-loss));
  }

  /** Epsilon is sometimes that of an outcome. */
  @Tag("slow")
  @Property(tries = 20)
  void enclosesSumsOverOutcomes(
      @ForAll @Size(min = 2, max = 8) List<@DoubleRange(min = 0.51, max = 0.99) Double> truths,
      @ForAll @IntRange(max = 255) int outcome,
      @ForAll @DoubleRange(min = 0, max = 0.99) double share,
      @ForAll boolean atAnOutcome) {
    PlainSum plain = new PlainSum(truths);
    double epsilon = atAnOutcome ? Math.abs(plain.loss(outcome)) : share * plain.loss(0);
    LossComposition run = smoothed(plain.truths());
    Enclosure found = run.delta(epsilon);
    double known = plain.delta(epsilon);
    double slack = 1e-12 * known + 1e-14;
    assertTrue(found.lower() <= known + slack, () -> found + " above " + known);
    assertTrue(found.upper() >= known - slack, () -> found + " below " + known);
    // Where epsilon is the loss of an outcome some are wider than 1e-5.
    assertTrue(found.width() <= 1e-4, () -> found + " is wide, " + known);
    if (known > 1e-3 && known < 0.9) {
      Enclosure back = run.epsilon(known);
      double below = plain.delta(Math.max(0, back.lower() - 1e-9));
      assertTrue(below >= known - slack, () -> back + " is too large at its lower end");
      double above = plain.delta(back.upper() + 1e-9);
      assertTrue(above <= known + slack, () -> back + " is too small");
      assertTrue(back.width() <= 1e-2, () -> truths + " " + epsilon + ": " + back);
    }
  }

  /** Answers whose outcomes are not summed. */
  private static LossComposition smoothed(double... truths) {
    return new LossComposition(answers(truths).<LossFactor>map(Unlisted::new).toList());
  }

  private static Stream<LossFactor> answers(double... truths) {
    return DoubleStream.of(truths)
        .mapToObj(truth -> new SymmetricLoss.Response(2, truth).factor(1));
  }

  /** Steps that do not list their outcomes. */
  private record Unlisted(LossFactor steps) implements LossFactor {
    @Override
    public Enclosure logMoment(double c) {
      return steps.logMoment(c);
    }

    @Override
    public double roughLogMoment(double c) {
      return steps.roughLogMoment(c);
    }

    @Override
    public double largestLoss() {
      return steps.largestLoss();
    }

    @Override
    public LossTransform along(double c, double reach) {
      return steps.along(c, reach);
    }
  }
}
