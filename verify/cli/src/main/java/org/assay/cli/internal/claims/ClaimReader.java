package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.audit.Auditor;
import org.assay.verify.report.CertifiedInterval;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.TrialSubject;

/**
 * Reads one claim.
 *
 * @param datasets the datasets that claims can use
 * @param outside reads mechanisms that are not built in
 * @param budget the budget of claims that state none
 * @param observation how runs are looked at where a claim does not say
 * @param seed chooses drawn pairs
 */
record ClaimReader(
    Datasets datasets, OutsideReader outside, Budget budget, Observation observation, long seed) {
  PlannedClaim<?> read(Value value) {
    Fields fields = value.fields(Shapes.CLAIM);
    ClaimTerms terms =
        new ClaimTerms(
            fields.get("name").text(),
            guarantee(value, fields),
            fields.optional("budget").map(budget::changedBy).orElse(budget),
            observation.changedBy(fields));
    Optional<Value> mechanism = fields.optional("mechanism");
    Optional<OutsideSource> source = outside.source(value, mechanism);
    if (source.isPresent()) {
      return source
          .get()
          .plan(
              mechanism.orElse(value),
              source.get().limited(fields, terms),
              records(fields, terms.guarantee()));
    }
    return builtIn(fields, mechanism.orElseThrow(), terms);
  }

  /** The mechanism and the pairs alone. */
  ClaimsReader.ReadSubject made(Value value) {
    Fields fields = value.fields(Shapes.CLAIM);
    Guarantee guarantee = guarantee(value, fields);
    Optional<Value> mechanism = fields.optional("mechanism");
    Optional<OutsideSource> source = outside.source(value, mechanism);
    if (source.isPresent()) {
      Value place = mechanism.orElse(value);
      return new ClaimsReader.ReadSubject(
          source.get().subject(place, records(fields, guarantee)), false);
    }
    Value data = dataset(fields, mechanism.orElseThrow());
    Dataset dataset = datasets.labelled(data);
    Subject subject = MechanismReader.read(mechanism.orElseThrow(), dataset);
    List<AdjacentPair<Dataset>> pairs =
        new PairsReader(dataset, guarantee.adjacency(), subject, seed).read(fields.get("pairs"));
    return new ClaimsReader.ReadSubject(new TrialSubject<>(subject::run, pairs), true);
  }

  private static Value dataset(Fields fields, Value mechanism) {
    return fields
        .optional("dataset")
        .orElseThrow(() -> mechanism.invalid("is built in: the claim needs a 'dataset' for it"));
  }

  private List<AdjacentPair<JsonNode>> records(Fields fields, Guarantee guarantee) {
    return new RecordPairs(
            fields.optional("dataset").map(datasets::records), guarantee.adjacency(), seed)
        .read(fields.get("pairs"));
  }

  private PlannedClaim<Dataset> builtIn(Fields fields, Value mechanism, ClaimTerms terms) {
    Value data = dataset(fields, mechanism);
    Dataset dataset = datasets.labelled(data);
    Subject subject = MechanismReader.read(mechanism, dataset);
    return new PlannedClaim<>(
        terms.name(),
        terms.guarantee(),
        subject::run,
        subject.describe(),
        Optional.of(subject.event()),
        Optional.of(certified(fields, terms.guarantee(), subject)),
        new PairsReader(dataset, terms.guarantee().adjacency(), subject, seed)
            .read(fields.get("pairs")),
        pair -> Stream.empty(),
        terms.budget(),
        terms.observation(),
        claim -> data.checked(() -> rehearsed(subject, claim)));
  }

  private static Guarantee guarantee(Value claim, Fields fields) {
    Value relation =
        fields
            .optional("adjacency")
            .orElseThrow(
                () ->
                    claim.invalid(
                        "has no 'adjacency', which is required: " + AdjacencyRelation.MEANINGS));
    AdjacencyRelation adjacency = AdjacencyRelation.ofLabel(relation.oneOf(adjacencies()));
    Value claimed = fields.get("guarantee");
    Guarantee guarantee = GuaranteeReader.read(claimed, adjacency);
    // An auditor refuses a claim that allows everything.
    claimed.checked(() -> Auditor.of(guarantee));
    return guarantee;
  }

  /** The names of the relations. */
  static List<String> adjacencies() {
    return Arrays.stream(AdjacencyRelation.values()).map(AdjacencyRelation::label).toList();
  }

  private static CertifiedInterval certified(Fields fields, Guarantee guarantee, Subject subject) {
    return fields.get("adjacency").checked(() -> CertifiedBounds.of(guarantee, subject.event()));
  }

  /** Runs once on every dataset: during an audit a refusal would count as an outcome. */
  private static PlannedClaim<Dataset> rehearsed(Subject subject, PlannedClaim<Dataset> claim) {
    for (AdjacentPair<Dataset> pair : claim.pairs()) {
      subject.run(pair.left(), new SplittableRandom(0));
      subject.run(pair.right(), new SplittableRandom(0));
    }
    return claim;
  }
}
