package org.assay.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GaussianEvent;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.cli.input.InputException;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The verb {@code epsilon}. */
@Command(
    name = "epsilon",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    header = "Certify epsilon at a delta for a described computation.",
    description = "The upper end of the printed interval is the guarantee.")
final class EpsilonCommand implements Callable<Integer> {
  private final Console console;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Kind kind = new Kind();

  @Option(
      names = "--noise-multiplier",
      required = true,
      paramLabel = "X",
      description = "Standard deviation of the noise over the sensitivity under the adjacency.")
  private double noiseMultiplier;

  @Option(
      names = "--sampling-probability",
      paramLabel = "Q",
      description = "Probability that a record takes part in a step (--sampled-gaussian only).")
  private Optional<Double> samplingProbability = Optional.empty();

  @Option(
      names = "--steps",
      defaultValue = "1",
      paramLabel = "N",
      description = "How often the mechanism ran, everything released (default: 1).")
  private long steps;

  @Option(names = "--delta", required = true, paramLabel = "D", description = "Delta, in (0, 1).")
  private double delta;

  @Option(
      names = "--adjacency",
      required = true,
      paramLabel = "RELATION",
      description = "add-remove, replace-one or zero-out.")
  private String adjacency = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  EpsilonCommand(Console console) {
    this.console = console;
  }

  /** What was run; exactly one. */
  static final class Kind {
    @Option(names = "--sampled-gaussian", description = "Gaussian noise on Poisson samples.")
    private boolean sampledGaussian;

    @Option(names = "--gaussian", description = "Gaussian noise on all records.")
    @SuppressWarnings("unused") // the group has exactly one, so the other one tells
    private boolean gaussian;
  }

  @Override
  public Integer call() {
    EpsilonStatement statement;
    try {
      statement = statement();
    } catch (IllegalArgumentException | UnsupportedEventException e) {
      throw InputException.because(e);
    }
    console.out().print(json ? statement.json() : statement.text());
    return ExitCode.FINE;
  }

  private EpsilonStatement statement() {
    Parameters.requirePositive("--noise-multiplier", noiseMultiplier);
    Parameters.requireAtLeastOne("--steps", steps);
    Parameters.requireOpenProbability("--delta", delta);
    AdjacencyRelation relation = relation();
    DpEvent once = new GaussianEvent(noiseMultiplier, Sensitivity.unit(relation));
    if (kind.sampledGaussian) {
      return EpsilonStatement.renyi(once.poissonSampled(sampling()).times(steps), delta);
    }
    requireNoSampling();
    return EpsilonStatement.gaussian(once.times(steps), delta);
  }

  private AdjacencyRelation relation() {
    try {
      return AdjacencyRelation.ofLabel(adjacency);
    } catch (IllegalArgumentException e) {
      throw new InputException("--" + e.getMessage(), e);
    }
  }

  private double sampling() {
    double probability =
        samplingProbability.orElseThrow(
            () ->
                new InputException(
                    "--sampling-probability is missing: --sampled-gaussian needs it"));
    return Parameters.requireProbability("--sampling-probability", probability);
  }

  private void requireNoSampling() {
    if (samplingProbability.isPresent()) {
      throw new InputException(
          "--sampling-probability was given with --gaussian: use --sampled-gaussian");
    }
  }
}
