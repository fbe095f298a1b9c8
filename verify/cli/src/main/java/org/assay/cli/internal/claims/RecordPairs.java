package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.StreamSupport;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.claims.Records.Counted;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.verify.trial.AdjacentPair;

/**
 * Makes the pairs of a claim about a mechanism that is not built in, whose datasets are any JSON.
 *
 * @param records the claim's dataset, if it has one
 * @param adjacency the relation of the claim
 * @param seed seed of the drawn pairs
 */
record RecordPairs(Optional<List<JsonNode>> records, AdjacencyRelation adjacency, long seed) {
  private static final int MOST_PAIRS = 10_000;
  private static final int SHOWN = 60;

  /** Largest number of records of all drawn pairs: some hundred megabytes. Not tuned. */
  static final int MOST_LISTED = 1 << 24;

  List<AdjacentPair<JsonNode>> read(Value value) {
    Fields fields = value.fields(Shapes.PAIRS);
    fields
        .optional("canary")
        .ifPresent(
            canary -> {
              throw canary.invalid("is for built-in mechanisms: plant a record instead");
            });
    List<AdjacentPair<JsonNode>> pairs = new ArrayList<>();
    fields
        .optional("explicit")
        .ifPresent(list -> list.items().forEach(item -> pairs.add(explicit(item))));
    fields
        .optional("planted")
        .ifPresent(list -> list.items().forEach(item -> pairs.add(planted(item, item.json(), ""))));
    fields.optional("drawn").ifPresent(drawn -> drawn(drawn, pairs));
    fields
        .optional("family")
        .ifPresent(family -> pairs.addAll(new FamilyReader(records, adjacency, seed).read(family)));
    if (pairs.isEmpty()) {
      throw value.invalid("was empty: it needs explicit, planted or drawn pairs or a family");
    }
    return List.copyOf(pairs);
  }

  private AdjacentPair<JsonNode> explicit(Value value) {
    Fields fields = value.fields(Shapes.EXPLICIT);
    JsonNode left = fields.get("left").json();
    JsonNode right = fields.get("right").json();
    if (left.equals(right)) {
      throw value.invalid("has the same dataset on both sides");
    }
    Optional<Value> trusted = fields.optional("neighbours");
    trusted.ifPresent(word -> word.oneOf(List.of("trusted")));
    if (trusted.isEmpty()) {
      OneRecordApart.require(value, left, right, adjacency);
    }
    AdjacentPair<JsonNode> pair =
        AdjacentPair.of(
            fields
                .optional("description")
                .map(Value::text)
                .orElseGet(() -> difference(left, right)),
            left,
            right,
            adjacency);
    return fields
        .optional("direction")
        .map(
            list ->
                list.checked(
                    () ->
                        pair.withCanaryDirection(
                            list.items().stream().mapToDouble(Value::number).toArray())))
        .orElse(pair);
  }

  /** The record that differs first, since long datasets look alike at their beginnings. */
  static String difference(JsonNode left, JsonNode right) {
    return RecordDifference.of(left, right)
        .map(record -> record + " in " + shown(left))
        .orElseGet(() -> shown(left) + " against " + shown(right));
  }

  /** A record that is present or absent, or stands in for the first. */
  private AdjacentPair<JsonNode> planted(Value value, JsonNode record, String suffix) {
    List<JsonNode> all = records(value);
    String description = "record " + shown(record) + suffix;
    return switch (adjacency) {
      case ADD_OR_REMOVE -> {
        List<JsonNode> more = new ArrayList<>(all);
        more.add(record);
        yield pair(description + ", absent against present", more);
      }
      case REPLACE_ONE -> {
        if (all.get(0).equals(record)) {
          throw value.invalid("is the first record already, which it would replace");
        }
        yield pair("the first record against " + description, with(0, record));
      }
      case ZERO_OUT -> throw value.invalid("needs explicit pairs under zero-out");
    };
  }

  private void drawn(Value value, List<AdjacentPair<JsonNode>> pairs) {
    Fields fields = value.fields(Shapes.DRAWN);
    int count = (int) fields.get("count").integer(1, MOST_PAIRS);
    List<String> allowed =
        switch (adjacency) {
          case REPLACE_ONE -> List.of("other-record", "extreme");
          case ADD_OR_REMOVE -> List.of("removal", "insertion", "extreme");
          case ZERO_OUT ->
              throw value.invalid("cannot be drawn under zero-out: use explicit pairs");
        };
    String change =
        fields.optional("change").map(word -> word.oneOf(allowed)).orElse(allowed.get(0));
    requireRoom(value, count);
    RandomGenerator random = new SplittableRandom(seed);
    for (int i = 0; i < count; i++) {
      pairs.add(draw(value, change, i, random));
    }
  }

  /** Refuses too many pairs, since every pair has its own list of all records. */
  private void requireRoom(Value value, int count) {
    int size = records(value).size();
    if (!((long) count * size <= MOST_LISTED)) {
      throw value.invalid(
          ("would list " + count + " times " + size + " records: that must be at most ")
              + (MOST_LISTED + "; draw fewer pairs, or from fewer records"));
    }
  }

  private AdjacentPair<JsonNode> draw(
      Value value, String change, int number, RandomGenerator random) {
    List<JsonNode> all = records(value);
    int index = random.nextInt(all.size());
    JsonNode drawn = all.get(index);
    String record = "record " + index + " of " + all.size();
    return switch (change) {
      case "removal" -> {
        List<JsonNode> fewer = new ArrayList<>(all);
        fewer.remove(index);
        yield pair(record + ", present against absent", fewer);
      }
      case "insertion" -> planted(value, drawn, " (a copy of " + record + ")");
      case "extreme" -> planted(value, ExtremeRecords.like(value, drawn, number), "");
      default -> {
        JsonNode other = another(value, all, index, random);
        yield pair(record + " against " + shown(other), with(index, other));
      }
    };
  }

  /** A different record, so that the neighbours differ. */
  private static JsonNode another(
      Value value, List<JsonNode> all, int index, RandomGenerator random) {
    List<JsonNode> others = all.stream().filter(record -> !record.equals(all.get(index))).toList();
    if (others.isEmpty()) {
      throw value.invalid("cannot be drawn: all records are equal");
    }
    return others.get(random.nextInt(others.size()));
  }

  private List<JsonNode> records(Value value) {
    return records.orElseThrow(() -> value.invalid("needs a 'dataset' in the claim"));
  }

  private List<JsonNode> with(int index, JsonNode record) {
    List<JsonNode> changed = new ArrayList<>(records.orElseThrow());
    changed.set(index, record);
    return changed;
  }

  private AdjacentPair<JsonNode> pair(String description, List<JsonNode> neighbour) {
    return AdjacentPair.of(description, array(records.orElseThrow()), array(neighbour), adjacency);
  }

  private static ArrayNode array(List<JsonNode> records) {
    return JsonNodeFactory.instance.arrayNode().addAll(records);
  }

  static String shown(JsonNode json) {
    String text = json.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }

  /** Records with values that programs often mishandle, in the shape of an ordinary record. */
  private static final class ExtremeRecords {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /**
     * Values that break clipping, sums and types, such as whole numbers at the ends of their types.
     */
    private static final List<JsonNode> VALUES =
        List.of(
            JSON.numberNode(Double.NaN),
            JSON.numberNode(Double.POSITIVE_INFINITY),
            JSON.numberNode(Double.NEGATIVE_INFINITY),
            JSON.numberNode(1e6),
            JSON.numberNode(-1e6),
            JSON.numberNode(Integer.MAX_VALUE),
            JSON.numberNode(Integer.MIN_VALUE),
            JSON.numberNode(Double.MAX_VALUE),
            JSON.numberNode(-Double.MAX_VALUE),
            JSON.numberNode(0.0),
            JSON.numberNode(Byte.MAX_VALUE),
            JSON.numberNode(Long.MAX_VALUE));

    private ExtremeRecords() {}

    /**
     * A record whose numbers have become extreme.
     *
     * @param value the value that asks for the record
     * @param record an ordinary record
     * @param number number of the extreme value, in turn
     */
    static JsonNode like(Value value, JsonNode record, int number) {
      JsonNode extreme = replaced(record, VALUES.get(number % VALUES.size()));
      if (extreme.equals(record)) {
        throw value.invalid("cannot make " + record + " extreme: it holds no other number");
      }
      return extreme;
    }

    private static JsonNode replaced(JsonNode json, JsonNode extreme) {
      if (json.isArray()) {
        ArrayNode array = JSON.arrayNode();
        json.forEach(item -> array.add(replaced(item, extreme)));
        return array;
      }
      if (json.isObject()) {
        ObjectNode object = JSON.objectNode();
        json.properties()
            .forEach(entry -> object.set(entry.getKey(), replaced(entry.getValue(), extreme)));
        return object;
      }
      return json.isNumber() ? extreme : json;
    }
  }

  /**
   * Refuses pairs that are no neighbours: a true claim says nothing about them, and would be
   * refuted.
   */
  private static final class OneRecordApart {
    /** Number of records that a message quotes of each side. Not tuned. */
    private static final int QUOTED = 3;

    private OneRecordApart() {}

    /**
     * Requires that two datasets of known records differ in one record, under the relation. The
     * records of other datasets are unknown, but such datasets are not neighbours of known records.
     *
     * @param place the pair, for the message
     */
    static void require(Value place, JsonNode left, JsonNode right, AdjacencyRelation adjacency) {
      Optional<Records> before = Records.of(left);
      Optional<Records> after = Records.of(right);
      String holderBefore = holder(before);
      String holderAfter = holder(after);
      if (!holderBefore.equals(holderAfter)) {
        throw refused(
            place,
            adjacency,
            ("left is " + holderBefore + ", right " + holderAfter)
                + "; both must hold records in the same way. ");
      }
      if (before.isPresent() && after.isPresent()) {
        List<Counted> lost = before.get().without(after.get());
        List<Counted> gained = after.get().without(before.get());
        if (!isOneStep(before.get().kind(), lost, gained, adjacency)) {
          throw refused(
              place,
              adjacency,
              difference(lost, gained) + "; " + rule(adjacency) + ", in any order. ");
        }
      }
    }

    private static String holder(Optional<Records> records) {
      return records.map(Records::holder).orElse("no collection of records");
    }

    private static InputException refused(
        Value place, AdjacencyRelation adjacency, String difference) {
      return place.invalid(
          ("is no pair of neighbours under " + adjacency + ": " + difference)
              + "If these are not records, or contribute less than they seem to, add"
              + " 'neighbours: trusted' to the pair");
    }

    private static boolean isOneStep(
        Records.Kind kind, List<Counted> lost, List<Counted> gained, AdjacencyRelation adjacency) {
      long left = total(lost);
      long right = total(gained);
      return switch (adjacency) {
        case ADD_OR_REMOVE -> left + right == 1;
        case REPLACE_ONE -> left == 1 && right == 1;
        case ZERO_OUT ->
            kind == Records.Kind.COUNTS
                ? left + right == 1
                : left == 1
                    && right == 1
                    && (isNull(lost.get(0).record()) || isNull(gained.get(0).record()));
      };
    }

    private static String rule(AdjacencyRelation adjacency) {
      return switch (adjacency) {
        case ADD_OR_REMOVE -> "one of the two must have one record more, and all others alike";
        case REPLACE_ONE -> "both must have as many records, all but one of them alike";
        case ZERO_OUT ->
            "all records but one must be alike, and that one be null, 0, empty or made of these on"
                + " one side";
      };
    }

    /** Whether a record may be the one that counts as absent. */
    private static boolean isNull(JsonNode record) {
      return record.isContainerNode()
          ? StreamSupport.stream(record.spliterator(), false).allMatch(OneRecordApart::isNull)
          : record.isNull()
              || (record.isNumber() && record.doubleValue() == 0)
              || (record.isTextual() && record.textValue().isEmpty());
    }

    private static long total(List<Counted> records) {
      return records.stream().mapToLong(Counted::times).sum();
    }

    private static String difference(List<Counted> lost, List<Counted> gained) {
      return lost.isEmpty() && gained.isEmpty()
          ? "left and right hold the same records"
          : "left has "
              + shown(lost)
              + " that right lacks, right "
              + shown(gained)
              + " that left lacks";
    }

    private static String shown(List<Counted> records) {
      long total = total(records);
      if (total == 0) {
        return "no record";
      }
      StringBuilder text = new StringBuilder();
      text.append(total).append(total == 1 ? " record (" : " records (");
      for (Counted counted : records.subList(0, Math.min(QUOTED, records.size()))) {
        text.append(RecordPairs.shown(counted.record()));
        text.append(counted.times() > 1 ? " " + counted.times() + " times" : "").append(", ");
      }
      text.setLength(text.length() - 2);
      return text.append(records.size() > QUOTED ? ", …)" : ")").toString();
    }
  }
}
