package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.external.OutsideMechanism;
import org.assay.verify.external.OutsideProgram;
import org.assay.verify.external.Rehearsal;
import org.assay.verify.shrink.ListShrinks;
import org.assay.verify.shrink.Shrinks;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.TrialSubject;

/**
 * A mechanism in a program. A number of runs per request that a claim fixes is not adapted to the
 * program's answers.
 */
record ProgramSource(OutsideProgram given, boolean fixedRuns) implements OutsideSource {
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public TrialSubject<Object> subject(Value place, List<AdjacentPair<JsonNode>> pairs) {
    throw place.invalid(
        "is a program, and programs run on this machine only: one that is lost together with a"
            + " machine may have drawn its own randomness, so asking again would prefer the"
            + " outcomes that are not lost; leave out --runner, or audit a Java class");
  }

  /**
   * The terms without a time limit, since programs have a limit for requests, stated with their
   * command.
   */
  @Override
  public ClaimTerms limited(Fields fields, ClaimTerms terms) {
    return OutsideSource.withoutTimeout("programs", fields, terms);
  }

  @Override
  public PlannedClaim<JsonNode> plan(
      Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs) {
    return OutsideSource.planned(
        terms,
        new OutsideMechanism(given),
        words(given),
        pairs,
        new RecordShrinks(),
        claim -> OutsideSource.tried(place, () -> rehearsed(claim)));
  }

  private PlannedClaim<JsonNode> rehearsed(PlannedClaim<JsonNode> claim)
      throws InterruptedException {
    List<JsonNode> datasets =
        claim.pairs().stream()
            .flatMap(pair -> Stream.of(pair.left(), pair.right()))
            .distinct()
            .toList();
    OutsideProgram rehearsed = Rehearsal.of(given, datasets);
    OutsideProgram program = fixedRuns ? given : rehearsed;
    return claim.withMechanism(new OutsideMechanism(program), words(program));
  }

  private String words(OutsideProgram program) {
    return String.format(
        "the program %s, given %s s for a request%s",
        program.commandLine(),
        seconds(program),
        program.runsPerRequest() < given.runsPerRequest()
            ? " (one for "
                + given.runsPerRequest()
                + " runs was not answered, or took longer, before the audit, while one for a"
                + " single run was answered; runs_per_request fixes the number)"
            : "");
  }

  private static double seconds(OutsideProgram program) {
    return program.timeout().toNanos() / NANOS_PER_SECOND;
  }

  /**
   * Smaller pairs of JSON lists that differ in one place: records that both lists have are dropped,
   * and none is changed, so that every record is one of the claim's. Lists that differ in more
   * places, such as counts in another order, are not shrunk, since their places may have a meaning.
   */
  static final class RecordShrinks implements Shrinks<JsonNode> {
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
}
