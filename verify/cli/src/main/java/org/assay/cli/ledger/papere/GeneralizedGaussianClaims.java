package org.assay.cli.ledger.papere;

import static org.assay.cli.ledger.claim.Precise.divide;
import static org.assay.cli.ledger.claim.Precise.exactly;
import static org.assay.cli.ledger.claim.Precise.log;

import java.util.List;
import org.assay.accountant.numeric.Enclosure;
import org.assay.cli.ledger.claim.Comparison;
import org.assay.cli.ledger.claim.Family;
import org.assay.cli.ledger.claim.GaussianCost;
import org.assay.cli.ledger.claim.Judgement;
import org.assay.cli.ledger.claim.LedgerClaim;
import org.assay.cli.ledger.claim.Paper;
import org.assay.cli.ledger.claim.Parameter;
import org.assay.cli.ledger.claim.Point;
import org.assay.cli.ledger.claim.Precise;
import org.assay.cli.ledger.claim.Recheck;
import org.assay.cli.ledger.claim.Witness;

/** The generalized Gaussian mechanism. */
final class GeneralizedGaussianClaims {
  private GeneralizedGaussianClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(printedDeviation());
  }

  private static LedgerClaim printedDeviation() {
    return LedgerClaim.of(
            Paper.E,
            "E-C16",
            "Corollary 16",
            "Noise sigma = 2 κ ln(1/δ) s²/ε² for sensitivity s is (ε, δ)-DP",
            GeneralizedGaussianClaims::judgePrintedDeviation)
        .assuming("a κ-smooth norm; κ = 1 is the Euclidean one")
        .about("generalized-gaussian-mechanism");
  }

  private static Judgement judgePrintedDeviation() {
    Family family =
        Family.of(
                "delta at epsilon",
                GeneralizedGaussianClaims::printed,
                Parameter.positive("s", 0.001, 1, 7),
                Parameter.positive("ε", 0.1, 4, 5),
                Parameter.positive("δ", 1e-9, 1e-3, 7))
            .recheckedBy(GeneralizedGaussianClaims::recheck)
            .toldAs(p -> "a one-dimensional query of sensitivity s, Euclidean norm, κ = 1");
    Judgement judged = Judgement.of(family);
    return judged
        .asPrinted()
        .corrected("sigma² in place of sigma, as Proposition 8 has it")
        .explained(judged.witness().map(Witness::words).orElse("No violation was found."));
  }

  private static Comparison printed(Point p) {
    double epsilon = p.get("ε");
    Enclosure log = Enclosure.exact(p.get("δ")).log().negate();
    Enclosure mu = Enclosure.exact(epsilon).square().dividedBy(log.times(2).times(p.get("s")));
    Enclosure exact = GaussianCost.delta(mu, epsilon);
    return new Comparison(exact, Enclosure.exact(p.get("δ")));
  }

  private static Recheck recheck(Point p) {
    var log = log(exactly(p.get("δ"))).negate();
    var mu =
        divide(exactly(p.get("ε")).pow(2), log.multiply(exactly(2)).multiply(exactly(p.get("s"))));
    return Recheck.of(Precise.gaussianDelta(mu, p.get("ε")), exactly(p.get("δ")));
  }
}
