package org.assay.ledger.internal.paperd;

import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.internal.analysis.Steps;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.kl.KlProblem;
import org.assay.algorithms.internal.optimize.kl.ProximalPoint;
import org.assay.algorithms.internal.optimize.kl.RegularizedNoisyGd;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.ledger.internal.claim.Comparison;
import org.assay.ledger.internal.claim.Family;
import org.assay.ledger.internal.claim.Judgement;
import org.assay.ledger.internal.claim.LedgerClaim;
import org.assay.ledger.internal.claim.Numbers;
import org.assay.ledger.internal.claim.Paper;
import org.assay.ledger.internal.claim.Parameter;
import org.assay.ledger.internal.claim.Point;

/**
 * [@MenartEtAl2023], Section 4 and appendix E: the solver for regularized losses and the proximal
 * point method.
 */
final class SolverClaims {
  private static final Loss LOSS = LinearPredictionLoss.linear(1, 1);
  private static final EuclideanBall BALL = EuclideanBall.centeredAtOrigin(2, 1);
  private static final String LIPSCHITZ = "f is L0-Lipschitz";

  private SolverClaims() {}

  static List<LedgerClaim> claims() {
    return List.of(
        claim(
            "D-L3",
            "Lemma 3, privacy",
            "There is a solver for the regularized losses that is ρ-zCDP: Algorithm 4 of Theorem 9",
            () -> judgeSolver(1),
            "regularized-noisy-gd"),
        claim(
            "D-T2",
            "Theorem 2, privacy",
            "Algorithm 2 (proximal point method) is ρ-zCDP if its solver is ρ/T-zCDP",
            SolverClaims::judgeRounds,
            "proximal-point"),
        theorem9(1));
  }

  /** The claim with another multiple of the printed noise. */
  static LedgerClaim theorem9(double noise) {
    return claim(
        "D-T9",
        "Theorem 9, privacy",
        "Algorithm 4 with sigma² = 4 L0² T/(n²ρ) is ρ-zCDP",
        () -> judgeSolver(noise),
        "regularized-noisy-gd");
  }

  private static LedgerClaim claim(
      String id,
      String place,
      String statement,
      org.assay.ledger.internal.claim.Judge judge,
      String algorithm) {
    return LedgerClaim.of(Paper.D, id, place, statement, judge)
        .assuming(LIPSCHITZ)
        .about(algorithm)
        .because(
            "The regularizer does not depend on the data, so T - 1 gradients of sensitivity 2L0/n"
                + " compose; rounds compose, their centers being released before",
            SpiderClaims.GAUSSIAN);
  }

  private static Judgement judgeSolver(double noise) {
    Family family =
        Family.of(
            "zCDP parameter of the running algorithm",
            p -> compared(solver(p, noise).event(), p.get("ρ")),
            Parameter.count("T", 2, 10_000, 7),
            Parameter.count("n", 100, 1_000_000, 3),
            Parameter.positive("ρ", 0.01, 10, 4));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "T - 1 steps of (2L0/n)²/(2 sigma²) = ρ/(2T) each: at most "
            + Numbers.atLeast(judged.ratio().upper())
            + " of ρ, so the noise's variance could be half of the printed one.");
  }

  private static RegularizedNoisyGd solver(Point p, double noise) {
    int iterates = p.whole("T");
    int records = p.whole("n");
    double printed = 2 * LOSS.lipschitzConstant() * Math.sqrt(iterates / p.get("ρ")) / records;
    return RegularizedNoisyGd.of(records, 1, iterates, noise * printed, LOSS, BALL);
  }

  private static Judgement judgeRounds() {
    Family family =
        Family.of(
            "zCDP parameter of the running algorithm",
            p -> compared(rounds(p).event(), p.get("ρ")),
            Parameter.count("n", 1000, 1_000_000, 4),
            Parameter.positive("ρ", 0.01, 10, 4),
            Parameter.choice("κ", 2, 3, 4));
    Judgement judged = Judgement.of(family);
    return judged.explained(
        "Composition is all there is to it. With Algorithm 4 as solver at most "
            + Numbers.atLeast(judged.ratio().upper())
            + " of ρ is spent.");
  }

  private static ProximalPoint rounds(Point p) {
    KlProblem problem = new KlProblem(p.whole("n"), LOSS, BALL, 1, 1, p.get("κ"));
    return ProximalPoint.paperSchedule(problem, p.get("ρ"), 0.1, 0.1, 100);
  }

  /** Half of the squared mu, with a lower end of 0: the released averages may hide some of it. */
  private static Comparison compared(DpEvent event, double rho) {
    Enclosure squared = Steps.of(event, AdjacencyRelation.REPLACE_ONE).squaredMu();
    return new Comparison(Enclosure.of(0, squared.times(0.5).upper()), Enclosure.exact(rho));
  }
}
