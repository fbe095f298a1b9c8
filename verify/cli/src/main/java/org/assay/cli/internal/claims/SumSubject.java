package org.assay.cli.internal.claims;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.noise.GridGaussian;
import org.assay.algorithms.objective.CanaryDirections;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LabeledRecord;
import org.assay.algorithms.objective.UnitNormClipping;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * The sum of the records' features, each clipped to a norm, plus Gaussian noise on a grid. Features
 * are cut off after 32 bits, so that the sum of up to two million records is exact and one record
 * moves it by no more than the norm. Thousands of runs on a dataset share its sum, which is not
 * random.
 */
final class SumSubject implements Subject {
  /** Number of bits after which features are cut off. Not tuned. */
  private static final int FRACTION_BITS = 32;

  private static final int MOST_RECORDS = 1 << (53 - FRACTION_BITS);

  private final double noiseMultiplier;
  private final double clipNorm;
  private final Map<Dataset, double[]> sums = Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * A sum.
   *
   * @param noiseMultiplier standard deviation of the noise over the norm
   * @param clipNorm the largest norm of a record's contribution
   */
  SumSubject(double noiseMultiplier, double clipNorm) {
    this.noiseMultiplier = noiseMultiplier;
    this.clipNorm = clipNorm;
  }

  @Override
  public String describe() {
    return "gaussian-sum(noise multiplier " + noiseMultiplier + ", clip norm " + clipNorm + ")";
  }

  /** The event under add-or-remove, where one record moves the sum by at most the norm. */
  @Override
  public DpEvent event() {
    return DpEvent.gaussian(
        noiseMultiplier, new Sensitivity(clipNorm, AdjacencyRelation.ADD_OR_REMOVE));
  }

  @Override
  public Outcome run(Dataset dataset, RandomGenerator random) {
    double[] sum = sums.computeIfAbsent(dataset, this::sum);
    return Outcome.of(new GridGaussian(noiseMultiplier * clipNorm).release(sum, random));
  }

  private double[] sum(Dataset dataset) {
    if (!(dataset.size() <= MOST_RECORDS)) {
      throw new IllegalArgumentException(
          "the dataset has " + dataset.size() + " records: sums are exact up to " + MOST_RECORDS);
    }
    double[] sum = new double[dataset.dimension()];
    Dataset clipped = new UnitNormClipping(clipNorm).apply(dataset);
    double unit = Math.scalb(1.0, Math.getExponent(clipNorm) + 1 - FRACTION_BITS);
    for (int i = 0; i < clipped.size(); i++) {
      addCutOff(clipped.copyRow(i), unit, sum);
    }
    return sum;
  }

  /** Adds multiples of the unit: such sums are exact, and cutting off never lengthens a record. */
  private static void addCutOff(double[] features, double unit, double[] sum) {
    for (int j = 0; j < sum.length; j++) {
      long units = (long) (features[j] / unit);
      sum[j] += units * unit;
    }
  }

  @Override
  public int batches() {
    return 1;
  }

  @Override
  public AdjacentPair<Dataset> canary(Dataset dataset, AdjacencyRelation adjacency, int batch) {
    double[] canary = CanaryDirections.leastVariance(dataset);
    Dataset with = with(dataset, canary, clipNorm);
    String record = "a record of norm " + clipNorm + " in the direction of least variance";
    AdjacentPair<Dataset> pair =
        switch (adjacency) {
          case ADD_OR_REMOVE ->
              AdjacentPair.of(record + ", present against absent", with, dataset, adjacency);
          case REPLACE_ONE ->
              AdjacentPair.of(
                  record + " against its mirror image",
                  with,
                  with(dataset, canary, -clipNorm),
                  adjacency);
          case ZERO_OUT ->
              AdjacentPair.of(
                  record + " against a record of zeros", with, with(dataset, canary, 0), adjacency);
        };
    return pair.withCanaryDirection(canary);
  }

  /** The dataset, clipped, and a multiple of a unit vector. */
  private Dataset with(Dataset dataset, double[] direction, double factor) {
    double[] features = Arrays.stream(direction).map(x -> x * factor).toArray();
    return new UnitNormClipping(clipNorm).apply(dataset.append(new LabeledRecord(features, 1)));
  }
}
