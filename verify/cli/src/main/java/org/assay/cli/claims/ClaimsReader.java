package org.assay.cli.claims;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.input.DocumentReader;
import org.assay.cli.input.Fields;
import org.assay.cli.input.InputException;
import org.assay.cli.input.Value;

/**
 * Reads a claims file. Everything is checked here, data files included, so that an audit that
 * begins can end.
 */
public final class ClaimsReader {
  private ClaimsReader() {}

  /**
   * Reads a file whose claims all name their mechanisms.
   *
   * @param file YAML or JSON
   * @param seed used instead of the file's own
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
   * @param seed used instead of the file's own
   * @param options the mechanism of claims that name none
   * @return its claims
   * @throws InputException if the file, or a file it names, is not as it must be
   */
  public static ClaimsFile read(Path file, OptionalLong seed, MechanismOptions options) {
    Fields fields = DocumentReader.read(file).fields(Shapes.FILE);
    double errorProbability =
        fields.get("error_probability").number(Parameters::requireOpenProbability);
    long rootSeed =
        seed.orElseGet(() -> fields.optional("seed").map(ClaimsReader::seed).orElse(0L));
    Budget budget = fields.optional("budget").map(Budget.DEFAULT::changedBy).orElse(Budget.DEFAULT);
    Path directory = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of(""));
    Datasets datasets =
        new Datasets(
            new DatasetReader(Optional.ofNullable(file.getParent()).orElse(Path.of(""))),
            fields.optional("datasets").map(Value::entries).orElse(Map.of()));
    OutsideReader outside = new OutsideReader(directory, options);
    ClaimReader reader =
        new ClaimReader(datasets, outside, budget, Observation.DEFAULT.changedBy(fields), rootSeed);
    return new ClaimsFile(errorProbability, rootSeed, claims(fields.get("claims"), reader));
  }

  private static long seed(Value value) {
    return value.integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static List<PlannedClaim<?>> claims(Value list, ClaimReader reader) {
    Map<String, PlannedClaim<?>> claims = new LinkedHashMap<>();
    for (Value item : list.items()) {
      PlannedClaim<?> claim = reader.read(item);
      if (claims.putIfAbsent(claim.name(), claim) != null) {
        throw item.invalid("has the name '" + claim.name() + "' of an earlier claim");
      }
    }
    return List.copyOf(claims.values());
  }
}
