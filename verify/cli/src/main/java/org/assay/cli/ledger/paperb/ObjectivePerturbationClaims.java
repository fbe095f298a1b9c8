package org.assay.cli.ledger.paperb;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.cli.ledger.claim.Comparison;
import org.assay.cli.ledger.claim.Family;
import org.assay.cli.ledger.claim.GaussianCost;
import org.assay.cli.ledger.claim.Judgement;
import org.assay.cli.ledger.claim.LedgerClaim;
import org.assay.cli.ledger.claim.Numbers;
import org.assay.cli.ledger.claim.Paper;
import org.assay.cli.ledger.claim.Parameter;
import org.assay.cli.ledger.claim.Point;
import org.assay.cli.ledger.claim.WorstCase;

/** Section 5: objective perturbation. */
final class ObjectivePerturbationClaims {
  private ObjectivePerturbationClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(exact());
  }

  private static LedgerClaim exact() {
    return LedgerClaim.of(
            Paper.B,
            "B-T5.2",
            "Theorem 5.2",
            "A_ObjP with sigma² = 10 L² ln(1/δ)/ε² is (ε, δ)-DP (constants recalled; the text lost"
                + " its formulas)",
            ObjectivePerturbationClaims::judgeExact)
        .assuming("losses L-Lipschitz, twice differentiable, Hessians of rank 1, β ≤ ε n λ")
        .about("objective-perturbation")
        .because(
            "For linear losses the minimizer is a linear function of the perturbed gradient sum,"
                + " so the release is a Gaussian of sensitivity 2L",
            new Citation("KiferSmithThakurta2012", "Theorem 2"));
  }

  private static Judgement judgeExact() {
    Family linear =
        Family.of(
            "delta at epsilon for linear losses",
            ObjectivePerturbationClaims::linear,
            Parameter.positive("epsilon", 0.01, 1, 9),
            Parameter.positive("delta", 1e-9, 1e-3, 7));
    WorstCase worst = WorstCase.of(linear);
    return Judgement.undecided(
            Enclosure.of(worst.ratio().lower(), Double.POSITIVE_INFINITY),
            "delta at epsilon over δ",
            "an upper bound for losses with curvature")
        .explained(
            "Linear losses cost at most "
                + Numbers.about(worst.ratio())
                + " of the claimed delta, at "
                + worst.point()
                + "; what curvature adds is not bounded here.");
  }

  private static Comparison linear(Point p) {
    Enclosure log = Enclosure.exact(p.get("delta")).log().negate();
    Enclosure mu = Enclosure.exact(p.get("epsilon")).times(2).dividedBy(log.times(10).sqrt());
    Enclosure exact = GaussianCost.delta(mu, p.get("epsilon"));
    return new Comparison(exact, Enclosure.exact(p.get("delta")));
  }
}
