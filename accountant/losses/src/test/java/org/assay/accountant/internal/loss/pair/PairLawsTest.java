package org.assay.accountant.internal.loss.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.LossAtom;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Properties that make the tails of a pair those of its loss. Between losses a and b the mass under
 * P is from e^a to e^b times that under Q. All masses sum to 1, and exchanging P and Q mirrors the
 * losses.
 */
class PairLawsTest {
  private static final double[] LOSSES = {
    -3, -1.4, -1.1, -0.6, -0.3, -0.15, -0.02, 0, 0.01, 0.15, 0.3, 0.7, 1.2, 1.45, 2.5
  };

  private static final GaussianPair GAUSSIAN = new GaussianPair(Enclosure.exact(0.7));
  private static final LaplacePair LAPLACE = new LaplacePair(Enclosure.exact(1.5));
  private static final BoundedRangePair RANGE = new BoundedRangePair(Enclosure.exact(1.3));

  static Stream<OrderedPair> pairs() {
    SampledPair sampled = sampled(0.3, GAUSSIAN);
    return Stream.of(
        GAUSSIAN,
        new GaussianPair(Enclosure.exact(3)),
        LAPLACE,
        RANGE,
        new AntipodalPair(Enclosure.exact(0.3), Enclosure.exact(0.8)),
        new AntipodalPair(Enclosure.exact(0.9), Enclosure.exact(2)),
        sampled,
        sampled.reversed(),
        sampled(0.2, LAPLACE),
        sampled(0.2, RANGE),
        new FixedSizePair(sampled),
        new FixedSizePair(sampled(0.2, LAPLACE)),
        mixture(),
        mixture().reversed(),
        mirrored(),
        repeated(),
        ObjectivePerturbationPair.of(Enclosure.exact(0.7), Enclosure.exact(0.4), true),
        ObjectivePerturbationPair.of(Enclosure.exact(0.7), Enclosure.exact(0.4), false),
        new PublishedMixturePair(
            List.of(Enclosure.exact(0.5), Enclosure.exact(0.25)),
            List.of(LAPLACE, sampled(0.2, LAPLACE)),
            Enclosure.exact(0.25),
            0));
  }

  private static GaussianMixturePair mirrored() {
    return new GaussianMixturePair(mixture().weights(), mixture().shifts(), true);
  }

  private static SampledPair sampled(double q, OrderedPair base) {
    return new SampledPair(Enclosure.exact(q), base);
  }

  private static GaussianMixturePair mixture() {
    return new GaussianMixturePair(
        List.of(Enclosure.exact(0.5), Enclosure.exact(0.25), Enclosure.exact(0.25)),
        List.of(Enclosure.ZERO, Enclosure.exact(0.5), Enclosure.exact(2)),
        false);
  }

  private static PublishedMixturePair repeated() {
    FixedSizePair once = new FixedSizePair(sampled(0.4, GAUSSIAN));
    FixedSizePair twice = new FixedSizePair(sampled(0.4, new GaussianPair(Enclosure.exact(1.4))));
    return new PublishedMixturePair(
        List.of(Enclosure.exact(0.5), Enclosure.exact(0.25)),
        List.of(once, twice),
        Enclosure.exact(0.25),
        0);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void lossesAreLogRatios(OrderedPair pair) {
    int known = 0;
    for (int i = 0; i + 1 < LOSSES.length; i++) {
      Enclosure from = Enclosure.exact(LOSSES[i]);
      Enclosure to = Enclosure.exact(LOSSES[i + 1]);
      LossTails here = pair.tails(from);
      LossTails there = pair.tails(to);
      Enclosure p = here.pUntil(there);
      Enclosure q = here.qUntil(there);
      assertTrue(p.upper() >= q.times(from.exp()).lower(), () -> from + ": " + p + ", " + q);
      assertTrue(p.lower() <= q.times(to.exp()).upper(), () -> to + ": " + p + ", " + q);
      assertTrue(p.width() < 1e-12 && q.width() < 1e-12, () -> p + ", " + q);
      known += p.lower() > 0 && q.lower() > 0 ? 1 : 0;
    }
    assertTrue(known >= 4, pair::name);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void everythingSumsToOne(OrderedPair pair) {
    Enclosure p = pair.neutral();
    Enclosure q = pair.neutral();
    for (LossAtom atom : pair.atoms()) {
      p = p.plus(atom.p());
      q = q.plus(atom.q());
    }
    for (double loss : LOSSES) {
      LossTails tails = pair.tails(Enclosure.exact(loss));
      assertOne(p.plus(tails.pBelow()).plus(tails.pAbove()));
      assertOne(q.plus(tails.qBelow()).plus(tails.qAbove()));
    }
    assertTrue(pair.continuous());
    assertEquals(LossTails.NONE, pair.omitted());
  }

  private static void assertOne(Enclosure total) {
    assertTrue(total.contains(1) && total.width() < 1e-12, total::toString);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void theExchangedPairHasTheMirroredLaw(OrderedPair pair) {
    OrderedPair exchanged = pair.reversed();
    assertEquals(pair, exchanged.reversed());
    assertEquals(pair.scale(), exchanged.scale());
    assertEquals(pair.period(), exchanged.period());
    assertEquals(pair.neutral(), exchanged.neutral());
    assertEquals(pair.atoms().size(), exchanged.atoms().size());
    for (double loss : LOSSES) {
      LossTails here = pair.tails(Enclosure.exact(loss));
      LossTails there = exchanged.tails(Enclosure.exact(-loss));
      assertSame(here.pAbove(), there.qBelow());
      assertSame(here.pBelow(), there.qAbove());
      assertSame(here.qAbove(), there.pBelow());
      assertSame(here.qBelow(), there.pAbove());
    }
  }

  private static void assertSame(Enclosure one, Enclosure two) {
    assertTrue(one.lower() <= two.upper() && two.lower() <= one.upper(), one + " and " + two);
  }

  /** Above every loss there is no mass, and all mass is on the other side. */
  @ParameterizedTest
  @MethodSource("pairs")
  void farLossesLeaveNothing(OrderedPair pair) {
    LossTails top = pair.tails(Enclosure.exact(50));
    LossTails bottom = pair.tails(Enclosure.exact(-50));
    assertTrue(top.pAbove().upper() < 1e-20 && top.qAbove().upper() < 1e-20);
    assertTrue(bottom.pBelow().upper() < 1e-20 && bottom.qBelow().upper() < 1e-20);
  }

  /** Within a factor 3 of the root of the mean square of the loss under an even mixture. */
  @ParameterizedTest
  @MethodSource("pairs")
  void scalesAreAboutTheSizeOfTheLoss(OrderedPair pair) {
    double square = 0;
    for (LossAtom atom : pair.atoms()) {
      double loss = Math.log(atom.p().midpoint() / atom.q().midpoint());
      square += (atom.p().midpoint() + atom.q().midpoint()) / 2 * loss * loss;
    }
    LossTails here = pair.tails(Enclosure.exact(-12));
    for (double loss = -11.9375; loss <= 12; loss += 0.0625) {
      LossTails there = pair.tails(Enclosure.exact(loss));
      double mass = here.pUntil(there).midpoint() + here.qUntil(there).midpoint();
      square += mass / 2 * Math.pow(loss - 0.03125, 2);
      here = there;
    }
    double ratio = pair.scale() / Math.sqrt(square);
    assertTrue(ratio > 1.0 / 3 && ratio < 3, () -> pair.name() + ": " + ratio);
  }

  /** The larger parameter dominates, the smaller does not, and other kinds are not compared. */
  @Test
  void largerParametersDominate() {
    assertDominates(new GaussianPair(Enclosure.exact(2)), GAUSSIAN);
    assertDominates(new LaplacePair(Enclosure.exact(2)), LAPLACE);
    assertDominates(new BoundedRangePair(Enclosure.exact(2)), RANGE);
    assertDominates(sampled(0.4, GAUSSIAN), sampled(0.3, GAUSSIAN));
    assertDominates(sampled(0.3, new GaussianPair(Enclosure.exact(2))), sampled(0.3, GAUSSIAN));
    assertDominates(sampled(0.4, GAUSSIAN).reversed(), sampled(0.3, GAUSSIAN).reversed());
    assertDominates(
        new FixedSizePair(sampled(0.4, GAUSSIAN)), new FixedSizePair(sampled(0.3, GAUSSIAN)));
    Enclosure q = Enclosure.exact(0.3);
    assertDominates(
        new AntipodalPair(q, Enclosure.exact(2)), new AntipodalPair(q, Enclosure.exact(0.8)));
    AntipodalPair other = new AntipodalPair(Enclosure.exact(0.2), Enclosure.exact(0.8));
    assertFalse(new AntipodalPair(q, Enclosure.exact(2)).dominates(other));
    assertFalse(sampled(0.4, GAUSSIAN).dominates(sampled(0.3, LAPLACE)));
    assertFalse(
        sampled(0.2, new GaussianPair(Enclosure.exact(2))).dominates(sampled(0.3, GAUSSIAN)));
  }

  private static void assertDominates(OrderedPair larger, OrderedPair smaller) {
    assertTrue(larger.dominates(smaller) && larger.dominates(larger));
    assertFalse(smaller.dominates(larger));
    assertFalse(larger.dominates(mixture()) || mixture().dominates(larger));
  }

  /** Parameters given as intervals compare by their ends. */
  @Test
  void overlappingParametersAreNotCompared() {
    OrderedPair wide = new GaussianPair(Enclosure.of(1, 2));
    assertTrue(wide.dominates(new GaussianPair(Enclosure.ONE)));
    assertFalse(wide.dominates(new GaussianPair(Enclosure.exact(1.5))));
    assertTrue(new GaussianPair(Enclosure.exact(2)).dominates(wide));
    OrderedPair range = new BoundedRangePair(Enclosure.of(1, 2));
    assertTrue(range.dominates(new BoundedRangePair(Enclosure.ONE)));
    assertFalse(range.dominates(new BoundedRangePair(Enclosure.exact(1.5))));
    OrderedPair laplace = new LaplacePair(Enclosure.of(1, 2));
    assertTrue(laplace.dominates(new LaplacePair(Enclosure.ONE)));
    assertFalse(laplace.dominates(new LaplacePair(Enclosure.exact(1.5))));
  }

  @Test
  void namesTellTheParameters() {
    assertEquals("Gaussian of mu [0.69999999999999995, 0.7]", GAUSSIAN.name());
    assertEquals("Laplace of sensitivity over scale [1.5, 1.5]", LAPLACE.name());
    assertTrue(RANGE.name().startsWith("bounded range [1.3"));
    assertEquals(
        LAPLACE.name() + " sampled with probability [0.5, 0.5]", sampled(0.5, LAPLACE).name());
    assertEquals(
        LAPLACE.name() + " sampled with probability [0.5, 0.5], exchanged",
        sampled(0.5, LAPLACE).reversed().name());
    assertEquals(
        LAPLACE.name() + " on a share [0.5, 0.5] of fixed size",
        new FixedSizePair(sampled(0.5, LAPLACE)).name());
    assertTrue(repeated().name().endsWith(" of fixed size drawn up to 2 times"));
    assertTrue(mixture().name().startsWith("Gaussian mixture of weights [[0.5, 0.5], "));
    String antipodal = new AntipodalPair(Enclosure.exact(0.5), Enclosure.ONE).name();
    assertEquals(
        "Gaussian of mu [1.0, 1.0] sampled with probability [0.5, 0.5], replacing", antipodal);
  }

  @Test
  void fixedSizesNeedPairsThatEqualTheirExchange() {
    SampledPair base = sampled(0.5, sampled(0.5, GAUSSIAN));
    String message =
        String.valueOf(
            assertThrows(UnsupportedEventException.class, () -> new FixedSizePair(base))
                .getMessage());
    assertTrue(message.contains("differs from its exchange"), message);
    assertThrows(
        ArithmeticException.class,
        () -> new FixedSizePair(sampled(0.5, GAUSSIAN)).tails(Enclosure.of(-1, 1)));
  }

  @Test
  void whatIsNotDrawnIsTakenToRevealEverything() {
    PublishedMixturePair pair =
        new PublishedMixturePair(
            List.of(Enclosure.exact(0.75)),
            List.of(new FixedSizePair(sampled(0.4, GAUSSIAN))),
            Enclosure.ZERO,
            0.25);
    assertEquals(LossTails.unknown(0.25, 0.25), pair.omitted());
    assertEquals(Enclosure.of(0, 0.25), sampled(0.5, pair).reversed().omitted().pAbove());
  }

  /** A mass below the smallest double has no certain sign: the outcome may reveal everything. */
  @Test
  void outcomesWhoseMassUnderflowsAreOmitted() {
    AtomicPair base =
        new AtomicPair(
            "faint",
            List.of(
                LossAtom.exact(Double.MIN_VALUE, 0),
                LossAtom.exact(0.5, 0.25),
                LossAtom.exact(0.5, 0.75)),
            Enclosure.ZERO,
            LossTails.NONE,
            0);
    for (OrderedPair pair :
        List.of(
            sampled(0.25, base),
            new PublishedMixturePair(
                List.of(Enclosure.exact(0.25)), List.of(base), Enclosure.exact(0.75), 0))) {
      assertEquals(2, pair.atoms().size(), pair::name);
      assertEquals(LossTails.unknown(Double.MIN_VALUE, 0), pair.omitted(), pair::name);
      assertEquals(Double.MIN_VALUE, pair.omitted().pAbove().upper());
    }
  }

  /** The period of a sampled atom is its own loss. */
  @Test
  void periodsFollowTheSampling() {
    assertEquals(1.5, LAPLACE.period());
    assertEquals(1.3, RANGE.period());
    assertEquals(0, GAUSSIAN.period());
    double loss = Math.log(1 - 0.2 + 0.2 * Math.exp(1.5));
    assertEquals(loss, sampled(0.2, LAPLACE).period(), 1e-15);
    assertEquals(loss, new FixedSizePair(sampled(0.2, LAPLACE)).period(), 1e-15);
    assertEquals(loss, sampled(0.2, LAPLACE).reversed().period(), 1e-15);
  }
}
