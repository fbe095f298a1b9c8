package org.assay.cli.internal.canaries;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.cli.internal.claims.GuaranteeReader;
import org.assay.cli.internal.input.InputException;
import org.assay.verify.training.StepClaim;
import picocli.CommandLine.Option;

/** The claim to refute, and the deltas of lower bounds. */
final class ClaimOptions {
  @Option(
      names = "--delta",
      split = ",",
      paramLabel = "D",
      description =
          "Bound epsilon at this delta, in [0, 1); several are separated by commas, and all bounds"
              + " hold together.")
  private List<Double> deltas = new ArrayList<>();

  @Option(
      names = "--claim-epsilon",
      paramLabel = "E",
      description = "Try the claim of this epsilon at the (only) --delta.")
  private Optional<Double> epsilon = Optional.empty();

  @Option(names = "--claim-mu", paramLabel = "M", description = "Try the claim of M-GDP.")
  private Optional<Double> mu = Optional.empty();

  @Option(
      names = "--claim",
      paramLabel = "FILE",
      description =
          "Try the claim of a file: adjacency and guarantee as in a claims file, a trade-off curve or"
              + " a profile by its points among them.")
  private Optional<Path> file = Optional.empty();

  @Option(
      names = "--sampling-probability",
      paramLabel = "Q",
      description = "Try the profile of Gaussian steps on Poisson samples (with --steps, --live).")
  private Optional<Double> rate = Optional.empty();

  @Option(
      names = "--noise-multiplier",
      paramLabel = "S",
      description = "Noise of those steps over the clipping norm.")
  private Optional<Double> noise = Optional.empty();

  /** The forms of the lower bounds: epsilon at each delta. */
  List<Guarantee> forms(AdjacencyRelation adjacency) {
    return deltas.stream().map(delta -> approximate(1, delta, adjacency)).toList();
  }

  private static Guarantee approximate(double epsilon, double delta, AdjacencyRelation adjacency) {
    if (!(delta >= 0 && delta < 1)) {
      throw new InputException("--delta was " + delta + ": it must be at least 0 and below 1");
    }
    return delta == 0
        ? new Guarantee.Pure(epsilon, adjacency)
        : new Guarantee.Approximate(epsilon, delta, adjacency);
  }

  /** The claim about runs, if one was given. */
  Optional<Guarantee> claim(AdjacencyRelation adjacency) {
    if (rate.isPresent() || noise.isPresent()) {
      throw new InputException(
          "--sampling-probability and --noise-multiplier claim something of steps: they go with"
              + " --steps or --live");
    }
    return guarantee(adjacency);
  }

  private Optional<Guarantee> guarantee(AdjacencyRelation adjacency) {
    long given = List.of(epsilon, mu, file).stream().filter(Optional::isPresent).count();
    if (given > 1) {
      throw new InputException("--claim-epsilon, --claim-mu and --claim: give one of them");
    }
    if (epsilon.isPresent()) {
      return Optional.of(approximate(claimedEpsilon(), onlyDelta(), adjacency));
    }
    return mu.isPresent()
        ? Optional.of(
            new Guarantee.Gaussian(
                Parameters.requireNonNegative("--claim-mu", mu.get()), adjacency))
        : file.map(GuaranteeReader::read);
  }

  private double claimedEpsilon() {
    return Parameters.requireNonNegative("--claim-epsilon", epsilon.orElseThrow());
  }

  private double onlyDelta() {
    if (deltas.size() != 1) {
      throw new InputException("--claim-epsilon needs one --delta, not " + deltas.size());
    }
    return deltas.get(0);
  }

  /** The claim about every step. */
  StepClaim stepClaim(AdjacencyRelation adjacency) {
    if (!deltas.isEmpty() && epsilon.isEmpty()) {
      throw new InputException(
          "--delta was given: with --steps and --live it belongs to --claim-epsilon, and other"
              + " claims are bounded in their own currency");
    }
    Optional<Guarantee> claim = guarantee(adjacency);
    boolean sampled = rate.isPresent() && noise.isPresent();
    if (rate.isPresent() != noise.isPresent() || sampled == claim.isPresent()) {
      throw new InputException(
          "a claim about every step is needed: one of --claim-epsilon, --claim-mu and --claim, or"
              + " --sampling-probability with --noise-multiplier");
    }
    return sampled
        ? StepClaim.poissonSampledGaussian(rate.orElseThrow(), noise.orElseThrow(), adjacency)
        : StepClaim.of(claim.orElseThrow());
  }
}
