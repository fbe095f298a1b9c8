package org.assay.cli.internal.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.claims.ShortClaim;
import org.assay.cli.internal.command.AdjacencyOption;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.input.ShellWord;
import org.assay.cli.internal.page.OutputFile;
import picocli.CommandLine.Option;

/** The options that state one claim without a file. */
final class ClaimOptions {
  @Option(
      names = "--claim",
      paramLabel = "CLAIM",
      description =
          "Without a claims file, what is claimed: pure(EPSILON), approximate(EPSILON, DELTA),"
              + " zcdp(RHO) or gdp(MU); with --delta an event in the notation, which claims all that"
              + " the event costs.")
  private Optional<String> claim = Optional.empty();

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "With an event as the claim, the smallest delta at which the event is priced.")
  private Optional<Double> delta = Optional.empty();

  @Option(
      names = "--adjacency",
      paramLabel = "RELATION",
      description =
          "With --claim, which datasets are neighbours: add-remove, replace-one or zero-out.")
  private Optional<String> adjacency = Optional.empty();

  @Option(
      names = "--data",
      paramLabel = "FAMILY",
      description =
          "With --claim, what the datasets are: counts, numbers(LOW, HIGH), histograms(BINS), texts"
              + " or another family of pairs with its keys.")
  private Optional<String> data = Optional.empty();

  @Option(
      names = "--error-probability",
      paramLabel = "P",
      description =
          "With --claim, the largest probability that a true claim is refuted (default: 0.001).")
  private Optional<Double> errorProbability = Optional.empty();

  @Option(
      names = "--significant-bits",
      paramLabel = "BITS",
      description =
          "With --claim, round numbers to so many bits (2 to 53, or auto) before anything looks at"
              + " them. Default: all bits count, and noise in doubles betrays the data by the lowest.")
  private Optional<String> significantBits = Optional.empty();

  @Option(
      names = "--save",
      paramLabel = "FILE",
      description = "With --claim, also write the claims file that says the same.")
  private Optional<Path> save = Optional.empty();

  /** Whether a claim is given in place of a file. */
  boolean isGiven() {
    return claim.isPresent()
        || delta.isPresent()
        || adjacency.isPresent()
        || data.isPresent()
        || errorProbability.isPresent()
        || significantBits.isPresent()
        || save.isPresent();
  }

  /** The path to which the claims file is saved, if it is saved. */
  Optional<Path> file() {
    return save;
  }

  /** The claim about a mechanism. */
  ShortClaim about(ShortClaim.Mechanism mechanism, long seed, OptionalLong runs) {
    String claimed =
        claim.orElseThrow(
            () ->
                missing(
                    "--claim",
                    "say what the mechanism claims, for example pure(1), approximate(1, 1e-5),"
                        + " zcdp(0.5) or gdp(0.5)"));
    AdjacencyRelation relation =
        adjacency
            .map(label -> AdjacencyOption.read("--adjacency", label))
            .orElseThrow(
                () ->
                    missing(
                        "--adjacency",
                        "a claim is about a relation: " + AdjacencyRelation.MEANINGS));
    String family =
        data.orElseThrow(
            () ->
                missing(
                    "--data",
                    "say what datasets the mechanism takes, for example counts, numbers(0, 100),"
                        + " histograms(4) or texts"));
    double error = probability("--error-probability", errorProbability.orElse(1e-3));
    delta.ifPresent(at -> probability("--delta", at));
    return new ShortClaim(
        mechanism, relation, claimed, delta, family, error, significantBits, seed, runs);
  }

  private static double probability(String option, double value) {
    try {
      return Parameters.requireOpenProbability(option, value);
    } catch (IllegalArgumentException e) {
      throw InputException.because(e);
    }
  }

  private static InputException missing(String option, String what) {
    return new InputException(option + " is missing: " + what);
  }

  /** The claim as words of a command line, each preceded by a space. */
  String words() {
    return word("--claim", claim)
        + word("--delta", delta)
        + word("--adjacency", adjacency)
        + word("--data", data)
        + word("--error-probability", errorProbability)
        + word("--significant-bits", significantBits);
  }

  private static String word(String name, Optional<?> value) {
    return value.map(given -> " " + name + " " + ShellWord.of(given.toString())).orElse("");
  }

  /** Writes the claims file, unless another file would be lost. */
  static void save(Path file, String text) {
    String asked = "--save was " + file;
    try {
      if (Files.exists(file) && !Files.readString(file).equals(text)) {
        throw new InputException(
            asked + ": that file is there and says something else: remove it, or name another");
      }
    } catch (IOException e) {
      throw new InputException(asked + ": what is there cannot be read: " + e, e);
    }
    OutputFile.write(asked, file, text);
  }
}
