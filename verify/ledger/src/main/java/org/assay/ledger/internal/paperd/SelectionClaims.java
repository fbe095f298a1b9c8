package org.assay.ledger.internal.paperd;

import static org.assay.ledger.internal.claim.Precise.divide;
import static org.assay.ledger.internal.claim.Precise.exactly;

import java.math.BigDecimal;
import java.util.List;
import org.assay.accountant.internal.divergence.BoundedRange;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.EmpiricalCheck;
import org.assay.ledger.internal.claim.EmpiricalCheck.Experiment;
import org.assay.ledger.internal.claim.Family;
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

/** [@MenartEtAl2023], Theorem 5: an iterate of Algorithm 3 chosen by the exponential mechanism. */
final class SelectionClaims {
  private static final Citation RANGE = new Citation("CesarRogers2021", "Lemma 3.2");

  private SelectionClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(pure(1), concentrated(0.5), theorem(2));
  }

  private static LedgerClaim claim(
      String id, String place, String statement, org.assay.ledger.internal.claim.Judge judge) {
    return LedgerClaim.of(Paper.D, id, place, statement, judge)
        .assuming("f is L1-smooth and L0-Lipschitz")
        .about("adaptive-noisy-gd");
  }

  /** The claim with another multiple of √ρ. */
  static LedgerClaim pure(double multiple) {
    return claim(
            "D-T5-selection",
            "Theorem 5, first step of the proof",
            "Choosing t with probability proportional to exp(-n√ρ|∇F(w_t)|/(2L0)) is √ρ-DP",
            () -> judgePure(multiple))
        .because(
            "Scores move by 2L0/n each, so that weights move by √ρ each and odds by 2√ρ",
            new Citation("McSherryTalwar2007", "Theorem 6"))
        .attackedBy(
            new EmpiricalCheck(
                "a choice between two iterates, ρ = 1, the second worse by 3 · 2L0/n",
                4105,
                1_000_000,
                () -> attackChoice(multiple)));
  }

  /** The instance of the witness: the two weights move by 1, in opposite directions. */
  private static Experiment<Double> attackChoice(double multiple) {
    return new Experiment<>(
        (moved, random) ->
            Outcome.of(random.nextDouble() * (1 + Math.exp(3 + moved)) < 1 ? 2.0 : 1.0),
        new Guarantee.Pure(multiple, AdjacencyRelation.REPLACE_ONE),
        AdjacentPair.of(
            "one record makes the second iterate's score better, or worse",
            -1.0,
            1.0,
            AdjacencyRelation.REPLACE_ONE));
  }

  private static Judgement judgePure(double multiple) {
    Family family =
        Family.of(
                "privacy loss of choosing the second of two iterates",
                p -> {
                  Enclosure root = Enclosure.exact(p.get("ρ")).sqrt();
                  Enclosure before = root.times(p.get("gap")).plus(root);
                  Enclosure after = root.times(p.get("gap")).minus(root);
                  Enclosure loss = before.exp().plus(1).log().minus(after.exp().plus(1).log());
                  return new Comparison(loss, root.times(multiple));
                },
                Parameter.positive("ρ", 0.01, 10, 7),
                Parameter.positive("gap", 0.1, 100, 7))
            .recheckedBy(
                p -> {
                  BigDecimal root = Precise.sqrt(exactly(p.get("ρ")));
                  BigDecimal middle = root.multiply(exactly(p.get("gap")));
                  BigDecimal before = Precise.exp(middle.add(root)).add(exactly(1));
                  BigDecimal after = Precise.exp(middle.subtract(root)).add(exactly(1));
                  return Recheck.of(
                      Precise.log(divide(before, after)), root.multiply(exactly(multiple)));
                })
            .toldAs(
                p ->
                    "two iterates; one record's gradient grows by 2L0 along the mean gradient at"
                        + " the second and falls by 2L0 at the first, and the others make the"
                        + " second's norm larger by gap · 2L0/n");
    Judgement judged = Judgement.of(family);
    return judged
        .corrected(
            "2√ρ-DP; that it is ρ/2-zCDP, which the proof concludes, is true (D-T5-concentrated)")
        .explained(
            "The sensitivity of the norm is 2L0/n and not L0/n. The loss reaches "
                + Numbers.about(judged.ratio())
                + " times √ρ where the second iterate is rarely chosen.");
  }

  /** The claim with another multiple of ρ. */
  static LedgerClaim concentrated(double multiple) {
    return claim(
            "D-T5-concentrated",
            "Theorem 5, second step of the proof",
            "The choice is ρ/2-zCDP",
            () -> {
              Judgement judged =
                  Judgement.of(
                      Family.of(
                          "D_α of a choice of range 2√ρ",
                          p -> {
                            Enclosure rho = Enclosure.exact(p.get("ρ"));
                            Enclosure exact = BoundedRange.renyi(rho.sqrt().times(2), p.get("α"));
                            return new Comparison(exact, rho.times(multiple).times(p.get("α")));
                          },
                          Parameter.positive("ρ", 1e-3, 10, 9),
                          Parameter.positive("α", 1.01, 100, 9)));
              return judged.explained(
                  "The proof gets there from √ρ-DP, which is false; the exponential mechanism for"
                      + " 2√ρ is of bounded range, which gives (2√ρ)²/8 = ρ/2: at most "
                      + Numbers.about(judged.ratio())
                      + " of the claim.");
            })
        .because("The exponential mechanism is of bounded range", RANGE);
  }

  /** The claim with another multiple of ρ. */
  static LedgerClaim theorem(double multiple) {
    return claim(
            "D-T5",
            "Theorem 5, privacy",
            "Algorithm 3 with that choice, releasing the chosen iterate and all others, is 2ρ-zCDP",
            () -> judgeTheorem(multiple))
        .because(
            "3ρ/2 + 2√ρ/n for the iterates (D-T3) and ρ/2 for the choice (D-T5-concentrated)",
            RANGE)
        .attackedBy(
            new EmpiricalCheck(
                "the listing in one dimension without the choice, n = 20000, ρ = 1, β = 0.1: the"
                    + " sum of increments that are short, over 400 steps at most, against 2-zCDP",
                4115,
                20_000_000,
                () -> NegativeNorms.attack(20_000, 1, multiple, 400)));
  }

  /** Repaired, the bound is 2ρ + 2√ρ/n. As listed, the iterates alone exceed every multiple. */
  private static Judgement judgeTheorem(double multiple) {
    Judgement listed = Judgement.of(NegativeNorms.family(multiple)).asPrinted();
    Judgement repaired =
        Judgement.of(
            Family.of(
                "bound on the zCDP parameter against 2ρ + 2√ρ/n, in the unit of ρ",
                p -> {
                  Enclosure last = Enclosure.exact(2).dividedBy(p.get("m"));
                  Enclosure spent = last.plus(1.5).plus(0.5);
                  return new Comparison(
                      Enclosure.of(lowerBound(p), spent.upper()), last.plus(multiple));
                },
                Parameter.positive("m", 1e4, 1e14, 6)));
    double least = lowerBound(new Point(java.util.Map.of("m", 1e12)));
    return listed
        .repairedBy(
            repaired,
            "2ρ + 2√ρ/n, with measured norms below 0 taken as 0; whether 2ρ itself holds then is"
                + " open: a run can cost at least "
                + Numbers.atMost(least)
                + " ρ at n√ρ = 1e12, and at most 2ρ + 2√ρ/n")
        .explained(
            "As listed, negative measured norms break it (D-T3-negative): "
                + Numbers.about(listed.ratio().lower())
                + " times the claim. With them taken as 0 the two mistakes of the proof, ρ for"
                + " iterates that cost 3ρ/2 and √ρ-DP for a choice that is 2√ρ-DP, cancel up to"
                + " 2√ρ/n, as the choice needs ρ/2 only.");
  }

  /** The cost of the iterates alone at order 2, for ρ = 1. */
  private static double lowerBound(Point p) {
    return Math.max(0, new MeasuredNorms(p.get("m"), 1).order2().lower() / 2);
  }
}
