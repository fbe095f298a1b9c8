package org.assay.cli.internal.claims;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.objective.CanaryDirections;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * One pass of projected noisy gradient descent on the logistic loss.
 *
 * @param describe the mechanism in words
 * @param algorithm the algorithm
 * @param featureNorm the largest norm of a record's features
 */
record DescentSubject(String describe, ProjectedNoisySgd algorithm, double featureNorm)
    implements Subject {
  @Override
  public DpEvent event() {
    return algorithm.event();
  }

  @Override
  public Outcome run(Dataset dataset, RandomGenerator random) {
    return Outcome.of(algorithm.run(dataset, random).release().toArray());
  }

  @Override
  public int batches() {
    return algorithm.schedule().steps();
  }

  @Override
  public AdjacentPair<Dataset> canary(Dataset dataset, AdjacencyRelation adjacency, int batch) {
    if (adjacency != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "a canary is known for this mechanism under replace-one only, not under " + adjacency);
    }
    int first = firstRecord(batch);
    if (!(first < dataset.size())) {
      throw new IllegalArgumentException(
          "the batch begins with record " + first + ", and there are " + dataset.size());
    }
    NeighbouringDatasets neighbours = CanaryDirections.labelFlip(dataset, first, featureNorm);
    return AdjacentPair.of(
            description(dataset, first, batch), neighbours.first(), neighbours.second(), adjacency)
        .withCanaryDirection(neighbours.first().copyRow(first));
  }

  /**
   * At the end of the last batch, where nothing hides a record but the last noise, and in the first
   * of the dataset's own batches, where all noise is still to come.
   */
  @Override
  public List<AdjacentPair<Dataset>> canaries(Dataset dataset, AdjacencyRelation adjacency) {
    long used = algorithm.schedule().totalRecords();
    if (!(used <= dataset.size())) {
      throw new IllegalArgumentException(
          "the batches take " + used + " records, and there are " + dataset.size());
    }
    AdjacentPair<Dataset> first = canary(dataset, adjacency, 1);
    return dataset.dimension() >= LastBatchCanary.FEWEST_FEATURES
        ? List.of(atTheEnd(dataset.dimension(), adjacency), first)
        : List.of(first);
  }

  private AdjacentPair<Dataset> atTheEnd(int dimension, AdjacencyRelation adjacency) {
    LastBatchCanary canary = new LastBatchCanary(algorithm.schedule(), dimension, featureNorm);
    Dataset up = canary.records(true);
    String description =
        String.format(
            Locale.ROOT,
            "the last of %d records, in batch %d of %d, is a canary of norm %s among records that"
                + " make its gradient long: up against down the second feature",
            up.size(),
            batches(),
            batches(),
            featureNorm);
    return AdjacentPair.of(description, up, canary.records(false), adjacency)
        .withCanaryDirection(canary.direction());
  }

  private String description(Dataset dataset, int first, int batch) {
    return String.format(
        Locale.ROOT,
        "record %d of %d, first of batch %d of %d, is a canary of norm %s in the direction of"
            + " least variance: label +1 against -1",
        first,
        dataset.size(),
        batch,
        batches(),
        featureNorm);
  }

  private int firstRecord(int batch) {
    int first = 0;
    for (int t = 0; t < batch - 1; t++) {
      first += algorithm.schedule().batchSize(t);
    }
    return first;
  }
}
