package org.assay.accountant.internal.contour.factor;

import org.assay.accountant.internal.contour.ClosedMoment;
import org.assay.accountant.internal.contour.ClosedTransform;
import org.assay.accountant.internal.contour.ComplexRemainder;
import org.assay.accountant.internal.contour.LossFactor;
import org.assay.accountant.internal.contour.LossTransform;
import org.assay.accountant.internal.divergence.LaplaceMechanism;
import org.assay.accountant.numeric.Enclosure;

/**
 * Laplace steps: {@code M(s) = ((1 + s) e^(se) + s e^(-(1+s)e))/(1 + 2s)} with e the sensitivity
 * over the scale, in both directions. Proofs: {@code contour/doc-files/contour-inversion.md}.
 *
 * @param ratio an enclosure of e, above 0
 */
public record LaplaceFactor(Enclosure ratio, double count) implements LossFactor {
  /** Unit roundoff of binary64. */
  private static final double U = 0x1p-53;

  /** Factor above the roundoff of a computed upper bound. */
  private static final double UP = 1 + 0x1p-40;

  @Override
  public Enclosure logMoment(double c) {
    return logMomentOfOne(c).times(count);
  }

  private Enclosure logMomentOfOne(double c) {
    double order = 1 + c;
    return LaplaceMechanism.renyi(ratio, order).times(order - 1);
  }

  @Override
  public double roughLogMoment(double c) {
    double e = ratio.midpoint();
    return count * (c * e + Math.log1p(c * Math.expm1(-(1 + 2 * c) * e) / (1 + 2 * c)));
  }

  @Override
  public double largestLoss() {
    return ratio.times(count).upper();
  }

  @Override
  public LossTransform along(double c, double reach) {
    return new ClosedTransform(new Moment(ratio, c), count, logMomentOfOne(c).upper());
  }

  /**
   * For small exponents {@code ((1 + s) g(se) + s g(-(1+s)e))/(1 + 2s)}, {@code g(z) = e^z - 1 -
   * z}.
   */
  static final class Moment extends ClosedMoment {
    private final double middle;
    private final double uncertainty;

    /** Upper bound of {@code log} of {@code 2e^(ce)} times the mass at the loss e. */
    private final double logAbove;

    /** Upper bound of the modulus of the loss -e's term relative to the loss e's. */
    private final double below;

    private final ComplexRemainder rise = new ComplexRemainder(2);
    private final ComplexRemainder fall = new ComplexRemainder(2);

    Moment(Enclosure ratio, double c) {
      super(c, ratio.midpoint());
      this.middle = ratio.midpoint();
      this.uncertainty = ratio.width() == 0 ? 0 : ratio.width() * largestSlope(ratio.upper());
      this.logAbove = c * ratio.upper() * (1 + 0x1p-50);
      this.below = Math.exp(-(1 + 2 * c) * ratio.lower()) * UP;
    }

    /**
     * {@code (|1 + s| e^(ce) + |s| e^(-(1+c)e))/|1 + 2s|} where this bound falls in t. The limit is
     * the contribution of the loss's two atoms.
     */
    @Override
    public double logDecayBound(double t) {
      double above = Math.hypot(1 + c, t);
      double here = Math.hypot(c, t);
      boolean falls = (3 + 4 * c) * here > (1 + 4 * c) * above * below * UP;
      if (!falls) {
        return Double.POSITIVE_INFINITY;
      }
      double rest = Math.log((above + here * below) / Math.hypot(1 + 2 * c, 2 * t));
      return logAbove + rest + 0x1p-50 * (8 + Math.abs(rest));
    }

    /** Bound of the derivative in e over {@code s (1 + s)}. */
    private double largestSlope(double e) {
      double slope = -Math.expm1(-(1 + 2 * c) * e) / (1 + 2 * c);
      return 2 * Math.exp(c * e - logScale) * slope;
    }

    @Override
    public void evaluate(double t) {
      if (logScale == 0) {
        evaluateRemainders(t);
      } else {
        evaluateExponentials(t);
      }
      error = (error + Math.hypot(c, t) * Math.hypot(1 + c, t) * uncertainty) * UP;
    }

    private void evaluateRemainders(double t) {
      double above = 1 + c;
      rise.evaluate(c * middle, t * middle);
      fall.evaluate(-above * middle, -t * middle);
      double re = above * rise.real - t * rise.imaginary + (c * fall.real - t * fall.imaginary);
      double im = above * rise.imaginary + t * rise.real + (c * fall.imaginary + t * fall.real);
      divide(re, im, t);
      double first = Math.hypot(above, t);
      double second = Math.hypot(c, t);
      double parts = first * rise.modulus() + second * fall.modulus();
      double computed = first * rise.error + second * fall.error + 24 * U * parts;
      error = computed / Math.hypot(1 + 2 * c, 2 * t);
    }

    private void evaluateExponentials(double t) {
      double above = 1 + c;
      double angle = t * middle;
      double up = Math.exp(Math.fma(c, middle, -logScale));
      double down = Math.exp(-above * middle - logScale);
      double cosine = Math.cos(angle);
      double sine = Math.sin(angle);
      double re = (above * up + c * down) * cosine - t * (up - down) * sine;
      double im = (above * up - c * down) * sine + t * (up + down) * cosine;
      divide(re, im, t);
      real -= 1;
      double length = Math.hypot(above, t) * (up + down) / Math.hypot(1 + 2 * c, 2 * t);
      error = U * (length * (64 + 8 * angle) + 4);
    }
  }
}
