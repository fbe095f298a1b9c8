package org.assay.cli.internal.claims;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.internal.words.Suggestion;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.Value;
import org.assay.verify.external.OutsideProgram;

/**
 * Reads the sources of mechanisms that are not built in.
 *
 * @param directory the directory in which programs run, and to which paths are relative
 * @param options the mechanism of claims that name none
 * @param files the jars
 */
record OutsideReader(Path directory, MechanismOptions options, InputFiles files) {
  /** The keys that name a mechanism; a claim has one of them. */
  private static final List<String> KINDS =
      List.of("id", "algorithm", "command", "class", PythonFunction.KEY, DatabaseSource.KEY);

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MOST_SECONDS = 86_400;
  private static final int MOST_RUNS = 100_000;

  /** The source of a claim's mechanism; empty if it is built in. */
  Optional<OutsideSource> source(Value claim, Optional<Value> mechanism) {
    if (mechanism.isEmpty()) {
      return Optional.of(fallback(claim));
    }
    Value value = mechanism.get();
    if (value.isText()) {
      throw value.invalid(
          "was '"
              + value.text()
              + "': it must be an object: write {command: "
              + value.json()
              + "}, {class: …}, {python: FILE.py:FUNCTION}, {jdbc: …}, {id: …} or {algorithm: …}");
    }
    List<String> keys = List.copyOf(value.entries().keySet());
    List<String> kinds = KINDS.stream().filter(keys::contains).toList();
    if (kinds.size() > 1) {
      throw value.invalid("has " + String.join(" and ", kinds) + ": it must have one of them");
    }
    if (keys.contains("command")) {
      return Optional.of(program(value.fields(Shapes.PROGRAM)));
    }
    if (keys.contains(PythonFunction.KEY)) {
      return Optional.of(python(value.fields(Shapes.PYTHON)));
    }
    if (keys.contains("class")) {
      return Optional.of(javaClass(value.fields(Shapes.JAVA_CLASS)));
    }
    if (keys.contains(DatabaseSource.KEY)) {
      return Optional.of(DatabaseReader.source(value.fields(Shapes.QUERY), claim, directory));
    }
    if (!keys.contains("id") && !keys.contains("algorithm") && keys.size() == 1) {
      String hint = Suggestion.among(keys.get(0), KINDS);
      throw value.entries().values().iterator().next().invalid("is an unknown key; " + hint);
    }
    return Optional.empty();
  }

  private OutsideSource fallback(Value claim) {
    return options
        .command()
        .<OutsideSource>map(program -> new ProgramSource(program, false))
        .or(() -> options.className().map(name -> javaClass(options.classpath(), name)))
        .orElseThrow(() -> claim.invalid("has no 'mechanism', which is required"));
  }

  private OutsideSource program(Fields fields) {
    Value command = fields.get("command");
    OutsideProgram program =
        command
            .checked(
                () ->
                    command.isList()
                        ? OutsideProgram.of(command.items().stream().map(Value::text).toList())
                        : OutsideProgram.of(command.text()))
            .in(directory);
    return limited(
        fields,
        program.withBareNotFinite(fields.optional("nan").map(OutsideReader::isBare).orElse(false)));
  }

  /** A Python function; the module that serves functions reads NaN as a bare word. */
  private OutsideSource python(Fields fields) {
    List<String> words = PythonFunction.words(fields.get(PythonFunction.KEY), directory);
    return limited(fields, OutsideProgram.of(words).in(directory).withBareNotFinite(true));
  }

  private static OutsideSource limited(Fields fields, OutsideProgram program) {
    Optional<Value> startup = fields.optional("startup_seconds");
    Optional<Value> runs = fields.optional("runs_per_request");
    return new ProgramSource(
        program
            .withTimeout(
                fields
                    .optional("timeout_seconds")
                    .map(value -> seconds(value, Double.MIN_VALUE))
                    .orElse(program.timeout()))
            .withStartup(startup.map(value -> seconds(value, 0)).orElse(program.startup()))
            .withRunsPerRequest(
                runs.map(value -> (int) value.integer(1, MOST_RUNS))
                    .orElse(program.runsPerRequest())),
        runs.isPresent());
  }

  private static boolean isBare(Value value) {
    return value.oneOf(List.of("bare", "text")).equals("bare");
  }

  static Duration seconds(Value value, double least) {
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

  private OutsideSource javaClass(Fields fields) {
    List<Path> paths = new ArrayList<>();
    fields
        .optional("classpath")
        .map(value -> value.isList() ? value.items() : List.of(value))
        .ifPresent(items -> items.forEach(item -> paths.add(directory.resolve(item.text()))));
    paths.addAll(options.classpath());
    return javaClass(paths, fields.get("class").text());
  }

  private ClassSource javaClass(List<Path> classpath, String name) {
    return new ClassSource(classpath.stream().map(files::locate).toList(), name);
  }
}
