package org.assay.cli.internal.claims;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LabeledRecord;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.trial.AdjacentPair;

/**
 * Makes the pairs that a claim asks for.
 *
 * @param dataset the data that pairs are made from
 * @param adjacency the relation of the claim
 * @param subject what will run on them
 * @param seed chooses the drawn pairs
 */
record PairsReader(Dataset dataset, AdjacencyRelation adjacency, Subject subject, long seed) {
  private static final int MOST_PAIRS = 10_000;

  /** What may be done to a drawn record. */
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
