package org.assay.cli.internal.claims;

import java.util.List;
import java.util.random.RandomGenerator;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.objective.CanaryDirections;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.NeighbouringDatasets;
import org.assay.algorithms.registry.AlgorithmRegistry;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.TrainingTask;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/**
 * An algorithm of the registry, configured for a target like in {@code assay train}.
 *
 * @param describe the algorithm, its target and the set in words
 * @param algorithm the algorithm
 * @param records number of records for which it was configured
 */
record AlgorithmSubject(String describe, PrivateAlgorithm algorithm, int records)
    implements Subject {
  /** The schedules that a claim may name. */
  static final List<String> SCHEDULES = List.of("calibrated", "paper");

  /** Default radius of the set. Not tuned. */
  private static final double USUAL_RADIUS = 5;

  static Subject read(Value value, Dataset dataset) {
    Fields fields = value.fields(Shapes.ALGORITHM);
    AlgorithmEntry entry = entry(fields.get("algorithm"));
    Guarantee target = GuaranteeReader.read(fields.get("target"), AdjacencyRelation.REPLACE_ONE);
    double radius =
        fields
            .optional("radius")
            .map(given -> given.number(Parameters::requirePositive))
            .orElse(USUAL_RADIUS);
    String schedule =
        fields.optional("schedule").map(word -> word.oneOf(SCHEDULES)).orElse(SCHEDULES.get(0));
    TrainingTask task =
        new TrainingTask(dataset.size(), dataset.dimension(), TrainingTask.Labels.SIGNS, radius);
    AlgorithmEntry.Calibrated setup =
        schedule.equals("paper") ? entry.paperSchedule() : entry.calibrated();
    PrivateAlgorithm algorithm = value.checked(() -> setUp(setup, task, target));
    String words =
        entry.id() + "(target " + target.describe() + ", radius " + radius + ", " + schedule + ")";
    return new AlgorithmSubject(words, algorithm, dataset.size());
  }

  private static AlgorithmEntry entry(Value id) {
    AlgorithmEntry entry =
        AlgorithmRegistry.find(id.text())
            .orElseThrow(
                () ->
                    id.invalid(
                        "was '"
                            + id.text()
                            + "': "
                            + Suggestion.among(id.text(), AlgorithmRegistry.ids())));
    if (!entry.labels().contains(TrainingTask.Labels.SIGNS)) {
      throw id.invalid("was '" + id.text() + "': it is not for records with two classes");
    }
    return entry;
  }

  private static PrivateAlgorithm setUp(
      AlgorithmEntry.Calibrated setup, TrainingTask task, Guarantee target) {
    try {
      return setup.setUp(task, target).algorithm();
    } catch (org.assay.accountant.accounting.UnreachableTargetException e) {
      throw InputException.because(e);
    }
  }

  @Override
  public DpEvent event() {
    return algorithm.event();
  }

  @Override
  public Outcome run(Dataset dataset, RandomGenerator random) {
    return Outcome.of(algorithm.run(dataset, random).release().toArray());
  }

  /** The number of records, since any record may be the canary. */
  @Override
  public int batches() {
    return records;
  }

  @Override
  public AdjacentPair<Dataset> canary(Dataset dataset, AdjacencyRelation adjacency, int batch) {
    if (adjacency != AdjacencyRelation.REPLACE_ONE) {
      throw new IllegalArgumentException(
          "a canary is known for this mechanism under replace-one only, not under " + adjacency);
    }
    int record = batch - 1;
    NeighbouringDatasets neighbours = CanaryDirections.labelFlip(dataset, record, 1);
    String description =
        "record "
            + record
            + " of "
            + dataset.size()
            + " is a canary of norm 1 in the direction of least variance: label +1 against -1";
    return AdjacentPair.of(description, neighbours.first(), neighbours.second(), adjacency)
        .withCanaryDirection(neighbours.first().copyRow(record));
  }
}
