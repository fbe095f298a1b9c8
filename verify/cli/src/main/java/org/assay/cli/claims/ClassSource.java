package org.assay.cli.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.cli.input.Fields;
import org.assay.cli.input.Value;
import org.assay.verify.external.LoadedMechanism;
import org.assay.verify.external.OutsideProgramException;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.TrialRunner;
import org.assay.verify.trial.TrialSubject;

/** A Java class. */
record ClassSource(List<Path> classpath, String name) implements OutsideSource {
  @Override
  public TrialSubject<Object> subject(Value place, List<AdjacentPair<JsonNode>> pairs) {
    try {
      return subject(LoadedMechanism.load(classpath, name), place, pairs);
    } catch (OutsideProgramException | LinkageError e) {
      throw OutsideSource.refused(place, e);
    }
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
  public PlannedClaim<Object> rehearsed(
      Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs)
      throws InterruptedException {
    LoadedMechanism loaded = LoadedMechanism.load(classpath, name);
    List<AdjacentPair<Object>> converted = subject(loaded, place, pairs).pairs();
    rehearse(loaded, converted.get(0), terms.observation().runTimeout());
    // What a class takes is its own matter, and in JUnit its pairs are shrunk.
    return OutsideSource.planned(
        terms, loaded.mechanism(), "the Java class " + name, converted, pair -> Stream.empty());
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

  /** A class that lacks another one is told now; a failure is an outcome like any other. */
  private static void rehearse(
      LoadedMechanism loaded, AdjacentPair<Object> pair, Optional<Duration> limit)
      throws InterruptedException {
    try (TrialRunner<Object> runner =
        new TrialRunner<>(loaded.mechanism(), 0, 1, Long.MAX_VALUE, limit)) {
      for (Object dataset : List.of(pair.left(), pair.right())) {
        runner.run(AdjacentPair.of("rehearsal", dataset, dataset, pair.adjacency()), 0, 1);
      }
    }
  }
}
