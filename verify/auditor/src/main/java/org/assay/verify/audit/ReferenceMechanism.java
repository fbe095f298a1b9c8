package org.assay.verify.audit;

import java.util.List;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.assay.accountant.privacy.DefaultGuaranteeVisitor;
import org.assay.accountant.privacy.Guarantee;
import org.assay.verify.internal.inference.ClaimFamily;
import org.assay.verify.internal.inference.SupportingLine;
import org.assay.verify.internal.inference.SupportingLines;

/**
 * For each member of a claim's family, a mechanism that just satisfies it. The mechanism is
 * randomized response if the claim is pure or approximate, and the Gaussian mechanism otherwise.
 * Computed in double precision; no proof uses it.
 */
final class ReferenceMechanism {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /** Largest difference of the means that is considered, in standard deviations. Not tuned. */
  private static final double LARGEST_MU = 64;

  /** Bisections for the difference of the means: an absolute precision of about 1e-10. */
  private static final int BISECTIONS = 40;

  /** Lines of a curved claim that the Gaussian mechanism must satisfy. Not tuned. */
  private static final int LINES = 16;

  private final Guarantee claim;
  private final ClaimFamily family;

  ReferenceMechanism(Guarantee claim) {
    this.claim = claim;
    this.family = ClaimFamily.of(claim);
  }

  /** The name of the mechanism. */
  String describe() {
    return isDiscrete() ? "randomized response" : "Gaussian mechanism";
  }

  boolean isDiscrete() {
    return claim.accept(new IsDiscrete());
  }

  /**
   * The probability of a wrong answer of randomized response that names its dataset outright with
   * probability delta.
   */
  double lies(double epsilon) {
    double delta = claim.asApproximate().map(Guarantee.Approximate::delta).orElse(0.0);
    return (1 - delta) / (1 + Math.exp(epsilon));
  }

  /** The largest difference of the means, in standard deviations, that a member allows. */
  double mu(double value) {
    return claim.accept(new LargestDistance(value));
  }

  private static final class IsDiscrete extends DefaultGuaranteeVisitor<Boolean> {
    @Override
    public Boolean visitPure(Guarantee.Pure claimed) {
      return true;
    }

    @Override
    public Boolean visitApproximate(Guarantee.Approximate claimed) {
      return true;
    }

    @Override
    protected Boolean visitOther(Guarantee claimed) {
      return false;
    }
  }

  /**
   * The largest difference of the means. The difference has a closed form if a member is exactly a
   * Gaussian's trade-off curve or Rényi divergences.
   */
  private final class LargestDistance extends DefaultGuaranteeVisitor<Double> {
    private final double value;

    LargestDistance(double value) {
      this.value = value;
    }

    @Override
    public Double visitGaussian(Guarantee.Gaussian claimed) {
      return value;
    }

    @Override
    public Double visitZeroConcentrated(Guarantee.ZeroConcentrated claimed) {
      return Math.sqrt(2 * value);
    }

    @Override
    public Double visitRenyi(Guarantee.Renyi unscaled) {
      double rho = Double.POSITIVE_INFINITY;
      for (Map.Entry<Double, Double> bound : unscaled.epsilonByOrder().entrySet()) {
        rho = Math.min(rho, bound.getValue() / bound.getKey());
      }
      return Math.sqrt(2 * value * rho);
    }

    @Override
    protected Double visitOther(Guarantee claimed) {
      return largestWithin(SupportingLines.ifAny(family.at(value), LINES));
    }
  }

  private static double largestWithin(List<SupportingLine> lines) {
    double low = 0;
    double high = LARGEST_MU;
    for (int i = 0; i < BISECTIONS; i++) {
      double mu = (low + high) / 2;
      boolean within = lines.stream().allMatch(line -> delta(mu, line) <= line.delta());
      low = within ? mu : low;
      high = within ? high : mu;
    }
    return low;
  }

  private static double delta(double mu, SupportingLine line) {
    double threshold = line.epsilon() / mu;
    return NORMAL.survivalProbability(threshold - mu / 2)
        - line.odds() * NORMAL.survivalProbability(threshold + mu / 2);
  }
}
