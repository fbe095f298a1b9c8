package org.assay.ledger.internal.paperc;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.internal.divergence.GaussianMechanism;
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

/** The claims of [@AltschulerTalwar2022]. */
public final class PaperCClaims {
  private PaperCClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            RenyiLemmas.claims(),
            IterationClaims.claims(),
            UpperBoundTheorem.claims(),
            List.of(SamplingDirection.convex(2)),
            GradientDescentClaims.claims(),
            LowerBoundClaims.claims(),
            IterationClaims.contractive(),
            List.of(SamplingDirection.stronglyConvex(2)))
        .flatMap(List::stream)
        .toList();
  }

  /** Steps whose batch is not subsampled. */
  static final class GradientDescentClaims {
    private GradientDescentClaims() {}

    static List<LedgerClaim> claims() {
      return List.of(oneStep());
    }

    private static LedgerClaim oneStep() {
      return LedgerClaim.of(
              Paper.C,
              "C-fn10",
              "footnote 10",
              "One step with mean gradients over b records and noise sigma costs D_α ≤ 2 α L²/(b sigma)²",
              GradientDescentClaims::judgeOneStep)
          .assuming("losses L-Lipschitz")
          .about("noisy-sgd")
          .because(
              "Replacing a record moves the mean gradient by at most 2L/b, attained by linear losses",
              new Citation("Mironov2017", "Proposition 7"));
    }

    private static Judgement judgeOneStep() {
      Family family =
          Family.of(
              "D_α of linear losses",
              GradientDescentClaims::step,
              Parameter.count("b", 1, 1000, 4),
              Parameter.positive("sigma", 0.01, 10, 7),
              Parameter.positive("α", 1.01, 100, 7));
      Judgement judged = Judgement.of(family);
      return judged.explained(
          "Linear losses attain " + Numbers.about(judged.ratio()) + " of the claim: it is tight.");
    }

    private static Comparison step(Point p) {
      Enclosure scale = Enclosure.exact(p.get("b")).times(p.get("sigma"));
      Enclosure exact = GaussianMechanism.renyi(Enclosure.exact(2).dividedBy(scale), p.get("α"));
      Enclosure claimed = Enclosure.exact(2).times(p.get("α")).dividedBy(scale.square());
      return new Comparison(exact, claimed);
    }
  }
}
