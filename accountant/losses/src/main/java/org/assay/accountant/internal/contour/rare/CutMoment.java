package org.assay.accountant.internal.contour.rare;

import java.util.Arrays;
import org.assay.accountant.internal.calculus.AnalyticIntegral;
import org.assay.accountant.internal.calculus.ExpRemainder;
import org.assay.accountant.numeric.Enclosure;

/**
 * {@code M(c + it) - 1} of a {@link CutPair} from quadrature nodes, by its expansion around {@code
 * s = c} to second order: {@code M(c) - 1 + it A + Σ w (e^(itλ) - 1 - itλ)}. Nothing cancels, so
 * errors are relative to the small moment minus 1. Proof: {@code doc-files/rare-sampling.md}.
 */
final class CutMoment implements AnalyticIntegral.NodeListener {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  private final CutPair pair;
  private final double c;
  private final Enclosure momentMinusOne;
  private final double quadratureError;
  private final double leftTail;
  private int size;
  private double[] weight = new double[512];
  private double[] weightError = new double[512];
  private double[] loss = new double[512];
  private double[] lossError = new double[512];
  private Enclosure slope;

  /** Real and imaginary part and a bound of the error's modulus, after {@link #evaluate}. */
  double real;

  double imaginary;
  double error;

  CutMoment(CutPair pair, double c, double reach) {
    this.pair = pair;
    this.c = c;
    this.slope = pair.excess().negate();
    CutPair.Remainder integrand = pair.new Remainder(c, reach);
    Enclosure integral = AnalyticIntegral.of(integrand, CutPair.LEFT_END, pair.cut(), this);
    this.momentMinusOne = pair.momentMinusOne(c, integral);
    this.quadratureError = integral.width();
    this.leftTail = pair.leftTail(c, Math.hypot(c, reach)).upper();
  }

  int size() {
    return size;
  }

  /** Upper end of {@code M(c) - 1}. */
  double upperMomentMinusOne() {
    return momentMinusOne.upper();
  }

  @Override
  public void node(Enclosure z, Enclosure ruleWeight) {
    Enclosure a = pair.power(c);
    Enclosure log = pair.logRatio(z);
    Enclosure density = CutPair.logNormal(z).exp().times(ruleWeight);
    Enclosure grown = log.times(a).exp();
    Enclosure product = density.times(grown);
    Enclosure curved = log.times(a).expm1().times(log);
    Enclosure rest = ExpRemainder.enclose(log);
    // (r^(1+c) - 1) log r - g(log r).
    slope = slope.plus(curved.minus(rest).times(density));
    if (size == loss.length) {
      grow();
    }
    weight[size] = product.midpoint();
    weightError[size] = 0.5 * product.width() + U * product.upper();
    loss[size] = log.midpoint();
    lossError[size] = 0.5 * log.width() + U * Math.abs(loss[size]);
    size++;
  }

  private void grow() {
    weight = Arrays.copyOf(weight, 2 * size);
    weightError = Arrays.copyOf(weightError, 2 * size);
    loss = Arrays.copyOf(loss, 2 * size);
    lossError = Arrays.copyOf(lossError, 2 * size);
  }

  /** Evaluates at t, at least 0 and up to the reach. */
  void evaluate(double t) {
    double re = 0;
    double im = 0;
    double sizes = 0;
    double uncertain = 0;
    for (int j = 0; j < size; j++) {
      double angle = t * loss[j];
      double sine = Math.sin(0.5 * angle);
      double length = Math.abs(angle);
      double bound = Math.min(0.5 * length * length, 2 + length);
      re -= weight[j] * (2 * sine * sine);
      im += weight[j] * sineRemainder(angle);
      sizes += weight[j] * bound;
      uncertain += weightError[j] * bound;
      uncertain += (weight[j] + weightError[j]) * Math.min(length, 2) * t * lossError[j];
      uncertain += (weight[j] + weightError[j]) * (t * lossError[j]) * (t * lossError[j]);
    }
    Enclosure tilt = slope.times(t);
    real = momentMinusOne.midpoint() + re;
    imaginary = tilt.midpoint() + im;
    double roundoff = U * (size + 32) * sizes;
    roundoff += 4 * U * (Math.abs(momentMinusOne.midpoint()) + Math.abs(tilt.midpoint()));
    error = uncertain + roundoff + momentMinusOne.width() + tilt.width();
    error = (error + quadratureError + leftTail) * UP + Double.MIN_NORMAL;
  }

  /** {@code sin x - x} with an error of at most 16 roundoffs of min(x²/2, 2 + |x|). */
  private static double sineRemainder(double x) {
    if (Math.abs(x) >= 0.5) {
      return Math.sin(x) - x;
    }
    double square = x * x;
    double series = 1 - square / 156 * (1 - square / 210);
    series = 1 - square / 72 * (1 - square / 110 * series);
    series = 1 - square / 20 * (1 - square / 42 * series);
    return -x * square / 6 * series;
  }
}
