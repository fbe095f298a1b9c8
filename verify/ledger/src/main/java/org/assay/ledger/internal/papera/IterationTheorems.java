package org.assay.ledger.internal.papera;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.internal.divergence.GaussianMechanism;
import org.assay.accountant.internal.iteration.allocation.AmplificationByIteration;
import org.assay.accountant.internal.iteration.allocation.IterationSchedule;
import org.assay.accountant.internal.precision.PreciseFunctions;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.Box;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
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

/** [@FeldmanKorenTalwar2020], Section 2: amplification by iteration. */
final class IterationTheorems {
  private static final Citation SOURCE =
      new Citation("FeldmanMironovTalwarThakurta2018", "Theorem 22");

  private IterationTheorems() {}

  static List<LedgerClaim> claims() {
    return List.of(printed(), withEnd(), oneShift(1));
  }

  private static LedgerClaim printed() {
    return LedgerClaim.of(
            Paper.A,
            "A-T2.13",
            "Theorem 2.13",
            "If z_t = Σ_{i≤t} (s_i - a_i) ≥ 0 for all t, then D_α(X_T ‖ X'_T) ≤ Σ_t R_α(noise_t,"
                + " a_t)",
            IterationTheorems::judgePrinted)
        .assuming("contractive maps; the text does not ask for z_T = 0")
        .about("projected-noisy-sgd")
        .because("The source demands z_T = 0", SOURCE)
        .attackedBy(
            new EmpiricalCheck(
                "one step of projected noisy SGD that moves by 1 to the left or right, noise 1,"
                    + " against the claim that nothing leaks",
                4013,
                1_000_000,
                IterationTheorems::attack));
  }

  private static Experiment<Dataset> attack() {
    GradientSchedule schedule =
        GradientSchedule.of(new double[] {1}, new int[] {1}, new double[] {1});
    ProjectedNoisySgd algorithm =
        ProjectedNoisySgd.of(schedule, LinearPredictionLoss.linear(1, 1), Box.interval(-1e6, 1e6));
    return Experiment.on(
        algorithm, new Guarantee.Pure(0, AdjacencyRelation.REPLACE_ONE), Pairs.oneSlope(1, 0));
  }

  private static Judgement judgePrinted() {
    Family family =
        Family.of(
                "D_α after one step that absorbs nothing",
                p ->
                    new Comparison(
                        GaussianMechanism.renyi(
                            Enclosure.ONE.dividedBy(p.get("sigma")), p.get("α")),
                        Enclosure.ZERO),
                Parameter.positive("sigma", 0.1, 10, 5),
                Parameter.choice("α", 2, 8, 32))
            .recheckedBy(
                p ->
                    Recheck.of(
                        PreciseFunctions.gaussianRdp(p.get("sigma"), p.get("α"), Recheck.DIGITS)
                            .value(),
                        BigDecimal.ZERO))
            .toldAs(
                p ->
                    "T = 1, maps x and x + 1, so s_1 = 1; a_1 = 0 leaves z_1 = 1 ≥ 0 and claims D_α"
                        + " ≤ 0");
    Judgement judged = Judgement.of(family).asPrinted();
    return judged
        .corrected("add the condition z_T = 0 (see A-T2.13-end)")
        .explained(
            "With a_t = 0 throughout, every z_t is at least 0 and the claim is that nothing leaks;"
                + " one step with shift 1 leaks "
                + Numbers.about(judged.witness().orElseThrow().comparison().exact())
                + ".");
  }

  private static LedgerClaim withEnd() {
    return LedgerClaim.of(
            Paper.A,
            "A-T2.13-end",
            "Theorem 2.13 with z_T = 0",
            "If z_t ≥ 0 for all t and z_T = 0, then D_α(X_T ‖ X'_T) ≤ Σ_t α a_t²/(2 sigma_t²) for"
                + " Gaussian noise; here with the cheapest a_t",
            IterationTheorems::judgeWithEnd)
        .assuming("contractive maps")
        .about("projected-noisy-sgd")
        .because(
            "The cheapest allocation is the least concave majorant of the accumulated shifts",
            SOURCE);
  }

  private static Judgement judgeWithEnd() {
    Family family =
        Family.of(
            "mu² of translations by s_t",
            IterationTheorems::translations,
            Parameter.count("T", 1, 40, 8),
            Parameter.positive("growth of s", 0.5, 2, 7),
            Parameter.positive("growth of sigma", 0.5, 2, 7));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Translations by s_t attain at most "
            + Numbers.about(judged.ratio())
            + " of the cheapest sum, with equality where one proportion of shift to variance serves"
            + " all steps.");
  }

  /** {@code (Σ s_t)²/Σ sigma_t²} against the cheapest allocation. */
  static Comparison translations(Point p) {
    int steps = p.whole("T");
    double[] shifts = powers(p.get("growth of s"), steps);
    double[] noise = powers(p.get("growth of sigma"), steps);
    Enclosure shift = Enclosure.ZERO;
    Enclosure variance = Enclosure.ZERO;
    for (int t = 0; t < steps; t++) {
      shift = shift.plus(shifts[t]);
      variance = variance.plus(Enclosure.exact(noise[t]).square());
    }
    double[] identity = new double[steps];
    Arrays.fill(identity, 1);
    IterationSchedule schedule = IterationSchedule.of(shifts, noise, identity);
    return new Comparison(
        shift.square().dividedBy(variance),
        AmplificationByIteration.fromCommonStart(schedule).squaredMu());
  }

  static double[] powers(double base, int count) {
    double[] values = new double[count];
    for (int t = 0; t < count; t++) {
      values[t] = Math.pow(base, t);
    }
    return values;
  }

  /** The claim with the bound times a factor. */
  static LedgerClaim oneShift(double factor) {
    return LedgerClaim.of(
            Paper.A,
            "A-C2.14",
            "Corollary 2.14",
            "If the maps differ in step t only, by s_t, then D_α ≤ γ s_t²/Σ_{i≥t} sigma_i² with γ ="
                + " α/2 for Gaussian noise",
            () -> judgeOneShift(factor))
        .assuming("contractive maps")
        .about("projected-noisy-sgd", "snowball-sgd")
        .because("a_i proportional to sigma_i² from step t on, which makes z_T = 0", SOURCE);
  }

  private static Judgement judgeOneShift(double factor) {
    Family family =
        Family.of(
                "mu² of one shift among translations",
                p -> shiftAt(p, factor),
                Parameter.count("T", 1, 40, 8),
                Parameter.choice("t/T", 0, 0.25, 0.5, 0.75, 0.99),
                Parameter.positive("growth of sigma", 0.5, 2, 7))
            .recheckedBy(p -> recheck(p, factor))
            .toldAs(p -> "map t is constant, 0 against 1, and later ones are the identity");
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "The cheapest allocation costs no more, and a shift after a map that forgets everything"
            + " attains "
            + Numbers.about(judged.ratio())
            + " of the claim.");
  }

  private static int place(Point p) {
    int steps = p.whole("T");
    return Math.min(steps - 1, (int) (p.get("t/T") * steps));
  }

  static Recheck recheck(Point p, double factor) {
    BigDecimal after = BigDecimal.ZERO;
    double[] noise = powers(p.get("growth of sigma"), p.whole("T"));
    for (int i = place(p); i < noise.length; i++) {
      after = after.add(Precise.exactly(noise[i]).pow(2));
    }
    BigDecimal attained = Precise.divide(BigDecimal.ONE, after);
    return Recheck.of(attained, attained.multiply(Precise.exactly(factor)));
  }

  /**
   * Between an instance and the best allocation. In the instance, map t is constant and later maps
   * translate.
   */
  static Comparison shiftAt(Point p, double factor) {
    int steps = p.whole("T");
    int at = place(p);
    double[] noise = powers(p.get("growth of sigma"), steps);
    double[] shifts = new double[steps];
    shifts[at] = 1;
    double[] identity = new double[steps];
    Arrays.fill(identity, 1);
    Enclosure after = Enclosure.ZERO;
    for (int i = at; i < steps; i++) {
      after = after.plus(Enclosure.exact(noise[i]).square());
    }
    Enclosure attained = Enclosure.ONE.dividedBy(after);
    Enclosure allocated =
        AmplificationByIteration.fromCommonStart(IterationSchedule.of(shifts, noise, identity))
            .squaredMu();
    return new Comparison(
        Enclosure.of(attained.lower(), Math.max(attained.lower(), allocated.upper())),
        attained.times(factor));
  }
}
