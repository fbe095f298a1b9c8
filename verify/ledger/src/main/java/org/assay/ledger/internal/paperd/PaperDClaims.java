package org.assay.ledger.internal.paperd;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.internal.divergence.RandomizedResponse;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.Citation;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;

/** The claims of [@MenartEtAl2023]. */
public final class PaperDClaims {
  private PaperDClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            SpiderClaims.claims(),
            SpiderTranscript.claims(),
            SpiderOutput.claims(),
            SolverClaims.claims(),
            AdaptiveTheorem.claims(),
            NegativeNorms.claims(),
            AdaptiveListing.claims(),
            ConversionClaims.claims(),
            SelectionClaims.claims())
        .flatMap(List::stream)
        .toList();
  }

  /** Conversions between notions of privacy. */
  static final class ConversionClaims {
    private ConversionClaims() {}

    static List<LedgerClaim> claims() {
      return List.of(pure());
    }

    private static LedgerClaim pure() {
      return LedgerClaim.of(
              Paper.D,
              "D-L14",
              "Lemma 14",
              "An ε-DP mechanism is ε²/2-zCDP",
              ConversionClaims::judgePure)
          .about("adaptive-noisy-gd")
          .because(
              "Randomized response dominates every ε-DP mechanism",
              new Citation("BunSteinke2016", "Proposition 1.4"));
    }

    private static Judgement judgePure() {
      Family family =
          Family.of(
              "D_α of randomized response",
              ConversionClaims::randomizedResponse,
              Parameter.positive("truth", 0.5001, 0.9999, 15),
              Parameter.positive("α", 1.01, 100, 11));
      Judgement judged = Judgement.of(family);
      return judged.explained(
          "Randomized response, which dominates, attains at most "
              + Numbers.about(judged.ratio())
              + " of the claim.");
    }

    /** Truth with probability p is ln(p/(1-p))-DP exactly. */
    private static Comparison randomizedResponse(Point p) {
      double truth = p.get("truth");
      Enclosure odds = Enclosure.exact(truth).dividedBy(Enclosure.ONE.minus(truth));
      Enclosure claimed = odds.log().square().times(0.5).times(p.get("α"));
      return new Comparison(RandomizedResponse.renyi(2, truth, p.get("α")), claimed);
    }
  }
}
