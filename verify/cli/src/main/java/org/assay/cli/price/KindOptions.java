package org.assay.cli.price;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.assay.cli.input.DocumentReader;
import org.assay.cli.input.Value;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What was run; exactly one. */
final class KindOptions {
  @Option(names = "--sampled-gaussian", description = "Gaussian noise on Poisson samples.")
  private boolean sampledGaussian;

  @Option(
      names = "--shuffled",
      description =
          "Gaussian noise on fixed batches after a shuffle, --steps being the epochs, each of them"
              + " shuffled anew; not under add-remove.")
  private boolean shuffled;

  @Option(
      names = "--allocated",
      description =
          "Gaussian noise on --batches batches, of which each record joins one at random, on its"
              + " own, --steps being the epochs; under replace-one nothing is gained by the draw.")
  private boolean allocated;

  @Option(
      names = "--tree-aggregation",
      description =
          "Gaussian noise at the nodes of one binary tree over all --steps (DP-FTRL); noise"
              + " multiplier: of each node.")
  private boolean treeAggregation;

  @Option(
      names = "--square-root-matrix",
      description =
          "Gaussian noise through the square root of the matrix of prefix sums over all --steps.")
  private boolean squareRootMatrix;

  @Option(
      names = "--truncated-poisson",
      description =
          "Gaussian noise on Poisson samples of --records records, cut down to --largest-batch; not"
              + " stated under replace-one.")
  private boolean truncatedPoisson;

  @Option(
      names = "--shuffled-reports",
      description =
          "Reports of local randomizers of one --mechanism-epsilon in random order; under"
              + " replace-one.")
  private boolean shuffledReports;

  @Option(
      names = "--thresholded-gaussian",
      description =
          "Counts of partitions with continuous Gaussian noise, released from --threshold on; noise"
              + " multiplier: of each count; not under replace-one.")
  private boolean thresholdedGaussian;

  @Option(
      names = "--thresholded-laplace",
      description =
          "The same with Laplace noise. Integer noise shows lone records more often: use --event"
              + " with discrete noise for that.")
  private boolean thresholdedLaplace;

  @Option(names = "--gaussian", description = "Gaussian noise on all records.")
  private boolean gaussian;

  @Option(names = "--sampled-laplace", description = "Laplace noise on Poisson samples.")
  private boolean sampledLaplace;

  @Option(names = "--laplace", description = "Laplace noise on all records.")
  private boolean laplace;

  @Option(names = "--randomized-response", description = "A yes or no, true by chance.")
  private boolean randomizedResponse;

  @Option(names = "--exponential-mechanism", description = "A selection by exponential weights.")
  private boolean exponentialMechanism;

  @Parameters(
      arity = "0..1",
      paramLabel = "EVENT",
      description =
          "What was run, such as '3516 x poisson(256/60000, gaussian(1.1))'; see docs/events.md.")
  private Optional<String> text = Optional.empty();

  @Option(
      names = "--event",
      paramLabel = "FILE",
      description =
          "An event in YAML or JSON, see docs/events.md; it says all that other options say of a"
              + " run, but for --repetitions-….")
  private Optional<Path> event = Optional.empty();

  /** The kind given by an option; none for an event file. */
  Optional<RunKind> chosen() {
    Map<RunKind, Boolean> given = new EnumMap<>(RunKind.class);
    given.put(RunKind.SAMPLED_GAUSSIAN, sampledGaussian);
    given.put(RunKind.SHUFFLED, shuffled);
    given.put(RunKind.ALLOCATED, allocated);
    given.put(RunKind.TREE_AGGREGATION, treeAggregation);
    given.put(RunKind.SQUARE_ROOT_MATRIX, squareRootMatrix);
    given.put(RunKind.TRUNCATED_POISSON, truncatedPoisson);
    given.put(RunKind.SHUFFLED_REPORTS, shuffledReports);
    given.put(RunKind.THRESHOLDED_GAUSSIAN, thresholdedGaussian);
    given.put(RunKind.THRESHOLDED_LAPLACE, thresholdedLaplace);
    given.put(RunKind.GAUSSIAN, gaussian);
    given.put(RunKind.SAMPLED_LAPLACE, sampledLaplace);
    given.put(RunKind.LAPLACE, laplace);
    given.put(RunKind.RANDOMIZED_RESPONSE, randomizedResponse);
    given.put(RunKind.EXPONENTIAL_MECHANISM, exponentialMechanism);
    return given.keySet().stream().filter(given::get).findFirst();
  }

  /** What the event file or the text says, if it is one of these. */
  Optional<Value> document() {
    return text.map(given -> Value.ofText("EVENT", given))
        .or(() -> event.map(DocumentReader::read));
  }
}
