package org.assay.algorithms.run;

import java.util.OptionalDouble;
import java.util.Set;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.objective.CoordinateBound;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RecordNorm;
import org.assay.algorithms.objective.SoftmaxLoss;

/**
 * What is known about a training problem before the data are seen: records of features with
 * Euclidean norm at most 1, or of features from -1 to 1, and labels of one kind. It says which
 * losses the problem is trained with, and refuses to say so to algorithms for Euclidean norms where
 * records are bounded in the maximum norm.
 *
 * @param records number of records n, at least 1; not protected
 * @param features number of features of a record, at least 1
 * @param labels what the labels are
 * @param radius radius of the set of parameters in the algorithm's norm, finite and above 0
 * @param classes number K of classes: 2 for signs, at least 2 for classes, 0 for numbers
 * @param residualThreshold for numbers, the residual from which the smooth loss is linear, as
 *     Huber's is; finite and above 0. Without it the loss is half the squared error. Absent for
 *     signs and classes
 * @param recordNorm the norm in which features of a record are bounded by 1
 * @param ballIndex the index p of the norm of the set of parameters, from 1.01 to 100; absent for
 *     the algorithm's own. Algorithms on balls of the p-norm take an index, all others refuse it
 */
public record TrainingTask(
    int records,
    int features,
    Labels labels,
    double radius,
    int classes,
    OptionalDouble residualThreshold,
    RecordNorm recordNorm,
    OptionalDouble ballIndex) {
  /** What the labels are. */
  public enum Labels {
    /** Two classes, -1 and +1. */
    SIGNS,
    /** Numbers from -1 to 1. */
    BOUNDED_NUMBERS,
    /** K classes, 0 to K - 1. */
    CLASSES;

    /**
     * The labels that one linear prediction is enough for.
     *
     * @return signs and numbers
     */
    public static Set<Labels> ofOnePrediction() {
      return Set.of(SIGNS, BOUNDED_NUMBERS);
    }

    /**
     * All labels.
     *
     * @return signs, numbers and classes
     */
    public static Set<Labels> all() {
      return Set.of(values());
    }
  }

  /**
   * Checks the parameters.
   *
   * @throws IllegalArgumentException if one is out of range
   */
  public TrainingTask {
    Parameters.requireAtLeastOne("records", records);
    Parameters.requireAtLeastOne("features", features);
    Parameters.requirePositive("radius", radius);
    requireClasses(labels, classes);
    if (residualThreshold.isPresent()) {
      requireThreshold(labels, residualThreshold.getAsDouble());
    }
    if (ballIndex.isPresent()) {
      LpBall.requireOrder("ballIndex", ballIndex.getAsDouble());
    }
    if (!((long) features * Math.max(1, classes) <= Integer.MAX_VALUE)) {
      throw new InvalidParameterException(
          "classes",
          "was " + classes + ": with " + features + " features a parameter has too many numbers");
    }
  }

  /**
   * A task of records of Euclidean norm at most 1.
   *
   * @param records as above
   * @param features as above
   * @param labels as above
   * @param radius as above
   * @param classes as above
   * @param residualThreshold as above
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public TrainingTask(
      int records,
      int features,
      Labels labels,
      double radius,
      int classes,
      OptionalDouble residualThreshold) {
    this(
        records,
        features,
        labels,
        radius,
        classes,
        residualThreshold,
        RecordNorm.EUCLIDEAN,
        OptionalDouble.empty());
  }

  /**
   * A task of two classes, or of numbers with the squared error.
   *
   * @param records as above
   * @param features as above
   * @param labels signs or numbers
   * @param radius as above
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public TrainingTask(int records, int features, Labels labels, double radius) {
    this(records, features, labels, radius, labels == Labels.SIGNS ? 2 : 0, OptionalDouble.empty());
  }

  /**
   * A task of several classes.
   *
   * @param records number of records, at least 1
   * @param features number of features, at least 1
   * @param classes number of classes, at least 2
   * @param radius radius of the set of parameters, finite and above 0
   * @return the task
   * @throws IllegalArgumentException if a parameter is out of range
   */
  public static TrainingTask ofClasses(int records, int features, int classes, double radius) {
    return new TrainingTask(
        records, features, Labels.CLASSES, radius, classes, OptionalDouble.empty());
  }

  /**
   * This task with Huber's loss in place of half the squared error.
   *
   * @param threshold residual from which the loss is linear, finite and above 0
   * @return the task
   * @throws IllegalArgumentException if the threshold is out of range or labels are not numbers
   */
  public TrainingTask withResidualThreshold(double threshold) {
    return new TrainingTask(
        records,
        features,
        labels,
        radius,
        classes,
        OptionalDouble.of(threshold),
        recordNorm,
        ballIndex);
  }

  /**
   * This task with records bounded in another norm.
   *
   * @param norm the norm in which features of a record are at most 1
   * @return the task
   */
  public TrainingTask withRecordNorm(RecordNorm norm) {
    return new TrainingTask(
        records, features, labels, radius, classes, residualThreshold, norm, ballIndex);
  }

  /**
   * This task on a ball of the p-norm.
   *
   * @param index p, from 1.01 to 100
   * @return the task
   * @throws IllegalArgumentException if the index is out of range
   */
  public TrainingTask withBallIndex(double index) {
    return new TrainingTask(
        records,
        features,
        labels,
        radius,
        classes,
        residualThreshold,
        recordNorm,
        OptionalDouble.of(index));
  }

  private static void requireClasses(Labels labels, int classes) {
    boolean suits =
        switch (labels) {
          case SIGNS -> classes == 2;
          case BOUNDED_NUMBERS -> classes == 0;
          case CLASSES -> classes >= 2;
        };
    if (!suits) {
      throw new InvalidParameterException(
          "classes",
          "was " + classes + ": it must be 2 for signs, 0 for numbers and at least 2 for classes");
    }
  }

  private static void requireThreshold(Labels labels, double threshold) {
    Parameters.requirePositive("residualThreshold", threshold);
    if (labels != Labels.BOUNDED_NUMBERS) {
      throw new InvalidParameterException(
          "residualThreshold",
          "was " + threshold + ": labels must be numbers, as classes have no residuals");
    }
  }

  /**
   * Number of coordinates of a parameter.
   *
   * @return the number of features, times the number of classes where labels are classes
   */
  public int parameterDimension() {
    return labels == Labels.CLASSES ? classes * features : features;
  }

  /**
   * The Euclidean ball of the radius around the origin.
   *
   * @return the set of parameters
   * @throws IllegalArgumentException if the task asks for the ball of another norm
   */
  public EuclideanBall ball() {
    requireNoIndex("Euclidean norm");
    return EuclideanBall.centeredAtOrigin(parameterDimension(), radius);
  }

  /**
   * Refuses a task that asks for the index of a ball.
   *
   * @param kind the norm of the algorithm's own set
   * @throws IllegalArgumentException if there is an index
   */
  public void requireNoIndex(String kind) {
    if (ballIndex.isPresent()) {
      throw new InvalidParameterException(
          "ballIndex",
          "was "
              + ballIndex.getAsDouble()
              + ": the algorithm's models lie in a ball of the "
              + kind
              + "; leave the index out, or take generalized-gaussian-mechanism,"
              + " noisy-mirror-descent, noisy-frank-wolfe or multipass-noisy-sgd-lp");
    }
  }

  /**
   * The smooth loss on the Euclidean ball of the radius: the logistic loss for signs, its
   * multinomial form for classes, and for numbers half the squared error, or Huber's loss where
   * there is a threshold.
   *
   * @return the loss, convex, for features of norm at most 1
   */
  public Loss smoothLoss() {
    requireEuclidean();
    return labels == Labels.CLASSES ? new SoftmaxLoss(classes, 1) : linearSmoothLoss();
  }

  /**
   * The smooth loss of one linear prediction on the Euclidean ball of the radius.
   *
   * @return the logistic loss, half the squared error or Huber's loss
   * @throws IllegalArgumentException if labels are classes
   */
  public LinearPredictionLoss linearSmoothLoss() {
    return linearSmoothLoss(radius);
  }

  /**
   * The smooth loss of one linear prediction. Huber's threshold is never larger than the largest
   * residual of the set: beyond, no gradient of the set would differ.
   *
   * @param euclideanRadius bound on the Euclidean norm of a parameter, finite and above 0
   * @return the logistic loss, half the squared error or Huber's loss
   * @throws IllegalArgumentException if labels are classes or the radius is out of range
   */
  public LinearPredictionLoss linearSmoothLoss(double euclideanRadius) {
    requireEuclidean();
    return switch (labels) {
      case SIGNS -> LinearPredictionLoss.logistic(1);
      case BOUNDED_NUMBERS -> lossOfResidual(euclideanRadius);
      case CLASSES -> throw severalPredictions();
    };
  }

  private LinearPredictionLoss lossOfResidual(double euclideanRadius) {
    LinearPredictionLoss squared = LinearPredictionLoss.squared(1, 1, euclideanRadius);
    double threshold = residualThreshold.orElse(Double.POSITIVE_INFINITY);
    return threshold < squared.lipschitzConstant()
        ? LinearPredictionLoss.huber(threshold, 1, 1)
        : squared;
  }

  /**
   * The smooth loss of one linear prediction for an algorithm that takes records bounded in either
   * norm, on the ball of the radius in a norm of index at most 2. Where records are bounded in the
   * maximum norm, predictions are at most the radius times the largest dual norm of a record.
   *
   * @param parameterNorm the norm of the ball
   * @return the logistic loss, half the squared error or Huber's loss
   * @throws IllegalArgumentException if labels are classes or the index is above 2
   */
  public LinearPredictionLoss smoothLossOn(LpNorm parameterNorm) {
    Loss.requireDualNorm(parameterNorm.dual());
    return switch (recordNorm) {
      case EUCLIDEAN -> linearSmoothLoss();
      case INFINITY -> smoothLossOfCoordinates(parameterNorm);
    };
  }

  private LinearPredictionLoss smoothLossOfCoordinates(LpNorm parameterNorm) {
    CoordinateBound bound = new CoordinateBound(1, features);
    return switch (labels) {
      case SIGNS -> bound.loss(LinearPredictionLoss::logistic);
      case BOUNDED_NUMBERS -> {
        double prediction = Rounding.multiplyUp(radius, bound.norm(parameterNorm.dual()));
        double residual = Rounding.addUp(prediction, 1);
        double threshold = Math.min(residual, residualThreshold.orElse(residual));
        yield bound.loss(norm -> LinearPredictionLoss.huber(threshold, norm, 1));
      }
      case CLASSES -> throw severalPredictions();
    };
  }

  /**
   * The linear loss {@code -y p}.
   *
   * @return the loss, for features of norm at most 1
   */
  public LinearPredictionLoss linearLoss() {
    requireEuclidean();
    return LinearPredictionLoss.linear(1, 1);
  }

  /**
   * The linear loss for an algorithm that takes records bounded in either norm.
   *
   * @return the loss
   */
  public LinearPredictionLoss linearLossInAnyNorm() {
    return switch (recordNorm) {
      case EUCLIDEAN -> linearLoss();
      case INFINITY ->
          new CoordinateBound(1, features).loss(norm -> LinearPredictionLoss.linear(norm, 1));
    };
  }

  private void requireEuclidean() {
    if (recordNorm != RecordNorm.EUCLIDEAN) {
      throw new InvalidParameterException(
          "recordNorm",
          "was "
              + recordNorm
              + ": the algorithm measures records in the Euclidean norm; bound them in it, or take"
              + " private-frank-wolfe or another algorithm for norms other than the Euclidean one");
    }
  }

  /**
   * The loss with kinks: the hinge loss for signs and the absolute error for numbers.
   *
   * @return the loss, convex, for features of norm at most 1
   * @throws IllegalArgumentException if labels are classes, or there is a threshold of residuals,
   *     which the absolute error does not know
   */
  public LinearPredictionLoss lossWithKinks() {
    requireEuclidean();
    if (residualThreshold.isPresent()) {
      throw new InvalidParameterException(
          "residualThreshold",
          "was "
              + residualThreshold.getAsDouble()
              + ": the absolute error has no threshold; leave it out or take an algorithm for"
              + " smooth losses");
    }
    return switch (labels) {
      case SIGNS -> LinearPredictionLoss.hinge(1);
      case BOUNDED_NUMBERS -> LinearPredictionLoss.absolute(1, 1);
      case CLASSES -> throw severalPredictions();
    };
  }

  private IllegalArgumentException severalPredictions() {
    return new InvalidParameterException(
        "labels", "were " + classes + " classes: the algorithm's losses are of one prediction");
  }
}
