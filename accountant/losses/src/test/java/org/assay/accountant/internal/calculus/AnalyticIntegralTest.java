package org.assay.accountant.internal.calculus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.internal.calculus.AnalyticIntegral.Integrand;
import org.assay.accountant.internal.calculus.AnalyticIntegral.NodeListener;
import org.assay.accountant.numeric.Enclosure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Integrals with closed forms: enclosed, tightly, in few panels. */
class AnalyticIntegralTest {
  private static final double NARROW = 2e-13;

  private interface Value {
    Enclosure at(Enclosure x);
  }

  private interface Supremum {
    double of(double from, double to, double height);
  }

  private record Function(Value value, Supremum bound) implements Integrand {
    @Override
    public Enclosure at(Enclosure x) {
      return value.at(x);
    }

    @Override
    public double supremum(double from, double to, double height) {
      return bound.of(from, to, height);
    }
  }

  /** |e^(rate z)| grows with the real part alone. */
  private static Function exponential(double rate) {
    return new Function(
        x -> x.times(rate).exp(),
        (from, to, height) -> Math.exp(Math.max(rate * from, rate * to)) * (1 + 1e-12));
  }

  /** |e^(-z²)| = e^(y² - x²). */
  private static Function gaussian() {
    return new Function(
        x -> x.square().negate().exp(),
        (from, to, height) ->
            Math.exp(height * height - Math.pow(nearestToZero(from, to), 2)) * (1 + 1e-9));
  }

  /** 1/(1 + z²), whose real part of the denominator is 1 + x² - y², with poles at ±i. */
  private static Function cauchy() {
    return new Function(
        x -> Enclosure.ONE.dividedBy(x.square().plus(1)),
        (from, to, height) -> {
          double real = 1 + Math.pow(nearestToZero(from, to), 2) - height * height;
          return real > 0 ? (1 + 1e-12) / real : Double.POSITIVE_INFINITY;
        });
  }

  /** The absolute value, analytic on either side of 0. */
  private static Function absolute() {
    return new Function(
        x -> x.max(x.negate()),
        (from, to, height) ->
            from < 0 && to > 0 && height > 0
                ? Double.POSITIVE_INFINITY
                : Math.hypot(Math.max(Math.abs(from), Math.abs(to)), height) * (1 + 1e-12));
  }

  /** A constant of which nothing is known off the real line. */
  private static Function unknown(double value) {
    return new Function(
        x -> Enclosure.exact(value),
        (from, to, height) -> height > 0 ? Double.POSITIVE_INFINITY : value);
  }

  private static double nearestToZero(double from, double to) {
    return Math.max(0, Math.max(from, -to));
  }

  @ParameterizedTest
  @CsvSource({
    "0,1,1",
    "-2,3,1",
    "0,40,1",
    "0,40,-1",
    "0,1,-50",
    "-1,0,50",
    "3,3.001,1",
    "5,900,-2"
  })
  void exponentials(double from, double to, double rate) {
    Enclosure exact =
        Enclosure.exact(to).times(rate).exp().minus(Enclosure.exact(from).times(rate).exp());
    assertIntegral(exact.dividedBy(rate), exponential(rate), from, to);
  }

  @ParameterizedTest
  @CsvSource({"-30,30", "-100,100", "-7,90", "-600,1500"})
  void gaussiansInWideIntervals(double from, double to) {
    // The tails outside lie below 1e-22.
    Enclosure exact = Enclosure.PI.sqrt().plus(Enclosure.of(-1e-22, 0));
    assertIntegral(exact, gaussian(), from, to);
  }

  @Test
  void polesNearTheInterval() {
    assertIntegral(Enclosure.PI.times(0.25), cauchy(), 0, 1);
    assertIntegral(Enclosure.PI.times(0.5), cauchy(), -1, 1);
    Enclosure wide = Enclosure.of(Math.atan(1e4), Math.atan(1e4)).times(2);
    assertIntegral(Enclosure.of(wide.lower() - 1e-15, wide.upper() + 1e-15), cauchy(), -1e4, 1e4);
  }

  @Test
  void kinksAreCutOut() {
    assertIntegral(Enclosure.ONE, absolute(), -1, 1);
    assertIntegral(Enclosure.exact(2.5), absolute(), -1, 2);
  }

  @Test
  void nothingIsExactlyNothing() {
    assertEquals(Enclosure.ZERO, AnalyticIntegral.of(exponential(1), 1, 1));
    assertEquals(Enclosure.ZERO, AnalyticIntegral.of(unknown(0), -1, 1));
  }

  /** A hard integrand gives a wide result and never a wrong one. */
  @Test
  void whatCannotBeIntegratedIsOmittedFromTheLowerEnd() {
    Enclosure integral = AnalyticIntegral.of(unknown(3), -1, 1);
    assertTrue(integral.contains(Enclosure.of(0, 6)), integral::toString);
    assertTrue(integral.upper() < 6 * (1 + 1e-8), integral::toString);
  }

  @Test
  void intervalsMustBeFiniteAndOrdered() {
    for (double[] ends :
        new double[][] {
          {1, 0},
          {0, Double.POSITIVE_INFINITY},
          {Double.NEGATIVE_INFINITY, 0},
          {Double.NaN, 0},
          {0, Double.NaN}
        }) {
      String message =
          String.valueOf(
              assertThrows(
                      ArithmeticException.class,
                      () -> AnalyticIntegral.of(exponential(1), ends[0], ends[1]))
                  .getMessage());
      assertEquals("interval was [" + ends[0] + ", " + ends[1] + "]: it must be finite", message);
    }
  }

  /** What a listener hears is the sum that was made, and the enclosure adds each panel's error. */
  @Test
  void listenersHearEveryPanelAndNode() {
    // A bound far above the function, so that the errors outweigh the roundings.
    Function cautious =
        new Function(cauchy()::at, (from, to, height) -> 8e4 * cauchy().supremum(from, to, height));
    Recorder recorder = new Recorder(cautious);
    Enclosure integral = AnalyticIntegral.of(cautious, -4, 4, recorder);
    double covered = 0;
    double errors = 0;
    for (double[] panel : recorder.panels) {
      covered += panel[1] - panel[0];
      errors += AnalyticIntegral.panelError(cautious, panel[0], panel[1]);
    }
    assertEquals(8, covered);
    assertEquals(20 * recorder.panels.size(), recorder.count);
    assertTrue(recorder.weights.contains(8.0), recorder.weights::toString);
    assertTrue(recorder.moment.contains(0.0), recorder.moment::toString);
    Enclosure sum = recorder.sum();
    assertTrue(errors > 2 * sum.width(), () -> "roundings of " + sum.width());
    assertEquals(sum.lower() - errors, integral.lower(), errors / 10);
    assertEquals(sum.upper() + errors, integral.upper(), errors / 10);
  }

  @ParameterizedTest
  @CsvSource({"1,-1,1", "1,0,40", "-1,0,700"})
  void smoothFunctionsTakeFewPanels(double rate, double from, double to) {
    Recorder recorder = new Recorder(exponential(rate));
    AnalyticIntegral.of(exponential(rate), from, to, recorder);
    assertTrue(recorder.panels.size() <= 8, () -> recorder.panels.size() + " panels");
  }

  /** Panels whose error is hopeless are split before their 20 nodes are evaluated. */
  @Test
  void splitPanelsCostLittle() {
    int[] calls = new int[1];
    Function counted =
        new Function(
            x -> {
              calls[0]++;
              return cauchy().at(x);
            },
            cauchy()::supremum);
    AnalyticIntegral.of(counted, -1e4, 1e4);
    assertTrue(calls[0] <= 1416, () -> calls[0] + " evaluations");
  }

  /** A bound on one ellipse only: 8 H M ρ^(-2n)/(1 - 1/ρ), n = 20. */
  @Test
  void theErrorOfAPanelIsThatOfItsBestEllipse() {
    double radius = 2.2;
    double half = 3;
    double middle = 5;
    double alpha = half * (radius + 1 / radius) / 2;
    double beta = half * (radius - 1 / radius) / 2;
    double error =
        AnalyticIntegral.panelError(
            (from, to, height) -> {
              boolean largest = height >= beta && height < beta * (1 + 1e-9);
              if (largest) {
                assertTrue(from <= middle - alpha && from > middle - alpha - 1e-9);
                assertTrue(to >= middle + alpha && to < middle + alpha + 1e-9);
              }
              return largest ? 7 : Double.POSITIVE_INFINITY;
            },
            middle - half,
            middle + half);
    double formula = 8 * half * 7 * Math.pow(radius, -40) / (1 - 1 / radius);
    assertTrue(error >= formula && error < formula * (1 + 1e-8), () -> error + " " + formula);
  }

  @Test
  void aPanelOfWhichNothingIsKnownHasNoBound() {
    assertEquals(
        Double.POSITIVE_INFINITY, AnalyticIntegral.panelError(unknown(1), 0, 1), "no ellipse");
    assertTrue(AnalyticIntegral.panelError((from, to, height) -> 1, 0, 1) <= 1e-300);
    assertTrue(AnalyticIntegral.panelError((from, to, height) -> 1, 0, 1) > 0);
  }

  private static void assertIntegral(Enclosure exact, Integrand integrand, double from, double to) {
    Enclosure integral = AnalyticIntegral.of(integrand, from, to);
    assertTrue(
        integral.lower() <= exact.upper() && exact.lower() <= integral.upper(),
        () -> integral + " misses " + exact);
    assertTrue(integral.relativeWidth() < NARROW, () -> "width " + integral.relativeWidth());
  }

  private static final class Recorder implements NodeListener {
    private final Integrand integrand;
    private final List<double[]> panels = new ArrayList<>();
    private Enclosure weights = Enclosure.ZERO;
    private Enclosure moment = Enclosure.ZERO;
    private final List<Enclosure> sums = new ArrayList<>();
    private int count;

    private Recorder(Integrand integrand) {
      this.integrand = integrand;
    }

    @Override
    public void panel(double from, double to) {
      panels.add(new double[] {from, to});
      sums.add(Enclosure.ZERO);
    }

    @Override
    public void node(Enclosure x, Enclosure weight) {
      count++;
      weights = weights.plus(weight);
      moment = moment.plus(weight.times(x));
      int last = sums.size() - 1;
      sums.set(last, sums.get(last).plus(integrand.at(x).times(weight)));
    }

    private Enclosure sum() {
      return sums.stream().reduce(Enclosure.ZERO, Enclosure::plus);
    }
  }
}
