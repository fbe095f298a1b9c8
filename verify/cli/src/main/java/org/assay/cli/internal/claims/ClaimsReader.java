package org.assay.cli.internal.claims;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.events.EventReader;
import org.assay.cli.internal.input.DocumentReader;
import org.assay.cli.internal.input.Fields;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Value;
import org.assay.ledger.internal.range.RangeClaim;
import org.assay.verify.internal.inference.ErrorBudget;
import org.assay.verify.trial.TrialRecipe;
import org.assay.verify.trial.TrialSubject;

/**
 * Reads a claims file. The file, its data files and its claims are checked while reading, and
 * nothing is run. {@link ClaimsFile#rehearsed} runs every mechanism once, so that an audit that
 * begins can end.
 */
public final class ClaimsReader {
  private ClaimsReader() {}

  /**
   * Reads a file whose claims all name their mechanisms.
   *
   * @param file YAML or JSON
   * @param seed seed used instead of the file's own
   * @return its claims
   * @throws InputException if the file, or a file it names, is not as it must be
   */
  public static ClaimsFile read(Path file, OptionalLong seed) {
    return read(file, seed, MechanismOptions.NONE);
  }

  /**
   * Reads a file.
   *
   * @param file YAML or JSON
   * @param seed seed used instead of the file's own
   * @param options the mechanism of claims that name none
   * @return its claims
   * @throws InputException if the file, or a file it names, is not as it must be
   */
  public static ClaimsFile read(Path file, OptionalLong seed, MechanismOptions options) {
    return read(file, DocumentReader.read(file), seed, options);
  }

  /**
   * Reads text in place of a file.
   *
   * @param file the path that the file would have
   * @param text YAML
   * @return its claims
   * @throws InputException if the text, or a file it names, is not as it must be
   */
  public static ClaimsFile read(Path file, String text) {
    Value document = DocumentReader.readYaml("the claims file of these options", text);
    return read(file, document, OptionalLong.empty(), MechanismOptions.NONE);
  }

  private static ClaimsFile read(
      Path file, Value document, OptionalLong seed, MechanismOptions options) {
    requireNoEvent(document);
    Fields fields = document.fields(Shapes.FILE);
    List<Value> items = items(fields);
    requireUse(options, document, items);
    double errorProbability = errorProbability(document, fields, items);
    long rootSeed =
        seed.orElseGet(() -> fields.optional("seed").map(ClaimsReader::seed).orElse(0L));
    return file(
        errorProbability,
        rootSeed,
        items,
        reader(file, fields, rootSeed, options, InputFiles.originals()));
  }

  private static void requireNoEvent(Value document) {
    boolean isEvent =
        document.isObject() && document.entries().keySet().stream().anyMatch(EventReader::isKind);
    if (isEvent) {
      throw document.invalid(
          "describes an event and no claims: assay epsilon --event FILE says what it costs");
    }
  }

  /**
   * Recipes that make the mechanisms and pairs of a file on other machines.
   *
   * @param file YAML or JSON, already read
   * @param seed the seed with which the file was read
   * @param options the mechanism of claims that name none
   * @param repeatableClasses whether the outcome of a Java class is a function of its dataset and
   *     of the generator it is handed, as it is for mechanisms that are built in
   * @return a recipe for every claim that is run, in the order of the file
   * @throws InputException if a claim is about a program
   */
  public static List<TrialRecipe<?>> recipes(
      Path file, long seed, MechanismOptions options, boolean repeatableClasses) {
    return ClaimRecipe.all(file, seed, options, repeatableClasses);
  }

  /**
   * Mechanism and pairs of a claim.
   *
   * @param subject mechanism and pairs
   * @param builtIn whether the mechanism is one of the project's own
   */
  record ReadSubject(TrialSubject<?> subject, boolean builtIn) {}

  /** Reads the mechanisms and pairs of all claims that are run, without the guarantees. */
  static List<ReadSubject> subjects(
      Path file, long seed, MechanismOptions options, InputFiles files) {
    Fields fields = DocumentReader.read(files.locate(file)).fields(Shapes.FILE);
    ClaimReader reader = reader(file, fields, seed, options, files);
    return runClaims(fields).stream().map(reader::made).toList();
  }

  /** Reads the mechanism and the pairs of one claim. */
  static ReadSubject subject(
      Path file, long seed, MechanismOptions options, InputFiles files, int index) {
    Fields fields = DocumentReader.read(files.locate(file)).fields(Shapes.FILE);
    return reader(file, fields, seed, options, files).made(runClaims(fields).get(index));
  }

  private static List<Value> runClaims(Fields fields) {
    return items(fields).stream().filter(item -> !RangeReader.isFor(item)).toList();
  }

  private static List<Value> items(Fields fields) {
    return fields.get("claims").items().stream()
        .flatMap(
            item -> RangeReader.isFor(item) ? Stream.of(item) : BothRelations.claims(item).stream())
        .toList();
  }

  private static ClaimReader reader(
      Path file, Fields fields, long seed, MechanismOptions options, InputFiles files) {
    Budget budget = fields.optional("budget").map(Budget.DEFAULT::changedBy).orElse(Budget.DEFAULT);
    Path directory = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of(""));
    Datasets datasets =
        new Datasets(
            new DatasetReader(Optional.ofNullable(file.getParent()).orElse(Path.of("")), files),
            fields.optional("datasets").map(Value::entries).orElse(Map.of()));
    OutsideReader outside = new OutsideReader(directory, options, files);
    return new ClaimReader(datasets, outside, budget, Observation.DEFAULT.changedBy(fields), seed);
  }

  /**
   * Refuses a mechanism on the command line that no claim uses, since users would take it for
   * audited.
   */
  private static void requireUse(MechanismOptions options, Value document, List<Value> items) {
    boolean used =
        items.stream()
            .anyMatch(item -> !RangeReader.isFor(item) && !item.entries().containsKey("mechanism"));
    if (options.isGiven() && !used) {
      throw document.invalid(
          "has no claim without a mechanism of its own, so that nothing would be audited of what"
              + options.words()
              + " names");
    }
  }

  /** The error probability of the file; computed claims need none. */
  private static double errorProbability(Value document, Fields fields, List<Value> items) {
    Optional<Value> given = fields.optional("error_probability");
    if (given.isEmpty() && !items.stream().allMatch(RangeReader::isFor)) {
      throw document.invalid("has no 'error_probability', which is required");
    }
    return given.map(value -> value.number(Parameters::requireOpenProbability)).orElse(0.0);
  }

  private static ClaimsFile file(
      double errorProbability, long seed, List<Value> items, ClaimReader reader) {
    List<PlannedClaim<?>> claims = new ArrayList<>();
    List<RangeClaim> ranges = new ArrayList<>();
    Map<String, Integer> lines = new HashMap<>();
    for (Value item : items) {
      String name;
      if (RangeReader.isFor(item)) {
        ranges.add(RangeReader.read(item));
        name = ranges.get(ranges.size() - 1).name();
      } else {
        claims.add(reader.read(item));
        name = claims.get(claims.size() - 1).name();
      }
      if (lines.putIfAbsent(name, item.line()) != null) {
        throw item.invalid("has the name '" + name + "' of an earlier claim");
      }
    }
    List<Value> run = items.stream().filter(item -> !RangeReader.isFor(item)).toList();
    List<Double> shares = run.isEmpty() ? List.of() : ErrorShares.of(errorProbability, run);
    return new ClaimsFile(errorProbability, shares, seed, claims, ranges, lines);
  }

  private static long seed(Value value) {
    return value.integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * The division of a file's error probability: some claims take a stated part, the others share
   * the rest equally. The probability that any true claim is refuted is at most the file's.
   */
  static final class ErrorShares {
    private static final String KEY = "error_probability";

    private ErrorShares() {}

    /**
     * The error probability of every claim, in their order.
     *
     * @param total error probability of all claims together
     * @param claims the claims that are run
     * @throws org.assay.cli.internal.input.InputException if nothing is left for a claim
     */
    static List<Double> of(double total, List<Value> claims) {
      List<Optional<Value>> own = new ArrayList<>();
      claims.forEach(claim -> own.add(claim.fields(Shapes.CLAIM).optional(KEY)));
      long sharing = own.stream().filter(Optional::isEmpty).count();
      ErrorBudget budget = ErrorBudget.of(total);
      for (Optional<Value> given : own) {
        if (given.isPresent()) {
          budget = spend(budget, given.get(), sharing > 0);
        }
      }
      double share = sharing == 0 ? 0 : budget.share((int) sharing);
      return own.stream().map(given -> given.map(ErrorShares::part).orElse(share)).toList();
    }

    private static double part(Value given) {
      return given.number(Parameters::requireOpenProbability);
    }

    private static ErrorBudget spend(ErrorBudget budget, Value given, boolean othersShare) {
      double part = part(given);
      double left = budget.remaining();
      if (!(part <= left)) {
        throw given.invalid("was " + part + ": only " + left + " is left of the file's");
      }
      if (othersShare && part == left) {
        throw given.invalid("was " + part + ": that leaves nothing of the file's for other claims");
      }
      return budget.spend(part);
    }
  }
}
