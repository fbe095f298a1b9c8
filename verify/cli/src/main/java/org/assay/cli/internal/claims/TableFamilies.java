package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.database.DatabasePairs;
import org.assay.cli.internal.database.Schema;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.pairs.LabeledPairs;
import org.assay.verify.pairs.LabeledPairs.FeatureBounds;
import org.assay.verify.pairs.LabeledPairs.Labeled;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.pairs.UserPairs;
import org.assay.verify.pairs.VectorPairs;
import org.assay.verify.pairs.VectorPairs.Norm;

/**
 * Makes the pairs of families whose datasets are lists of records within stated bounds.
 *
 * @param adjacency the relation of the claim
 */
record TableFamilies(AdjacencyRelation adjacency) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int MOST_RECORDS = 1_000;

  /** Records of a dataset beyond the fewest, at most. */
  private static final int MORE_RECORDS = 128;

  private static final int MOST_IN_A_BATCH = 100_000;

  /** Datasets fill so many batches at most. */
  private static final int BATCHES = 4;

  PairFamily<JsonNode> records(Fields fields) {
    int features = FamilyReader.size(fields.get("features"));
    OptionalInt batch = batchSize(fields);
    int fewest = fewest(fields, batch, features + 1L);
    FeatureBounds bounds =
        FeatureBounds.of(bound(fields.get("low"), features), bound(fields.get("high"), features));
    Optional<Value> low = fields.optional("label_low");
    Optional<Value> high = fields.optional("label_high");
    Optional<Value> classes = fields.optional("classes");
    if (low.isPresent() != high.isPresent() || low.isPresent() == classes.isPresent()) {
      throw fields
          .get("kind")
          .invalid("was records: it needs either classes, or both label_low and label_high");
    }
    if (classes.isPresent()) {
      List<JsonNode> labels = classes.get().items().stream().map(Value::json).toList();
      PairFamily<List<Labeled<JsonNode>>> family =
          batch.isPresent()
              ? LabeledPairs.classes(adjacency, bounds, labels, fewest, batch.getAsInt())
              : LabeledPairs.classes(adjacency, bounds, labels, fewest);
      return family.map(table -> FamilyReader.array(table, one -> row(one, one.label())));
    }
    double least = low.orElseThrow().number();
    double most = high.orElseThrow().number();
    PairFamily<List<Labeled<Double>>> family =
        batch.isPresent()
            ? LabeledPairs.targets(adjacency, bounds, least, most, fewest, batch.getAsInt())
            : LabeledPairs.targets(adjacency, bounds, least, most, fewest);
    return family.map(
        table -> FamilyReader.array(table, one -> row(one, JSON.numberNode(one.label()))));
  }

  PairFamily<JsonNode> vectorLists(Fields fields) {
    int dimension = FamilyReader.size(fields.get("dimension"));
    Norm norm = FamilyReader.constant(fields.get("norm"), Norm.values());
    double radius = MechanismReader.positive(fields.get("radius"));
    OptionalInt batch = batchSize(fields);
    int fewest = fewest(fields, batch, dimension);
    PairFamily<List<double[]>> family =
        batch.isPresent()
            ? VectorPairs.lists(adjacency, norm, radius, dimension, fewest, batch.getAsInt())
            : VectorPairs.lists(adjacency, norm, radius, dimension, fewest);
    return family.map(list -> FamilyReader.array(list, FamilyReader::vector));
  }

  PairFamily<JsonNode> users(Fields fields) {
    int partitions = FamilyReader.size(fields.get("partitions"));
    int spread = FamilyReader.size(fields.get("partitions_per_user"));
    int repeats = FamilyReader.size(fields.get("contributions_per_partition"));
    int fewest = fewest(fields, OptionalInt.empty(), (long) spread * repeats);
    return UserPairs.contributions(adjacency, partitions, spread, repeats, fewest)
        .map(
            users -> FamilyReader.array(users, user -> FamilyReader.array(user, JSON::numberNode)));
  }

  PairFamily<JsonNode> databases(Fields fields) {
    Schema schema = DatabaseReader.schema(fields);
    int fewest = fewest(fields, OptionalInt.empty(), schema.width());
    return DatabasePairs.of(schema, adjacency, fewest);
  }

  private static OptionalInt batchSize(Fields fields) {
    return fields.optional("batch_size").stream()
        .mapToInt(size -> (int) size.integer(1, MOST_IN_A_BATCH))
        .findFirst();
  }

  /**
   * The size of the smallest dataset, 0 if left out; what all pairs list has to fit into memory.
   */
  static int fewest(Fields fields, OptionalInt batch, long width) {
    int fewest =
        fields.optional("fewest").map(given -> (int) given.integer(0, MOST_RECORDS)).orElse(0);
    Value count = fields.get("count");
    long pairs = count.integer(1, FamilyReader.MOST_PAIRS);
    long batches = BATCHES * (long) batch.orElse(0) + 1;
    long most = 2 * pairs * Math.max(fewest + MORE_RECORDS, batches);
    if (!(most <= RecordPairs.MOST_LISTED / width)) {
      throw count.invalid(
          "would list up to "
              + most
              + " records of "
              + width
              + " numbers: together that must be at most "
              + RecordPairs.MOST_LISTED
              + " numbers; ask for fewer pairs or smaller records");
    }
    return fewest;
  }

  /** One number for all features, or one for each. */
  private static List<Double> bound(Value value, int features) {
    if (!value.isList()) {
      return Collections.nCopies(features, value.number());
    }
    List<Double> bounds = value.items().stream().map(Value::number).toList();
    if (bounds.size() != features) {
      throw value.invalid(
          "had " + bounds.size() + " items: it must be one number, or " + features + " of them");
    }
    return bounds;
  }

  private static JsonNode row(Labeled<?> record, JsonNode label) {
    ArrayNode row = JSON.arrayNode();
    record.features().forEach(row::add);
    return row.add(label);
  }
}
