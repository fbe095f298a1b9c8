package org.assay.accountant.internal.contour;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;

/** Moments of many factors: exact ones, and rough ones for the choice of contours. */
class LossProductTest {
  private final AtomicInteger asked = new AtomicInteger();

  private LossProduct product(int many, DoubleUnaryOperator rough) {
    List<LossFactor> factors = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      factors.add(new Plain(rough, asked));
    }
    return new LossProduct(factors);
  }

  private record Plain(DoubleUnaryOperator rough, AtomicInteger asked) implements LossFactor {
    @Override
    public Enclosure logMoment(double c) {
      return Enclosure.exact(c);
    }

    @Override
    public double roughLogMoment(double c) {
      asked.incrementAndGet();
      return rough.applyAsDouble(c);
    }

    @Override
    public double largestLoss() {
      return 1;
    }

    @Override
    public LossTransform along(double c, double reach) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void fewFactorsAreSummed() {
    LossProduct few = product(LossProduct.MANY_KINDS - 1, c -> c);
    assertEquals(2.0 * (LossProduct.MANY_KINDS - 1), few.roughLogMoment(2));
    assertEquals(LossProduct.MANY_KINDS - 1, asked.get());
    assertTrue(few.logMoment(2).contains(2.0 * (LossProduct.MANY_KINDS - 1)));
  }

  /** Smooth moments are evaluated at few points, for any number of wanted values. */
  @Test
  void smoothMomentsAreInterpolated() {
    DoubleUnaryOperator smooth = c -> Math.log(1 + 0.1 * c * (1 + c));
    LossProduct many = product(100, smooth);
    for (double c = 0.5; c < 50; c *= 1.001) {
      assertEquals(1, many.roughLogMoment(c) / (100 * smooth.applyAsDouble(c)), 2e-3, "c " + c);
    }
    assertTrue(asked.get() <= 100 * 40, () -> "asked " + asked);
  }

  /** Near a corner there are more points. */
  @Test
  void cornersAreFollowed() {
    DoubleUnaryOperator corner = c -> 1e-3 * c * c + Math.exp(12 * (c - 8));
    LossProduct many = product(100, corner);
    for (double c = 4; c < 12; c *= 1.003) {
      assertEquals(1, many.roughLogMoment(c) / (100 * corner.applyAsDouble(c)), 0.02, "c " + c);
    }
  }

  @Test
  void whatHasNoLogarithmIsSummed() {
    LossProduct zero = product(100, c -> c < 2 ? 0 : Double.POSITIVE_INFINITY);
    assertEquals(0, zero.roughLogMoment(1.1));
    assertEquals(Double.POSITIVE_INFINITY, zero.roughLogMoment(3.1));
  }

  @Test
  void oneMoreFactorAsksNothingTwice() {
    LossProduct many = product(100, c -> c * c);
    double before = many.roughLogMoment(3.3);
    int questions = asked.get();
    LossProduct more = many.times(new GaussianFactor(Enclosure.exact(0.5)));
    double gaussian = 0.5 * 0.5 * 3.3 * 4.3;
    assertEquals(before + gaussian, more.roughLogMoment(3.3), 1e-12);
    assertEquals(questions, asked.get());
    assertTrue(more.logMoment(2).contains(200 + 0.5 * 0.5 * 2 * 3));
    assertEquals(101, more.factors.size());
    assertEquals(101, more.kinds);
  }
}
