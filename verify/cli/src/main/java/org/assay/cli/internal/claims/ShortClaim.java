package org.assay.cli.internal.claims;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.Shape;

/**
 * One claim that was typed into options, as an equivalent claims file.
 *
 * @param mechanism the audited mechanism
 * @param adjacency the relation of the claim
 * @param claim the guarantee in short, such as {@code pure(1)}; an event if there is a delta
 * @param delta the smallest delta of an event's profile
 * @param data the family of pairs in short, such as {@code numbers(0, 100)}
 * @param errorProbability the largest probability that a true claim is refuted
 * @param significantBits number of significant bits that count, if not all
 * @param seed the root seed
 * @param runs the budget, if it is not the default
 */
public record ShortClaim(
    Mechanism mechanism,
    AdjacencyRelation adjacency,
    String claim,
    Optional<Double> delta,
    String data,
    double errorProbability,
    Optional<String> significantBits,
    long seed,
    OptionalLong runs) {
  private static final List<String> SCHEMA =
      List.of(
          "schemas/claims.schema.json",
          "verify/cli/src/main/resources/org/assay/cli/claims.schema.json");

  static final Map<String, Shape> GUARANTEES = guarantees();

  /**
   * The audited mechanism.
   *
   * @param name the name of the claim
   * @param kind its key in a claims file
   * @param words a program, a class or a function
   * @param classpath the class path of a class
   */
  public record Mechanism(String name, String kind, String words, List<Path> classpath) {
    /** Copies the list. */
    public Mechanism {
      classpath = List.copyOf(classpath);
    }

    /**
     * A function of a Python file.
     *
     * @param function the function
     * @return the mechanism
     */
    public static Mechanism python(PythonFunction function) {
      return new Mechanism(
          function.name(), PythonFunction.KEY, function.file() + ":" + function.name(), List.of());
    }

    /**
     * A program or a class.
     *
     * @param options the options that name one of both
     * @return the mechanism; empty if none is given
     */
    public static Optional<Mechanism> of(MechanismOptions options) {
      return options
          .command()
          .map(program -> program.commandLine())
          .map(line -> new Mechanism(line, "command", line, List.of()))
          .or(
              () ->
                  options
                      .className()
                      .map(name -> new Mechanism(name, "class", name, options.classpath())));
    }

    /** The mechanism in a file of a directory; a program runs in the directory of its file. */
    private String yaml(Path directory) {
      List<String> entries = new ArrayList<>();
      if (kind.equals(PythonFunction.KEY)) {
        PythonFunction function = PythonFunction.of(words).orElseThrow();
        String file = from(directory, Path.of(function.file()));
        entries.add(kind + ": " + ShortForm.quoted(file + ":" + function.name()));
      } else {
        entries.add(kind + ": " + ShortForm.quoted(words));
      }
      if (!classpath.isEmpty()) {
        entries.add(
            "classpath: ["
                + String.join(
                    ", ",
                    classpath.stream()
                        .map(path -> ShortForm.quoted(from(directory, path)))
                        .toList())
                + "]");
      }
      return "{" + String.join(", ", entries) + "}";
    }

    private static String from(Path directory, Path path) {
      Path absolute = path.toAbsolutePath().normalize();
      boolean relative =
          !path.isAbsolute() && Objects.equals(directory.getRoot(), absolute.getRoot());
      return (relative ? directory.relativize(absolute) : absolute).toString().replace('\\', '/');
    }
  }

  private static Map<String, Shape> guarantees() {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    shapes.put("pure", Shapes.PURE);
    shapes.put("approximate", Shapes.APPROXIMATE);
    shapes.put("zcdp", Shapes.ZCDP);
    shapes.put("gdp", Shapes.GAUSSIAN);
    return shapes;
  }

  /**
   * The claims file.
   *
   * @param place the path of the file, existing or not
   * @return YAML
   * @throws InputException if the claim or the data are not as they must be
   */
  public String text(Path place) {
    Path directory =
        Optional.ofNullable(place.toAbsolutePath().normalize().getParent()).orElseThrow();
    requireSameDirectory(directory);
    List<String> lines = new ArrayList<>();
    Installation.file(SCHEMA)
        .ifPresent(schema -> lines.add("# yaml-language-server: $schema=" + schema.toUri()));
    lines.add("error_probability: " + errorProbability);
    lines.add("seed: " + seed);
    runs.ifPresent(number -> lines.add("budget: {runs: " + number + "}"));
    significantBits.ifPresent(bits -> lines.add("significant_bits: " + ShortForm.quoted(bits)));
    lines.add("claims:");
    lines.add("  - name: " + ShortForm.quoted(mechanism.name()));
    lines.add("    mechanism: " + mechanism.yaml(directory));
    lines.add("    adjacency: " + adjacency.label());
    lines.add("    guarantee: " + guarantee());
    lines.add("    pairs:");
    lines.add("      family: " + family());
    return String.join("\n", lines) + "\n";
  }

  private void requireSameDirectory(Path directory) {
    if (mechanism.kind().equals("command")
        && !directory.equals(Path.of("").toAbsolutePath().normalize())) {
      throw new InputException(
          "--save was in "
              + directory
              + ": a program runs in the directory of its claims file, so save the file in this"
              + " one");
    }
  }

  private String guarantee() {
    if (delta.isPresent()) {
      return "{event: " + ShortForm.quoted(claim) + ", delta: " + delta.get() + "}";
    }
    if (claim.strip().startsWith("gaussian")) {
      throw new InputException(
          "--claim was '"
              + claim
              + "': an event's number is the noise multiplier; say gdp(MU) to claim mu, or give"
              + " --delta to claim what the event costs");
    }
    ShortForm form = ShortForm.read("--claim", claim, GUARANTEES);
    String kind = form.name().equals("gdp") ? "gaussian" : form.name();
    return "{" + kind + ": " + form.yaml() + "}";
  }

  private String family() {
    return FamilyReader.yaml("--data", data);
  }
}
