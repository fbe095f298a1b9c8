package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LabeledRecord;
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
 * @param budget the default budget of claims
 * @param observation the default observation of runs
 * @param seed seed of drawn pairs
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

  /** Reads the mechanism and the pairs only. */
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

  /**
   * Runs the mechanism once on every dataset, since a refusal during an audit would count as an
   * outcome.
   */
  private static PlannedClaim<Dataset> rehearsed(Subject subject, PlannedClaim<Dataset> claim) {
    for (AdjacentPair<Dataset> pair : claim.pairs()) {
      subject.run(pair.left(), new SplittableRandom(0));
      subject.run(pair.right(), new SplittableRandom(0));
    }
    return claim;
  }

  /**
   * Makes the pairs that a claim asks for.
   *
   * @param dataset the data from which pairs are made
   * @param adjacency the relation of the claim
   * @param subject the mechanism that will run on the pairs
   * @param seed seed of the drawn pairs
   */
  record PairsReader(Dataset dataset, AdjacencyRelation adjacency, Subject subject, long seed) {
    private static final int MOST_PAIRS = 10_000;

    /** The possible changes of a drawn record. */
    static final List<String> CHANGES =
        List.of("label-flip", "other-record", "removal", "insertion", "extreme");

    List<AdjacentPair<Dataset>> read(Value value) {
      Fields fields = value.fields(Shapes.PAIRS);
      for (String key : List.of("explicit", "planted", "family")) {
        fields
            .optional(key)
            .ifPresent(
                given -> {
                  throw given.invalid("is for programs and Java classes, not built-in mechanisms");
                });
      }
      List<AdjacentPair<Dataset>> pairs = new ArrayList<>();
      fields.optional("canary").ifPresent(canary -> pairs.addAll(canaries(canary)));
      fields.optional("drawn").ifPresent(drawn -> pairs.addAll(drawn(drawn)));
      if (pairs.isEmpty()) {
        throw value.invalid("was empty: it needs a canary, drawn pairs or both");
      }
      return List.copyOf(pairs);
    }

    private List<AdjacentPair<Dataset>> canaries(Value value) {
      Optional<Integer> batch = value.fields(Shapes.CANARY).optional("batch").map(this::batch);
      return value.checked(
          () ->
              batch.isPresent()
                  ? List.of(subject.canary(dataset, adjacency, batch.get()))
                  : subject.canaries(dataset, adjacency));
    }

    private int batch(Value value) {
      if (value.isNumber()) {
        return (int) value.integer(1, subject.batches());
      }
      return value.oneOf(List.of("first", "last")).equals("first") ? 1 : subject.batches();
    }

    private List<AdjacentPair<Dataset>> drawn(Value value) {
      Fields fields = value.fields(Shapes.DRAWN);
      long count = fields.get("count").integer(1, MOST_PAIRS);
      List<String> allowed = allowedChanges(value);
      String change =
          fields.optional("change").map(word -> word.oneOf(allowed)).orElse(allowed.get(0));
      if (dataset.size() < 2) {
        throw value.invalid("cannot be drawn from " + dataset + ": it takes at least two");
      }
      RandomGenerator random = new SplittableRandom(seed);
      List<AdjacentPair<Dataset>> pairs = new ArrayList<>();
      for (long i = 0; i < count; i++) {
        pairs.add(draw(change, random));
      }
      return pairs;
    }

    private List<String> allowedChanges(Value value) {
      return switch (adjacency) {
        case REPLACE_ONE -> List.of("label-flip", "other-record");
        case ADD_OR_REMOVE -> List.of("removal");
        case ZERO_OUT -> throw value.invalid("cannot be drawn under zero-out: use a canary");
      };
    }

    private AdjacentPair<Dataset> draw(String change, RandomGenerator random) {
      int i = random.nextInt(dataset.size());
      String record = "record " + i + " of " + dataset.size();
      LabeledRecord drawn = dataset.record(i);
      return switch (change) {
        case "label-flip" ->
            pair(
                record + ", label against its opposite",
                dataset.withRecord(i, drawn.features(), -drawn.label()));
        case "other-record" -> {
          int other = (i + 1 + random.nextInt(dataset.size() - 1)) % dataset.size();
          yield pair(
              record + " against a copy of record " + other,
              dataset.withRecord(i, dataset.record(other)));
        }
        default -> pair(record + ", present against absent", dataset.without(i));
      };
    }

    private AdjacentPair<Dataset> pair(String description, Dataset neighbour) {
      return AdjacentPair.of(description, dataset, neighbour, adjacency);
    }
  }
}
