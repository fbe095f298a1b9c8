package org.assay.cli.claims;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Value;
import org.assay.verify.audit.Auditor;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.trial.AdjacentPair;

/**
 * Reads one claim.
 *
 * @param datasetReader reads a dataset that the claim brings itself
 * @param shared the datasets that the file declares
 * @param budget the budget of claims that state none
 * @param seed chooses drawn pairs
 */
record ClaimReader(
    DatasetReader datasetReader, Map<String, Dataset> shared, Budget budget, long seed) {
  PlannedClaim read(Value value) {
    Fields fields = value.fields(Shapes.CLAIM);
    String name = fields.get("name").text();
    Guarantee guarantee = guarantee(fields);
    Dataset dataset = dataset(fields.get("dataset"));
    Subject subject = MechanismReader.read(fields.get("mechanism"), dataset.dimension());
    return new PlannedClaim(
        name,
        guarantee,
        subject::run,
        subject.describe(),
        subject.event(),
        certified(fields, guarantee, subject),
        pairs(fields, guarantee.adjacency(), dataset, subject),
        fields.optional("budget").map(budget::changedBy).orElse(budget));
  }

  private static Guarantee guarantee(Fields fields) {
    AdjacencyRelation adjacency =
        AdjacencyRelation.ofLabel(fields.get("adjacency").oneOf(adjacencies()));
    Value value = fields.get("guarantee");
    Guarantee guarantee = GuaranteeReader.read(value, adjacency);
    // An auditor refuses a claim that allows everything.
    value.checked(() -> Auditor.of(guarantee));
    return guarantee;
  }

  /** The names of the relations. */
  static List<String> adjacencies() {
    return Arrays.stream(AdjacencyRelation.values()).map(AdjacencyRelation::label).toList();
  }

  private Dataset dataset(Value value) {
    if (value.isObject()) {
      return datasetReader.read(value);
    }
    if (shared.isEmpty()) {
      throw value.invalid("was '" + value.text() + "': the file declares no datasets");
    }
    return Objects.requireNonNull(shared.get(value.oneOf(List.copyOf(shared.keySet()))));
  }

  private static CertifiedInterval certified(Fields fields, Guarantee guarantee, Subject subject) {
    return fields.get("adjacency").checked(() -> CertifiedBounds.of(guarantee, subject.event()));
  }

  private List<AdjacentPair<Dataset>> pairs(
      Fields fields, AdjacencyRelation adjacency, Dataset dataset, Subject subject) {
    List<AdjacentPair<Dataset>> pairs =
        new PairsReader(dataset, adjacency, subject, seed).read(fields.get("pairs"));
    fields.get("dataset").checked(() -> rehearse(subject, pairs));
    return pairs;
  }

  /** Runs once on every dataset: during an audit a refusal would count as an outcome. */
  private static boolean rehearse(Subject subject, List<AdjacentPair<Dataset>> pairs) {
    for (AdjacentPair<Dataset> pair : pairs) {
      subject.run(pair.left(), new SplittableRandom(0));
      subject.run(pair.right(), new SplittableRandom(0));
    }
    return true;
  }
}
