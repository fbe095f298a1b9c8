package org.assay.cli.internal.claims;

import org.assay.accountant.event.GradientSchedule;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.UnitNormClipping;

/**
 * Records among which one pass of noisy gradient descent on the logistic loss loses about what is
 * certified, at the last record of the last batch. A proof for the last step allows for an iterate
 * that is known but for the noise of that step, and for two gradients of full length that point in
 * opposite directions. Three kinds of records come close to both:
 *
 * <ul>
 *   <li>Records that <em>push</em> the iterate far along the first feature. They are short, so that
 *       the push does not end early.
 *   <li>Records that <em>hold</em> it near 0 along the second feature, in the last batches: of full
 *       length, with both labels in equal numbers, so many that a step {@code w - c tanh(w / 2)}
 *       forgets where it began.
 *   <li>The canary: against the push, so that its prediction is wrong and its gradient long, and up
 *       or down along the second feature. Both gradients differ along that feature only.
 * </ul>
 *
 * <p>The constants were tuned on Snowball-SGD of 120 steps of size 6 in 30 dimensions, where the
 * pair loses .87 of the certified mu, .85 at half of that mu.
 *
 * <p>All records have the norm that the claim allows, or less. What is certified holds for them as
 * for any others.
 *
 * @param schedule batch sizes, step sizes and noise
 * @param dimension number of features, at least 2
 * @param featureNorm the largest norm of a record
 */
record LastBatchCanary(GradientSchedule schedule, int dimension, double featureNorm) {
  /** Fewest features. */
  static final int FEWEST_FEATURES = 2;

  private static final int PUSHED = 0;
  private static final int HELD = 1;

  /** Norm of a record that pushes, as a part of the largest. */
  private static final double SHORT = 0.2;

  /** Of a batch at the end hold at most so many records, so that others still push. */
  private static final double MOST_HOLDING = 0.9;

  /** Cosine of the canary's angle with the direction against the push. */
  private static final double AGAINST = 0.3;

  /**
   * The records, with a canary that points up or down along the second feature.
   *
   * @param up whether up
   * @return as many records as the schedule uses
   */
  Dataset records(boolean up) {
    int size = Math.toIntExact(schedule.totalRecords());
    double[][] features = new double[size][];
    double[] labels = new double[size];
    double[] pushes = features(SHORT, 0);
    double[] holds = features(0, 1);
    int held = schedule.steps() - heldBatches();
    int next = 0;
    double label = 1;
    for (int t = 0; t < schedule.steps(); t++) {
      int holding = t >= held ? holding(t) : 0;
      for (int i = 0; i < schedule.batchSize(t); i++) {
        features[next] = i < holding ? holds : pushes;
        labels[next] = i < holding ? label : 1;
        label = i < holding ? -label : label;
        next++;
      }
    }
    double sine = Math.sqrt(1 - AGAINST * AGAINST);
    features[size - 1] = features(-AGAINST, up ? sine : -sine);
    labels[size - 1] = 1;
    return new UnitNormClipping(featureNorm).apply(Dataset.of(features, labels));
  }

  /** The canary's direction: where the two gradients differ. */
  double[] direction() {
    return features(0, 1);
  }

  /** Both as parts of the largest norm. */
  private double[] features(double pushed, double held) {
    double[] features = new double[dimension];
    features[PUSHED] = pushed * featureNorm;
    features[HELD] = held * featureNorm;
    return features;
  }

  /**
   * An even number of a batch's records, so that c is about 2 and a step ends near 0; of a batch of
   * one record that one.
   */
  private int holding(int t) {
    double curvature = schedule.stepSize(t) * featureNorm * featureNorm / 4;
    int size = schedule.batchSize(t);
    double share = Math.min(MOST_HOLDING, 1 / curvature);
    return size == 1 ? 1 : Math.min(size, 2 * (int) Math.round(share * size / 2));
  }

  /**
   * How many of the last batches hold: twice as many as it takes from where noise alone would have
   * led by then, at half of the longest gradient.
   */
  private int heldBatches() {
    int last = schedule.steps() - 1;
    double drift = schedule.noiseStandardDeviation(last) * Math.sqrt(schedule.steps());
    double pull = featureNorm * holding(last) / schedule.batchSize(last) / 2;
    return (int) Math.min(schedule.steps(), Math.ceil(2 * drift / pull));
  }
}
