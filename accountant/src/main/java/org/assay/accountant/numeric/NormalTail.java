package org.assay.accountant.numeric;

/**
 * Tails of the standard normal distribution as enclosures, through the scaled complementary error
 * function {@code erfcx(x) = e^(x²) erfc(x)}.
 *
 * <p>For x ≥ 0 the midpoint rule with step h = 3/8 on {@code erfc(x) = (x e^(-x²)/π) ∫ e^(-t²)/(t²
 * + x²) dt}, plus the residue of the pole at t = ix where the shifted contour passes it, has only
 * positive terms ([@HunterRegan1972]):
 *
 * <pre>
 *   erfcx(x) = (2hx/π) Σ_{k≥0} e^(-t_k²)/(t_k² + x²) + [x &lt; 8] 2e^(x²)/(1 + e^(2πx/h)) + E,
 *   t_k = (k + 1/2) h
 * </pre>
 *
 * <p>Shifting the contour to height {@code y} off the pole bounds the remainder by {@code |E| ≤
 * (2x/π) √π e^(y² - 2πy/h) / ((x + y)|x - y|)} up to the factor {@code 1/(1 - e^(-2πy/h))}. With y
 * = 9 for x below 8 and y = 7 from 8 on, this is below {@code 1e-28 · erfcx(x)}.
 */
public final class NormalTail {
  private static final double STEP = 0.375;
  private static final int TERMS = 24;

  /** Below this the residue is added, from here on the contour does not reach the pole. */
  private static final double RESIDUE_BELOW = 8;

  /** Relative bound of remainder and cut series: see the class comment; e^(-9²) at the cut. */
  private static final double REMAINDER = 0x1p-80;

  private static final double[] SQUARES = new double[TERMS];
  private static final Enclosure[] WEIGHTS = new Enclosure[TERMS];

  static {
    for (int k = 0; k < TERMS; k++) {
      double node = (k + 0.5) * STEP;
      SQUARES[k] = node * node;
      WEIGHTS[k] = Enclosure.exact(-SQUARES[k]).exp();
    }
  }

  private static final Enclosure SQRT_HALF = Enclosure.exact(0.5).sqrt();

  private NormalTail() {}

  /**
   * Scaled complementary error function.
   *
   * @param x an enclosure of the argument, at least 0
   * @return an enclosure of {@code e^(x²) erfc(x)}, relative width about 1e-14 beyond that of x
   */
  public static Enclosure erfcx(Enclosure x) {
    if (!(x.lower() >= 0)) {
      throw new ArithmeticException("erfcx of " + x + ": the argument must not reach below 0");
    }
    // The function falls, so the ends of the argument give the ends of the value.
    double upper = erfcxAt(x.lower()).upper();
    double lower = x.lower() == x.upper() ? erfcxAt(x.lower()).lower() : erfcxAt(x.upper()).lower();
    return Enclosure.of(lower, upper);
  }

  /**
   * Logarithm of the upper tail, {@code log Pr[N(0,1) > t]}, accurate for any finite t.
   *
   * @param t an enclosure of the threshold
   * @return an enclosure of the logarithm of the tail probability
   */
  public static Enclosure logUpperTail(Enclosure t) {
    if (t.lower() >= 0) {
      return erfcx(t.times(SQRT_HALF)).times(0.5).log().minus(t.square().times(0.5));
    }
    return upperTail(t).log();
  }

  /**
   * Upper tail {@code Pr[N(0,1) > t]}.
   *
   * @param t an enclosure of the threshold
   * @return an enclosure of the tail probability
   */
  public static Enclosure upperTail(Enclosure t) {
    return Enclosure.of(upperTailAt(t.upper()).lower(), upperTailAt(t.lower()).upper());
  }

  private static Enclosure upperTailAt(double t) {
    if (t == Double.POSITIVE_INFINITY) {
      return Enclosure.ZERO;
    }
    if (t == Double.NEGATIVE_INFINITY) {
      return Enclosure.ONE;
    }
    Enclosure magnitude = Enclosure.exact(Math.abs(t));
    Enclosure tail =
        erfcx(magnitude.times(SQRT_HALF)).times(0.5).times(magnitude.square().times(-0.5).exp());
    Enclosure result = t >= 0 ? tail : Enclosure.ONE.minus(tail);
    return result.max(Enclosure.ZERO).min(Enclosure.ONE);
  }

  private static Enclosure erfcxAt(double x) {
    if (x == 0) {
      return Enclosure.ONE;
    }
    Enclosure point = Enclosure.exact(x);
    if (x > 1e100) {
      // 0 < erfcx(x) < 1/(x√π) for x > 0.
      return Enclosure.of(0, Rounding.divideUp(0.5641895835477563, x) * (1 + 0x1p-50));
    }
    Enclosure square = point.square();
    Enclosure sum = Enclosure.ZERO;
    for (int k = TERMS - 1; k >= 0; k--) {
      sum = sum.plus(WEIGHTS[k].dividedBy(square.plus(SQUARES[k])));
    }
    Enclosure result = sum.times(point).times(2 * STEP).dividedBy(Enclosure.PI);
    if (x < RESIDUE_BELOW) {
      Enclosure growth = Enclosure.PI.times(2).times(point).dividedBy(STEP).exp();
      result = result.plus(square.exp().times(2).dividedBy(growth.plus(1)));
    }
    return result.times(Enclosure.of(1 - REMAINDER, Math.nextUp(1.0)));
  }
}
