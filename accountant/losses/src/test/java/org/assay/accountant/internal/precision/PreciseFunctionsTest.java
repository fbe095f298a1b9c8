package org.assay.accountant.internal.precision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.assay.accountant.internal.calculus.BigErrorFunction;
import org.assay.accountant.internal.precision.GaussianPair.NormalDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arbitrary precision against independent reference values, and against itself. */
class PreciseFunctionsTest {
  private static final int DIGITS = 25;

  private static void assertAgrees(OracleRow row) {
    assertClose(row.value(), row.compute(DIGITS).value(), DIGITS, row);
  }

  /** One unit of the last digit, and the rounding of the other number. */
  private static void assertClose(BigDecimal expected, BigDecimal actual, int digits, Object what) {
    BigDecimal unit = expected.abs().movePointLeft(digits - 1);
    assertTrue(
        actual.subtract(expected).abs().compareTo(unit) <= 0,
        () -> what + ": " + actual + " instead of " + expected);
  }

  private static Map<String, List<OracleRow>> byFunction() {
    return OracleRow.all().stream().collect(Collectors.groupingBy(OracleRow::fn));
  }

  @Tag("slow")
  @Test
  void agreesWithSomeRowsOfEveryFunction() {
    Map<String, List<OracleRow>> rows = byFunction();
    assertEquals(14, rows.size());
    rows.values().forEach(some -> some.stream().limit(6).forEach(row -> assertAgrees(row)));
  }

  /** Every third of them, or more if the property says so. */
  @Tag("slow")
  @Test
  void agreesWithMoreRows() {
    List<OracleRow> rows = OracleRow.all();
    assertEquals(1152, rows.size());
    int stride = Integer.getInteger("oracle.stride", 3);
    for (int i = 0; i < rows.size(); i += stride) {
      assertAgrees(rows.get(i));
    }
  }

  @Tag("slow")
  @Test
  void moreDigitsOnlyAppend() {
    for (List<OracleRow> rows : byFunction().values()) {
      OracleRow row = rows.get(rows.size() / 2);
      BigDecimal many = row.compute(50).value();
      for (int digits : new int[] {1, 7, 16}) {
        BigDecimal few = row.compute(digits).value();
        assertTrue(few.precision() <= digits, () -> row + ": " + few);
        BigDecimal unit = BigDecimal.ONE.movePointLeft(digits - 1).multiply(many.abs());
        assertTrue(few.subtract(many).abs().compareTo(unit) <= 0, () -> row + ": " + few);
      }
    }
  }

  @Tag("slow")
  @Test
  void quadratureReproducesTheBinomialTheorem() {
    for (int order : new int[] {2, 3, 17, 200}) {
      for (String sigma : new String[] {"0.3", "1", "1.7", "40"}) {
        SampledGaussianMoment moment =
            new SampledGaussianMoment(new BigDecimal("0.03"), new BigDecimal(sigma));
        BigDecimal closed = moment.logByBinomialTheorem(order, 60);
        BigDecimal summed = moment.logByQuadrature(BigDecimal.valueOf(order), 60);
        BigDecimal gap = closed.subtract(summed).abs();
        BigDecimal allowed = BigDecimal.ONE.max(closed).movePointLeft(59);
        assertTrue(gap.compareTo(allowed) <= 0, () -> order + ", " + sigma + ": " + gap);
      }
    }
  }

  @Test
  void derivativesOfTheMomentAreThoseOfItsValues() {
    SampledGaussianMoment moment =
        new SampledGaussianMoment(new BigDecimal("0.01"), new BigDecimal("1.1"));
    BigDecimal b = new BigDecimal("4.25");
    BigDecimal h = new BigDecimal("1e-12");
    BigDecimal left = moment.at(b.subtract(h), 60).value();
    BigDecimal right = moment.at(b.add(h), 60).value();
    LogMoment.Derivatives middle = moment.at(b, 60);
    BigDecimal first = right.subtract(left).divide(h.add(h), new MathContext(60));
    BigDecimal second =
        right
            .add(left)
            .subtract(middle.value().multiply(BigDecimal.valueOf(2)))
            .divide(h.multiply(h), new MathContext(60));
    assertClose(first, middle.first(), 20, "first derivative");
    assertClose(second, middle.second(), 20, "second derivative");
  }

  /** The series of the reference alternates; the ones under test do not. */
  @Test
  void normalTailsAgreeWithTheTaylorSeries() {
    for (String t : new String[] {"-9", "-0.5", "0", "1e-9", "0.7", "3", "8.5", "11", "20"}) {
      BigDecimal threshold = new BigDecimal(t);
      BigDecimal expected = BigErrorFunction.normalTail(threshold, 200);
      assertClose(expected, NormalDistribution.upperTail(threshold, 60), 58, "tail at " + t);
    }
  }

  @Tag("slow")
  @Test
  void logarithmsOfAnyMagnitude() {
    MathContext context = new MathContext(50);
    BigDecimal ten = Elementary.log(BigDecimal.TEN, context);
    for (int exponent : new int[] {-1_000_000, -400, -1, 1, 400, 1_000_000}) {
      BigDecimal power = BigDecimal.ONE.movePointRight(exponent);
      BigDecimal expected = ten.multiply(BigDecimal.valueOf(exponent));
      assertClose(expected, Elementary.log(power, context), 48, "log 10^" + exponent);
    }
    assertEquals(0, Elementary.log(BigDecimal.ONE, context).signum());
    assertThrows(ArithmeticException.class, () -> Elementary.log(BigDecimal.ZERO, context));
  }

  @Test
  void zerosByDefinitionAreExact() {
    assertEquals(BigDecimal.ZERO, PreciseFunctions.sgmRdpFwd(0, 1, 2.5, DIGITS).value());
    assertEquals(BigDecimal.ZERO, PreciseFunctions.sgmRdpRev(0, 1, 2.5, DIGITS).value());
    assertEquals(BigDecimal.ZERO, PreciseFunctions.rrRdp(0.5, 2.5, DIGITS).value());
    assertEquals(BigDecimal.ZERO, PreciseFunctions.gaussianDelta(0, 1, DIGITS).value());
    assertEquals(BigDecimal.ZERO, PreciseFunctions.gaussianEps(0.1, 0.5, DIGITS).value());
    assertEquals(BigDecimal.ZERO, PreciseFunctions.zcdpGaussianEpsExact(0.01, 0.5, 9).value());
  }

  @Test
  void certainSamplingIsThePlainGaussian() {
    BigDecimal plain = PreciseFunctions.gaussianRdp(0.7, 2.5, DIGITS).value();
    assertEquals(plain, PreciseFunctions.sgmRdpFwd(1, 0.7, 2.5, DIGITS).value());
    assertEquals(plain, PreciseFunctions.sgmRdpRev(1, 0.7, 2.5, DIGITS).value());
    BigDecimal composed = PreciseFunctions.sgmComposeEpsCks(1, 2, 8, 1e-5, DIGITS).value();
    assertEquals(PreciseFunctions.zcdpToEpsCks(1, 1e-5, DIGITS).value(), composed);
  }

  @Test
  void extremeSettingsEitherComputeOrRefuse() {
    assertClose(
        new BigDecimal("7.5e-87"), PreciseFunctions.sgmRdpFwd(1e-40, 1e3, 1.5, 3).value(), 3, "q");
    assertThrows(ArithmeticException.class, () -> PreciseFunctions.sgmRdpFwd(0.1, 1, 1e9 + .5, 5));
    assertThrows(ArithmeticException.class, () -> PreciseFunctions.sgmRdpRev(0.1, 1e-9, 2, 5));
    assertThrows(ArithmeticException.class, () -> PreciseFunctions.gaussianDelta(1e-9, 1, 5));
  }

  private static void refused(Function<Double, PreciseValue> function, double bad) {
    assertThrows(
        IllegalArgumentException.class, () -> function.apply(bad), () -> "accepted " + bad);
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
      refused(x -> PreciseFunctions.sgmRdpFwd(x, 1, 2, 5), bad);
      refused(x -> PreciseFunctions.sgmRdpRev(0.1, x, 2, 5), bad);
      refused(x -> PreciseFunctions.gaussianRdp(1, x, 5), bad);
      refused(x -> PreciseFunctions.laplaceRdp(x, 2, 5), bad);
      refused(x -> PreciseFunctions.rrRdp(x, 2, 5), bad);
      refused(x -> PreciseFunctions.gaussianDelta(1, x, 5), bad);
      refused(x -> PreciseFunctions.gaussianEps(x, 0.1, 5), bad);
      refused(x -> PreciseFunctions.gaussianMu(1, x, 5), bad);
      refused(x -> PreciseFunctions.rdpToEpsCks(2, x, 0.1, 5), bad);
      refused(x -> PreciseFunctions.rdpToLogdeltaCks(2, 1, x, 5), bad);
      refused(x -> PreciseFunctions.zcdpToEpsCks(x, 0.1, 5), bad);
      refused(x -> PreciseFunctions.zcdpToLogdeltaCks(1, x, 5), bad);
      refused(x -> PreciseFunctions.zcdpGaussianEpsExact(1, x, 5), bad);
      refused(x -> PreciseFunctions.sgmComposeEpsCks(0.1, x, 2, 0.1, 5), bad);
    }
    for (int digits : new int[] {-1, 0, 1001}) {
      assertThrows(
          IllegalArgumentException.class, () -> PreciseFunctions.gaussianRdp(1, 2, digits));
    }
    assertThrows(IllegalArgumentException.class, () -> new PreciseValue(BigDecimal.ONE, 0));
  }
}
