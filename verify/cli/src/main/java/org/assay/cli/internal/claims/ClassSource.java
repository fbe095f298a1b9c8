package org.assay.cli.internal.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.external.LoadedMechanism;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.TrialRunner;
import org.assay.verify.trial.TrialSubject;

/** A mechanism in a Java class. */
record ClassSource(List<Path> classpath, String name) implements OutsideSource {
  @Override
  public TrialSubject<Object> subject(Value place, List<AdjacentPair<JsonNode>> pairs) {
    return OutsideSource.tried(
        place, () -> subject(LoadedMechanism.load(classpath, name), place, pairs));
  }

  private static TrialSubject<Object> subject(
      LoadedMechanism loaded, Value place, List<AdjacentPair<JsonNode>> pairs) {
    return new TrialSubject<>(
        loaded.mechanism(),
        place.checked(() -> pairs.stream().map(pair -> converted(loaded, pair)).toList()));
  }

  @Override
  public ClaimTerms limited(Fields fields, ClaimTerms terms) {
    return terms;
  }

  @Override
  public PlannedClaim<Object> plan(
      Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs) {
    return OutsideSource.tried(place, () -> loaded(place, terms, pairs));
  }

  private PlannedClaim<Object> loaded(
      Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs) {
    LoadedMechanism loaded = LoadedMechanism.load(classpath, name);
    // Pairs are not shrunk, since the accepted datasets of a class are unknown; JUnit tests shrink
    // pairs themselves.
    return OutsideSource.planned(
        terms,
        loaded.mechanism(),
        "the Java class " + name,
        subject(loaded, place, pairs).pairs(),
        pair -> Stream.empty(),
        claim -> OutsideSource.tried(place, () -> rehearsed(claim)));
  }

  private static AdjacentPair<Object> converted(
      LoadedMechanism loaded, AdjacentPair<JsonNode> pair) {
    AdjacentPair<Object> converted =
        AdjacentPair.of(
            pair.description(),
            loaded.dataset(pair.left()),
            loaded.dataset(pair.right()),
            pair.adjacency());
    return pair.canaryDirection().map(converted::withCanaryDirection).orElse(converted);
  }

  /**
   * Runs the mechanism once, which reports missing classes. A failure is an outcome like any other.
   */
  private static PlannedClaim<Object> rehearsed(PlannedClaim<Object> claim)
      throws InterruptedException {
    AdjacentPair<Object> pair = claim.pairs().get(0);
    try (TrialRunner<Object> runner =
        new TrialRunner<>(
            claim.mechanism(), 0, 1, Long.MAX_VALUE, claim.observation().runTimeout())) {
      for (Object dataset : List.of(pair.left(), pair.right())) {
        runner.run(AdjacentPair.of("rehearsal", dataset, dataset, pair.adjacency()), 0, 1);
      }
    }
    return claim;
  }
}
