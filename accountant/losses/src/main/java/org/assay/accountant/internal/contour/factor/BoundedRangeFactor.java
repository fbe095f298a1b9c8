package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.ClosedMoment;
import org.assay.accountant.internal.contour.ClosedTransform;
import org.assay.accountant.internal.contour.ComplexRemainder;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.numeric.Enclosure;

/**
 * Steps of the pair that dominates every mechanism of a bounded range e: {@code M(s) = (e^(se) -
 * e^(-(1+s)e))/((1 + 2s)(1 - e^-e))}, in both directions. Proofs: {@code
 * contour/doc-files/contour-inversion.md}.
 *
 * @param range e, above 0
 */
public record BoundedRangeFactor(double range, double count) implements LossFactor {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  /**
   * Least exponent for which plain exponentials are evaluated, as they do not cancel. Not tuned.
   */
  private static final double LARGE = 2;

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  private Enclosure logMomentOfOne(double c) {
    return (1 + c) * range < LARGE ? nearZero(c) : direct(c);
  }

  private Enclosure nearZero(double c) {
    Moment moment = new Moment(range, c);
    moment.evaluate(0);
    // Moments above order 1 are at least 1.
    double low = Math.max(0, (moment.real - moment.error) * (1 - 0x1p-50));
    return Enclosure.of(low, (moment.real + moment.error) * (1 + 0x1p-50)).log1p();
  }

  private Enclosure direct(double c) {
    Enclosure e = Enclosure.exact(range);
    Enclosure width = Enclosure.exact(c).times(2).plus(1);
    Enclosure share = width.times(e).negate().expm1().dividedBy(e.negate().expm1());
    return e.times(c).plus(share.dividedBy(width).log());
  }

  @Override
  public double roughLogMoment(double c) {
    return logMoment(c).midpoint();
  }

  @Override
  public double largestLoss() {
    return Enclosure.exact(range).times(count).upper();
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new ClosedTransform(new Moment(range, c), count, logMomentOfOne(c).upper());
  }

  /**
   * For small exponents {@code (h(se) - h(-(1+s)e) + (1 + 2s) h(-e))/((1 + 2s)(1 - e^-e))} with
   * {@code h(z) = e^z - 1 - z - z²/2}.
   */
  static final class Moment extends ClosedMoment {
    private final double range;
    private final double total;
    private final ComplexRemainder rise = new ComplexRemainder(3);
    private final ComplexRemainder fall = new ComplexRemainder(3);
    private final ComplexRemainder base = new ComplexRemainder(3);

    Moment(double range, double c) {
      super(c, range);
      this.range = range;
      this.total = -Math.expm1(-range);
      base.evaluate(-range, 0);
    }

    @Override
    public void evaluate(double t) {
      if ((1 + c) * range < LARGE) {
        evaluateRemainders(t);
      } else {
        evaluateExponentials(t);
      }
      error *= UP;
    }

    private void evaluateExponentials(double t) {
      double up = Math.exp(Math.fma(c, range, -logScale));
      double down = Math.exp(-(1 + c) * range - logScale);
      double angle = t * range;
      double re = (up - down) * Math.cos(angle) / total;
      divide(re, (up + down) * Math.sin(angle) / total, t);
      real -= 1;
      double size = (up + down) / (Math.hypot(1 + 2 * c, 2 * t) * total);
      error = U * (size * (64 + 8 * (c * range - logScale + angle)) + 4);
    }

    private void evaluateRemainders(double t) {
      rise.evaluate(c * range, t * range);
      fall.evaluate(-(1 + c) * range, -t * range);
      double x = 1 + 2 * c;
      double y = 2 * t;
      double re = rise.real - fall.real + x * base.real;
      double im = rise.imaginary - fall.imaginary + y * base.real;
      divide(re / total, im / total, t);
      double length = Math.hypot(x, y);
      double parts = rise.modulus() + fall.modulus() + length * base.modulus();
      double computed = rise.error + fall.error + length * base.error + 24 * U * parts;
      error = computed / (length * total);
    }

    @Override
    public double logDecayBound(double t) {
      double log =
          c * range
              + Math.log1p(Math.exp(-(1 + 2 * c) * range))
              - Math.log(Math.hypot(1 + 2 * c, 2 * t))
              - Math.log(total);
      return log + 0x1p-40 * (1 + c * range + Math.abs(log));
    }
  }
}
