package org.assay.algorithms.internal.optimize.noneuclidean;

import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.assay.accountant.curve.RdpCurve;
import org.assay.accountant.event.CertifiedEvent;
import org.assay.accountant.event.DefaultVisitor;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.GeneralizedGaussianEvent;
import org.assay.accountant.numeric.Enclosure;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Citation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.Parameters;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.LpNorm;
import org.assay.algorithms.internal.optimize.Interruption;
import org.assay.algorithms.internal.optimize.MeanGradientSensitivity;
import org.assay.algorithms.internal.optimize.NoiseTarget;
import org.assay.algorithms.internal.optimize.PaperBudget;
import org.assay.algorithms.internal.optimize.Suitability;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.GradientConstants;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.run.ParameterVector;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.algorithms.run.PrivateRun;

/**
 * Noisy stochastic mirror descent ([@BassilyGuzmanNandi2021], Algorithm 2) over the ball of the
 * p-norm, 1 &lt; p ≤ 2: each step draws m of n records with replacement and moves to the point of
 * the ball that minimizes
 *
 * <pre>
 * ⟨eta (mean gradient + noise), x⟩ + Phi(x) - ⟨grad Phi(x_t), x⟩,   Phi = (κ/2)|x|_p²,  κ = 1/(p - 1);
 * </pre>
 *
 * the average of all points is released. Phi is 1-strongly convex in the p-norm. (The paper prints
 * the index κ/(κ - 1), which is not p: for p = 2 it would be infinite.)
 *
 * <p>Noise is generalized Gaussian in a norm for the dual index p/(p - 1). The average depends on
 * all steps, which compose. For index 2 a step is a Gaussian on draws with replacement. Otherwise
 * {@code doc-files/drawn-with-replacement.md} gives its Rényi curve. Noisy gradients are drawn
 * exactly on a grid before they are used, so everything later is post-processing. The {@linkplain
 * MeanGradientSensitivity sensitivity} includes the rounding errors of the gradients.
 *
 * <p>Immutable; concurrent runs are safe with separate generators.
 */
public final class NoisyMirrorDescent implements PrivateAlgorithm {
  private final MirrorSchedule schedule;
  private final int records;
  private final Loss loss;
  private final LpBall ball;
  private final DpEvent event;

  private NoisyMirrorDescent(MirrorSchedule schedule, int records, Loss loss, LpBall ball) {
    this.schedule = schedule;
    this.records = records;
    this.loss = loss;
    this.ball = ball;
    this.event = event(schedule, records, loss);
    dualIndex(ball);
  }

  /**
   * The algorithm, started at the origin.
   *
   * @param schedule steps, batch size, step size and noise
   * @param records number of records n, at least 2
   * @param loss its {@linkplain Loss#constants constants} in the norm of the noise are what counts
   * @param ball of index at most 2
   * @throws IllegalArgumentException if a parameter is out of range, or the loss does not guarantee
   *     its constants on the ball
   */
  public static NoisyMirrorDescent of(
      MirrorSchedule schedule, int records, Loss loss, LpBall ball) {
    loss.requireSupportedOn(ball);
    return new NoisyMirrorDescent(schedule, records, loss, ball);
  }

  /**
   * The schedule of [@BassilyGuzmanNandi2021], Theorem 10: {@code T = (epsilon n)²/(16 d κ'
   * ln(1/delta))} points, m = max(n √(epsilon/4T), 1), eta = (M/L) √(κ/2T) and {@code sigma² = 8 κ'
   * L² ln(1/delta)/(epsilon n)²}, which lacks a factor T; the event states the true cost.
   *
   * <p>{@code κ' = min(κ, 2 ln d)}, at least 1, is the paper's κ: the smoothness of the dual norm,
   * to which the variance of the noise is proportional. The step size takes {@code κ = 1/(p - 1)}
   * of the class comment, the factor of Phi, since {@code κ M²/2} bounds Phi on the ball. Both are
   * the same unless p is below {@code 1 + 1/(2 ln d)}.
   *
   * @param target approximate
   * @return the schedule, of at most 10,000 steps
   * @throws IllegalArgumentException if there are too few records for two points
   */
  public static MirrorSchedule paperSchedule(
      int records, Loss loss, LpBall ball, Guarantee.Approximate target) {
    double kappa = smoothness(ball);
    double log = -Math.log(target.delta());
    double theorem = theoremPoints(records, ball, target.epsilon() / log * target.epsilon());
    int points = points(theorem);
    double batchSize =
        Math.max(1, Math.floor(records * Math.sqrt(target.epsilon() / (4.0 * points))));
    SmoothNorm norm = SmoothNorm.smallest(ball.dimension(), dualIndex(ball));
    double lipschitz = NoiseNorm.constants(loss, norm).lipschitzConstant();
    return new MirrorSchedule(
        points - 1,
        (int) batchSize,
        stepSize(ball, points, lipschitz),
        new GeneralizedGaussianNoise(
            norm, lipschitz * Math.sqrt(8 * kappa * log) / (target.epsilon() * records)),
        theorem - 1);
  }

  /** Largest number of steps that are run. Not tuned: bounds time. */
  private static final int MOST_STEPS = 10_000;

  /** Factor of Phi. */
  private static double kappa(LpBall ball) {
    return 1 / (ball.norm().order() - 1);
  }

  /** The paper's κ, at least 1: the logarithm alone falls below 1 in dimension 1. */
  private static double smoothness(LpBall ball) {
    return Math.max(1, Math.min(kappa(ball), 2 * Math.log(ball.dimension())));
  }

  /** The paper's T, for a budget of {@code epsilon²/ln(1/delta)}, which is about 4 rho. */
  private static double theoremPoints(int records, LpBall ball, double budget) {
    double n = records;
    double points = Math.floor(budget * n * n / (16 * ball.dimension() * smoothness(ball)));
    if (!(points >= 2)) {
      throw new IllegalArgumentException(
          "records was "
              + records
              + ": (epsilon n)²/(16 d κ ln(1/delta)) must be at least 2, or no step is made; rho"
              + " and mu count as epsilon²/ln(1/delta) = 4 rho = 2 mu²");
    }
    return points;
  }

  /** The number of points of a run. */
  private static int points(double theorem) {
    return (int) Math.min(theorem, MOST_STEPS + 1.0);
  }

  private static double stepSize(LpBall ball, int points, double gradientSize) {
    return ball.diameter(ball.norm()) / gradientSize * Math.sqrt(kappa(ball) / (2 * points));
  }

  /**
   * The algorithm with the smallest noise for which the accountant certifies the target. For a
   * target of epsilon and delta, the paper's steps are used. For other targets, each step draws one
   * record, and the step size fits gradients as long as their noise. For these targets a larger
   * batch saves no noise: all its draws may be the same record, and this case determines rho and
   * mu.
   *
   * @param target approximate, zero-concentrated, or Gaussian where the noise is (index or
   *     dimension is small), under {@link AdjacencyRelation#REPLACE_ONE}
   * @throws IllegalArgumentException as {@link #paperSchedule}, or for a Gaussian target where the
   *     noise is not Gaussian
   */
  public static NoisyMirrorDescent calibrated(
      int records, Loss loss, LpBall ball, Guarantee target) {
    return target
        .asApproximate()
        .map(approximate -> amplified(records, loss, ball, approximate))
        .orElseGet(() -> ofSingleDraws(records, loss, ball, target));
  }

  private static NoisyMirrorDescent ofSingleDraws(
      int records, Loss loss, LpBall ball, Guarantee target) {
    SmoothNorm norm = NoiseNorm.of(ball, target);
    double theorem = theoremPoints(records, ball, 4 * PaperBudget.rho(target));
    int points = points(theorem);
    GradientConstants gradients = NoiseNorm.constants(loss, norm);
    double unit = MeanGradientSensitivity.of(gradients, 1, ball.dimension()).value();
    double multiplier =
        NoiseTarget.smallestNoise(
            target, noise -> event(singleDraws(theorem, 1, norm, noise * unit), records, loss));
    double sigma = multiplier * unit;
    double gradientSize =
        Math.sqrt(
            gradients.lipschitzConstant() * gradients.lipschitzConstant()
                + ball.dimension() * sigma * sigma);
    double stepSize = stepSize(ball, points, gradientSize);
    return of(singleDraws(theorem, stepSize, norm, sigma), records, loss, ball);
  }

  private static MirrorSchedule singleDraws(
      double theorem, double stepSize, SmoothNorm norm, double sigma) {
    return new MirrorSchedule(
        points(theorem) - 1, 1, stepSize, new GeneralizedGaussianNoise(norm, sigma), theorem - 1);
  }

  private static NoisyMirrorDescent amplified(
      int records, Loss loss, LpBall ball, Guarantee.Approximate target) {
    MirrorSchedule paper = paperSchedule(records, loss, ball, target);
    GradientConstants gradients = NoiseNorm.constants(loss, paper.noise().norm());
    double unit =
        MeanGradientSensitivity.of(gradients, paper.batchSize(), ball.dimension()).value();
    double multiplier =
        NoiseTarget.smallestNoise(
            target, noise -> event(paper.withSigma(noise * unit), records, loss));
    return of(paper.withSigma(multiplier * unit), records, loss, ball);
  }

  static double dualIndex(LpBall ball) {
    double order = ball.norm().order();
    if (!(order <= 2)) {
      throw new IllegalArgumentException(
          "order of the ball's norm was " + order + ": it must be at most 2");
    }
    return Math.max(2, ball.norm().dual().order());
  }

  private static DpEvent event(MirrorSchedule schedule, int records, Loss loss) {
    Parameters.requireAtLeastOne("records - 1", records - 1L);
    SmoothNorm norm = schedule.noise().norm();
    GradientConstants gradients = NoiseNorm.constants(loss, norm);
    DpEvent entry =
        schedule
            .noise()
            .event(MeanGradientSensitivity.of(gradients, schedule.batchSize(), norm.dimension()));
    return entry.accept(new DrawnStep(schedule.batchSize(), records)).times(schedule.steps());
  }

  /** The parameters. */
  public MirrorSchedule schedule() {
    return schedule;
  }

  @Override
  public DpEvent event() {
    return event;
  }

  /** A remark on the number of steps of Theorem 10 that are left out. */
  @Override
  public Optional<String> remark() {
    return schedule.wanted() > schedule.steps()
        ? Optional.of(
            String.format(
                "%s steps, where the theorem asks for %.0f", schedule.steps(), schedule.wanted()))
        : Optional.empty();
  }

  @Override
  public PrivateRun<ParameterVector> run(Dataset dataset, RandomGenerator random) {
    Suitability.requireExactly(dataset, loss, ball, records);
    double[] x = new double[ball.dimension()];
    double[] sum = new double[x.length];
    double[] gradient = new double[x.length];
    for (int t = 0; t < schedule.steps(); t++) {
      Interruption.requireNone(t, "steps");
      Arrays.fill(gradient, 0);
      for (int k = 0; k < schedule.batchSize(); k++) {
        loss.addGradient(x, dataset, random.nextInt(records), 1.0 / schedule.batchSize(), gradient);
      }
      x = step(ball, x, schedule.noise().release(gradient, random), schedule.stepSize());
      for (int j = 0; j < x.length; j++) {
        sum[j] += x[j];
      }
    }
    for (int j = 0; j < sum.length; j++) {
      sum[j] /= schedule.steps() + 1.0;
    }
    return new PrivateRun<>(ParameterVector.of(sum), event);
  }

  /**
   * One mirror step. With {@code theta = grad Phi(x) - eta g} the minimizer of {@code Phi - ⟨theta,
   * ·⟩} has the direction of the dual norm's gradient at theta and the length {@code min(R,
   * |theta|_q/κ)}.
   */
  static double[] step(LpBall ball, double[] x, double[] direction, double stepSize) {
    LpNorm norm = ball.norm();
    LpNorm dual = norm.dual();
    double kappa = 1 / (norm.order() - 1);
    double[] theta = norm.halfSquareGradient(x);
    for (int j = 0; j < theta.length; j++) {
      theta[j] = kappa * theta[j] - stepSize * direction[j];
    }
    double length = dual.value(theta);
    double[] next = dual.halfSquareGradient(theta);
    double shrink = length == 0 ? 0 : Math.min(1 / kappa, ball.radius() / length);
    for (int j = 0; j < next.length; j++) {
      next[j] *= shrink;
    }
    return next;
  }

  @Override
  public String toString() {
    return "NoisyMirrorDescent(" + schedule + ", " + records + " records, " + ball + ")";
  }

  /** A step on records drawn with replacement, by the event of its noise. */
  static final class DrawnStep extends DefaultVisitor<DpEvent> {
    private static final Citation PROOF =
        new Citation("WangBalleKasiviswanathan2019", "Theorem 9, as in drawn-with-replacement.md");

    private final int draws;
    private final int records;

    DrawnStep(int draws, int records) {
      this.draws = draws;
      this.records = records;
    }

    @Override
    public DpEvent visitGeneralizedGaussian(GeneralizedGaussianEvent noise) {
      double square = Rounding.multiplyDown(noise.noiseMultiplier(), noise.noiseMultiplier());
      double rho = Rounding.divideUp(noise.smoothness(), 2 * square);
      return new CertifiedEvent(
          "GeneralizedGaussianDrawnWithReplacement",
          PROOF,
          DrawnNoiseCurve.of(rho, draws, records));
    }

    @Override
    protected DpEvent visitOther(DpEvent noise) {
      return noise.sampledWithReplacement(draws, records);
    }
  }

  /**
   * Rényi divergences of a zero-concentrated mechanism on records drawn with replacement, by {@code
   * doc-files/drawn-with-replacement.md}.
   */
  static final class DrawnNoiseCurve {
    /** Largest whole order of the Rényi curve. Not tuned: bounds time. */
    private static final int LARGEST_ORDER = 64;

    /** Relative slack far above the rounding errors of a sum of logarithms. Not tuned. */
    private static final double SLACK = 1e-9;

    private final double rho;
    private final int draws;

    /** Bounds of {@code (a - 1) D_a} at whole orders. */
    private final double[] exponents = new double[LARGEST_ORDER + 1];

    private DrawnNoiseCurve(double rho, int draws) {
      this.rho = rho;
      this.draws = draws;
    }

    /**
     * The curve.
     *
     * @param rho cost of one entry of the list of draws, above 0
     * @param draws number of draws, at least 1
     * @param population number of records, at least 2
     */
    static RdpCurve of(double rho, int draws, int population) {
      Parameters.requirePositive("rho", rho);
      Parameters.requireAtLeastOne("population - 1", population - 1L);
      DrawnNoiseCurve curve = new DrawnNoiseCurve(rho, draws);
      double[] logWeights = logWeights(draws, population);
      double logShare = Math.log(-Math.expm1(draws * Math.log1p(-1.0 / population)));
      for (int order = 2; order <= LARGEST_ORDER; order++) {
        curve.exponents[order] =
            Math.min(
                curve.logMoment(order, logWeights, logShare), curve.whole(order) * (order - 1));
      }
      return RdpCurve.of(AdjacencyRelation.REPLACE_ONE, curve::divergence)
          .withZeroConcentration(curve.whole(1));
    }

    /** {@code log w_k} at index k - 1. */
    private static double[] logWeights(int draws, int population) {
      double logMiss = Math.log1p(-1.0 / population);
      double log = draws * logMiss - Math.log(-Math.expm1(draws * logMiss));
      double[] result = new double[draws];
      for (int k = 1; k <= draws; k++) {
        log += Math.log((draws - k + 1.0) / k / (population - 1.0));
        result[k - 1] = log;
      }
      return result;
    }

    /** The bound for all draws together. */
    private double whole(double order) {
      return order * draws * (double) draws * rho * (1 + SLACK);
    }

    private double logMoment(int order, double[] logWeights, double logShare) {
      double log = Double.NEGATIVE_INFINITY;
      for (int k = 1; k <= logWeights.length; k++) {
        double shift = k * (double) k * rho;
        double logChoices = Math.log(order) + Math.log((order - 1) / 2.0);
        double second = Math.log(Math.min(4 * Math.expm1(Math.min(2 * shift, 100)), 1e300));
        double term = Math.min(second, Math.log(2) + 2 * shift);
        double sum = logChoices + 2 * logShare + term;
        for (int j = 3; j <= order; j++) {
          logChoices += Math.log((order - j + 1.0) / j);
          double next = logChoices + j * logShare + Math.log(2) + (j - 1.0) * j * shift;
          sum = logSum(sum, next);
        }
        log = logSum(log, logWeights[k - 1] + sum);
      }
      double slackened = log + SLACK * (1 + Math.abs(log));
      return (slackened > 40 ? slackened : Math.log1p(Math.exp(slackened))) * (1 + SLACK);
    }

    private static double logSum(double a, double b) {
      double most = Math.max(a, b);
      return most == Double.NEGATIVE_INFINITY
          ? most
          : most + Math.log1p(Math.exp(Math.min(a, b) - most));
    }

    private Enclosure divergence(double order) {
      double all = whole(order);
      if (order > LARGEST_ORDER) {
        return Enclosure.of(0, all);
      }
      int below = Math.min((int) order, LARGEST_ORDER - 1);
      double share = order - below;
      double exponent = (1 - share) * exponents[below] + share * exponents[below + 1];
      double upper = exponent / (order - 1) * (1 + SLACK);
      return Enclosure.of(0, Math.min(upper, all));
    }
  }
}
