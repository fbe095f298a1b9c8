package org.assay.accountant.internal.loss.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.assay.accountant.internal.calculus.NormalTail;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output at which a mixture takes a loss, measured by the normal tail above the output. */
class MixtureOutputTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /** 1 - q at the centre and q at a shift. */
  private static GaussianMixturePair mixture(double q, double shift) {
    Enclosure share = Enclosure.exact(q);
    return new GaussianMixturePair(
        List.of(Enclosure.ONE.minus(share), share),
        List.of(Enclosure.ZERO, Enclosure.exact(shift)),
        false);
  }

  /** {@code log(1 + q (e^(s z - s²/2) - 1))}. */
  private static Enclosure loss(double q, double shift, double output) {
    Enclosure exponent = Enclosure.exact(output).minus(shift / 2).times(shift);
    return exponent.expm1().times(q).log1p();
  }

  /** The loss of an output leads back to it, as closely as the slope of the loss allows. */
  @ParameterizedTest
  @CsvSource({
    "0.5,1,-20,1e-5",
    "0.5,1,-15,1e-8",
    "0.25,2,-8,1e-7",
    "0.5,1,0.5,1e-14",
    "0.5,1,3,1e-13",
    "0.5,0.25,-1,1e-13",
    "0x1p-30,1,0.25,1e-13",
    "0x1p-30,1,-3,1e-13",
    "0x1p-30,0.5,2,1e-13",
    "0x1p-10,4,1.75,1e-13",
    "0x1p-10,4,6,1e-12",
    "0.5,8,20,1e-11",
    "0.5,0x1p-20,1,1e-12",
    "0x1p-20,0x1p-10,-2,1e-12"
  })
  void lossesLeadBackToTheirOutput(double q, double shift, double output, double accuracy) {
    LossTails tails = mixture(q, shift).tails(loss(q, shift, output));
    Enclosure above = NormalTail.upperTail(Enclosure.exact(output));
    Enclosure below = NormalTail.upperTail(Enclosure.exact(-output));
    assertCloselyAround(above, tails.qAbove(), accuracy);
    assertCloselyAround(below, tails.qBelow(), accuracy);
  }

  private static void assertCloselyAround(Enclosure exact, Enclosure found, double accuracy) {
    assertTrue(found.contains(exact.midpoint()), () -> found + " without " + exact);
    // A tail falls at about the rate of the output.
    double width = found.width() / found.upper();
    assertTrue(width <= 60 * accuracy, () -> found + ", relative width " + width);
  }

  /** Intervals that extend beyond all losses: the end inside the losses is known to 1. */
  @Test
  void intervalsMayReachBeyondEveryLoss() {
    GaussianMixturePair pair = mixture(0.5, 2);
    double low = loss(0.5, 2, 1.5).lower();
    LossTails from = pair.tails(Enclosure.of(low, 1e6));
    assertEquals(0, from.qAbove().lower());
    assertBetween(1.5, 0.5, from.qAbove().upper());
    assertEquals(1, from.qBelow().upper());
    double high = loss(0.5, 2, 1.5).upper();
    LossTails until = pair.tails(Enclosure.of(-1e6, high));
    assertEquals(0, until.qBelow().lower());
    assertBetween(-1.5, -2.5, until.qBelow().upper());
    assertEquals(1, until.qAbove().upper());
    LossTails any = pair.tails(Enclosure.of(-1e6, 1e6));
    assertEquals(Enclosure.of(0, 1), any.qAbove());
    assertEquals(Enclosure.of(0, 1), any.qBelow());
  }

  /** The tail from a point on that lies between two outputs. */
  private static void assertBetween(double nearest, double farthest, double tail) {
    double least = NormalTail.upperTail(Enclosure.exact(nearest)).lower();
    double most = NormalTail.upperTail(Enclosure.exact(farthest)).upper();
    assertTrue(tail >= least && tail <= most, () -> tail + " not in " + least + ", " + most);
  }

  /** Losses outside the range of outputs split all mass from none. */
  @Test
  void lossesBeyondTheRangeSplitNothing() {
    GaussianMixturePair pair = mixture(0.5, 2);
    LossTails bottom = pair.tails(Enclosure.exact(-0.7));
    assertTrue(bottom.pBelow().upper() < 1e-300 && bottom.qBelow().upper() < 1e-300);
    LossTails top = pair.tails(Enclosure.exact(200));
    assertTrue(top.pAbove().upper() < 1e-300 && top.qAbove().upper() < 1e-300);
    LossTails edge = pair.tails(Enclosure.of(200, INFINITY));
    assertTrue(edge.pAbove().upper() < 1e-300 && edge.pBelow().contains(1));
  }
}
