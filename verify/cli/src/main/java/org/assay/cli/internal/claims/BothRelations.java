package org.assay.cli.internal.claims;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;

/**
 * Claims that are to be tested under both relations: one claim for each relation, with the relation
 * in its name.
 */
final class BothRelations {
  static final String KEY = "relations";
  static final String BOTH = "both";

  private static final String ADJACENCY = "adjacency";
  private static final String NAME = "name";

  private BothRelations() {}

  /**
   * The claims that one entry of a file states.
   *
   * @throws InputException if it names a relation besides, or asks for others
   */
  static List<Value> claims(Value claim) {
    Map<String, Value> entries = claim.isObject() ? claim.entries() : Map.of();
    if (!entries.containsKey(KEY)) {
      return List.of(claim);
    }
    Value asked = entries.get(KEY);
    if (!asked.text().equals(BOTH)) {
      throw asked.invalid("was '" + asked.text() + "': it must be both; else name one 'adjacency'");
    }
    if (entries.containsKey(ADJACENCY)) {
      throw asked.invalid("stands beside an 'adjacency': give one of the two");
    }
    Value pairs = claim.fields(Shapes.CLAIM).get("pairs");
    if (pairs.isObject() && pairs.entries().containsKey("explicit")) {
      throw asked.invalid(
          "stands beside explicit pairs, each of which is adjacent under one relation at most;"
              + " state their 'adjacency', or let a family make the pairs");
    }
    String name = claim.fields(Shapes.CLAIM).get(NAME).text();
    return Stream.of(AdjacencyRelation.ADD_OR_REMOVE, AdjacencyRelation.REPLACE_ONE)
        .map(AdjacencyRelation::label)
        .map(label -> claim.withText(ADJACENCY, label).withText(NAME, name + " (" + label + ")"))
        .toList();
  }
}
