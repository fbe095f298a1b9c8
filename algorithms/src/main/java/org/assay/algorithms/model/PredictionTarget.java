package org.assay.algorithms.model;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.RangeScaling;
import org.assay.algorithms.run.TrainingTask.Labels;

/** The predicted quantity, and the meaning of linear predictions. */
public sealed interface PredictionTarget {
  /**
   * The labels of the classes.
   *
   * @return at least two names; none for numbers
   */
  List<String> classes();

  /**
   * The declared range of numbers.
   *
   * @return the constants that bring it to [-1, 1]; empty for classes
   */
  Optional<RangeScaling> range();

  /**
   * The kind of labels on which a model is trained.
   *
   * @return signs, numbers or classes
   */
  Labels labels();

  /**
   * Number of linear predictions of a model for a record.
   *
   * @return 1, or the number of classes if there are more than two
   */
  int scores();

  /**
   * The linear predictions for a record.
   *
   * @param parameter one stretch of as many coordinates as there are features for each prediction
   * @param prepared the records, prepared for the model
   * @param i index of the record, from 0
   * @return as many numbers as {@link #scores()} says
   */
  default double[] scores(double[] parameter, Dataset prepared, int i) {
    double[] scores = new double[scores()];
    for (int k = 0; k < scores.length; k++) {
      scores[k] = prepared.dot(i, parameter, k * prepared.dimension());
    }
    return scores;
  }

  /**
   * The class of a record.
   *
   * @param label the label in the form used for training
   * @return its place among {@link #classes}; for numbers without a meaning
   */
  default int classOf(double label) {
    return scores() > 1 ? (int) label : label > 0 ? 1 : 0;
  }

  /**
   * The error of linear predictions.
   *
   * @param scores as many as {@link #scores()}
   * @param label the label in the form used for training
   * @return for classes 0 if the class is right and 1 otherwise; for numbers the square of the
   *     difference, where labels lie in [-1, 1]
   */
  double miss(double[] scores, double label);

  /**
   * Turns linear predictions into a prediction.
   *
   * @param scores as many as {@link #scores}
   * @param logOdds whether they are the logarithms of odds
   * @return the prediction
   */
  Prediction read(double[] scores, boolean logOdds);

  /**
   * Two classes by the sign of one linear prediction.
   *
   * @param negative the class below 0 and at 0
   * @param positive the class above 0
   */
  record TwoClasses(String negative, String positive) implements PredictionTarget {
    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if a class is blank, or both have one name
     */
    public TwoClasses {
      requireDistinct(List.of(negative, positive));
    }

    @Override
    public List<String> classes() {
      return List.of(negative, positive);
    }

    @Override
    public Optional<RangeScaling> range() {
      return Optional.empty();
    }

    @Override
    public Labels labels() {
      return Labels.SIGNS;
    }

    @Override
    public int scores() {
      return 1;
    }

    @Override
    public double miss(double[] scores, double label) {
      return (scores[0] > 0) == (label > 0) ? 0 : 1;
    }

    @Override
    public Prediction read(double[] scores, boolean logOdds) {
      double score = scores[0];
      return new Prediction(
          score > 0 ? positive : negative,
          Math.abs(score),
          logOdds ? softmax(0, score) : List.of());
    }
  }

  /**
   * More than two classes by the largest linear prediction.
   *
   * @param classes their labels, at least two
   */
  record ManyClasses(List<String> classes) implements PredictionTarget {
    /**
     * Checks and copies the parameter.
     *
     * @throws IllegalArgumentException if there are fewer than two classes, or one is blank or
     *     named twice
     */
    public ManyClasses {
      classes = List.copyOf(classes);
      if (!(classes.size() >= 2)) {
        throw new IllegalArgumentException(
            "classes was " + classes + ": there must be at least two");
      }
      requireDistinct(classes);
    }

    @Override
    public Optional<RangeScaling> range() {
      return Optional.empty();
    }

    @Override
    public Labels labels() {
      return Labels.CLASSES;
    }

    @Override
    public int scores() {
      return classes.size();
    }

    @Override
    public double miss(double[] scores, double label) {
      return best(scores) == (int) label ? 0 : 1;
    }

    /** The index of the largest score, the first of several. */
    private static int best(double[] scores) {
      int best = 0;
      for (int k = 1; k < scores.length; k++) {
        best = scores[k] > scores[best] ? k : best;
      }
      return best;
    }

    @Override
    public Prediction read(double[] scores, boolean logOdds) {
      int best = best(scores);
      return new Prediction(classes.get(best), scores[best], logOdds ? softmax(scores) : List.of());
    }
  }

  /**
   * Numbers.
   *
   * @param scaling the declared range of the labels, which became -1 to 1
   */
  record Numbers(RangeScaling scaling) implements PredictionTarget {
    @Override
    public List<String> classes() {
      return List.of();
    }

    @Override
    public Optional<RangeScaling> range() {
      return Optional.of(scaling);
    }

    @Override
    public Labels labels() {
      return Labels.BOUNDED_NUMBERS;
    }

    @Override
    public int scores() {
      return 1;
    }

    @Override
    public double miss(double[] scores, double label) {
      return (scores[0] - label) * (scores[0] - label);
    }

    @Override
    public Prediction read(double[] scores, boolean logOdds) {
      double number = scaling.invert(scores[0]);
      return new Prediction(Double.toString(number), number, List.of());
    }
  }

  private static void requireDistinct(List<String> classes) {
    if (classes.stream().anyMatch(String::isBlank)
        || new HashSet<>(classes).size() < classes.size()) {
      throw new IllegalArgumentException(
          "classes was " + classes + ": none may be blank or given twice");
    }
  }

  private static List<Double> softmax(double... scores) {
    double largest = Arrays.stream(scores).max().orElseThrow();
    double[] weights = Arrays.stream(scores).map(score -> Math.exp(score - largest)).toArray();
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).mapToObj(weight -> weight / sum).toList();
  }
}
