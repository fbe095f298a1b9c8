package org.assay.cli.internal.train;

import java.util.ArrayList;
import java.util.List;
import org.assay.accountant.accounting.Calibrator;
import org.assay.accountant.accounting.Cost;
import org.assay.accountant.accounting.SearchRange;
import org.assay.accountant.accounting.UnreachableTargetException;
import org.assay.accountant.event.DpEvent;
import org.assay.accountant.event.RepeatAndSelectEvent;
import org.assay.accountant.numeric.Rounding;
import org.assay.accountant.privacy.AdjacencyRelation;
import org.assay.accountant.privacy.Guarantee;
import org.assay.accountant.privacy.UnsupportedEventException;
import org.assay.algorithms.internal.tuning.RepetitionSampler;
import org.assay.cli.internal.input.InputException;
import org.assay.cli.internal.terminal.Progress;

/**
 * Sets candidates up so that the best of a random number of runs meets a target.
 *
 * <p>All candidates and the score are calibrated to one target of a single run. Its delta is the
 * whole delta over the expected number of runs, as a selection multiplies deltas by that number
 * ({@code repeat-and-select.md} of the accountant); its epsilon is the largest for which the whole
 * event meets the target.
 *
 * @param trainers the algorithms, each with the target of the whole
 * @param radii radii of the sets of models; the usual ones if empty
 * @param sampler how many runs there are
 * @param target the guarantee of the whole
 */
record Tuner(
    List<Trainer> trainers,
    List<Double> radii,
    RepetitionSampler sampler,
    Guarantee.Approximate target) {
  /** Setting candidates up takes long, and half a percent of epsilon is not noticed. */
  private static final double TOLERANCE = 5e-3;

  private static final double GUIDE_TOLERANCE = 1e-5;

  /** What the guide leaves for calibrations that come out a little above it. */
  private static final double GUIDE_SHARE = 1 - 1e-3;

  private static final double LEAST_SHARE = 1e-3;

  /**
   * Calibrates; sees the numbers of records and of features, and no record.
   *
   * @param table what is known of the records
   * @param records number of records to train on
   * @param progress told what is done
   * @return the candidates, set up
   * @throws InputException if an algorithm refuses, or the target cannot be met
   */
  TuningPlan plan(TrainingTable table, int records, Progress progress) {
    try {
      HeldOutScore score = new HeldOutScore.Misses(table.target());
      double most = guide(score);
      SearchRange range =
          new SearchRange("epsilon of a single run", most * LEAST_SHARE, most, most);
      double epsilon =
          Calibrator.to(target)
              .tolerance(TOLERANCE)
              .largest(
                  each -> spent(plan(table, records, each, progress).selection().event()), range)
              .value();
      return plan(table, records, epsilon, progress);
    } catch (UnsupportedEventException | UnreachableTargetException e) {
      throw new InputException("--tune cannot meet the target: " + e.getMessage(), e);
    }
  }

  /**
   * The epsilon of a single run if it were the score alone. With candidates beside it the whole
   * costs no less, so the answer is at most this, and this where their calibrations are Gaussian.
   */
  private double guide(HeldOutScore score) {
    Guarantee.Approximate most =
        new Guarantee.Approximate(
            target.epsilon() * GUIDE_SHARE, target.delta(), target.adjacency());
    SearchRange range =
        new SearchRange(
            "epsilon of a single run",
            target.epsilon() * LEAST_SHARE,
            target.epsilon(),
            target.epsilon() / 2);
    return Calibrator.to(most)
        .tolerance(GUIDE_TOLERANCE)
        .largest(
            each ->
                spent(
                    new RepeatAndSelectEvent(
                        ScoreNoise.gaussianWithin(single(each), score).event(), sampler.law())),
            range)
        .value();
  }

  private double spent(DpEvent event) {
    return Cost.of(event, AdjacencyRelation.REPLACE_ONE)
        .withAccuracy(Cost.CALIBRATION_ACCURACY)
        .epsilon(target.delta())
        .value()
        .upper();
  }

  private Guarantee.Approximate single(double epsilon) {
    double delta = Rounding.divideDown(target.delta(), sampler.law().expectation().upper());
    return new Guarantee.Approximate(epsilon, delta, target.adjacency());
  }

  private TuningPlan plan(TrainingTable table, int records, double epsilon, Progress progress) {
    Guarantee.Approximate single = single(epsilon);
    List<Setting> settings = new ArrayList<>();
    for (Trainer trainer : trainers) {
      for (double radius : table.radii(radii, trainer.entry())) {
        progress.update(
            "calibrating " + trainer.entry().id() + " to an epsilon of " + (float) epsilon);
        Trainer each = trainer.withTarget(single);
        settings.add(new Setting(each, radius, each.setUp(table.task(records, radius))));
      }
    }
    requireOneRelation(settings);
    return new TuningPlan(
        settings,
        ScoreNoise.gaussianWithin(single, new HeldOutScore.Misses(table.target())),
        sampler);
  }

  private static void requireOneRelation(List<Setting> settings) {
    Setting first = settings.get(0);
    for (Setting other : settings) {
      if (first.adjacency() != other.adjacency()) {
        throw new InputException(
            String.format(
                "--algorithm %s and %s cannot be candidates of one tuning: their events are stated"
                    + " under %s and under %s",
                first.trainer().entry().id(),
                other.trainer().entry().id(),
                first.adjacency(),
                other.adjacency()));
      }
    }
  }
}
