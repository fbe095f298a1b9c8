package org.assay.accountant.internal.composition;

import static org.assay.accountant.privacy.AdjacencyRelation.ADD_OR_REMOVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.assay.accountant.accounting.TightestBound;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Sensitivity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples of discrete Gaussian noise that are enclosed by those of Gaussian noise. */
class WideDiscreteGaussianTest {
  private static final MixedComposition NONE = MixedComposition.under(ADD_OR_REMOVE);

  private static MixedComposition sample(double q, double sigma, long shift) {
    return NONE.withDiscreteGaussian(sigma, shift)
        .flatMap(step -> step.poissonSampled(q))
        .orElseThrow();
  }

  /** Masses without the record and likelihood ratios, at all whole numbers that matter. */
  private static final class Law {
    final double[] mass;
    final double[] ratio;

    Law(double q, double sigma, long shift) {
      int far = (int) Math.ceil(10 * sigma);
      mass = new double[2 * far + 1 + (int) shift];
      ratio = new double[mass.length];
      double sum = 0;
      for (int i = 0; i < mass.length; i++) {
        double x = i - far;
        mass[i] = Math.exp(-0.5 * x * x / (sigma * sigma));
        ratio[i] = 1 + q * Math.expm1(shift * (2 * x - shift) / (2 * sigma * sigma));
        sum += mass[i];
      }
      for (int i = 0; i < mass.length; i++) {
        mass[i] /= sum;
      }
    }

    /** Of both steps, by the definition; the larger of both directions. */
    static double delta(Law first, Law second, double epsilon) {
      double bound = Math.exp(epsilon);
      double removing = 0;
      double adding = 0;
      for (int i = 0; i < first.mass.length; i++) {
        for (int j = 0; j < second.mass.length; j++) {
          double mass = first.mass[i] * second.mass[j];
          double ratio = first.ratio[i] * second.ratio[j];
          removing += mass * Math.max(0, ratio - bound);
          adding += mass * Math.max(0, 1 - bound * ratio);
        }
      }
      return Math.max(removing, adding);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "128, 1, .5, 0",
    "128, 128, .125, .5",
    "200, 300, .75, 2",
    "130, 50, .03125, .0625",
  })
  void twoSteps(double sigma, long shift, double q, double epsilon) {
    Law first = new Law(q, sigma, shift);
    Law second = new Law(q / 2, sigma + 1, 2 * shift);
    double exact = Law.delta(first, second, epsilon);
    MixedComposition both =
        sample(q, sigma, shift).plus(sample(q / 2, sigma + 1, 2 * shift)).orElseThrow();
    Enclosure found = both.delta(epsilon);
    assertTrue(found.lower() <= exact && exact <= found.upper(), () -> found + " and " + exact);
    assertTrue(found.relativeWidth() < 4e-3, found::toString);
    // The truth is in the middle, so that noise on the wrong side would show.
    assertEquals(found.midpoint(), exact, 0.3 * found.width());
  }

  @Test
  void noiseOnBothSides() {
    Enclosure multipliers = WideDiscreteGaussian.multipliers(128, 3);
    assertTrue(multipliers.lower() * 3 <= Math.sqrt(128 * 128 - 2.25));
    assertTrue(multipliers.upper() * 3 >= Math.sqrt(128 * 128 + 2.25));
    assertTrue(multipliers.relativeWidth() < 1.4e-4);
  }

  /** What is too unlikely for any noise made from another kind is left open. */
  @Test
  void deltasBelowWhatIsKnown() {
    MixedComposition step = sample(0.125, 1000, 1000).times(1000).orElseThrow();
    Enclosure tiny = step.epsilon(1e-17);
    assertEquals(Double.POSITIVE_INFINITY, tiny.upper());
    Enclosure far = step.delta(1e3);
    assertEquals(0, far.lower());
    assertTrue(far.upper() > 1e-16 && far.upper() < 1e-14, far::toString);
    assertEquals(0, step.epsilon(Math.nextDown(1.0)).lower());
    assertTrue(step.epsilon(1e-9).relativeWidth() < 1e-4);
  }

  /** Unlike steps, against loss distributions. */
  @Tag("slow")
  @Test
  void manySamples() {
    DpEvent[] steps =
        IntStream.range(0, 12)
            .mapToObj(
                i ->
                    DpEvent.discreteGaussian(130 + 10.5 * i, new Sensitivity(100, ADD_OR_REMOVE))
                        .poissonSampled(0.05 + 1e-4 * i))
            .toArray(DpEvent[]::new);
    DpEvent all = DpEvent.sequence(steps);
    Enclosure found = TightestBound.of(all, ADD_OR_REMOVE).epsilon(1e-5).value();
    Enclosure convolved = Steps.of(all, ADD_OR_REMOVE).losses().epsilon(1e-5);
    assertTrue(found.relativeWidth() <= 3e-4, found::toString);
    assertTrue(found.upper() <= convolved.upper() * 1.0003, () -> found + " and " + convolved);
    assertTrue(found.upper() >= convolved.lower(), () -> found + " below " + convolved);
    assertTrue(found.lower() <= convolved.upper(), () -> found + " above " + convolved);
  }

  /** The pair of a single step is known to more digits. */
  @Test
  void singleStepsHaveTheirOwnPair() {
    DpEvent one =
        DpEvent.discreteGaussian(200, new Sensitivity(200, ADD_OR_REMOVE)).poissonSampled(0.125);
    Law law = new Law(0.125, 200, 200);
    TightestBound bound = TightestBound.of(one, ADD_OR_REMOVE);
    for (double epsilon : new double[] {0, 0.5, 1}) {
      Enclosure found = bound.delta(epsilon).value();
      double exact = exactDelta(law, epsilon);
      assertTrue(found.relativeWidth() < 1e-7, found::toString);
      assertEquals(exact, found.midpoint(), 1e-7 * exact);
    }
    assertTrue(bound.delta(10).value().lower() > 0 && bound.delta(10).value().upper() < 1e-30);
  }

  private static double exactDelta(Law law, double epsilon) {
    double sum = 0;
    for (int i = 0; i < law.mass.length; i++) {
      sum += law.mass[i] * Math.max(0, law.ratio[i] - Math.exp(epsilon));
    }
    return sum;
  }

  /** Near what is left open the lower end allows for it. */
  @Test
  void lowerEndsAllowForWhatIsLeftOpen() {
    MixedComposition steps = sample(0.125, 1000, 1000).times(1000).orElseThrow();
    double multiplier = WideDiscreteGaussian.multipliers(1000, 1000).upper();
    double leftOpen = 1000 * 0x1p-61;
    Enclosure found = steps.epsilon(1e-15);
    Enclosure least =
        GaussianComposition.under(ADD_OR_REMOVE)
            .withPoissonSampled(0.125, multiplier, 1000)
            .epsilon(1e-15 + 0.99 * leftOpen);
    assertTrue(found.lower() <= least.upper(), () -> found + " above " + least);
  }

  /** As wide as many brackets are: they count as narrow enough for unlike steps. */
  @Test
  void manyBracketsAreNarrowEnough() {
    DpEvent[] steps =
        IntStream.range(0, 100)
            .mapToObj(
                i ->
                    DpEvent.discreteGaussian(128 + 0.01 * i, new Sensitivity(128, ADD_OR_REMOVE))
                        .poissonSampled(0.01))
            .toArray(DpEvent[]::new);
    TightestBound.Bound bound =
        TightestBound.of(DpEvent.sequence(steps), ADD_OR_REMOVE).epsilon(1e-5);
    assertEquals(TightestBound.Method.ATTAINED_CONTOUR, bound.method());
    double width = bound.value().relativeWidth();
    assertTrue(width > 1e-4 && width < 5e-4, () -> "width " + width);
  }

  /** Narrow noise is summed as it is. */
  @Test
  void onlyWideNoise() {
    assertTrue(sample(0.125, 127.9, 10).isSingle());
    MixedComposition wide = sample(0.125, 128, 10);
    assertTrue(!wide.isSingle() && wide.decays() && wide.isBracketed());
    assertEquals(1, wide.kinds());
    MixedComposition many = wide;
    for (int i = 1; i < 30; i++) {
      many = many.plus(sample(0.125, 128 + i, 10)).orElseThrow();
    }
    assertEquals(0, many.sampledKinds());
  }
}
