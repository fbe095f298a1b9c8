package org.assay.algorithms.internal.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Function;
import org.assay.accountant.accounting.Accountant;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.event.NoisyGradientDescentEvent;
import org.assay.accountant.event.NoisySgdEvent;
import org.assay.accountant.event.NoisySgdSampling;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.geometry.L1Ball;
import org.assay.algorithms.internal.geometry.LpBall;
import org.assay.algorithms.internal.geometry.Polytope;
import org.assay.algorithms.internal.optimize.kl.AdaptiveNoisyGd;
import org.assay.algorithms.internal.optimize.kl.RegularizedNoisyGd;
import org.assay.algorithms.internal.optimize.multipass.MultipassNoisySgd;
import org.assay.algorithms.internal.optimize.multipass.NoisySgdSchedule;
import org.assay.algorithms.internal.optimize.noneuclidean.MirrorSchedule;
import org.assay.algorithms.internal.optimize.noneuclidean.NoisyMirrorDescent;
import org.assay.algorithms.internal.optimize.noneuclidean.PolyhedralFrankWolfe;
import org.assay.algorithms.internal.optimize.noneuclidean.PolyhedralSchedule;
import org.assay.algorithms.internal.optimize.onepass.AveragedNoisySgd;
import org.assay.algorithms.internal.optimize.onepass.PhasedErm;
import org.assay.algorithms.internal.optimize.onepass.PhasedSgd;
import org.assay.algorithms.internal.optimize.perturbation.MinibatchNoisySgd;
import org.assay.algorithms.internal.optimize.perturbation.MinibatchSchedule;
import org.assay.algorithms.noise.GeneralizedGaussianNoise;
import org.assay.algorithms.noise.SmoothNorm;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.junit.jupiter.api.Test;

/**
 * A regularizer is the same for all records: the same noise costs no more with it than without,
 * though gradients are six times as long. Noise is fixed here, not calibrated.
 */
class RegularizedSensitivityTest {
  private static final AdjacencyRelation REPLACE_ONE = AdjacencyRelation.REPLACE_ONE;
  private static final EuclideanBall BALL = EuclideanBall.centeredAtOrigin(2, 1);
  private static final Loss LOGISTIC = LinearPredictionLoss.logistic(1);
  private static final Loss HINGE = LinearPredictionLoss.hinge(1);

  private static Loss regularized(Loss loss) {
    return RegularizedLoss.of(loss, 5, new double[2], 1);
  }

  private static double rho(PrivateAlgorithm algorithm) {
    return Accountant.rdp(REPLACE_ONE).compose(algorithm.event()).curve().zeroConcentration();
  }

  /** The same cost, up to what larger gradients round. */
  private static void costsTheSame(Loss loss, Function<Loss, PrivateAlgorithm> algorithm) {
    double plain = rho(algorithm.apply(loss));
    assertEquals(plain, rho(algorithm.apply(regularized(loss))), 1e-9 * plain);
  }

  private static void costsNoMore(Loss loss, Function<Loss, PrivateAlgorithm> algorithm) {
    double plain = rho(algorithm.apply(loss));
    double withRegularizer = rho(algorithm.apply(regularized(loss)));
    assertTrue(withRegularizer <= plain * (1 + 1e-9), withRegularizer + " instead of " + plain);
  }

  private static GradientSchedule steps(double stepSize) {
    return GradientSchedule.of(
        new double[] {stepSize, stepSize}, new int[] {4, 4}, new double[] {1, 1});
  }

  @Test
  void averagesAndLastIteratesOfOnePass() {
    costsTheSame(LOGISTIC, loss -> AveragedNoisySgd.of(steps(0.1), loss, BALL));
    costsTheSame(LOGISTIC, loss -> ProjectedNoisySgd.of(steps(0.1), loss, BALL));
    Loss heavy = regularized(LOGISTIC);
    double conjectured =
        AveragedNoisySgd.of(steps(0.1), heavy, BALL).conjecturedEvent().lipschitzConstant();
    assertEquals(LOGISTIC.lipschitzConstant(), conjectured);
  }

  /** Noise 4 L eta/rho with the Lipschitz constant L: 36 times less than the rho of 1/8. */
  @Test
  void phasesWithThePapersNoise() {
    assertEquals(1 / 288.0, rho(phased(regularized(LOGISTIC))), 1e-4);
    double plain = rho(PhasedErm.paperSchedule(64, 1, 1e-6, HINGE, BALL));
    double heavy = rho(PhasedErm.paperSchedule(64, 1, 1e-6, regularized(HINGE), BALL));
    assertEquals(plain / 36, heavy, 1e-9 * plain);
  }

  private static PrivateAlgorithm phased(Loss loss) {
    return PhasedSgd.paperSchedule(4096, 1, loss, BALL);
  }

  @Test
  void descentOnAllRecords() {
    costsTheSame(LOGISTIC, loss -> RegularizedNoisyGd.of(100, 1, 5, 0.1, loss, BALL));
    costsTheSame(
        LOGISTIC, loss -> AdaptiveNoisyGd.paperSchedule(100, 1, 0.1, loss, BALL).withSelection());
  }

  private static NoisySgdSchedule schedule(NoisySgdSampling batches) {
    return new NoisySgdSchedule(batches, 20, 5, 8, 0.1, 1);
  }

  @Test
  void manyPasses() {
    for (NoisySgdSampling batches :
        new NoisySgdSampling[] {NoisySgdSampling.FIXED_SIZE, NoisySgdSampling.CYCLIC}) {
      costsTheSame(HINGE, loss -> MultipassNoisySgd.of(schedule(batches), loss, BALL));
      costsNoMore(LOGISTIC, loss -> MultipassNoisySgd.of(schedule(batches), loss, BALL));
    }
    Loss heavy = regularized(LOGISTIC);
    assertEquals(1, lipschitzConstant(NoisySgdSampling.FIXED_SIZE, heavy));
    var cyclic = MultipassNoisySgd.of(schedule(NoisySgdSampling.CYCLIC), heavy, BALL).event();
    assertEquals(1, ((NoisyGradientDescentEvent) cyclic).lipschitzConstant());
  }

  /** A record that a sample holds or not brings its regularizer along. */
  @Test
  void poissonSamplesDependOnTheSizeOfGradients() {
    Loss heavy = regularized(LOGISTIC);
    assertEquals(heavy.lipschitzConstant(), lipschitzConstant(NoisySgdSampling.POISSON, heavy));
    assertTrue(heavy.lipschitzConstant() >= 6);
    MultipassNoisySgd sgd =
        MultipassNoisySgd.of(schedule(NoisySgdSampling.POISSON), regularized(HINGE), BALL);
    assertEquals(
        NoisySgdEvent.composition(
            NoisySgdSampling.POISSON, 20, 5, 8, 1, regularized(HINGE).lipschitzConstant()),
        sgd.event());
  }

  private static double lipschitzConstant(NoisySgdSampling batches, Loss loss) {
    var event = (NoisySgdEvent) MultipassNoisySgd.of(schedule(batches), loss, BALL).event();
    return event.run().lipschitzConstant();
  }

  @Test
  void drawsWithReplacement() {
    MinibatchSchedule draws = new MinibatchSchedule(3, 2, 0.1, 5);
    costsTheSame(HINGE, loss -> MinibatchNoisySgd.of(draws, 20, loss, BALL));
    LpBall ball = LpBall.of(2, 1.5, 1);
    GeneralizedGaussianNoise noise = new GeneralizedGaussianNoise(SmoothNorm.smallest(2, 3), 5);
    MirrorSchedule mirror = new MirrorSchedule(3, 2, 0.1, noise);
    costsTheSame(HINGE, loss -> NoisyMirrorDescent.of(mirror, 20, loss, ball));
  }

  /** Records of the first batch; later ones also depend on the smoothness. */
  @Test
  void vertices() {
    Polytope square = L1Ball.of(2, 1).toPolytope();
    PolyhedralSchedule schedule = new PolyhedralSchedule(1, 2, 0.01, 4, 1, 3);
    costsTheSame(LOGISTIC, loss -> PolyhedralFrankWolfe.of(schedule, loss, square));
  }
}
