package org.assay.verify.training;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.assay.accountant.internal.composition.GaussianComposition;
import org.assay.accountant.internal.words.Brief;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;

/**
 * A claim about every single step of a training, given all steps before.
 *
 * @param description the claim in one line
 * @param adjacency the relation of the claim
 * @param lines the lines of the claim that are bet against, at least one
 * @param guarantee the claim as a guarantee, if it is one
 */
public record StepClaim(
    String description,
    AdjacencyRelation adjacency,
    List<SupportingLine> lines,
    Optional<Guarantee> guarantee) {
  /** Largest number of lines that are bet against. Not tuned. */
  private static final int LINES = 16;

  /** Largest epsilon of the lines of a sampled step. Not tuned. */
  private static final double LARGEST_EPSILON = 8;

  /** Delta below which an epsilon has no line. Not tuned. */
  private static final double NEGLIGIBLE = 1e-9;

  /**
   * Copies the lines.
   *
   * @throws IllegalArgumentException if there is no line, or a line's delta is 1, which allows
   *     everything
   */
  public StepClaim {
    lines = List.copyOf(lines);
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(
          "lines of '" + description + "' were empty: a claim that allows everything is no claim");
    }
    for (SupportingLine line : lines) {
      if (!(line.delta() < 1)) {
        throw new IllegalArgumentException(
            String.format(
                "delta of a line of '%s' was %s: it must be below 1", description, line.delta()));
      }
    }
  }

  /**
   * A guarantee as the claim about a step.
   *
   * @param claim the guarantee
   * @return the claim
   * @throws IllegalArgumentException if it allows everything
   */
  public static StepClaim of(Guarantee claim) {
    return new StepClaim(
        claim.describe(), claim.adjacency(), SupportingLines.of(claim, LINES), Optional.of(claim));
  }

  /**
   * The claim of a step that samples its batch: the exact profile of one Poisson-sampled Gaussian
   * step, at up to 16 epsilons. An audit reports the largest factor for which the claim with all
   * epsilons multiplied by the factor is refuted. At epsilon 0, delta is multiplied instead.
   *
   * @param rate probability of each record to be sampled, above 0 and at most 1
   * @param noiseMultiplier standard deviation of the noise over the clipping norm, above 0
   * @param adjacency the relation between neighbours
   * @return the claim
   * @throws IllegalArgumentException if a number is out of range, or the noise so small that the
   *     profile is 1 at all these epsilons in double precision
   */
  public static StepClaim poissonSampledGaussian(
      double rate, double noiseMultiplier, AdjacencyRelation adjacency) {
    GaussianComposition step =
        GaussianComposition.under(adjacency).withPoissonSampled(rate, noiseMultiplier, 1);
    List<SupportingLine> lines = new ArrayList<>();
    NavigableMap<Double, Double> deltas = new TreeMap<>();
    for (int i = 0; i < LINES; i++) {
      double epsilon = LARGEST_EPSILON * Math.pow(i / (double) LINES, 2);
      double delta = step.delta(epsilon).upper();
      if (delta < 1 && (delta > NEGLIGIBLE || lines.isEmpty())) {
        lines.add(new SupportingLine(epsilon, Rounding.expUp(epsilon), delta));
        deltas.put(epsilon, delta);
      }
    }
    String description =
        "Gaussian step of noise multiplier "
            + noiseMultiplier
            + ", Poisson-sampled at rate "
            + rate
            + " under "
            + adjacency;
    if (lines.isEmpty()) {
      throw new IllegalArgumentException(
          "claim was '" + description + "': it allows every mechanism; claim something finite");
    }
    return new StepClaim(
        description, adjacency, lines, Optional.of(new Guarantee.Profile(deltas, adjacency)));
  }

  /** The claim, without its lines. */
  @Override
  public String toString() {
    return Brief.of(description) + " under " + adjacency + ", lines: " + lines.size();
  }
}
