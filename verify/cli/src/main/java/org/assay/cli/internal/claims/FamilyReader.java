package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.database.DatabasePairs;
import org.assay.cli.internal.database.Schema;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;
import org.assay.cli.internal.input.Value;
import org.assay.verify.pairs.AnswerPairs;
import org.assay.verify.pairs.IntegerPairs;
import org.assay.verify.pairs.IntegerPairs.IntegerType;
import org.assay.verify.pairs.LabeledPairs;
import org.assay.verify.pairs.LabeledPairs.FeatureBounds;
import org.assay.verify.pairs.LabeledPairs.Labeled;
import org.assay.verify.pairs.NumericPairs;
import org.assay.verify.pairs.PairFamily;
import org.assay.verify.pairs.StatisticPairs;
import org.assay.verify.pairs.TextPairs;
import org.assay.verify.pairs.UserPairs;
import org.assay.verify.pairs.VectorPairs;
import org.assay.verify.pairs.VectorPairs.Norm;
import org.assay.verify.trial.AdjacentPair;

/**
 * Makes the pairs of a named family as JSON: one entry for each kind.
 *
 * @param records the claim's dataset, if it has one
 * @param adjacency the relation of the claim
 * @param seed seed of the drawn pairs
 */
record FamilyReader(Optional<List<JsonNode>> records, AdjacencyRelation adjacency, long seed) {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  static final int MOST_PAIRS = 10_000;

  /**
   * Default number of pairs of a family, since typical mistakes show on the first two dozen. Not
   * tuned.
   */
  private static final String COUNT = "count: 24";

  private static final int MOST_COORDINATES = 100_000;

  /** The keys of a kind and the pairs that they describe. */
  private record Kind(Shape shape, BiFunction<FamilyReader, Fields, PairFamily<JsonNode>> maker) {}

  private static final Map<String, Kind> KINDS = kinds();

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    add(kinds, Shapes.COUNTS, FamilyReader::counts);
    add(kinds, Shapes.SUMS, FamilyReader::sums);
    add(kinds, Shapes.HISTOGRAMS, FamilyReader::histograms);
    add(kinds, Shapes.ANSWERS, FamilyReader::answers);
    add(kinds, Shapes.VECTORS, FamilyReader::vectors);
    add(kinds, Shapes.INTEGERS, FamilyReader::integers);
    add(kinds, Shapes.NUMBERS, FamilyReader::numbers);
    add(kinds, Shapes.TEXTS, FamilyReader::texts);
    add(kinds, Shapes.RECORDS, (reader, fields) -> reader.tables().records(fields));
    add(kinds, Shapes.VECTOR_LISTS, (reader, fields) -> reader.tables().vectorLists(fields));
    add(kinds, Shapes.USERS, (reader, fields) -> reader.tables().users(fields));
    add(kinds, Shapes.DATABASES, (reader, fields) -> reader.tables().databases(fields));
    return kinds;
  }

  private static void add(
      Map<String, Kind> kinds,
      Shape shape,
      BiFunction<FamilyReader, Fields, PairFamily<JsonNode>> maker) {
    kinds.put(shape.name(), new Kind(shape, maker));
  }

  /** The names that a claims file may use. */
  static List<String> kindNames() {
    return List.copyOf(KINDS.keySet());
  }

  /**
   * The YAML of a family in short form, such as {@code numbers(0, 100)}.
   *
   * @param option the option of the short form, for messages
   * @throws InputException if it is no family
   */
  static String yaml(String option, String text) {
    ShortForm form = ShortForm.read(option, text, shortShapes());
    String rest = form.yaml().replaceFirst("^\\{", "").replaceFirst("}$", "");
    String count = form.entries().containsKey("count") ? "" : ", " + COUNT;
    return "{kind: " + form.name() + count + (rest.isEmpty() ? "" : ", " + rest) + "}";
  }

  /**
   * The kinds with the keys of their short forms: all but the kind, and the count last. Tables have
   * no short form.
   */
  static Map<String, Shape> shortShapes() {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    Map<String, Kind> kinds = new LinkedHashMap<>(KINDS);
    kinds.remove(Shapes.DATABASES.name());
    kinds.forEach(
        (name, kind) -> {
          List<String> required = new ArrayList<>(kind.shape().required());
          required.removeAll(List.of("kind", "count"));
          List<String> optional = new ArrayList<>(kind.shape().optional());
          optional.add("count");
          shapes.put(name, new Shape(name, required, optional));
        });
    return shapes;
  }

  /** The names of the enum's constants in a claims file. */
  static List<String> labels(Enum<?>[] constants) {
    return Arrays.stream(constants)
        .map(constant -> constant.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }

  List<AdjacentPair<JsonNode>> read(Value given) {
    Value value =
        given.isText() ? DocumentReader.readYaml("family", yaml("family", given.text())) : given;
    Value name = value.entries().get("kind");
    if (name == null) {
      throw value.invalid("has no 'kind': name one of " + String.join(", ", kindNames()));
    }
    Kind kind = KINDS.get(name.text());
    if (kind == null) {
      String hint = Suggestion.among(name.text(), kindNames());
      throw name.invalid("was '" + name.text() + "': " + hint);
    }
    Fields fields = value.fields(kind.shape());
    int count = (int) fields.get("count").integer(1, MOST_PAIRS);
    return value.checked(() -> kind.maker().apply(this, fields).pairs(seed, count));
  }

  private TableFamilies tables() {
    return new TableFamilies(adjacency);
  }

  private PairFamily<JsonNode> counts(Fields fields) {
    return StatisticPairs.counts(adjacency).map(JSON::numberNode);
  }

  private PairFamily<JsonNode> sums(Fields fields) {
    return StatisticPairs.sums(adjacency, fields.get("low").number(), fields.get("high").number())
        .map(JSON::numberNode);
  }

  private PairFamily<JsonNode> histograms(Fields fields) {
    return StatisticPairs.histograms(adjacency, size(fields.get("bins")))
        .map(counts -> array(Arrays.stream(counts).boxed().toList(), JSON::numberNode));
  }

  private PairFamily<JsonNode> answers(Fields fields) {
    Value given = fields.get("lengths");
    List<Value> items = given.isList() ? given.items() : List.of(given);
    int[] lengths = items.stream().mapToInt(FamilyReader::size).toArray();
    PairFamily<double[]> family =
        fields.get("monotone").flag()
            ? AnswerPairs.monotone(adjacency, lengths)
            : AnswerPairs.any(adjacency, lengths);
    return family.map(FamilyReader::vector);
  }

  private PairFamily<JsonNode> vectors(Fields fields) {
    Norm norm = constant(fields.get("norm"), Norm.values());
    double radius = MechanismReader.positive(fields.get("radius"));
    return VectorPairs.sums(adjacency, norm, radius, size(fields.get("dimension")))
        .map(FamilyReader::vector);
  }

  private PairFamily<JsonNode> integers(Fields fields) {
    IntegerType type = constant(fields.get("type"), IntegerType.values());
    long low = fields.optional("low").map(FamilyReader::whole).orElse(type.smallest());
    long high = fields.optional("high").map(FamilyReader::whole).orElse(type.largest());
    return IntegerPairs.limits(adjacency, type, low, high)
        .map(list -> array(list, JSON::numberNode));
  }

  private PairFamily<JsonNode> numbers(Fields fields) {
    Optional<Value> low = fields.optional("low");
    Optional<Value> high = fields.optional("high");
    if (low.isPresent() != high.isPresent()) {
      throw low.or(() -> high).orElseThrow().invalid("is one end of a range: give both or none");
    }
    int fewest = TableFamilies.fewest(fields, OptionalInt.empty(), 1);
    return (low.isPresent()
            ? NumericPairs.bounded(
                low.get().number(), high.orElseThrow().number(), adjacency, fewest)
            : NumericPairs.numbers(
                dataset(fields, JsonNode::isNumber, JsonNode::doubleValue), adjacency, fewest))
        .family()
        .map(list -> array(list, JSON::numberNode));
  }

  private PairFamily<JsonNode> texts(Fields fields) {
    return TextPairs.of(dataset(fields, JsonNode::isTextual, JsonNode::textValue), adjacency)
        .family()
        .map(list -> array(list, JSON::textNode));
  }

  /** The records of the claim's dataset, all of one type; none if it has no dataset. */
  private <T> List<T> dataset(
      Fields fields, Predicate<JsonNode> isRight, Function<JsonNode, T> reading) {
    List<JsonNode> all = records.orElse(List.of());
    for (int i = 0; i < all.size(); i++) {
      JsonNode record = all.get(i);
      if (!isRight.test(record)) {
        Value kind = fields.get("kind");
        String rule = "was '" + kind.text() + "': the dataset's record " + i + " (from 0) is none";
        throw new InputException(
            kind.invalid(rule).getMessage(), new InputException("the record was " + record));
      }
    }
    return all.stream().map(reading).toList();
  }

  static int size(Value value) {
    return (int) value.integer(1, MOST_COORDINATES);
  }

  private static long whole(Value value) {
    return value.integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  static <E extends Enum<E>> E constant(Value value, E[] constants) {
    List<String> labels = labels(constants);
    return constants[labels.indexOf(value.oneOf(labels))];
  }

  static JsonNode vector(double[] values) {
    return array(Arrays.stream(values).boxed().toList(), JSON::numberNode);
  }

  static <T> JsonNode array(List<T> items, Function<T, JsonNode> node) {
    ArrayNode array = JSON.arrayNode();
    items.forEach(item -> array.add(node.apply(item)));
    return array;
  }

  /**
   * Makes the pairs of families whose datasets are lists of records within stated bounds.
   *
   * @param adjacency the relation of the claim
   */
  private record TableFamilies(AdjacencyRelation adjacency) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int MOST_RECORDS = 1_000;

    /** Largest number of a dataset's records beyond the fewest. Not tuned. */
    private static final int MORE_RECORDS = 128;

    private static final int MOST_IN_A_BATCH = 100_000;

    /** Largest number of batches that datasets fill. Not tuned. */
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
              users ->
                  FamilyReader.array(users, user -> FamilyReader.array(user, JSON::numberNode)));
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
     * The size of the smallest dataset, 0 if left out; refused if all pairs together do not fit
     * into memory.
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
}
