package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.claims.Records.Counted;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * Refuses pairs that are no neighbours: a true claim says nothing about them, and would be refuted.
 */
final class OneRecordApart {
  /** How many records a message quotes of each side. */
  private static final int QUOTED = 3;

  private OneRecordApart() {}

  /**
   * Insists that two datasets of known records differ in one, as the relation has it. What the
   * records of other datasets are is not known, but none of them is a neighbour of known records.
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
