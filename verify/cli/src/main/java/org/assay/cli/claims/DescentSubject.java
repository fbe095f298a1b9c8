package org.assay.cli.claims;

import java.util.Locale;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.objective.CanaryDirections;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.optimize.ProjectedNoisySgd;
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
