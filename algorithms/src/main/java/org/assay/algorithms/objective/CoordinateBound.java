package org.assay.algorithms.objective;

import java.util.function.DoubleFunction;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.geometry.LpNorm;

/**
 * Records whose every feature is at most a bound R in magnitude: the ball of the maximum norm. In d
 * dimensions its norm of index s is {@code R d^(1/s)}; so the Euclidean norm is at most √d times R.
 * Algorithms that measure gradients in a norm of large index avoid this factor.
 *
 * <p>{@link #loss} declares a linear prediction's loss for such records:
 *
 * <pre>{@code
 * LinearPredictionLoss loss =
 *     new CoordinateBound(1, 64).loss(LinearPredictionLoss::logistic);
 * }</pre>
 *
 * @param largest the bound R, finite and above 0
 * @param dimension number of features d, at least 1
 */
public record CoordinateBound(double largest, int dimension) {
  private static final LpNorm EUCLIDEAN = new LpNorm(2);

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public CoordinateBound {
    Parameters.requirePositive("largest", largest);
    Parameters.requireAtLeastOne("dimension", dimension);
  }

  /**
   * The largest norm of a record, {@code R d^(1/s)}. It bounds the scalar product with a parameter
   * of dual norm 1 as well, although a dual index is rounded.
   *
   * @param norm the norm, of index s
   * @return the norm, rounded up
   */
  public double norm(LpNorm norm) {
    double index = norm.order();
    double own = index == Double.POSITIVE_INFINITY ? 0 : Rounding.divideUp(1, index);
    double exponent = Math.max(own, complement(norm.dual().order()));
    double ratio =
        exponent == 0
            ? 1
            : Rounding.expUp(Rounding.multiplyUp(exponent, Rounding.logUp(dimension)));
    return Rounding.multiplyUp(largest, dimension == 1 ? 1 : ratio);
  }

  /** {@code 1 - 1/p}, rounded up: the inverse of the index that is exactly dual to p. */
  private static double complement(double index) {
    return index == Double.POSITIVE_INFINITY
        ? 1
        : Rounding.subtractUp(1, Rounding.divideDown(1, index));
  }

  /**
   * A loss for such records. Its Euclidean constants are those for records of norm √d R, so that
   * every algorithm may take it; {@link Loss#constants} has the smaller ones of other norms.
   *
   * @param family the loss for a bound on the Euclidean norm of records
   * @return the loss, which refuses records of other dimension or with a larger feature
   * @throws IllegalArgumentException if the family's loss is not for the bound it was asked for
   */
  public LinearPredictionLoss loss(DoubleFunction<LinearPredictionLoss> family) {
    return new CoordinateBoundedLoss(family.apply(norm(EUCLIDEAN)), this);
  }

  /** Refuses a dataset with a record beyond the bound. */
  void requireSupported(Dataset dataset) {
    if (dataset.dimension() != dimension) {
      throw new IllegalArgumentException(
          String.format(
              "dimension of the dataset was %s: the loss was declared for %s features",
              dataset.dimension(), dimension));
    }
    double magnitude = dataset.largestMagnitude();
    if (!(magnitude <= largest)) {
      throw new IllegalArgumentException(
          String.format(
              "largest magnitude of a feature was %s: the loss was declared for features up to %s;"
                  + " clip the records with CoordinateClipping or declare a larger bound",
              magnitude, largest));
    }
  }

  double euclideanNorm() {
    return norm(EUCLIDEAN);
  }

  /**
   * A linear prediction's loss over records of bounded coordinates. It differs from the inner loss
   * in the supported records and in the constants in other norms than the Euclidean one: {@code
   * doc-files/coordinate-bounds.md}.
   */
  record CoordinateBoundedLoss(LinearPredictionLoss inner, CoordinateBound bound)
      implements LinearPredictionLoss {
    CoordinateBoundedLoss {
      if (inner.featureNormBound() != bound.euclideanNorm()) {
        throw new IllegalArgumentException(
            "featureNormBound of the loss was "
                + inner.featureNormBound()
                + ": it must be the bound that the family was asked for, "
                + bound.euclideanNorm());
      }
    }

    @Override
    public ScalarLoss scalarLoss() {
      return inner.scalarLoss();
    }

    @Override
    public double featureNormBound() {
      return inner.featureNormBound();
    }

    @Override
    public double labelBound() {
      return inner.labelBound();
    }

    @Override
    public void addGradient(
        double[] parameter, Dataset dataset, int i, double weight, double[] accumulator) {
      inner.addGradient(parameter, dataset, i, weight, accumulator);
    }

    @Override
    public void addSampleGradient(
        double[] parameter,
        Dataset dataset,
        int[] sample,
        int size,
        double weight,
        double[] accumulator) {
      inner.addSampleGradient(parameter, dataset, sample, size, weight, accumulator);
    }

    @Override
    public double lipschitzConstant() {
      return inner.lipschitzConstant();
    }

    @Override
    public double smoothness() {
      return inner.smoothness();
    }

    @Override
    public boolean predictsLogOdds() {
      return inner.predictsLogOdds();
    }

    @Override
    public GradientConstants constants(LpNorm gradientNorm) {
      Loss.requireDualNorm(gradientNorm);
      double norm = bound.norm(gradientNorm);
      double lipschitz = Rounding.multiplyUp(norm, scalarLoss().lipschitzConstant(labelBound()));
      double square = Rounding.multiplyUp(norm, norm);
      return new GradientConstants(
          lipschitz,
          Rounding.multiplyUp(2, lipschitz),
          Math.abs(Rounding.multiplyUp(square, scalarLoss().smoothness())));
    }

    @Override
    public void requireSupported(Dataset dataset) {
      bound.requireSupported(dataset);
      inner.requireSupported(dataset);
    }

    @Override
    public void requireSupportedOn(ConstraintSet set) {
      inner.requireSupportedOn(set);
    }
  }
}
