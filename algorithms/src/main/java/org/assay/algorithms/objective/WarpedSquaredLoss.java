package org.assay.algorithms.objective;

import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;

/**
 * The squared distance {@code |g(w) - x|²/2} of a record's features from a parameter seen through
 * {@code g(t) = t + (a/omega) sin(omega t)}, coordinate by coordinate, with amplitude 0 &lt; a &lt;
 * 1: in general not convex, yet the mean over any dataset satisfies the Polyak-Lojasiewicz
 * condition, {@code F - min F ≤ gamma² |∇F|²} with {@code gamma = 1/(√2 (1 - a))}. Labels are not
 * used. Proofs of this and of the constants: {@code doc-files/warped-squared-loss.md}.
 *
 * <p>The constants hold for parameters of norm at most R and features of norm at most B; with
 * {@code D = (1 + a) R + B}, rounded up: Lipschitz constant {@code (1 + a) D}, smoothness {@code (1
 * + a)² + a omega D}. Coordinates of the gradient are {@code g'(w_j) (g(w_j) - x_j)}, so at a
 * parameter all records' gradients are at most {@code (1 + a) B} from {@code g' g}, for every R.
 * The effect of a replaced record on a gradient, and on a difference of two gradients, is therefore
 * bounded for <em>every</em> parameter, within R or not. The bounds are at most twice the Lipschitz
 * constant and twice the smoothness.
 *
 * @param amplitude a, strictly between 0 and 1
 * @param frequency omega, finite and above 0
 * @param featureNormBound bound B on the Euclidean norm of a record's features, finite and above 0
 * @param radius bound R on the norm of the parameters, finite and above 0
 */
public record WarpedSquaredLoss(
    double amplitude, double frequency, double featureNormBound, double radius) implements Loss {
  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if a parameter, or a constant it implies, is out of range
   */
  public WarpedSquaredLoss {
    Parameters.requireOpenProbability("amplitude", amplitude);
    Parameters.requirePositive("frequency", frequency);
    Parameters.requirePositive("featureNormBound", featureNormBound);
    Parameters.requirePositive("radius", radius);
    Parameters.requirePositive("amplitude / frequency", amplitude / frequency);
    Parameters.requirePositive(
        "smoothness", smoothness(amplitude, frequency, featureNormBound, radius));
    Parameters.requirePositive(
        "lipschitzConstant", lipschitzConstant(amplitude, featureNormBound, radius));
  }

  private double warped(double t) {
    return t + amplitude / frequency * Math.sin(frequency * t);
  }

  @Override
  public double value(double[] parameter, Dataset dataset, int i) {
    double sum = 0;
    for (int j = 0; j < parameter.length; j++) {
      double residual = warped(parameter[j]) - dataset.feature(i, j);
      sum += residual * residual;
    }
    return 0.5 * sum;
  }

  @Override
  public void addGradient(
      double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
    for (int j = 0; j < parameter.length; j++) {
      double residual = warped(parameter[j]) - dataset.feature(i, j);
      double slope = 1 + amplitude * Math.cos(frequency * parameter[j]);
      accumulator[j] += weight * slope * residual;
    }
  }

  /**
   * The gamma of the (gamma, kappa)-KL condition {@code F(w) - min F ≤ gamma^kappa |∇F(w)|^kappa},
   * which the mean F over any dataset satisfies for every parameter w ([@MenartEtAl2023],
   * Definition 1).
   *
   * @return gamma, finite and above 0, rounded up
   */
  public double klConstant() {
    return Rounding.divideUp(
        1, Rounding.multiplyDown(Rounding.sqrtDown(2), Rounding.subtractDown(1, amplitude)));
  }

  /**
   * The kappa of the condition.
   *
   * @return 2
   */
  public double klExponent() {
    return 2;
  }

  @Override
  public double lipschitzConstant() {
    return lipschitzConstant(amplitude, featureNormBound, radius);
  }

  @Override
  public double gradientSensitivity() {
    return Rounding.multiplyUp(
        2, Rounding.multiplyUp(Rounding.addUp(1, amplitude), featureNormBound));
  }

  private static double lipschitzConstant(double amplitude, double featureNorm, double radius) {
    return Rounding.multiplyUp(
        Rounding.addUp(1, amplitude), largestResidual(amplitude, featureNorm, radius));
  }

  private static double largestResidual(double amplitude, double featureNorm, double radius) {
    return Rounding.addUp(Rounding.multiplyUp(Rounding.addUp(1, amplitude), radius), featureNorm);
  }

  @Override
  public double smoothness() {
    return smoothness(amplitude, frequency, featureNormBound, radius);
  }

  private static double smoothness(
      double amplitude, double frequency, double featureNorm, double radius) {
    double steepest = Rounding.addUp(1, amplitude);
    return Rounding.addUp(
        Rounding.multiplyUp(steepest, steepest), bend(amplitude, frequency, featureNorm, radius));
  }

  private static double bend(
      double amplitude, double frequency, double featureNorm, double radius) {
    return Rounding.multiplyUp(
        Rounding.multiplyUp(amplitude, frequency), largestResidual(amplitude, featureNorm, radius));
  }

  /**
   * The strong convexity: the smallest eigenvalue of a Hessian is at least {@code (1 - a)² - a
   * omega D}.
   */
  @Override
  public double strongConvexity() {
    double flattest = Rounding.subtractDown(1, amplitude);
    return Rounding.subtractDown(
        Rounding.multiplyDown(flattest, flattest),
        bend(amplitude, frequency, featureNormBound, radius));
  }

  @Override
  public void requireSupported(Dataset dataset) {
    if (!(dataset.largestRowNorm() <= featureNormBound)) {
      throw new IllegalArgumentException(
          "largest norm of a record was "
              + dataset.largestRowNorm()
              + ": the loss was declared for norms up to "
              + featureNormBound
              + "; clip the records or declare a larger bound");
    }
  }

  @Override
  public void requireSupportedOn(ConstraintSet set) {
    double largest = set.largestDistance(new double[set.dimension()]);
    if (!(largest <= radius)) {
      throw new IllegalArgumentException(
          "largest norm of a parameter was "
              + largest
              + ": the loss was declared for norms up to "
              + radius
              + "; declare a larger radius or choose a smaller set");
    }
  }
}
