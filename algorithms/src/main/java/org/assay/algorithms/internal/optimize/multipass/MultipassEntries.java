package org.assay.algorithms.internal.optimize.multipass;

import java.util.List;
import java.util.Set;
import org.assay.accountant.privacy.Guarantee;
import org.assay.algorithms.geometry.ConstraintSet;
import org.assay.algorithms.objective.Loss;
import org.assay.algorithms.objective.RegularizedLoss;
import org.assay.algorithms.run.AlgorithmEntry;
import org.assay.algorithms.run.Training;
import org.assay.algorithms.run.TrainingTask;

/** The registry's entries for multipass noisy gradient descent. */
public final class MultipassEntries {
  private static final String LAST_ITERATE_ONLY =
      "only the last iterate is released (by construction)";
  private static final String FIXED_SCHEDULE =
      "step size, batches and noise are fixed before the data are seen (by construction)";
  private static final String CONVEX =
      "the loss is convex with gradients bounded on the set (records checked, convexity proved for"
          + " the losses that ship)";
  private static final Set<TrainingTask.Labels> ANY = TrainingTask.Labels.all();
  private static final Set<TrainingTask.Labels> BOTH = TrainingTask.Labels.ofOnePrediction();

  private MultipassEntries() {}

  /**
   * The algorithms of this package.
   *
   * @return one entry for each
   */
  public static List<AlgorithmEntry> entries() {
    return List.of(noisySgd(), stronglyConvex(), randomWalk(), lp());
  }

  /** How a problem is chosen for a task. */
  private interface Problem {
    Loss loss(TrainingTask task, ConstraintSet set);

    default ConstraintSet set(TrainingTask task) {
      return task.ball();
    }
  }

  /** Coordinates of a ball of p = 4 may all be large. */
  private static final class OnLpBall implements Problem {
    private static final double ORDER = 4;

    @Override
    public Loss loss(TrainingTask task, ConstraintSet set) {
      return task.linearSmoothLoss(set.diameter() / 2);
    }

    @Override
    public ConstraintSet set(TrainingTask task) {
      return LpNoisySgd.ball(task.features(), ORDER, task.radius());
    }
  }

  private static AlgorithmEntry noisySgd() {
    return entry(
        "noisy-sgd",
        14,
        "Noisy SGD on a bounded set",
        "[@AltschulerTalwar2022], Algorithm 1 and Theorem 3.1",
        "The last iterate of many epochs: the smaller one of composition over all steps and"
            + " amplification by iteration, which stops growing with the number of steps. The"
            + " printed proof takes a divergence in the wrong direction; the bound used here is"
            + " repaired.",
        List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, CONVEX),
        ANY,
        (task, set) -> task.smoothLoss());
  }

  private static AlgorithmEntry stronglyConvex() {
    return entry(
        "strongly-convex-noisy-sgd",
        15,
        "Noisy SGD for strongly convex losses",
        "[@AltschulerTalwar2022], Algorithm 1 and Theorem 5.1",
        "As noisy-sgd, with steps that contract by max(|1 - eta m|, |1 - eta M|), so that early"
            + " steps are forgotten; any step size. A regularizer makes the loss strongly convex.",
        List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, CONVEX),
        ANY,
        MultipassEntries::regularized);
  }

  private static AlgorithmEntry randomWalk() {
    return entry(
        "random-walk",
        16,
        "Noisy SGD on linear losses: the walks of the lower bound",
        "[@AltschulerTalwar2022], Theorem 4.1",
        "As noisy-sgd. Linear losses are the ones for which its bounds are nearly attained:"
            + " clamped random walks with and without a push. The theorem holds by another proof,"
            + " with drifting losses; its printed proof has a gap.",
        List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, "linear losses (by construction)"),
        BOTH,
        (task, set) -> task.linearLoss());
  }

  private static AlgorithmEntry lp() {
    return entry(
        "multipass-noisy-sgd-lp",
        25,
        "Multipass noisy SGD on lp balls, p above 2",
        "[@BassilyGuzmanNandi2021], section 6 and Proposition 13",
        "As noisy-sgd, with the ball's diameter in the Euclidean norm, d^(1/2 - 1/p) times that in"
            + " its own. The set is the ball of p = 4.",
        List.of(LAST_ITERATE_ONLY, FIXED_SCHEDULE, CONVEX),
        BOTH,
        new OnLpBall());
  }

  private static AlgorithmEntry entry(
      String id,
      int number,
      String title,
      String source,
      String guarantee,
      List<String> preconditions,
      Set<TrainingTask.Labels> labels,
      Problem problem) {
    return new AlgorithmEntry(
        id,
        number,
        title,
        source,
        guarantee,
        preconditions,
        labels,
        (task, target) -> train(task, target, problem, MultipassTraining::calibrated),
        (task, target) -> train(task, target, problem, MultipassTraining::paperSchedule));
  }

  private interface Setup {
    Training setUp(int records, Loss loss, ConstraintSet set, Guarantee target);
  }

  private static Training train(TrainingTask task, Guarantee target, Problem problem, Setup setup) {
    ConstraintSet set = problem.set(task);
    return setup.setUp(task.records(), problem.loss(task, set), set, target);
  }

  /** A regularizer that adds at most 1/√n to the gradients. */
  private static Loss regularized(TrainingTask task, ConstraintSet set) {
    double lambda = 1 / (task.radius() * Math.sqrt(task.records()));
    return RegularizedLoss.over(task.smoothLoss(), lambda, new double[set.dimension()], set);
  }
}
