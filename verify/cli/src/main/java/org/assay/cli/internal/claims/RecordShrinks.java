package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assay.verify.shrink.ListShrinks;
import org.assay.verify.shrink.Shrinks;
import org.assay.verify.trial.AdjacentPair;

/**
 * Smaller pairs of JSON lists that differ in one place: what both have there is dropped, and
 * nothing is changed, so that every record is one that a program may be given. Lists that differ in
 * more, such as counts in another order, are left as they are: their places may have a meaning.
 */
final class RecordShrinks implements Shrinks<JsonNode> {
  @Override
  public Stream<AdjacentPair<JsonNode>> candidates(AdjacentPair<JsonNode> pair) {
    if (RecordDifference.of(pair.left(), pair.right()).isEmpty()) {
      return Stream.empty();
    }
    AdjacentPair<List<JsonNode>> lists =
        AdjacentPair.of(
            pair.description(), records(pair.left()), records(pair.right()), pair.adjacency());
    return ListShrinks.<JsonNode>dropping()
        .candidates(lists)
        .map(smaller -> pair(array(smaller.left()), array(smaller.right()), pair));
  }

  private static AdjacentPair<JsonNode> pair(
      JsonNode left, JsonNode right, AdjacentPair<JsonNode> larger) {
    return AdjacentPair.of(RecordPairs.difference(left, right), left, right, larger.adjacency());
  }

  private static List<JsonNode> records(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }

  private static ArrayNode array(List<JsonNode> records) {
    return JsonNodeFactory.instance.arrayNode().addAll(records);
  }
}
