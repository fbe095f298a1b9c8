package org.assay.cli.ledger.papera;

import static org.assay.cli.ledger.claim.Precise.divide;
import static org.assay.cli.ledger.claim.Precise.exactly;
import static org.assay.cli.ledger.claim.Precise.log;
import static org.assay.cli.ledger.claim.Precise.sqrt;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.assay.accountant.divergence.GaussianMechanism;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.ledger.claim.Comparison;
import org.assay.cli.ledger.claim.Family;
import org.assay.cli.ledger.claim.GaussianCost;
import org.assay.cli.ledger.claim.Judgement;
import org.assay.cli.ledger.claim.LedgerClaim;
import org.assay.cli.ledger.claim.Numbers;
import org.assay.cli.ledger.claim.Paper;
import org.assay.cli.ledger.claim.Parameter;
import org.assay.cli.ledger.claim.Point;
import org.assay.cli.ledger.claim.Precise;
import org.assay.cli.ledger.claim.Recheck;

/** Lemmas about one Gaussian release. */
final class GaussianLemmas {
  private static final Parameter EPSILON = Parameter.positive("epsilon", 0.01, 10, 31);
  private static final Parameter DELTA = Parameter.positive("delta", 1e-9, 1e-3, 13);

  private GaussianLemmas() {}

  static List<LedgerClaim> claims() {
    return List.of(outputPerturbation(1));
  }

  /** The claim with the printed noise times a factor. */
  static LedgerClaim outputPerturbation(double noiseFactor) {
    return LedgerClaim.of(
            Paper.A,
            "A-L4.6",
            "Lemma 4.6",
            "If A(S) and A(S') are within γ except with probability δ, then A(S) + N(0, (γ/ε)²"
                + " ln(1/δ) I) is (ε, 2δ)-DP",
            () -> outputPerturbationJudgement(noiseFactor))
        .assuming("δ in (0, 1), ε > 0; the text says \"for any ρ > 0\" and uses ε")
        .about("phased-erm");
  }

  private static Judgement outputPerturbationJudgement(double noiseFactor) {
    Family family =
        Family.of(
                "delta of a deterministic query at epsilon",
                p -> comparison(p, noiseFactor),
                EPSILON,
                DELTA)
            .recheckedBy(p -> recheck(p, noiseFactor))
            .toldAs(
                p ->
                    "a deterministic one-dimensional A with A(S) = 0 and A(S') = γ, so that the"
                        + " coupling never fails; noise of variance (γ/ε)² ln(1/δ)");
    Judgement judged = Judgement.of(family);
    return judged
        .corrected("standard deviation γ/mu(ε, δ), mu the exact inverse: " + corrected(noiseFactor))
        .explained(explanation(judged));
  }

  private static String explanation(Judgement judged) {
    return judged
        .witness()
        .map(
            witness ->
                "The exact "
                    + witness.words()
                    + " at "
                    + witness.parameters()
                    + "; the worst excess found is a factor of "
                    + Numbers.about(judged.ratio())
                    + ".")
        .orElse("No query of the searched range exceeds the claim.");
  }

  private static String corrected(double noiseFactor) {
    DoubleUnaryOperator factor =
        delta -> {
          Enclosure printed = printedMu(1, delta, noiseFactor);
          return printed.dividedBy(GaussianMechanism.mu(1, delta)).upper();
        };
    return "at ε = 1, δ = 1e-6 this is "
        + Numbers.atLeast(factor.applyAsDouble(1e-6))
        + " times the printed noise";
  }

  private static Comparison comparison(Point p, double noiseFactor) {
    double delta = p.get("delta");
    Enclosure mu = printedMu(p.get("epsilon"), delta, noiseFactor);
    Enclosure exact = GaussianCost.delta(mu, p.get("epsilon"));
    return new Comparison(exact, Enclosure.exact(delta).times(2));
  }

  /** {@code ε/(factor sqrt(ln(1/δ)))}. */
  private static Enclosure printedMu(double epsilon, double delta, double noiseFactor) {
    Enclosure root = Enclosure.exact(delta).log().negate().sqrt();
    return Enclosure.exact(epsilon).dividedBy(root.times(noiseFactor));
  }

  private static Recheck recheck(Point p, double noiseFactor) {
    double delta = p.get("delta");
    var root = sqrt(log(exactly(delta)).negate()).multiply(exactly(noiseFactor));
    var mu = divide(exactly(p.get("epsilon")), root);
    return Recheck.of(
        Precise.gaussianDelta(mu, p.get("epsilon")), exactly(delta).multiply(exactly(2)));
  }
}
