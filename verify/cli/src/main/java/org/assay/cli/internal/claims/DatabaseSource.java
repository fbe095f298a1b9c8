package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.internal.database.DatabaseMechanism;
import org.assay.cli.internal.database.Query;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.TrialSubject;

/** A claim about queries that a database engine answers: reads the claim and plans its audit. */
record DatabaseSource(Query query) implements OutsideSource {
  static final String KEY = "jdbc";

  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public TrialSubject<Object> subject(Value place, List<AdjacentPair<JsonNode>> pairs) {
    throw place.invalid(
        "is a database, which is asked from this machine only: leave out --runner, or audit a Java"
            + " class");
  }

  @Override
  public ClaimTerms limited(Fields fields, ClaimTerms terms) {
    return OutsideSource.withoutTimeout("databases", fields, terms);
  }

  @Override
  public PlannedClaim<JsonNode> plan(
      Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs) {
    return OutsideSource.planned(
        terms,
        new DatabaseMechanism(query),
        String.format(
            "%s in %s, given %s s each, rows %s",
            String.join("; ", query.sql()),
            query.address(),
            query.timeout().toNanos() / NANOS_PER_SECOND,
            query.ordered() ? "in the order of the engine" : "as a multiset"),
        pairs,
        pair -> Stream.empty(),
        claim -> rehearsed(place, claim));
  }

  /**
   * Runs the queries once before the audit. An error of the engine is reported at the query's place
   * in the claims file.
   */
  private PlannedClaim<JsonNode> rehearsed(Value place, PlannedClaim<JsonNode> claim) {
    AdjacentPair<JsonNode> pair = claim.pairs().get(0);
    DatabaseMechanism first = new DatabaseMechanism(query);
    try {
      for (JsonNode dataset : List.of(pair.left(), pair.right())) {
        OutsideSource.tried(place, () -> first.runAll(dataset, new long[1], Long.MAX_VALUE));
      }
    } finally {
      first.close();
    }
    first
        .failure()
        .ifPresent(
            why -> {
              throw new InputException(place.invalid("is refused: " + why).getMessage());
            });
    return claim;
  }
}
