package org.assay.ledger.internal.papera;

import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.optimize.onepass.ForgetfulIteration;
import org.assay.algorithms.objective.Dataset;
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

/** The claims of [@FeldmanKorenTalwar2020]. */
public final class PaperAClaims {
  private PaperAClaims() {}

  /**
   * The claims.
   *
   * @return in the order of the paper
   */
  public static List<LedgerClaim> claims() {
    return Stream.of(
            ConversionLemmas.claims(),
            IterationTheorems.claims(),
            DescentTheorem.claims(),
            SnowballTheorems.claims(),
            LiteralSchedules.claims(),
            RecordCounts.claims(),
            GaussianLemmas.claims(),
            LocalizationClaims.claims(),
            RegularizedMinimization.claims(),
            AveragedIterates.claims())
        .flatMap(List::stream)
        .toList();
  }

  /** Section 6: averages are not amplified. */
  static final class AveragedIterates {
    private AveragedIterates() {}

    static List<LedgerClaim> claims() {
      return List.of(average(0.5));
    }

    /** The claim for maps that keep the start for T^power steps. */
    static LedgerClaim average(double power) {
      return LedgerClaim.of(
              Paper.A,
              "A-S6",
              "section 6",
              "With noise sigma = 1/√T the last iterate is (α, O(α))-RDP and the average is not,"
                  + " for maps that are the identity for k in [T^(1/3), T^(2/3)] steps and 0 after",
              () -> judge(power))
          .assuming("one start X_0 of norm at most 1 against another")
          .about("averaged-iterate")
          .because(
              "The average is (k/T) X_0 plus a Gaussian of variance (k(k+1)(2k+1)/6 + T-k)/T³,"
                  + " exactly")
          .attackedBy(
              new EmpiricalCheck(
                  "the average of T = 1000 iterates that keep their start for k = 31, against the"
                      + " guarantee of the last iterate",
                  4060,
                  100_000,
                  AveragedIterates::attack));
    }

    /**
     * The claim denies a guarantee. It holds if the last iterate's cost is smaller than the
     * average's.
     */
    private static Judgement judge(double power) {
      Family family =
          Family.of(
              "mu of the last iterate with identity maps, against that of the average,",
              p -> compared(iteration(p, power)),
              Parameter.count("T", 8, 1_000_000, 18));
      Judgement judged = Judgement.of(family);
      Comparison small = compared(iteration(at(100), power));
      Comparison large = compared(iteration(at(10_000), power));
      return judged.explained(
          "The squared mu of the average is "
              + Numbers.about(small.claimed().square())
              + " at T = 100 and "
              + Numbers.about(large.claimed().square())
              + " at T = 10000: it grows like √T for k = √T, while the last iterate stays at "
              + Numbers.about(large.exact().square())
              + " with identity maps and at 0 with these.");
    }

    private static Point at(double steps) {
      return new Point(java.util.Map.of("T", steps));
    }

    private static ForgetfulIteration iteration(Point p, double power) {
      int steps = p.whole("T");
      int kept = Math.max(1, (int) Math.rint(Math.pow(steps, power)));
      return new ForgetfulIteration(steps, kept, 1 / Math.sqrt(steps));
    }

    private static Comparison compared(ForgetfulIteration iteration) {
      Enclosure average =
          Steps.of(iteration.event(), AdjacencyRelation.REPLACE_ONE).squaredMu().sqrt();
      double last = ((Guarantee.Gaussian) iteration.conjecturedGuarantee()).mu();
      return new Comparison(Enclosure.exact(last), average);
    }

    private static Experiment<Dataset> attack() {
      ForgetfulIteration iteration = iteration(at(1000), 0.5);
      return Experiment.on(iteration, iteration.conjecturedGuarantee(), Pairs.oneSlope(1, 0));
    }
  }
}
