package org.assay.cli.claims;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.input.Fields;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Suggestion;
import org.assay.cli.input.Value;
import org.assay.verify.external.LoadedMechanism;
import org.assay.verify.external.OutsideMechanism;
import org.assay.verify.external.OutsideProgram;
import org.assay.verify.external.OutsideProgramException;
import org.assay.verify.external.Rehearsal;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.assay.verify.trial.TrialRunner;
import org.assay.verify.trial.TrialSubject;

/**
 * Reads mechanisms that are not built in and rehearses them.
 *
 * @param directory where programs of the file run and paths begin
 * @param options the mechanism of claims that name none
 * @param files where jars are
 */
record OutsideReader(Path directory, MechanismOptions options, InputFiles files) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MOST_SECONDS = 86_400;
  private static final int MOST_RUNS = 100_000;

  /** Where a mechanism comes from. */
  sealed interface Source {}

  /** A program; what a claim fixes is not adapted to how fast it is. */
  record Program(OutsideProgram program, boolean fixedStartup, boolean fixedRuns)
      implements Source {}

  record JavaClass(List<Path> classpath, String name) implements Source {}

  /** The source of a claim's mechanism; empty if it is built in. */
  Optional<Source> source(Value claim, Optional<Value> mechanism) {
    if (mechanism.isEmpty()) {
      return Optional.of(fallback(claim));
    }
    Value value = mechanism.get();
    List<String> keys = List.copyOf(value.entries().keySet());
    if (keys.contains("command")) {
      return Optional.of(program(value.fields(Shapes.PROGRAM)));
    }
    if (keys.contains("class")) {
      return Optional.of(javaClass(value.fields(Shapes.JAVA_CLASS)));
    }
    if (!keys.contains("id") && !keys.contains("algorithm") && keys.size() == 1) {
      String hint = Suggestion.among(keys.get(0), List.of("id", "algorithm", "command", "class"));
      throw value.entries().values().iterator().next().invalid("is an unknown key; " + hint);
    }
    return Optional.empty();
  }

  private Source fallback(Value claim) {
    return options
        .command()
        .<Source>map(program -> new Program(program, false, false))
        .or(() -> options.className().map(name -> javaClass(options.classpath(), name)))
        .orElseThrow(() -> claim.invalid("has no 'mechanism', which is required"));
  }

  private Source program(Fields fields) {
    Value command = fields.get("command");
    OutsideProgram program =
        command
            .checked(
                () ->
                    command.isList()
                        ? OutsideProgram.of(command.items().stream().map(Value::text).toList())
                        : OutsideProgram.of(command.text()))
            .in(directory);
    Optional<Value> startup = fields.optional("startup_seconds");
    Optional<Value> runs = fields.optional("runs_per_request");
    program =
        program
            .withTimeout(
                fields
                    .optional("timeout_seconds")
                    .map(value -> seconds(value, Double.MIN_VALUE))
                    .orElse(program.timeout()))
            .withStartup(startup.map(value -> seconds(value, 0)).orElse(program.startup()))
            .withRunsPerRequest(
                runs.map(value -> (int) value.integer(1, MOST_RUNS))
                    .orElse(program.runsPerRequest()));
    return new Program(program, startup.isPresent(), runs.isPresent());
  }

  private static double seconds(OutsideProgram program) {
    return program.timeout().toNanos() / NANOS_PER_SECOND;
  }

  private static Duration seconds(Value value, double least) {
    double seconds = value.number(Parameters::requireNonNegative);
    if (!(seconds >= least && seconds <= MOST_SECONDS)) {
      throw value.invalid(
          "was "
              + seconds
              + ": it must be "
              + (least > 0 ? "above" : "at least")
              + " 0 and at most "
              + MOST_SECONDS);
    }
    return Duration.ofNanos((long) Math.ceil(seconds * NANOS_PER_SECOND));
  }

  private Source javaClass(Fields fields) {
    List<Path> paths = new ArrayList<>();
    fields
        .optional("classpath")
        .map(value -> value.isList() ? value.items() : List.of(value))
        .ifPresent(items -> items.forEach(item -> paths.add(directory.resolve(item.text()))));
    paths.addAll(options.classpath());
    return javaClass(paths, fields.get("class").text());
  }

  private JavaClass javaClass(List<Path> classpath, String name) {
    return new JavaClass(classpath.stream().map(files::locate).toList(), name);
  }

  /**
   * The mechanism and the pairs alone.
   *
   * @param place what to name where the mechanism is refused
   */
  static TrialSubject<Object> subject(
      Source source, Value place, List<AdjacentPair<JsonNode>> pairs) {
    if (!(source instanceof JavaClass type)) {
      throw place.invalid(
          "is a program, and programs run on this machine only: one that is lost together with a"
              + " machine may have drawn its own randomness, so asking again would prefer the"
              + " outcomes that are not lost; leave out --runner, or audit a Java class");
    }
    try {
      return subject(LoadedMechanism.load(type.classpath(), type.name()), place, pairs);
    } catch (OutsideProgramException | LinkageError e) {
      throw new InputException(place.invalid("is refused: " + e.getMessage()).getMessage(), e);
    }
  }

  private static TrialSubject<Object> subject(
      LoadedMechanism loaded, Value place, List<AdjacentPair<JsonNode>> pairs) {
    return new TrialSubject<>(
        loaded.mechanism(),
        place.checked(() -> pairs.stream().map(pair -> converted(loaded, pair)).toList()));
  }

  /**
   * A claim about such a mechanism.
   *
   * @param place what to name where the mechanism is refused
   */
  PlannedClaim<?> plan(
      Source source, Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs) {
    try {
      return source instanceof Program program
          ? ofProgram(program, terms, pairs)
          : ofClass((JavaClass) source, place, terms, pairs);
    } catch (OutsideProgramException | LinkageError e) {
      throw new InputException(place.invalid("is refused: " + e.getMessage()).getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException(place.invalid("could not be tried: interrupted").getMessage(), e);
    }
  }

  private static PlannedClaim<JsonNode> ofProgram(
      Program source, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs)
      throws InterruptedException {
    List<JsonNode> datasets =
        pairs.stream().flatMap(pair -> Stream.of(pair.left(), pair.right())).distinct().toList();
    OutsideProgram given = source.program();
    OutsideProgram adapted = Rehearsal.of(given, datasets);
    OutsideProgram program =
        adapted
            .withStartup(source.fixedStartup() ? given.startup() : adapted.startup())
            .withRunsPerRequest(
                source.fixedRuns() ? given.runsPerRequest() : adapted.runsPerRequest());
    String words =
        "the program " + program.commandLine() + ", given " + seconds(program) + " s for a request";
    return planned(terms, new OutsideMechanism(program), words, pairs);
  }

  private static PlannedClaim<Object> ofClass(
      JavaClass source, Value place, ClaimTerms terms, List<AdjacentPair<JsonNode>> pairs)
      throws InterruptedException {
    LoadedMechanism loaded = LoadedMechanism.load(source.classpath(), source.name());
    List<AdjacentPair<Object>> converted = subject(loaded, place, pairs).pairs();
    rehearse(loaded, converted.get(0), terms.observation().runTimeout());
    String words = "the Java class " + source.name();
    return planned(terms, loaded.mechanism(), words, converted);
  }

  private static <D> PlannedClaim<D> planned(
      ClaimTerms terms, Mechanism<D> mechanism, String words, List<AdjacentPair<D>> pairs) {
    return new PlannedClaim<>(
        terms.name(),
        terms.guarantee(),
        mechanism,
        words,
        Optional.empty(),
        Optional.empty(),
        pairs,
        terms.budget(),
        terms.observation());
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
