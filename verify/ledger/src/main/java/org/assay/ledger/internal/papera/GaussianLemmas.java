package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.noise.GaussianNoise;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.GaussianCost;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;
import org.assay.ledger.internal.claim.Precise;
import org.assay.ledger.internal.claim.Recheck;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Outcome;

/** [@FeldmanKorenTalwar2020], Section 4: one Gaussian release. */
final class GaussianLemmas {
  /** The searched epsilons. */
  private static final Parameter EPSILON = Parameter.positive("ε", 0.01, 10, 31);

  /** The searched deltas. */
  private static final Parameter DELTA = Parameter.positive("δ", 1e-9, 1e-3, 13);

  /** Deltas at which the correction is told. */
  private static final double[] TOLD_DELTAS = {1e-3, 1e-5, 1e-6, 1e-9};

  private GaussianLemmas() {}

  static List<LedgerClaim> claims() {
    return List.of(gaussianMechanism(1), outputPerturbation(1));
  }

  /** The claim with the printed noise times a factor. */
  static LedgerClaim gaussianMechanism(double noiseFactor) {
    return LedgerClaim.of(
            Paper.A,
            "A-L4.2",
            "Lemma 4.2",
            "A function of L2-sensitivity γ plus N(0, (γ/ρ)² I) is (α, α ρ²/2)-RDP for all α ≥ 1",
            () -> judgeGaussianMechanism(noiseFactor))
        .assuming("deterministic function")
        .about("phased-sgd", "strongly-convex-phased-sgd")
        .because(
            "The Rényi divergence of two Gaussians rises with their distance, at most γ",
            new Citation("Mironov2017", "Proposition 7"));
  }

  private static Judgement judgeGaussianMechanism(double noiseFactor) {
    Family family =
        Family.of(
                "D_α of a query that moves by γ",
                p -> {
                  Enclosure deviation =
                      Enclosure.exact(p.get("γ")).dividedBy(p.get("ρ")).times(noiseFactor);
                  Enclosure mu = Enclosure.exact(p.get("γ")).dividedBy(deviation);
                  Enclosure claimed =
                      Enclosure.exact(p.get("ρ")).square().times(p.get("α")).times(0.5);
                  return new Comparison(GaussianMechanism.renyi(mu, p.get("α")), claimed);
                },
                Parameter.positive("ρ", 0.01, 10, 7),
                Parameter.positive("γ", 1e-3, 1e3, 5),
                Parameter.positive("α", 1.001, 1000, 7))
            .recheckedBy(
                p -> {
                  BigDecimal half = Precise.exactly(p.get("α")).multiply(Precise.exactly(0.5));
                  BigDecimal rho = Precise.exactly(p.get("ρ"));
                  BigDecimal mu = Precise.divide(rho, Precise.exactly(noiseFactor));
                  return Recheck.of(half.multiply(mu.pow(2)), half.multiply(rho.pow(2)));
                });
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "A query that moves by exactly γ attains "
            + Numbers.about(judged.ratio())
            + " of the claim: no constant is wasted.");
  }

  /** The claim with the printed noise times a factor. */
  static LedgerClaim outputPerturbation(double noiseFactor) {
    return LedgerClaim.of(
            Paper.A,
            "A-L4.6",
            "Lemma 4.6",
            "If A(S) and A(S') are within γ except with probability δ, then A(S) + N(0, (γ/ε)²"
                + " ln(1/δ) I) is (ε, 2δ)-DP",
            () -> judgeOutputPerturbation(noiseFactor))
        .assuming("δ in (0, 1), ε > 0; the text says \"for any ρ > 0\" and uses ε")
        .about("phased-erm")
        .attackedBy(
            new EmpiricalCheck(
                "the Gaussian sampler on a query that is 0 or γ = 1, at ε = 8, δ = 1e-3",
                4006,
                20_000_000,
                () -> attack(8, 1e-3)));
  }

  private static Judgement judgeOutputPerturbation(double noiseFactor) {
    Family family =
        Family.of(
                "delta at ε of a deterministic query",
                p -> comparison(p, noiseFactor),
                EPSILON,
                DELTA)
            .recheckedBy(p -> recheck(p, noiseFactor))
            .toldAs(
                p ->
                    "a deterministic one-dimensional A with A(S) = 0 and A(S') = γ, so that the"
                        + " coupling never fails");
    Judgement judged = Judgement.of(family);
    Enclosure needed = printedMu(1, 1e-6, noiseFactor).dividedBy(GaussianMechanism.mu(1, 1e-6));
    return judged
        .corrected(
            "standard deviation γ/mu(ε, δ) with mu the exact inverse of the Gaussian's delta; at ε"
                + " = 1, δ = 1e-6 that is "
                + Numbers.atLeast(needed.upper())
                + " times the printed one")
        .explained(explanation(judged, noiseFactor));
  }

  private static String explanation(Judgement judged, double noiseFactor) {
    StringBuilder limits = new StringBuilder();
    for (double delta : TOLD_DELTAS) {
      double limit = largestEpsilon(delta, noiseFactor);
      limits.append(limits.isEmpty() ? "" : ", ");
      limits.append(Numbers.atMost(limit)).append(" at δ = ").append(Numbers.shortest(delta));
    }
    return "The classic bound sqrt(2 ln(1.25/δ))/ε on the noise multiplier lost its factor 2, and"
        + " is one for small ε only. The largest excess found is a factor of "
        + Numbers.about(judged.ratio())
        + ". For a deterministic query the claim holds up to ε = "
        + limits
        + ".";
  }

  /**
   * A lower bound of the epsilon at which the Gaussian's delta passes 2δ. With mu = kε this delta
   * rises with ε. Its derivative is {@code kφ(a) - e^ε Φ(-b)}, with a = mu/2 - ε/mu and b = mu/2 +
   * ε/mu ≥ 1/k. By Mills' inequality the derivative is at least {@code φ(a)(k - 1/b)}.
   */
  private static double largestEpsilon(double delta, double noiseFactor) {
    double low = EPSILON.from();
    double high = EPSILON.to();
    for (int i = 0; i < 60; i++) {
      double middle = Math.sqrt(low * high);
      Enclosure cost = GaussianCost.delta(printedMu(middle, delta, noiseFactor), middle);
      boolean holds = cost.upper() <= 2 * delta;
      low = holds ? middle : low;
      high = holds ? high : middle;
    }
    return low;
  }

  private static Comparison comparison(Point p, double noiseFactor) {
    Enclosure mu = printedMu(p.get("ε"), p.get("δ"), noiseFactor);
    Enclosure exact = GaussianCost.delta(mu, p.get("ε"));
    return new Comparison(exact, Enclosure.exact(p.get("δ")).times(2));
  }

  /** {@code ε/(factor √(ln(1/δ)))}. */
  private static Enclosure printedMu(double epsilon, double delta, double noiseFactor) {
    Enclosure root = Enclosure.exact(delta).log().negate().sqrt();
    return Enclosure.exact(epsilon).dividedBy(root.times(noiseFactor));
  }

  private static Recheck recheck(Point p, double noiseFactor) {
    BigDecimal delta = Precise.exactly(p.get("δ"));
    BigDecimal root = Precise.sqrt(Precise.log(delta).negate());
    BigDecimal mu =
        Precise.divide(Precise.exactly(p.get("ε")), root.multiply(Precise.exactly(noiseFactor)));
    return Recheck.of(Precise.gaussianDelta(mu, p.get("ε")), delta.multiply(Precise.exactly(2)));
  }

  private static Experiment<Double> attack(double epsilon, double delta) {
    GaussianNoise noise = new GaussianNoise(Math.sqrt(Math.log(1 / delta)) / epsilon);
    return new Experiment<>(
        (answer, random) -> {
          double[] release = {answer};
          noise.addTo(release, random);
          return Outcome.of(release);
        },
        new Guarantee.Approximate(epsilon, 2 * delta, AdjacencyRelation.REPLACE_ONE),
        AdjacentPair.of("the query is 0 against 1", 0.0, 1.0, AdjacencyRelation.REPLACE_ONE)
            .withCanaryDirection(1));
  }
}
