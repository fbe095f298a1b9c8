package org.assay.algorithms.internal.optimize.onepass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assay.accountant.event.GradientSchedule;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.internal.geometry.EuclideanBall;
import org.assay.algorithms.internal.optimize.ProjectedNoisySgd;
import org.assay.algorithms.objective.Dataset;
import org.assay.algorithms.objective.LinearPredictionLoss;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.PrivateAlgorithm;
import org.assay.verify.audit.AuditReport;
import org.assay.verify.audit.Auditor;
import org.assay.verify.audit.Verdict;
import org.assay.verify.trial.AdjacentPair;
import org.assay.verify.trial.Mechanism;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Audits on worst-case pairs: silent records, and one whose loss is linear with slope +1 or -1. All
 * claims are 1-GDP. The twins differ from the audited algorithm by one fault. A true claim is
 * refuted with probability at most 1e-6.
 */
@Tag("slow")
class OnePassAuditTest {
  private static final AdjacencyRelation REPLACE = AdjacencyRelation.REPLACE_ONE;
  private static final Guarantee CLAIM = new Guarantee.Gaussian(1, REPLACE);
  private static final EuclideanBall WIDE = EuclideanBall.centeredAtOrigin(2, 100);
  private static final EuclideanBall UNIT = EuclideanBall.centeredAtOrigin(2, 1);
  private static final Loss LINEAR = LinearPredictionLoss.linear(1, 1);
  private static final long RUNS = 20_000;

  /**
   * An algorithm, a broken twin with the same claim, and where the canary goes.
   *
   * @param name what is audited
   * @param correct the algorithm
   * @param twin the same with one fault
   * @param records how many records
   * @param place the canary's
   */
  record Case(
      String name, PrivateAlgorithm correct, PrivateAlgorithm twin, int records, int place) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    return Stream.of(
        projected(),
        snowball(),
        decaying(),
        phasedSgd(),
        phasedErm(),
        phasedErmWithKinks(),
        reduction(),
        stronglyConvexPhasedSgd(),
        stronglyConvexSnowball(),
        averaged());
  }

  /** The last batch, which no noise follows; the twin divides the noise by the batch size again. */
  private static Case projected() {
    GradientSchedule right = schedule(4, 4, 0.5);
    return new Case(
        "projected noisy SGD: noise divided by the batch size again",
        ProjectedNoisySgd.of(right, LINEAR, WIDE),
        ProjectedNoisySgd.of(ScheduledDescent.scaled(right, 0.25), LINEAR, WIDE),
        16,
        15);
  }

  /** Equal steps of size 1/2. */
  private static GradientSchedule schedule(int steps, int batch, double noise) {
    int[] batches = new int[steps];
    Arrays.fill(batches, batch);
    return GradientSchedule.of(
        ScheduledDescent.filled(steps, 0.5), batches, ScheduledDescent.filled(steps, noise));
  }

  /** The twin has batches of one size. */
  private static Case snowball() {
    SnowballSgd right = SnowballSgd.constantStep(9, 1, LINEAR, WIDE);
    GradientSchedule schedule = right.schedule();
    GradientSchedule wrong =
        GradientSchedule.of(
            ScheduledDescent.filled(9, schedule.stepSize(0)),
            new int[] {1, 1, 1, 1, 1, 1, 1, 1, 1},
            ScheduledDescent.filled(9, schedule.noiseStandardDeviation(0)));
    int last = (int) schedule.totalRecords() - 1;
    return new Case(
        "snowball: batches do not grow",
        right,
        ProjectedNoisySgd.of(wrong, LINEAR, WIDE),
        last + 1,
        8);
  }

  private static Case decaying() {
    SnowballSgd right = SnowballSgd.decayingStep(9, 1, LINEAR, WIDE);
    return new Case(
        "decaying snowball: a quarter of the noise",
        right,
        ProjectedNoisySgd.of(ScheduledDescent.scaled(right.schedule(), 0.25), LINEAR, WIDE),
        (int) right.schedule().totalRecords(),
        0);
  }

  private static Case phasedSgd() {
    return new Case(
        "phased SGD: sensitivity L eta",
        PhasedSgd.calibrated(16, 1, LINEAR, UNIT),
        PhasedSgd.calibrated(16, 2, LINEAR, UNIT),
        16,
        0);
  }

  private static Case phasedErm() {
    return new Case(
        "phased ERM: a third of the noise",
        PhasedErm.calibrated(16, 1, LINEAR, UNIT),
        PhasedErm.calibrated(16, 3, LINEAR, UNIT),
        16,
        0);
  }

  private static Case phasedErmWithKinks() {
    Loss absolute = LinearPredictionLoss.absolute(1, 1);
    return new Case(
        "phased ERM, absolute loss: a third of the noise",
        PhasedErm.calibrated(16, 1, absolute, UNIT),
        PhasedErm.calibrated(16, 3, absolute, UNIT),
        16,
        0);
  }

  private static Loss ridge(double lambda) {
    return RegularizedLoss.over(LINEAR, lambda, new double[2], UNIT);
  }

  /** Runs of 5, 10 and 21 records; the canary is the first of the last run. */
  private static Case reduction() {
    return new Case(
        "reduction: half of the noise",
        StronglyConvexReduction.calibrated(64, 1, ridge(0.05), UNIT),
        StronglyConvexReduction.calibrated(64, 2, ridge(0.05), UNIT),
        64,
        15);
  }

  /**
   * Two phases of 200 records; in the second, eta lambda n is 3, so a record at two thirds counts
   * most. The regularizer's gradient is a third of the Lipschitz constant and moves nothing.
   */
  private static Case stronglyConvexPhasedSgd() {
    return new Case(
        "strongly convex phased SGD: a third of the noise",
        StronglyConvexPhasedSgd.calibrated(400, 1, ridge(0.5), UNIT),
        StronglyConvexPhasedSgd.calibrated(400, 3, ridge(0.5), UNIT),
        400,
        333);
  }

  private static Case stronglyConvexSnowball() {
    SnowballSgd right = SnowballSgd.stronglyConvex(20, 1, ridge(0.5), UNIT);
    int records = (int) right.schedule().totalRecords();
    return new Case(
        "strongly convex snowball: a third of the noise",
        right,
        ProjectedNoisySgd.of(ScheduledDescent.scaled(right.schedule(), 0.3), ridge(0.5), UNIT),
        records,
        records - 1);
  }

  /** The twin has the noise for which the last iterate would be 1-GDP; see AveragedIterateTest. */
  private static Case averaged() {
    return new Case(
        "average: noise of the last iterate",
        AveragedNoisySgd.of(schedule(9, 1, 2), LINEAR, WIDE),
        AveragedNoisySgd.of(schedule(9, 1, 2.0 / 3), LINEAR, WIDE),
        9,
        0);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void cannotRefuteTheDeclaredGuarantee(Case audited) {
    AuditReport report = audit(audited.correct(), CLAIM, linear(audited), 1e-6);
    assertNotEquals(Verdict.REFUTED, report.verdict(), report.reason());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void refutesTheBrokenTwin(Case audited) {
    AuditReport report = audit(audited.twin(), CLAIM, linear(audited), 1e-3);
    assertEquals(Verdict.REFUTED, report.verdict(), report.reason());
  }

  private static AdjacentPair<Dataset> linear(Case audited) {
    double[][] features = new double[audited.records()][2];
    features[audited.place()][0] = 1;
    double[] labels = new double[audited.records()];
    Arrays.fill(labels, 1);
    Dataset left = Dataset.of(features, labels);
    return pair(left, left.withRecord(audited.place(), new double[] {1, 0}, -1));
  }

  private static AdjacentPair<Dataset> pair(Dataset left, Dataset right) {
    return AdjacentPair.of("slopes +1 and -1", left, right, REPLACE).withCanaryDirection(1, 0);
  }

  private static AuditReport audit(
      PrivateAlgorithm algorithm,
      Guarantee claim,
      AdjacentPair<Dataset> pair,
      double errorProbability) {
    Mechanism<Dataset> mechanism =
        Mechanism.ofVector((dataset, random) -> algorithm.run(dataset, random).release().toArray());
    return Auditor.of(claim)
        .errorProbability(errorProbability)
        .seed(20200504)
        .maximumRuns(RUNS)
        .audit(mechanism, List.of(pair));
  }
}
