package org.assay.accountant.numeric;

/**
 * Directed rounding of the elementary operations on {@code double}.
 *
 * <p>A {@code …Down} method returns a double that is at most the exact real result. A {@code …Up}
 * method returns a double that is at least the exact real result. Sums, products, quotients and
 * square roots are the best possible in the normal range. An error-free transformation tells on
 * which side of the rounded result the exact one lies, so exact results stay exact. The elementary
 * functions rely on the specification of {@link Math}: {@code exp}, {@code expm1}, {@code log} and
 * {@code log1p} are within one unit in the last place of the exact result. One such unit can span
 * two representable steps where the exponent changes, hence two steps outward.
 *
 * <p>A NaN argument, or an operation without a value such as {@code 0 * infinity}, throws {@link
 * ArithmeticException}: a meaningless bound must not be used further.
 */
public final class Rounding {
  /**
   * Magnitude (2<sup>-960</sup>) below which the residual of a product or quotient may itself
   * underflow. The sign of the rounding error is then unknown, and both sides are widened.
   */
  private static final double RESIDUAL_MAY_UNDERFLOW = 0x1p-960;

  private Rounding() {}

  /**
   * Largest double that the exact sum is known to reach.
   *
   * @param a a summand
   * @param b a summand
   * @return a lower bound of {@code a + b}
   */
  public static double addDown(double a, double b) {
    double sum = valid(a + b, "sum", a, b);
    if (Double.isInfinite(sum)) {
      return overflowDown(sum, Double.isInfinite(a) || Double.isInfinite(b));
    }
    return sumResidual(a, b, sum) < 0 ? Math.nextDown(sum) : sum;
  }

  /**
   * Smallest double that the exact sum is known not to exceed.
   *
   * @param a a summand
   * @param b a summand
   * @return an upper bound of {@code a + b}
   */
  public static double addUp(double a, double b) {
    return -addDown(-a, -b);
  }

  /**
   * Lower bound of a difference.
   *
   * @param a the minuend
   * @param b the subtrahend
   * @return a lower bound of {@code a - b}
   */
  public static double subtractDown(double a, double b) {
    return addDown(a, -b);
  }

  /**
   * Upper bound of a difference.
   *
   * @param a the minuend
   * @param b the subtrahend
   * @return an upper bound of {@code a - b}
   */
  public static double subtractUp(double a, double b) {
    return addUp(a, -b);
  }

  /**
   * Lower bound of a product.
   *
   * @param a a factor
   * @param b a factor
   * @return a lower bound of {@code a * b}
   */
  public static double multiplyDown(double a, double b) {
    double product = valid(a * b, "product", a, b);
    if (a == 0 || b == 0) {
      return 0;
    }
    if (Double.isInfinite(product)) {
      return overflowDown(product, Double.isInfinite(a) || Double.isInfinite(b));
    }
    if (Math.abs(product) < RESIDUAL_MAY_UNDERFLOW) {
      return towardsZeroOrDown(product, (a > 0) == (b > 0));
    }
    return Math.fma(a, b, -product) < 0 ? Math.nextDown(product) : product;
  }

  /**
   * Upper bound of a product.
   *
   * @param a a factor
   * @param b a factor
   * @return an upper bound of {@code a * b}
   */
  public static double multiplyUp(double a, double b) {
    return -multiplyDown(-a, b);
  }

  /**
   * Lower bound of a quotient.
   *
   * @param a the dividend
   * @param b the divisor, not zero
   * @return a lower bound of {@code a / b}
   */
  public static double divideDown(double a, double b) {
    if (b == 0) {
      throw new ArithmeticException("quotient of " + a + " by zero has no value");
    }
    double quotient = valid(a / b, "quotient", a, b);
    if (a == 0) {
      return 0;
    }
    if (Double.isInfinite(quotient)) {
      return overflowDown(quotient, Double.isInfinite(a));
    }
    if (Math.abs(quotient) < RESIDUAL_MAY_UNDERFLOW || Math.abs(a) < RESIDUAL_MAY_UNDERFLOW) {
      return towardsZeroOrDown(quotient, (a > 0) == (b > 0));
    }
    double residual = Math.fma(-quotient, b, a);
    boolean exactIsBelow = b > 0 ? residual < 0 : residual > 0;
    return exactIsBelow ? Math.nextDown(quotient) : quotient;
  }

  /**
   * Upper bound of a quotient.
   *
   * @param a the dividend
   * @param b the divisor, not zero
   * @return an upper bound of {@code a / b}
   */
  public static double divideUp(double a, double b) {
    return -divideDown(-a, b);
  }

  /**
   * Lower bound of a square root.
   *
   * @param a the radicand, at least 0
   * @return a lower bound of the square root of {@code a}, at least 0
   */
  public static double sqrtDown(double a) {
    double root = valid(Math.sqrt(a), "square root", a, a);
    if (root == 0 || Double.isInfinite(root)) {
      return root;
    }
    if (a < RESIDUAL_MAY_UNDERFLOW) {
      return Math.nextDown(root);
    }
    return Math.fma(-root, root, a) < 0 ? Math.nextDown(root) : root;
  }

  /**
   * Upper bound of a square root.
   *
   * @param a the radicand, at least 0
   * @return an upper bound of the square root of {@code a}
   */
  public static double sqrtUp(double a) {
    double root = valid(Math.sqrt(a), "square root", a, a);
    if (root == 0 || Double.isInfinite(root)) {
      return root;
    }
    if (a < RESIDUAL_MAY_UNDERFLOW) {
      return Math.nextUp(root);
    }
    return Math.fma(-root, root, a) > 0 ? Math.nextUp(root) : root;
  }

  /**
   * Lower bound of an exponential.
   *
   * @param a the exponent
   * @return a lower bound of {@code e^a}, at least 0
   */
  public static double expDown(double a) {
    return a == 0 ? 1 : Math.max(0, functionDown(Math.exp(a), a, "exp"));
  }

  /**
   * Upper bound of an exponential.
   *
   * @param a the exponent
   * @return an upper bound of {@code e^a}
   */
  public static double expUp(double a) {
    if (a == Double.NEGATIVE_INFINITY) {
      return 0;
    }
    return a == 0 ? 1 : functionUp(Math.exp(a), a, "exp");
  }

  /**
   * Lower bound of {@code e^a - 1}.
   *
   * @param a the exponent
   * @return a lower bound of {@code e^a - 1}, at least -1
   */
  public static double expm1Down(double a) {
    return a == 0 ? 0 : Math.max(-1, functionDown(Math.expm1(a), a, "expm1"));
  }

  /**
   * Upper bound of {@code e^a - 1}.
   *
   * @param a the exponent
   * @return an upper bound of {@code e^a - 1}
   */
  public static double expm1Up(double a) {
    if (a == Double.NEGATIVE_INFINITY) {
      return -1;
    }
    return a == 0 ? 0 : functionUp(Math.expm1(a), a, "expm1");
  }

  /**
   * Lower bound of a natural logarithm.
   *
   * @param a the argument, at least 0
   * @return a lower bound of {@code log a}; negative infinity at 0
   */
  public static double logDown(double a) {
    return a == 1 ? 0 : functionDown(Math.log(a), a, "log");
  }

  /**
   * Upper bound of a natural logarithm.
   *
   * @param a the argument, at least 0
   * @return an upper bound of {@code log a}; negative infinity at 0
   */
  public static double logUp(double a) {
    if (a == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    return a == 1 ? 0 : functionUp(Math.log(a), a, "log");
  }

  /**
   * Lower bound of {@code log(1 + a)}.
   *
   * @param a the argument, at least -1
   * @return a lower bound of {@code log(1 + a)}; negative infinity at -1
   */
  public static double log1pDown(double a) {
    return a == 0 ? 0 : functionDown(Math.log1p(a), a, "log1p");
  }

  /**
   * Upper bound of {@code log(1 + a)}.
   *
   * @param a the argument, at least -1
   * @return an upper bound of {@code log(1 + a)}; negative infinity at -1
   */
  public static double log1pUp(double a) {
    if (a == -1) {
      return Double.NEGATIVE_INFINITY;
    }
    return a == 0 ? 0 : functionUp(Math.log1p(a), a, "log1p");
  }

  private static double functionDown(double value, double argument, String name) {
    valid(value, name, argument, argument);
    if (value == Double.POSITIVE_INFINITY) {
      return overflowDown(value, Double.isInfinite(argument));
    }
    return Math.nextDown(Math.nextDown(value));
  }

  private static double functionUp(double value, double argument, String name) {
    valid(value, name, argument, argument);
    return Math.nextUp(Math.nextUp(value));
  }

  /** Knuth's two-sum: the exact difference between {@code a + b} and its rounded value. */
  private static double sumResidual(double a, double b, double sum) {
    double bVirtual = sum - a;
    double aVirtual = sum - bVirtual;
    return (a - aVirtual) + (b - bVirtual);
  }

  /** The next double below a tiny result, but not past the zero that bounds its sign. */
  private static double towardsZeroOrDown(double tiny, boolean positive) {
    return positive ? Math.max(0, Math.nextDown(tiny)) : Math.nextDown(tiny);
  }

  private static double overflowDown(double infinite, boolean exact) {
    boolean finiteButTooLarge = infinite > 0 && !exact;
    return finiteButTooLarge ? Double.MAX_VALUE : infinite;
  }

  private static double valid(double value, String operation, double a, double b) {
    if (Double.isNaN(value)) {
      throw new ArithmeticException(operation + " of " + a + " and " + b + " has no value");
    }
    return value;
  }
}
