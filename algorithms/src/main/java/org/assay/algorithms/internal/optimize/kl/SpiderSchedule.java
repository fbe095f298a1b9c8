package org.assay.algorithms.internal.optimize.kl;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.InvalidParameterException;
import org.assay.accountant.privacy.Parameters;
import org.assay.accountant.privacy.Sensitivity;
import org.assay.algorithms.internal.geometry.ConstraintSet;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.ReplacedRecord;

/**
 * Rounds and noise of KL Spider ([@MenartEtAl2023], Algorithm 1, lines 2 to 7) for the paper's rho:
 * nothing here depends on the data.
 */
final class SpiderSchedule {
  private static final double MOST_ROUNDS = 1e6;
  private static final double SLOW = 64;
  private static final double FLOOR_FACTOR = 32;

  /** Far more than what a step and its projection round, relatively. */
  private static final double STEP_SLACK = 1 + 1e-9;

  private final KlProblem problem;
  private final double rho;
  private final double[] levels;

  SpiderSchedule(KlProblem problem, double rho, double beta) {
    if (!(problem.klExponent() <= 2)) {
      throw new InvalidParameterException(
          "klExponent",
          "was "
              + problem.klExponent()
              + ": KL Spider needs one from 1 to 2; use the proximal point method from 2 on");
    }
    double smoothness = problem.loss().smoothness();
    Parameters.requirePositive("smoothness", smoothness);
    Parameters.requireOpenProbability("beta", beta);
    this.problem = problem;
    this.rho = rho;
    this.levels = levels(problem, rho, beta);
  }

  private static double[] levels(KlProblem problem, double rho, double beta) {
    double gap = problem.initialGap();
    double curvature =
        SLOW
            * problem.klConstant()
            * problem.klConstant()
            * problem.loss().smoothness()
            / Math.pow(gap, (2 - problem.klExponent()) / problem.klExponent());
    double rounds = Math.ceil((1 + curvature) * problem.logGain(rho));
    if (!(rounds <= MOST_ROUNDS)) {
      throw new InvalidParameterException(
          "klConstant", "was " + problem.klConstant() + ": it asks for " + rounds + " rounds");
    }
    double floor = Math.min(floor(problem, rho, beta, rounds), gap);
    double[] levels = new double[(int) rounds];
    double level = gap;
    for (int k = 0; k < levels.length; k++) {
      level = Math.max(level / (1 + 1 / curvature), floor);
      levels[k] = level;
    }
    return levels;
  }

  /** {@code (32 gamma L √(K d ln(1/beta'))/(n √rho))^kappa}. */
  private static double floor(KlProblem problem, double rho, double beta, double rounds) {
    double kappa = problem.klExponent();
    double scale = problem.noiseFloor(rho) * Math.sqrt(rounds);
    double relative = scale / Math.pow(problem.initialGap(), 1 / kappa);
    double perStep = Math.min(beta / rounds * Math.pow(relative, 2 - kappa), beta);
    return Math.pow(FLOOR_FACTOR * scale * Math.sqrt(-Math.log(perStep)), kappa);
  }

  int rounds() {
    return levels.length;
  }

  /** Phi_k^{1/kappa}/gamma, what the gradient is compared with, in its own unit. */
  double gradientLevel(int k) {
    return Math.pow(levels[k], 1 / problem.klExponent()) / problem.klConstant();
  }

  private double length(int k) {
    double kappa = problem.klExponent();
    return Math.pow(problem.initialGap() / levels[k], (2 - kappa) / kappa);
  }

  /** Steps of a round that goes to its end: t = 0, …, T_k. */
  int steps(int k) {
    return (int) Math.floor(length(k)) + 1;
  }

  /** How far a step of a round moves the parameter. */
  double stride(int k) {
    return gradientLevel(k) / (4 * problem.loss().smoothness());
  }

  /** The longest step of a round as doubles compute it, projection and all. */
  double longestStep(int k) {
    return Rounding.multiplyUp(stride(k), STEP_SLACK);
  }

  /** {@code L √K/(n √rho)}, with half of a gradient's sensitivity for L. */
  double outerNoise() {
    return ReplacedRecord.halfSensitivity(problem.loss())
        * Math.sqrt(rounds())
        / (problem.records() * Math.sqrt(rho));
  }

  /** {@code sigma_k/sensitivity = 2 √(T_k K/rho)}. */
  private double innerMultiplier(int k) {
    return 2 * Math.sqrt(length(k) * rounds() / rho);
  }

  /** Replacing a record changes the difference of two gradients by 2 smoothness · stride/n. */
  double innerNoise(int k) {
    double sensitivity = Rounding.divideUp(gradientLevel(k), 2.0 * problem.records());
    return Rounding.multiplyUp(innerMultiplier(k), sensitivity);
  }

  /**
   * How much farther a computed difference of gradients moves than in real numbers, relatively, in
   * the last round, where steps are shortest.
   */
  private double roundingShare() {
    int last = rounds() - 1;
    ConstraintSet set = problem.set();
    double start = Rounding.multiplyUp(FullBatch.norm(problem.batch().start()), STEP_SLACK);
    double computed =
        MeanGradientSensitivity.ofChange(
                problem.loss(),
                problem.records(),
                set.dimension(),
                longestStep(last),
                Rounding.addUp(start, set.diameter()))
            .value();
    double exact = Rounding.divideDown(gradientLevel(last), 2.0 * problem.records());
    return Math.max(1, Rounding.divideUp(computed, exact));
  }

  /**
   * What a run costs at most: in every round one gradient and as many differences as it can take.
   * Rounds that stop early, which they decide on what they measured, cost less.
   */
  DpEvent event() {
    List<DpEvent> parts = new ArrayList<>();
    parts.add(problem.batch().releaseEvent(outerNoise()).times(rounds()));
    double share = roundingShare();
    int from = 0;
    while (from < rounds()) {
      int to = from;
      long steps = 0;
      while (to < rounds() && innerMultiplier(to) == innerMultiplier(from)) {
        steps += steps(to);
        to++;
      }
      parts.add(
          DpEvent.gaussian(
                  Rounding.divideDown(innerMultiplier(from), share),
                  Sensitivity.unit(AdjacencyRelation.REPLACE_ONE))
              .times(steps));
      from = to;
    }
    return DpEvent.sequence(parts.toArray(DpEvent[]::new));
  }
}
